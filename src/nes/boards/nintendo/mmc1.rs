//! MMC1: a serial port, 16 or 32 KiB PRG banks, 4 or 8 KiB CHR banks, mirroring.
//!
//! ```text
//! five writes to $8000-$FFFF, low bit first; the fifth address chooses
//! $8000 control   $A000 CHR 0   $C000 CHR 1   $E000 PRG, RAM enable
//! ```
//!
//! Boards with 8 KiB of CHR RAM have CHR address lines to spare and wire them to other
//! things; in 4 KiB mode the register in use follows PPU A12 then too:
//!
//! ```text
//! SNROM bit 4: RAM disable    SOROM bit 3: RAM bank    SUROM bit 4: PRG A18
//! SXROM bit 4: PRG A18, bits 3-2: RAM bank             SZROM (CHR ROM) bit 4: RAM bank
//! ```
//!
//! The MMC1A (mapper 155) can not disable RAM by its PRG register: there bit 4 takes bit 3
//! past the logic that fixes a bank, straight to PRG A17.
//!
//! NESdev: MMC1; SxROM; INES Mapper 155

use crate::nes::{
    boards::{BoardLogic, Setup},
    memory::{Layout, Memory, Mirroring, Pages},
    options::Mmc1Revision,
};
use serde::{Deserialize, Serialize};

const RESET_BIT: u8 = 0x80;
/// The bit that marks a full shift register once it has arrived at the bottom.
const SHIFT_EMPTY: u8 = 0x10;
/// Control at power-on and after a reset write: last bank fixed at `$C000`.
const FIX_LAST: u8 = 0x0C;
const CHR_4K: u8 = 0x10;
const RAM_DISABLE: u8 = 0x10;
/// Bit 4 of the PRG register of the MMC1A: bit 3 is not replaced in a fixed bank.
const A17_DIRECT: u8 = 0x10;
const A17: u8 = 0x08;
/// The mapper number that stands for the MMC1A.
const MMC1A: u16 = 155;
/// CHR register bits that boards use for anything but CHR.
const SPARE_LINES: u8 = 0x1C;
const A12: u16 = 0x1000;

/// What a board does with the spare CHR address lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Wiring {
    /// Bit 4 is PRG A18: 512 KiB of PRG ROM.
    prg_a18: bool,
    /// Bit 4 disables RAM.
    ram_disable: bool,
    /// Right shift that brings the RAM bank to bit 0.
    ram_shift: u8,
    /// Mask of the RAM bank after the shift; 0 when RAM is not banked.
    ram_mask: u8,
}

/// The chip's registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mmc1 {
    shift: u8,
    control: u8,
    chr: [u8; 2],
    prg: u8,
    /// CPU cycle of the latest write to `$8000-$FFFF`.
    latest_write: Option<u64>,
    /// PPU A12 as last seen.
    a12: bool,
    wiring: Wiring,
    /// SEROM and relatives: 32 KiB of PRG ROM, not switched.
    fixed_prg: bool,
    revision: Mmc1Revision,
}

impl Mmc1 {
    /// The chip at power-on.
    pub fn new(setup: &Setup) -> Mmc1 {
        let by_header = match setup.header.mapper {
            MMC1A => Mmc1Revision::A,
            _ => Mmc1Revision::B,
        };
        Mmc1 {
            shift: SHIFT_EMPTY,
            control: FIX_LAST,
            chr: [0; 2],
            prg: 0,
            latest_write: None,
            a12: false,
            wiring: wiring(setup),
            fixed_prg: setup.header.submapper == 5,
            revision: setup.options.mmc1.unwrap_or(by_header),
        }
    }

    fn shift_in(&mut self, address: u16, value: u8) -> bool {
        let full = self.shift & 1 != 0;
        self.shift = self.shift >> 1 | (value & 1) << 4;
        if full {
            self.set(address, self.shift);
            self.shift = SHIFT_EMPTY;
        }
        full
    }

    fn set(&mut self, address: u16, value: u8) {
        match address >> 13 & 3 {
            0 => self.control = value,
            1 => self.chr[0] = value,
            2 => self.chr[1] = value,
            _ => self.prg = value,
        }
    }

    /// The CHR register that drives the CHR address lines now.
    fn lines(&self) -> u8 {
        let upper = self.control & CHR_4K != 0 && self.a12;
        self.chr[usize::from(upper)]
    }

    fn map_prg(&self, layout: &Layout, pages: &mut Pages) {
        if self.fixed_prg {
            return pages.prg_rom(layout, 0x8000, 0x8000, 0);
        }
        let outer = if self.wiring.prg_a18 {
            i32::from(self.lines() & 0x10)
        } else {
            0
        };
        let inner = i32::from(self.prg & 0x0F);
        let (low, high) = match self.control >> 2 & 3 {
            0 | 1 => (outer + (inner & !1), outer + (inner | 1)),
            2 => (outer + self.fixed(0), outer + inner),
            _ => (outer + inner, outer + self.fixed(15)),
        };
        pages.prg_rom(layout, 0x8000, 0x4000, low);
        pages.prg_rom(layout, 0xC000, 0x4000, high);
    }

    /// A fixed 16 KiB bank, 0 or 15, as the PRG register lets it through.
    fn fixed(&self, bank: u8) -> i32 {
        let direct = self.revision == Mmc1Revision::A && self.prg & A17_DIRECT != 0;
        i32::from(match direct {
            true => bank & !A17 | self.prg & A17,
            false => bank,
        })
    }

    fn ram_disabled(&self) -> bool {
        self.revision == Mmc1Revision::B && self.prg & RAM_DISABLE != 0
    }

    fn map_ram(&self, layout: &Layout, pages: &mut Pages) {
        let lines = self.lines();
        let by_line = self.wiring.ram_disable && lines & 0x10 != 0;
        if self.ram_disabled() || by_line {
            return pages.no_prg_ram();
        }
        let bank = lines >> self.wiring.ram_shift & self.wiring.ram_mask;
        pages.prg_ram(layout, i32::from(bank), true);
    }

    fn map_chr(&self, layout: &Layout, pages: &mut Pages) {
        if self.control & CHR_4K == 0 {
            return pages.chr(layout, 0x0000, 0x2000, i32::from(self.chr[0] >> 1));
        }
        pages.chr(layout, 0x0000, 0x1000, i32::from(self.chr[0]));
        pages.chr(layout, 0x1000, 0x1000, i32::from(self.chr[1]));
    }

    /// Whether PPU A12 decides anything in the CPU space.
    fn a12_matters(&self) -> bool {
        self.watched_lines() != 0 && (self.chr[0] ^ self.chr[1]) & SPARE_LINES != 0
    }
}

impl BoardLogic for Mmc1 {
    fn can_follow(&self, present: &Self) -> bool {
        self.wiring == present.wiring
            && self.fixed_prg == present.fixed_prg
            && self.revision == present.revision
            && self.latest_write != Some(u64::MAX)
    }

    fn map(&self, layout: &Layout, pages: &mut Pages) {
        self.map_ram(layout, pages);
        self.map_prg(layout, pages);
        self.map_chr(layout, pages);
        pages.mirror(layout, mirroring(self.control));
    }

    /// Of two writes in consecutive cycles (a read-modify-write instruction) the second
    /// shifts nothing in, but its reset bit still counts.
    fn write(&mut self, address: u16, value: u8, cycle: u64, _memory: &mut Memory) -> bool {
        if address < 0x8000 {
            return false;
        }
        let consecutive = self.latest_write.is_some_and(|latest| latest + 1 == cycle);
        self.latest_write = Some(cycle);
        if value & RESET_BIT != 0 {
            self.shift = SHIFT_EMPTY;
            self.control |= FIX_LAST;
            return true;
        }
        !consecutive && self.shift_in(address, value)
    }

    fn horizon(&self, now: u64) -> u64 {
        if self.a12_matters() { now } else { u64::MAX }
    }

    fn watched_lines(&self) -> u16 {
        if self.control & CHR_4K != 0 && self.wiring != Wiring::default() {
            A12
        } else {
            0
        }
    }

    fn video_address(&mut self, address: u16, _clock: u64) -> bool {
        let a12 = address & A12 != 0;
        std::mem::replace(&mut self.a12, a12) != a12 && self.a12_matters()
    }
}

fn mirroring(control: u8) -> Mirroring {
    match control & 3 {
        0 => Mirroring::OneScreenLower,
        1 => Mirroring::OneScreenUpper,
        2 => Mirroring::Vertical,
        _ => Mirroring::Horizontal,
    }
}

/// The board's wiring as its memory sizes tell it.
fn wiring(setup: &Setup) -> Wiring {
    const KIB: u32 = 1024;
    let header = &setup.header;
    let ram = header.prg_ram + header.prg_nvram;
    let spare_lines = header.chr_rom.max(header.chr_ram) <= 8 * KIB;
    let (ram_shift, ram_mask) = match (spare_lines, ram / KIB) {
        (_, 0..=8) => (0, 0),
        (true, 9..=16) => (3, 1),
        (false, 9..=16) => (4, 1),
        _ => (2, 3),
    };
    let prg_a18 = spare_lines && header.prg_rom > 256 * KIB;
    Wiring {
        prg_a18,
        ram_disable: spare_lines && !prg_a18 && ram <= 8 * KIB,
        ram_shift,
        ram_mask,
    }
}
