//! The CHR half of MMC2 and MMC4: two latches that fetches of tiles `$FD` and `$FE` flip.
//!
//! ```text
//! latch 0: $0FD8, $0FE8 (MMC2) or $0FD8-$0FDF, $0FE8-$0FEF (MMC4)   latch 1: $1FD8-$1FDF, $1FE8-$1FEF
//! ```
//!
//! A latch changes after the fetch, so that tile itself still comes from the old bank.
//!
//! NESdev: MMC2; MMC4

use crate::nes::memory::{Layout, Pages};
use serde::{Deserialize, Serialize};

/// Bank registers and latches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChrLatches {
    /// 4 KiB banks: per pattern table the one for `$FD`, the one for `$FE`.
    banks: [[u8; 2]; 2],
    /// Per pattern table, whether the last special tile was `$FE`.
    at_fe: [bool; 2],
    /// Whether latch 0 hears all eight rows of its tiles (MMC4) or only the first (MMC2).
    whole_tiles: bool,
}

impl ChrLatches {
    /// Banks 0 and latches at `$FE`.
    pub fn new(whole_tiles: bool) -> ChrLatches {
        ChrLatches {
            banks: [[0; 2]; 2],
            at_fe: [true; 2],
            whole_tiles,
        }
    }

    /// Publishes both pattern tables.
    pub fn map(&self, layout: &Layout, pages: &mut Pages) {
        for (table, banks) in self.banks.iter().enumerate() {
            let bank = banks[usize::from(self.at_fe[table])];
            pages.chr(layout, table as u16 * 0x1000, 0x1000, i32::from(bank));
        }
    }

    /// A write to one of the four bank registers, `$B000-$EFFF`.
    pub fn write(&mut self, address: u16, value: u8) {
        let register = usize::from(address >> 12) - 0xB;
        self.banks[register >> 1][register & 1] = value & 0x1F;
    }

    /// The PPU has read `address`; tells whether a latch flipped.
    pub fn fetched(&mut self, address: u16) -> bool {
        let table = usize::from(address >> 12 & 1);
        let rows = if table == 1 || self.whole_tiles {
            0x3FF8
        } else {
            0x3FFF
        };
        let at_fe = match address & rows & 0x2FFF {
            0x0FD8 => false,
            0x0FE8 => true,
            _ => return false,
        };
        std::mem::replace(&mut self.at_fe[table], at_fe) != at_fe
    }
}
