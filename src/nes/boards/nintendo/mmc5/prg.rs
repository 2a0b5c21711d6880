//! PRG banks: windows of 8 to 32 KiB that show ROM or RAM, and the RAM's write protection.
//!
//! ```text
//!          mode 0    mode 1    mode 2    mode 3
//! $6000    $5113, always RAM
//! $8000    $5117     $5115     $5115     $5114
//! $A000                                  $5115
//! $C000              $5117     $5116     $5116
//! $E000                        $5117     $5117     always ROM
//! ```
//!
//! Registers count 8 KiB; a larger window ignores the low bits. RAM is one chip or two, told
//! apart by bit 2 of the bank: a chip that is missing is open bus. Of two unlike chips, the
//! first has the battery.
//!
//! NESdev: MMC5, PRG Bankswitching, PRG-RAM configurations

use crate::nes::memory::{CPU_PAGE, Layout, Page, Region};
use serde::{Deserialize, Serialize};

/// Bit of a bank register that selects ROM.
const ROM: u8 = 0x80;
/// RAM beyond two chips of 32 KiB is one chip with all bank bits.
const TWO_CHIPS: u32 = 0x1_0000;
/// Sizes without a mixed battery that are two equal chips.
const TWINS: [u32; 2] = [0x4000, TWO_CHIPS];
/// 2 KiB pages of an 8 KiB bank.
const PAGES: i64 = (0x2000 / CPU_PAGE) as i64;

/// The PRG registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrgBanks {
    mode: u8,
    protect: [u8; 2],
    /// `$5113-$5117`.
    banks: [u8; 5],
}

impl PrgBanks {
    /// Power-on: mode 3 and the last bank at `$E000`, which games rely on; ROM elsewhere.
    pub fn new() -> PrgBanks {
        PrgBanks {
            mode: 3,
            protect: [0; 2],
            banks: [0, 0xFF, 0xFF, 0xFF, 0xFF],
        }
    }

    /// Writes `$5100`.
    pub fn write_mode(&mut self, value: u8) {
        self.mode = value & 3;
    }

    /// Writes `$5102` or `$5103`.
    pub fn write_protect(&mut self, address: u16, value: u8) {
        self.protect[usize::from(address & 1)] = value & 3;
    }

    /// Writes `$5113-$5117`.
    pub fn write_bank(&mut self, address: u16, value: u8) {
        self.banks[usize::from(address - 0x5113) % 5] = value;
    }

    /// What answers on the 2 KiB page of an address of `$6000-$FFFF`.
    pub fn page(&self, layout: &Layout, address: u16) -> Page {
        let within = i64::from(address >> 11 & 3);
        let slot = (address >> 13 & 3) as u8;
        if address < 0x8000 {
            return self.ram(layout, self.banks[0], within);
        }
        let (register, by_address) = match (self.mode, slot) {
            (0, _) => (4, 3),
            (1, 2..) => (4, 1),
            (1 | 2, 0 | 1) => (2, 1),
            _ => (usize::from(slot) + 1, 0),
        };
        let bank = self.banks[register] & !by_address | slot & by_address;
        if register < 4 && bank & ROM == 0 {
            return self.ram(layout, bank, within);
        }
        let number = i64::from(bank & !ROM) * PAGES + within;
        layout
            .prg_rom
            .page(CPU_PAGE, number)
            .map_or(Page::Open, Page::Rom)
    }

    fn ram(&self, layout: &Layout, bank: u8, within: i64) -> Page {
        let (chip, bank) = chip(layout, bank);
        let page = chip.page(CPU_PAGE, i64::from(bank) * PAGES + within);
        page.map_or(Page::Open, |offset| Page::Ram {
            offset,
            writable: self.protect == [2, 1],
        })
    }
}

/// The RAM chip that a bank register selects, and the 8 KiB bank inside.
fn chip(layout: &Layout, bank: u8) -> (Region, u8) {
    let all = layout.prg_ram;
    if all.length > TWO_CHIPS {
        return (all, bank & 15);
    }
    let chips = if layout.battery_ram.length > 0 && layout.volatile_ram.length > 0 {
        [layout.battery_ram, layout.volatile_ram]
    } else if TWINS.contains(&all.length) {
        let length = all.length / 2;
        let start = all.start + length;
        [Region { length, ..all }, Region { start, length }]
    } else {
        [all, Region::default()]
    };
    (chips[usize::from(bank >> 2 & 1)], bank & 3)
}
