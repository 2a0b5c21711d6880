//! NROM: nothing is switched.
//!
//! 16 KiB of PRG ROM appear twice, 32 KiB once. RAM at `$6000` is that of Family BASIC,
//! and of every iNES 1 test program that reports there.
//!
//! NROM-368 shows 46 KiB, from `$4800` on, and has no RAM. In a file its ROM is filled up to
//! 48 KiB by 2 KiB in front that nothing shows.
//!
//! NESdev: NROM; NROM-368

use crate::nes::{
    boards::{BoardLogic, Setup},
    memory::{Layout, Mirroring, Page, Pages},
};
use serde::{Deserialize, Serialize};

/// Bytes of PRG ROM in a file of NROM-368.
const NROM_368: u32 = 0xC000;
/// The page of the console's registers, `$4000-$47FF`.
const REGISTERS: usize = 8;

/// The board has no registers, only its soldered mirroring.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nrom {
    mirroring: Mirroring,
    /// ROM from `$4800` on.
    nrom_368: bool,
}

impl Nrom {
    /// The board at power-on.
    pub fn new(setup: &Setup) -> Nrom {
        let header = &setup.header;
        let no_ram = !header.nes2 || header.prg_ram + header.prg_nvram == 0;
        Nrom {
            mirroring: header.mirroring,
            nrom_368: header.prg_rom == NROM_368 && no_ram && !header.battery && !header.trainer,
        }
    }
}

impl BoardLogic for Nrom {
    fn map(&self, layout: &Layout, pages: &mut Pages) {
        if self.nrom_368 {
            pages.prg_rom(layout, 0x4000, 0xC000, 0);
            pages.cpu[REGISTERS] = Page::Registers;
        } else {
            pages.prg_ram(layout, 0, true);
            pages.prg_rom(layout, 0x8000, 0x8000, 0);
        }
        pages.chr(layout, 0x0000, 0x2000, 0);
        pages.mirror(layout, self.mirroring);
    }
}
