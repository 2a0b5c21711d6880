//! CHR banks: two sets of registers over windows of 1 to 8 KiB.
//!
//! `$5120-$5127` select banks for everything while sprites are 8x8, and for the sprites while
//! they are 8x16; `$5128-$512B` then select those of the background, 4 KiB repeated. Banks
//! are counted in the size in use; `$5130` holds the upper bits for later writes.
//!
//! ```text
//! size   $0000 $0400 $0800 $0C00 $1000 $1400 $1800 $1C00    background
//! 1 KiB  5120  5121  5122  5123  5124  5125  5126  5127     5128 5129 512A 512B
//! 2 KiB  5121        5123        5125        5127           5129      512B
//! 4 KiB  5123                    5127                       512B
//! 8 KiB  5127                                               512B
//! ```
//!
//! NESdev: MMC5, CHR Bankswitching

use crate::nes::memory::{Layout, PPU_PAGE, Page};
use serde::{Deserialize, Serialize};

/// Registers of the first set.
const FIRST_SET: usize = 8;

/// Which registers select the banks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Set {
    /// `$5120-$5127`.
    A,
    /// `$5128-$512B`.
    B,
}

/// The CHR registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChrBanks {
    mode: u8,
    upper: u8,
    banks: [u16; 12],
    written: Set,
}

impl ChrBanks {
    /// The registers at power-on: 8 KiB mode, all zero.
    pub fn new() -> ChrBanks {
        ChrBanks {
            mode: 0,
            upper: 0,
            banks: [0; 12],
            written: Set::A,
        }
    }

    /// Whether every field is within its range.
    pub fn is_possible(&self) -> bool {
        self.mode < 4 && self.upper < 4
    }

    /// Writes `$5101`.
    pub fn write_mode(&mut self, value: u8) {
        self.mode = value & 3;
    }

    /// Writes `$5130`.
    pub fn write_upper(&mut self, value: u8) {
        self.upper = value & 3;
    }

    /// Writes `$5120-$512B`.
    pub fn write_bank(&mut self, address: u16, value: u8) {
        let register = usize::from(address & 15) % 12;
        self.banks[register] = u16::from(self.upper) << 8 | u16::from(value);
        self.written = if register < FIRST_SET { Set::A } else { Set::B };
    }

    /// The set written last, which `$2007` uses while sprites are 8x16.
    pub fn written(&self) -> Set {
        self.written
    }

    /// What answers on the 1 KiB page of a PPU address below `$2000`.
    pub fn page(&self, layout: &Layout, set: Set, address: u16) -> Page {
        let kib = usize::from(address >> 10 & 7);
        let per_bank = 8 >> self.mode;
        let last = kib | (per_bank - 1);
        let register = match set {
            Set::A => last,
            Set::B => FIRST_SET + (last & 3),
        };
        let first = i64::from(self.banks[register]) * per_bank as i64;
        page(layout, first + (kib & (per_bank - 1)) as i64)
    }

    /// The same with a 4 KiB bank whose two upper bits are those of `$5130`.
    pub fn extended_page(&self, layout: &Layout, bank: u8, address: u16) -> Page {
        let bank = i64::from(self.upper) << 6 | i64::from(bank & 0x3F);
        four_kib(layout, bank, address)
    }
}

/// What answers on the 1 KiB page of an address in 4 KiB bank `bank`.
pub fn four_kib(layout: &Layout, bank: i64, address: u16) -> Page {
    page(layout, bank * 4 + i64::from(address >> 10 & 3))
}

/// A 1 KiB page of CHR ROM, or of CHR RAM when there is no ROM.
fn page(layout: &Layout, number: i64) -> Page {
    if let Some(offset) = layout.chr_rom.page(PPU_PAGE, number) {
        return Page::Rom(offset);
    }
    let page = layout.chr_ram.page(PPU_PAGE, number);
    page.map_or(Page::Open, |offset| Page::Ram {
        offset,
        writable: true,
    })
}
