//! The 16-byte file header: iNES 1 and NES 2.0.
//!
//! ```text
//! 0-3 "NES\x1A"   4 PRG ROM   5 CHR ROM   6 flags, mapper low   7 console, mapper middle
//! 8 mapper high, submapper   9 sizes high   10 PRG RAM   11 CHR RAM   12 region
//! ```
//!
//! Bytes 8 to 15 count only in NES 2.0. In iNES 1 files they are often text left by old
//! tools ("DiskDude!"); then byte 7 is not to be trusted either.
//!
//! NESdev: INES; NES 2.0

use super::RomError;
use crate::nes::{memory::Mirroring, region::Region};
use serde::Serialize;

/// Bytes of the header.
pub const HEADER_BYTES: usize = 16;
/// Bytes of a trainer.
pub const TRAINER_BYTES: usize = 512;
/// The first four bytes of a file.
pub const MAGIC: &[u8; 4] = b"NES\x1A";

const PRG_UNIT: u64 = 0x4000;
const CHR_UNIT: u64 = 0x2000;
/// What an iNES 1 file without CHR ROM has, and what test programs expect at `$6000`.
const INES_RAM: u32 = 0x2000;

/// What a header says, in bytes and names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Header {
    /// Whether the file is NES 2.0.
    pub nes2: bool,
    /// The iNES mapper number, 0 to 4095.
    pub mapper: u16,
    /// NES 2.0 submapper, 0 to 15; 0 is "unknown" and all iNES 1 can say.
    pub submapper: u8,
    /// Bytes of PRG ROM.
    pub prg_rom: u32,
    /// Bytes of CHR ROM; zero when the cartridge has CHR RAM.
    pub chr_rom: u32,
    /// Bytes of volatile PRG RAM.
    pub prg_ram: u32,
    /// Bytes of battery-backed PRG RAM.
    pub prg_nvram: u32,
    /// Bytes of CHR RAM, battery-backed CHR RAM included.
    pub chr_ram: u32,
    /// Nametable arrangement soldered on the board; boards with their own control ignore it.
    pub mirroring: Mirroring,
    /// Whether the cartridge has a battery or other memory that survives.
    pub battery: bool,
    /// Whether a 512-byte trainer precedes PRG ROM.
    pub trainer: bool,
    /// The television system it was made for.
    pub region: Region,
    /// Offset of PRG ROM in the file.
    pub prg_start: u32,
}

impl Header {
    /// Reads the header of a file. Sizes are checked for overflow, not against the file.
    ///
    /// # Errors
    /// `not_nes`, `truncated`, `bad_header`, `unsupported_file`.
    pub fn parse(file: &[u8], warnings: &mut Vec<String>) -> Result<Header, RomError> {
        let bytes = first_bytes(file)?;
        if bytes[7] & 0x0C == 0x08 {
            let header = nes2(bytes)?;
            if header.image_bytes() <= file.len() as u64 || fits_no_better(bytes, file) {
                return Ok(header);
            }
            warnings.push("NES 2.0 sizes exceed the file; read as iNES 1".to_owned());
        }
        ines1(bytes, warnings)
    }

    /// Bytes that the header, trainer, PRG ROM and CHR ROM need in the file.
    pub fn image_bytes(&self) -> u64 {
        u64::from(self.prg_start) + u64::from(self.prg_rom) + u64::from(self.chr_rom)
    }

    /// Offset of PRG ROM in the file.
    pub fn prg_offset(&self) -> usize {
        self.prg_start as usize
    }
}

/// PRG ROM follows the header and the trainer that byte 6 tells of.
fn prg_start(flags: u8) -> u32 {
    let trainer = if flags & 0x04 != 0 { TRAINER_BYTES } else { 0 };
    (HEADER_BYTES + trainer) as u32
}

fn first_bytes(file: &[u8]) -> Result<&[u8; HEADER_BYTES], RomError> {
    let magic = &file[..file.len().min(MAGIC.len())];
    if magic != MAGIC {
        return Err(super::foreign_file(file));
    }
    file.first_chunk().ok_or(RomError::Truncated {
        expected: HEADER_BYTES as u64,
        found: file.len() as u64,
    })
}

/// Whether reading the same bytes as iNES 1 would not fit the file either.
fn fits_no_better(bytes: &[u8; HEADER_BYTES], file: &[u8]) -> bool {
    ines1(bytes, &mut Vec::new()).is_ok_and(|old| old.image_bytes() > file.len() as u64)
}

fn ines1(bytes: &[u8; HEADER_BYTES], warnings: &mut Vec<String>) -> Result<Header, RomError> {
    let dirty = bytes[12..].iter().any(|&byte| byte != 0);
    if dirty {
        warnings.push("header bytes 12-15 are not zero; mapper high nibble dropped".to_owned());
    }
    let high = if dirty { 0 } else { bytes[7] & 0xF0 };
    let prg_units = if bytes[4] == 0 {
        256
    } else {
        u64::from(bytes[4])
    };
    if bytes[9] & 0x01 != 0 && !dirty {
        warnings.push("header byte 9 asks for PAL, which iNES 1 files seldom mean; NTSC is used, region=pal overrides".to_owned());
    }
    let battery = bytes[6] & 0x02 != 0;
    let chr_rom = size(u64::from(bytes[5]) * CHR_UNIT)?;
    let prg_rom = size(prg_units * PRG_UNIT)?;
    let mapper = u16::from(bytes[6] >> 4 | high);
    let ram = ines_ram(mapper, prg_rom, chr_rom);
    Ok(Header {
        nes2: false,
        mapper,
        submapper: 0,
        prg_rom,
        chr_rom,
        prg_ram: if battery { 0 } else { ram },
        prg_nvram: if battery { ram } else { 0 },
        chr_ram: if chr_rom == 0 { INES_RAM } else { 0 },
        mirroring: mirroring(bytes[6]),
        battery,
        trainer: bytes[6] & 0x04 != 0,
        region: Region::Ntsc,
        prg_start: prg_start(bytes[6]),
    })
}

/// iNES 1 can not say how much RAM there is: 8 KiB; 32 KiB on the largest MMC1 boards, whose
/// bank bits are zero where they are not used; 64 KiB with the MMC5, which serves all games.
fn ines_ram(mapper: u16, prg_rom: u32, chr_rom: u32) -> u32 {
    if mapper == 1 && chr_rom == 0 && prg_rom > 0x4_0000 {
        return 4 * INES_RAM;
    }
    if mapper == 5 {
        return 8 * INES_RAM;
    }
    INES_RAM
}

fn nes2(bytes: &[u8; HEADER_BYTES]) -> Result<Header, RomError> {
    Ok(Header {
        nes2: true,
        mapper: u16::from(bytes[6] >> 4)
            | u16::from(bytes[7] & 0xF0)
            | u16::from(bytes[8] & 0x0F) << 8,
        submapper: bytes[8] >> 4,
        prg_rom: rom_size(bytes[4], bytes[9] & 0x0F, PRG_UNIT)?,
        chr_rom: rom_size(bytes[5], bytes[9] >> 4, CHR_UNIT)?,
        prg_ram: ram_size(bytes[10] & 0x0F),
        prg_nvram: ram_size(bytes[10] >> 4),
        chr_ram: ram_size(bytes[11] & 0x0F) + ram_size(bytes[11] >> 4),
        mirroring: mirroring(bytes[6]),
        battery: bytes[6] & 0x02 != 0,
        trainer: bytes[6] & 0x04 != 0,
        region: match bytes[12] & 0x03 {
            1 => Region::Pal,
            3 => Region::Dendy,
            _ => Region::Ntsc,
        },
        prg_start: prg_start(bytes[6]),
    })
}

fn mirroring(flags: u8) -> Mirroring {
    match (flags & 0x08 != 0, flags & 0x01 != 0) {
        (true, _) => Mirroring::FourScreen,
        (false, true) => Mirroring::Vertical,
        (false, false) => Mirroring::Horizontal,
    }
}

/// A ROM size: units, or with the high nibble `$F` the form `2^E * (2M + 1)` bytes.
fn rom_size(low: u8, high: u8, unit: u64) -> Result<u32, RomError> {
    if high < 0x0F {
        return size((u64::from(high) << 8 | u64::from(low)) * unit);
    }
    let multiplier = u64::from(low & 0x03) * 2 + 1;
    let bytes = 1u64
        .checked_shl(u32::from(low >> 2))
        .and_then(|power| power.checked_mul(multiplier));
    size(bytes.unwrap_or(u64::MAX))
}

/// Sizes stay below 1 GiB, so that offsets fit the page tables.
fn size(bytes: u64) -> Result<u32, RomError> {
    const LIMIT: u64 = 1 << 30;
    if bytes > LIMIT {
        return Err(RomError::BadHeader(format!(
            "a ROM of {bytes} bytes is larger than {LIMIT}"
        )));
    }
    Ok(bytes as u32)
}

fn ram_size(shift: u8) -> u32 {
    if shift == 0 { 0 } else { 64 << shift }
}
