//! A music file as a cartridge: the program is PRG ROM, in banks of 4 KiB.
//!
//! PRG ROM begins with the first byte of the program, wherever that lies in its bank; the
//! ROM arena has the whole banks. A disk system's program is copied to RAM of that size.
//!
//! NESdev: NSF

use super::{
    BANK, Header, Nsf, Rom, RomError, SoundChips,
    rom::{FILE_LIMIT, after, region},
};
use crate::nes::memory::{CIRAM, CPU_PAGE, Layout, Mirroring, PPU_PAGE, Region, WORK_RAM};
use sha2::{Digest, Sha256};

/// RAM at `$6000-$7FFF`.
const RAM: usize = 0x2000;
/// RAM inside the MMC5.
const MMC5_RAM: u32 = 0x400;
const VECTORS: usize = 6;

/// Takes a music file apart.
pub(super) fn parse(file: &[u8]) -> Result<Rom, RomError> {
    if file.len() > FILE_LIMIT {
        let limit = format!("a file over {FILE_LIMIT} bytes");
        return Err(RomError::BadHeader(limit));
    }
    let mut warnings = Vec::new();
    let nsf = Nsf::parse(file, &mut warnings)?;
    let program = &file[nsf.program.clone()];
    let header = header(&nsf);
    Ok(Rom {
        header,
        bytes: arena(&nsf, program).into(),
        layout: layout(&nsf, &header),
        file: file.to_vec(),
        sha256: Sha256::digest(file).into(),
        content_sha256: Sha256::digest(program).into(),
        nsf: Some(nsf),
        warnings,
    })
}

fn header(nsf: &Nsf) -> Header {
    let ram = match nsf.chips.has(SoundChips::FDS) {
        true => nsf.bank_count() * BANK,
        false => RAM,
    };
    Header {
        nes2: false,
        mapper: 0,
        submapper: 0,
        prg_rom: nsf.program.len() as u32,
        chr_rom: 0,
        prg_ram: ram as u32,
        prg_nvram: 0,
        chr_ram: 0,
        mirroring: Mirroring::Vertical,
        battery: false,
        trainer: false,
        region: nsf.region,
        prg_start: nsf.program.start as u32,
    }
}

/// The banks. An NMI or an interrupt that nobody expects ends at once where the file leaves
/// the vectors of its last bank open.
fn arena(nsf: &Nsf, program: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; nsf.bank_count() * BANK];
    let end = nsf.lead + program.len();
    if !nsf.banked
        && let Some(vectors) = bytes.len().checked_sub(VECTORS)
        && end <= vectors
    {
        let ignore = crate::nes::boards::UNEXPECTED.to_le_bytes();
        for vector in bytes[vectors..].chunks_mut(ignore.len()) {
            vector.copy_from_slice(&ignore);
        }
    }
    bytes[nsf.lead..end].copy_from_slice(program);
    bytes
}

fn layout(nsf: &Nsf, header: &Header) -> Layout {
    let work_ram = region(0, WORK_RAM as u32, CPU_PAGE);
    let ciram = region(after(work_ram), CIRAM as u32, PPU_PAGE);
    let prg_ram = region(after(ciram), header.prg_ram, CPU_PAGE);
    let nothing = region(after(prg_ram), 0, PPU_PAGE);
    let chip_ram = if nsf.chips.has(SoundChips::MMC5) {
        MMC5_RAM
    } else {
        0
    };
    Layout {
        prg_rom: Region {
            start: nsf.lead as u32,
            length: header.prg_rom,
        },
        chr_rom: Region::default(),
        work_ram,
        ciram,
        prg_ram,
        volatile_ram: prg_ram,
        battery_ram: nothing,
        chr_ram: nothing,
        chip_ram: region(after(prg_ram), chip_ram, PPU_PAGE),
    }
}
