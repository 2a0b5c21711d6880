//! MMC2: one switched 8 KiB PRG bank and the CHR latches.
//!
//! ```text
//! $A000 8 KiB PRG at $8000   $B000/$C000 CHR at $0000 for $FD/$FE   $D000/$E000 at $1000
//! $F000 bit 0: 0 vertical, 1 horizontal mirroring
//! ```
//!
//! NESdev: MMC2

use super::chr_latches::ChrLatches;
use crate::nes::{
    boards::{BoardLogic, Setup},
    memory::{Layout, Memory, Mirroring, Pages},
};
use serde::{Deserialize, Serialize};

/// The chip's registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mmc2 {
    prg: u8,
    chr: ChrLatches,
    mirroring: Mirroring,
}

impl Mmc2 {
    /// The chip at power-on, registers taken to be 0.
    pub fn new(setup: &Setup) -> Mmc2 {
        Mmc2 {
            prg: 0,
            chr: ChrLatches::new(false),
            mirroring: setup.header.mirroring,
        }
    }
}

impl BoardLogic for Mmc2 {
    fn map(&self, layout: &Layout, pages: &mut Pages) {
        pages.prg_ram(layout, 0, true);
        pages.prg_rom(layout, 0x8000, 0x2000, i32::from(self.prg));
        for (address, bank) in [(0xA000, -3), (0xC000, -2), (0xE000, -1)] {
            pages.prg_rom(layout, address, 0x2000, bank);
        }
        self.chr.map(layout, pages);
        pages.mirror(layout, self.mirroring);
    }

    fn write(&mut self, address: u16, value: u8, _cycle: u64, _memory: &mut Memory) -> bool {
        match address {
            0xA000..=0xAFFF => self.prg = value & 0x0F,
            0xB000..=0xEFFF => self.chr.write(address, value),
            0xF000..=0xFFFF => self.mirroring = mirroring(value),
            _ => return false,
        }
        true
    }

    fn watches_fetches(&self) -> bool {
        true
    }

    fn fetched(&mut self, address: u16, _clock: u64) -> bool {
        self.chr.fetched(address)
    }
}

/// The arrangement that bit 0 of a mirroring register selects on MMC2, MMC3 and MMC4.
pub fn mirroring(value: u8) -> Mirroring {
    match value & 1 {
        0 => Mirroring::Vertical,
        _ => Mirroring::Horizontal,
    }
}
