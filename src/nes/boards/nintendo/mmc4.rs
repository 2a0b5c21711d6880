//! MMC4: MMC2 with 16 KiB PRG banks and RAM; latch 0 hears whole tiles.
//!
//! ```text
//! $A000 16 KiB PRG at $8000   $B000/$C000 CHR at $0000 for $FD/$FE   $D000/$E000 at $1000
//! $F000 bit 0: 0 vertical, 1 horizontal mirroring
//! ```
//!
//! NESdev: MMC4

use super::{chr_latches::ChrLatches, mmc2::mirroring};
use crate::nes::{
    boards::{BoardLogic, Setup},
    memory::{Layout, Memory, Mirroring, Pages},
};
use serde::{Deserialize, Serialize};

/// The chip's registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mmc4 {
    prg: u8,
    chr: ChrLatches,
    mirroring: Mirroring,
}

impl Mmc4 {
    /// The chip at power-on, registers taken to be 0.
    pub fn new(setup: &Setup) -> Mmc4 {
        Mmc4 {
            prg: 0,
            chr: ChrLatches::new(true),
            mirroring: setup.header.mirroring,
        }
    }
}

impl BoardLogic for Mmc4 {
    fn map(&self, layout: &Layout, pages: &mut Pages) {
        pages.prg_ram(layout, 0, true);
        pages.prg_rom(layout, 0x8000, 0x4000, i32::from(self.prg));
        pages.prg_rom(layout, 0xC000, 0x4000, -1);
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
