//! NINA-001: three registers at the end of the RAM window; writes reach the RAM as well.
//!
//! ```text
//! $7FFD 32 KiB PRG   $7FFE 4 KiB CHR at $0000   $7FFF 4 KiB CHR at $1000
//! ```
//!
//! NESdev: NINA-001

use crate::nes::{
    boards::{BoardLogic, Setup},
    memory::{Layout, Memory, Mirroring, Pages},
};
use serde::{Deserialize, Serialize};

/// The board's registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nina001 {
    prg: u8,
    chr: [u8; 2],
    mirroring: Mirroring,
}

impl Nina001 {
    /// The board at power-on; its register is taken to be 0.
    pub fn new(setup: &Setup) -> Nina001 {
        Nina001 {
            prg: 0,
            chr: [0, 0],
            mirroring: setup.header.mirroring,
        }
    }
}

impl BoardLogic for Nina001 {
    fn map(&self, layout: &Layout, pages: &mut Pages) {
        pages.prg_ram(layout, 0, true);
        pages.prg_rom(layout, 0x8000, 0x8000, i32::from(self.prg));
        pages.chr(layout, 0x0000, 0x1000, i32::from(self.chr[0]));
        pages.chr(layout, 0x1000, 0x1000, i32::from(self.chr[1]));
        pages.mirror(layout, self.mirroring);
    }

    fn write(&mut self, address: u16, value: u8, _cycle: u64, _memory: &mut Memory) -> bool {
        match address {
            0x7FFD => self.prg = value,
            0x7FFE => self.chr[0] = value,
            0x7FFF => self.chr[1] = value,
            _ => return false,
        }
        true
    }
}
