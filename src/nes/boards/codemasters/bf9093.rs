//! BF9093 and BF9097: a UxROM-like latch at `$C000-$FFFF`, without bus conflicts.
//!
//! The BF9097 of Fire Hawk also has a one-screen register at `$8000-$9FFF` (bit 4). Files
//! that do not name it are told by a write to `$9000-$9FFF`, which only Fire Hawk makes.
//!
//! NESdev: INES Mapper 071

use crate::nes::{
    boards::{BoardLogic, Setup},
    memory::{Layout, Memory, Mirroring, Pages},
};
use serde::{Deserialize, Serialize};

/// The board's registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bf9093 {
    bank: u8,
    one_screen_start: u16,
    mirroring: Mirroring,
}

impl Bf9093 {
    /// The board at power-on; its register is taken to be 0.
    pub fn new(setup: &Setup) -> Bf9093 {
        Bf9093 {
            bank: 0,
            one_screen_start: match setup.header.submapper {
                1 => 0x8000,
                _ => 0x9000,
            },
            mirroring: setup.header.mirroring,
        }
    }
}

impl BoardLogic for Bf9093 {
    fn map(&self, layout: &Layout, pages: &mut Pages) {
        pages.prg_ram(layout, 0, true);
        pages.prg_rom(layout, 0x8000, 0x4000, i32::from(self.bank));
        pages.prg_rom(layout, 0xC000, 0x4000, -1);
        pages.chr(layout, 0x0000, 0x2000, 0);
        pages.mirror(layout, self.mirroring);
    }

    fn write(&mut self, address: u16, value: u8, _cycle: u64, _memory: &mut Memory) -> bool {
        if address >= 0xC000 {
            self.bank = value;
            return true;
        }
        if !(self.one_screen_start..0xA000).contains(&address) {
            return false;
        }
        self.mirroring = match value & 0x10 {
            0 => Mirroring::OneScreenLower,
            _ => Mirroring::OneScreenUpper,
        };
        true
    }
}
