//! GxROM: bits 5-4 switch 32 KiB of PRG ROM, bits 1-0 switch 8 KiB of CHR ROM.
//!
//! NESdev: GxROM

use crate::nes::{
    boards::{BoardLogic, Setup},
    memory::{Layout, Memory, Mirroring, Pages},
};
use serde::{Deserialize, Serialize};

/// The board's registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gxrom {
    bank: u8,
    mirroring: Mirroring,
}

impl Gxrom {
    /// The board at power-on; its register is taken to be 0.
    pub fn new(setup: &Setup) -> Gxrom {
        Gxrom {
            bank: 0,
            mirroring: setup.header.mirroring,
        }
    }
}

impl BoardLogic for Gxrom {
    fn map(&self, layout: &Layout, pages: &mut Pages) {
        pages.prg_ram(layout, 0, true);
        pages.prg_rom(layout, 0x8000, 0x8000, i32::from(self.bank >> 4 & 3));
        pages.chr(layout, 0x0000, 0x2000, i32::from(self.bank & 3));
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
        true
    }
}
