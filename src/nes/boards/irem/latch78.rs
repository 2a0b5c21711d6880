//! Irem's UNROM and CNROM in one: an eight-bit latch for PRG, CHR and nametables.
//!
//! ```text
//! $8000-$FFFF  CCCC MPPP  C: 8 KiB CHR bank   M: nametables   P: 16 KiB PRG bank at $8000
//! Uchuusen - Cosmo Carrier: M chooses the one-screen page
//! Holy Diver: M is 0 for horizontal, 1 for vertical mirroring
//! ```
//!
//! iNES 1 files set the flag of four nametables for Holy Diver's board, which has no
//! nametable RAM of its own.
//!
//! NESdev: INES Mapper 078; NES 2.0 submappers

use crate::nes::{
    boards::{BoardLogic, Setup},
    memory::{Layout, Memory, Mirroring, Pages},
};
use serde::{Deserialize, Serialize};

/// NES 2.0 submappers.
const COSMO_CARRIER: u8 = 1;
const HOLY_DIVER: u8 = 3;

/// The board's registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Latch78 {
    latch: u8,
    /// Bit 3 chooses between horizontal and vertical, not between the one-screen pages.
    holy_diver: bool,
}

impl Latch78 {
    /// The board at power-on; its register is taken to be 0.
    pub fn new(setup: &Setup) -> Latch78 {
        let holy_diver = match setup.header.submapper {
            COSMO_CARRIER => false,
            HOLY_DIVER => true,
            _ => setup.header.mirroring == Mirroring::FourScreen,
        };
        Latch78 {
            latch: 0,
            holy_diver,
        }
    }

    fn mirroring(&self) -> Mirroring {
        match (self.holy_diver, self.latch & 0x08 != 0) {
            (false, false) => Mirroring::OneScreenLower,
            (false, true) => Mirroring::OneScreenUpper,
            (true, false) => Mirroring::Horizontal,
            (true, true) => Mirroring::Vertical,
        }
    }
}

impl BoardLogic for Latch78 {
    fn map(&self, layout: &Layout, pages: &mut Pages) {
        pages.prg_ram(layout, 0, true);
        pages.prg_rom(layout, 0x8000, 0x4000, i32::from(self.latch & 0x07));
        pages.prg_rom(layout, 0xC000, 0x4000, -1);
        pages.chr(layout, 0x0000, 0x2000, i32::from(self.latch >> 4));
        pages.mirror(layout, self.mirroring());
    }

    fn write(&mut self, address: u16, value: u8, _cycle: u64, _memory: &mut Memory) -> bool {
        if address < 0x8000 {
            return false;
        }
        self.latch = value;
        true
    }

    fn bus_conflicts(&self) -> bool {
        true
    }

    fn can_follow(&self, present: &Self) -> bool {
        self.holy_diver == present.holy_diver
    }
}
