//! NROM: nothing is switched.
//!
//! 16 KiB of PRG ROM appear twice, 32 KiB once. RAM at `$6000` is that of Family BASIC,
//! and of every iNES 1 test program that reports there.
//!
//! NESdev: NROM

use crate::nes::{
    boards::{BoardLogic, Setup},
    memory::{Layout, Mirroring, Pages},
};
use serde::{Deserialize, Serialize};

/// The board has no registers, only its soldered mirroring.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nrom {
    mirroring: Mirroring,
}

impl Nrom {
    /// The board at power-on.
    pub fn new(setup: &Setup) -> Nrom {
        Nrom {
            mirroring: setup.header.mirroring,
        }
    }
}

impl BoardLogic for Nrom {
    fn map(&self, layout: &Layout, pages: &mut Pages) {
        pages.prg_ram(layout, 0, true);
        pages.prg_rom(layout, 0x8000, 0x8000, 0);
        pages.chr(layout, 0x0000, 0x2000, 0);
        pages.mirror(layout, self.mirroring);
    }
}
