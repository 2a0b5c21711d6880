//! Namco 175 and 340: the 163 without its counter, sound and nametable banks.
//!
//! ```text
//! $8000-$BFFF CHR banks of 1 KiB   $C000 RAM on (0), 175 only
//! $E000 PRG bank at $8000; mirroring (7-6), 340 only   $E800 at $A000   $F000 at $C000
//! ```
//!
//! The 175's mirroring is soldered, and its 2 KiB of RAM repeat. Without a submapper either
//! chip may be meant: RAM is on, and the mirroring is the header's until bits 7 and 6 of
//! `$E000` are first used, as only the 340's games do.
//!
//! NESdev: INES Mapper 210

use crate::nes::{
    boards::{BoardLogic, Setup},
    memory::{Layout, Memory, Mirroring, Pages},
};
use serde::{Deserialize, Serialize};

const BANK: u8 = 0x3F;
const N175: u8 = 1;
const N340: u8 = 2;

/// The chip's registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Namco340 {
    submapper: u8,
    chr: [u8; 8],
    prg: [u8; 3],
    ram_on: bool,
    mirroring: Mirroring,
}

impl Namco340 {
    /// The chip at power-on, banks in order.
    pub fn new(setup: &Setup) -> Namco340 {
        let submapper = setup.header.submapper;
        Namco340 {
            submapper,
            chr: std::array::from_fn(|bank| bank as u8),
            prg: [0, 1, 2],
            ram_on: submapper != N175 && submapper != N340,
            mirroring: setup.header.mirroring,
        }
    }

    fn write_e000(&mut self, value: u8) {
        self.prg[0] = value;
        let chosen = match self.submapper {
            N175 => false,
            N340 => true,
            _ => value > BANK,
        };
        if chosen {
            self.submapper = N340;
            self.mirroring = mirroring(value);
        }
    }
}

impl BoardLogic for Namco340 {
    fn map(&self, layout: &Layout, pages: &mut Pages) {
        if self.ram_on {
            pages.prg_ram(layout, 0, true);
        }
        for (bank, address) in self.prg.iter().zip([0x8000, 0xA000, 0xC000]) {
            pages.prg_rom(layout, address, 0x2000, i32::from(bank & BANK));
        }
        pages.prg_rom(layout, 0xE000, 0x2000, -1);
        for (bank, address) in self.chr.iter().zip((0..).step_by(0x400)) {
            pages.chr(layout, address, 0x400, i32::from(*bank));
        }
        pages.mirror(layout, self.mirroring);
    }

    fn write(&mut self, address: u16, value: u8, _cycle: u64, _memory: &mut Memory) -> bool {
        match address & 0xF800 {
            port @ 0x8000..=0xB800 => self.chr[usize::from(port - 0x8000) >> 11] = value,
            0xC000 if self.submapper == N175 => self.ram_on = value & 1 != 0,
            0xE000 => self.write_e000(value),
            port @ (0xE800 | 0xF000) => self.prg[usize::from(port - 0xE000) >> 11] = value,
            _ => return false,
        }
        true
    }
}

fn mirroring(value: u8) -> Mirroring {
    match value >> 6 {
        0 => Mirroring::OneScreenLower,
        1 => Mirroring::Vertical,
        2 => Mirroring::OneScreenUpper,
        _ => Mirroring::Horizontal,
    }
}
