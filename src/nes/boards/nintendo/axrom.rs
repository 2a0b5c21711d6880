//! AxROM: bits 3-0 switch 32 KiB of PRG ROM, bit 4 chooses the one-screen page.
//!
//! Nintendo's boards decode three bank bits; the fourth serves oversize images.
//!
//! NESdev: AxROM; NES 2.0 submappers

use crate::nes::{
    boards::{BoardLogic, Setup},
    memory::{Layout, Memory, Mirroring, Pages},
};
use serde::{Deserialize, Serialize};

/// The NES 2.0 submapper of boards with bus conflicts.
const CONFLICTS: u8 = 2;

/// The board's registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Axrom {
    bank: u8,
    conflicts: bool,
}

impl Axrom {
    /// The board at power-on; its register is taken to be 0.
    pub fn new(setup: &Setup) -> Axrom {
        Axrom {
            bank: 0,
            conflicts: setup.header.submapper == CONFLICTS,
        }
    }
}

impl BoardLogic for Axrom {
    fn map(&self, layout: &Layout, pages: &mut Pages) {
        let mirroring = match self.bank & 0x10 {
            0 => Mirroring::OneScreenLower,
            _ => Mirroring::OneScreenUpper,
        };
        pages.prg_ram(layout, 0, true);
        pages.prg_rom(layout, 0x8000, 0x8000, i32::from(self.bank & 0x0F));
        pages.chr(layout, 0x0000, 0x2000, 0);
        pages.mirror(layout, mirroring);
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
