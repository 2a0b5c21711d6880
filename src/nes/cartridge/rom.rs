//! A ROM file taken apart: header, trainer, the ROM arena, and identities.
//!
//! The arena holds PRG ROM, then CHR ROM, each padded with `$FF` to whole pages, as the
//! page tables can only point at those. The file is kept as it came, trailing bytes too.

use super::{Header, Nsf, RomError, header::TRAINER_BYTES, music};
use crate::nes::boards::table;
use crate::nes::digest;
use crate::nes::memory::{CIRAM, CPU_PAGE, Layout, Mirroring, PPU_PAGE, Region, WORK_RAM};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// Larger files are refused before anything is copied.
pub(super) const FILE_LIMIT: usize = 256 << 20;
const PAD: u8 = 0xFF;

/// A parsed ROM file. Shared by all machines that run it.
#[derive(Clone, Debug)]
pub struct Rom {
    /// What the header says.
    pub header: Header,
    /// The ROM arena: PRG ROM, then CHR ROM, padded to whole pages.
    pub bytes: Arc<[u8]>,
    /// Where each memory of the cartridge and the console lies.
    pub layout: Layout,
    /// The file as loaded, header included.
    pub file: Vec<u8>,
    /// SHA-256 of the whole file.
    pub sha256: [u8; 32],
    /// SHA-256 of PRG ROM and CHR ROM without header, trainer and trailing bytes.
    pub content_sha256: [u8; 32],
    /// What a music file says about itself; `None` for a game.
    pub nsf: Option<Nsf>,
    /// Oddities that did not keep the file from loading.
    pub warnings: Vec<String>,
}

impl Rom {
    /// Takes a file apart.
    ///
    /// # Errors
    /// `not_nes`, `unsupported_file`, `truncated`, `bad_header`.
    pub fn parse(file: &[u8]) -> Result<Rom, RomError> {
        if Nsf::is_music(file) {
            return music::parse(file);
        }
        let mut warnings = Vec::new();
        let header = Header::parse(file, &mut warnings)?;
        check_sizes(&header, file)?;
        let prg_end = header.prg_offset() + header.prg_rom as usize;
        let chr_end = prg_end + header.chr_rom as usize;
        let prg = &file[header.prg_offset()..prg_end];
        let chr = &file[prg_end..chr_end];
        warn(&header, file.len() - chr_end, &mut warnings);
        let layout = layout(&header);
        Ok(Rom {
            header,
            bytes: arena(prg, chr, &layout),
            layout,
            file: file.to_vec(),
            sha256: Sha256::digest(file).into(),
            content_sha256: Sha256::digest(&file[header.prg_offset()..chr_end]).into(),
            nsf: None,
            warnings,
        })
    }

    /// Name of the board, or of what plays a music file; empty for an unknown mapper.
    pub fn board_name(&self) -> &'static str {
        let row = || table::find(self.header.mapper, self.header.submapper);
        match &self.nsf {
            Some(_) => "NSF player",
            None => row().map_or("", |row| row.name),
        }
    }

    /// The trainer, copied to `$7000` at power-on.
    pub fn trainer(&self) -> Option<&[u8]> {
        let end = self.header.prg_offset();
        self.header
            .trainer
            .then(|| &self.file[end - TRAINER_BYTES..end])
    }

    /// SHA-256 of the whole file in lower-case hexadecimal.
    pub fn sha256_hex(&self) -> String {
        digest::hex(&self.sha256)
    }
}

fn check_sizes(header: &Header, file: &[u8]) -> Result<(), RomError> {
    if header.prg_rom == 0 {
        return Err(RomError::BadHeader("no PRG ROM".to_owned()));
    }
    if file.len() > FILE_LIMIT {
        return Err(RomError::BadHeader(format!(
            "a file over {FILE_LIMIT} bytes"
        )));
    }
    if header.image_bytes() > file.len() as u64 {
        return Err(RomError::Truncated {
            expected: header.image_bytes(),
            found: file.len() as u64,
        });
    }
    Ok(())
}

fn warn(header: &Header, trailing: usize, warnings: &mut Vec<String>) {
    if trailing > 0 {
        warnings.push(format!("{trailing} bytes after CHR ROM are not used"));
    }
    if header.chr_rom == 0 && header.chr_ram == 0 {
        warnings.push("the header declares neither CHR ROM nor CHR RAM".to_owned());
    }
    if !(header.prg_rom as usize).is_multiple_of(CPU_PAGE) {
        warnings.push(format!("PRG ROM of {} bytes is padded", header.prg_rom));
    }
    if header.battery && header.nes2 && header.prg_nvram == 0 {
        warnings.push("battery flag without battery-backed RAM".to_owned());
    }
}

fn arena(prg: &[u8], chr: &[u8], layout: &Layout) -> Arc<[u8]> {
    let length = (layout.prg_rom.length + layout.chr_rom.length) as usize;
    let mut bytes = vec![PAD; length];
    bytes[..prg.len()].copy_from_slice(prg);
    let chr_start = layout.chr_rom.start as usize;
    bytes[chr_start..chr_start + chr.len()].copy_from_slice(chr);
    bytes.into()
}

fn layout(header: &Header) -> Layout {
    let prg_rom = region(0, header.prg_rom, CPU_PAGE);
    let chr_rom = region(prg_rom.length, header.chr_rom, PPU_PAGE);
    let ciram_bytes = match header.mirroring {
        Mirroring::FourScreen => 2 * CIRAM,
        _ => CIRAM,
    };
    let work_ram = region(0, WORK_RAM as u32, CPU_PAGE);
    let ciram = region(after(work_ram), ciram_bytes as u32, PPU_PAGE);
    let volatile_ram = region(after(ciram), header.prg_ram, CPU_PAGE);
    let battery_ram = region(after(volatile_ram), header.prg_nvram, CPU_PAGE);
    let prg_ram = Region {
        start: volatile_ram.start,
        length: volatile_ram.length + battery_ram.length,
    };
    let chr_ram = region(after(prg_ram), header.chr_ram, PPU_PAGE);
    let row = table::find(header.mapper, header.submapper);
    let chip_ram = row.map_or(0, |row| row.chip_ram);
    Layout {
        prg_rom,
        chr_rom,
        work_ram,
        ciram,
        prg_ram,
        volatile_ram,
        battery_ram,
        chr_ram,
        chip_ram: region(after(chr_ram), chip_ram, PPU_PAGE),
    }
}

pub(super) fn region(start: u32, bytes: u32, page: usize) -> Region {
    let length = bytes.next_multiple_of(page as u32);
    Region { start, length }
}

pub(super) fn after(region: Region) -> u32 {
    region.start + region.length
}
