//! UxROM: one latch switches 16 KiB of PRG ROM at `$8000`; the last bank stays at `$C000`.
//!
//! With a 74HC08 in place of the 74HC32 the first bank stays at `$8000` and the latch
//! switches `$C000`.
//!
//! NESdev: UxROM; INES Mapper 180; NES 2.0 submappers

use crate::nes::{
    boards::{BoardLogic, Setup},
    memory::{Layout, Memory, Mirroring, Pages},
};
use serde::{Deserialize, Serialize};

/// The NES 2.0 submapper of boards with bus conflicts.
const CONFLICTS: u8 = 2;
/// The mapper number of the board that keeps the first bank.
const FIRST_FIXED: u16 = 180;

/// The board's registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uxrom {
    bank: u8,
    mirroring: Mirroring,
    conflicts: bool,
    first_fixed: bool,
}

impl Uxrom {
    /// The board at power-on; its register is taken to be 0.
    pub fn new(setup: &Setup) -> Uxrom {
        Uxrom {
            bank: 0,
            mirroring: setup.header.mirroring,
            conflicts: setup.header.submapper == CONFLICTS,
            first_fixed: setup.header.mapper == FIRST_FIXED,
        }
    }
}

impl BoardLogic for Uxrom {
    fn map(&self, layout: &Layout, pages: &mut Pages) {
        pages.prg_ram(layout, 0, true);
        let bank = i32::from(self.bank);
        let (low, high) = if self.first_fixed {
            (0, bank)
        } else {
            (bank, -1)
        };
        pages.prg_rom(layout, 0x8000, 0x4000, low);
        pages.prg_rom(layout, 0xC000, 0x4000, high);
        pages.chr(layout, 0x0000, 0x2000, 0);
        pages.mirror(layout, self.mirroring);
    }

    fn write(&mut self, address: u16, value: u8, _cycle: u64, _memory: &mut Memory) -> bool {
        if address < 0x8000 {
            return false;
        }
        self.bank = value;
        true
    }

    fn bus_conflicts(&self) -> bool {
        self.conflicts
    }
}
