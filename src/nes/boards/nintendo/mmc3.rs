//! MMC3 and MMC6: eight bank registers, RAM protection, an interrupt counter.
//!
//! ```text
//! $8000 register choice, PRG and CHR swap   $8001 bank   $A000 mirroring   $A001 RAM protection
//! $C000 latch   $C001 reload   $E000 disable, acknowledge   $E001 enable
//! PRG  $8000 R6 (-2)  $A000 R7  $C000 -2 (R6)  $E000 -1
//! CHR  $0000 R0 R1 (2 KiB each)  $1000 R2 R3 R4 R5 (1 KiB each); both halves can be swapped
//! ```
//!
//! The MMC6 has 1 KiB of RAM at `$7000`, repeated to `$7FFF`, with protection by halves.
//! TxSROM (mapper 118) wires CIRAM A10 to bit 7 of the CHR bank in use instead of the
//! mirroring output, so that each nametable follows the bank at `$0000-$0FFF` below it.
//!
//! NESdev: MMC3; MMC6; INES Mapper 118

use super::{
    mmc2::mirroring,
    mmc3_irq::{A12, A12Counter},
};
use crate::nes::{
    boards::{BoardLogic, Setup},
    memory::{Layout, Memory, Mirroring, Page, Pages},
    options::Mmc3Revision,
};
use serde::{Deserialize, Serialize};

const PRG_SWAP: u8 = 0x40;
const CHR_SWAP: u8 = 0x80;
const RAM_ENABLE: u8 = 0x80;
const RAM_PROTECT: u8 = 0x40;
/// Bit 5 of `$8000` on the MMC6: RAM answers at all.
const MMC6_RAM_ON: u8 = 0x20;
/// Bits of `$A001` on the MMC6: read and write enables of the half at `$7000`, of `$7200`.
const MMC6_READ: [u8; 2] = [0x20, 0x80];
const MMC6_WRITE: [u8; 2] = [0x10, 0x40];
/// First page of the MMC6's RAM window, `$7000`.
const MMC6_PAGES: std::ops::Range<usize> = 14..16;

/// The chip's registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mmc3 {
    select: u8,
    banks: [u8; 8],
    mirroring: Mirroring,
    ram_protect: u8,
    counter: A12Counter,
    mmc6: bool,
    /// CIRAM A10 is CHR A17.
    txsrom: bool,
}

/// The mapper number of TxSROM.
const TXSROM: u16 = 118;
/// CHR A17 in a bank register, CIRAM A10 on TxSROM.
const CIRAM_A10: u8 = 0x80;

impl Mmc3 {
    /// The chip at power-on, banks in order and RAM enabled, as test programs expect.
    pub fn new(setup: &Setup) -> Mmc3 {
        let by_header = match setup.header.submapper {
            1 => Mmc3Revision::Mmc6,
            4 => Mmc3Revision::A,
            _ => Mmc3Revision::B,
        };
        let revision = setup.options.mmc3.unwrap_or(by_header);
        let mmc6 = revision == Mmc3Revision::Mmc6;
        Mmc3 {
            select: 0,
            banks: [0, 2, 4, 5, 6, 7, 0, 1],
            mirroring: setup.header.mirroring,
            ram_protect: if mmc6 { 0 } else { RAM_ENABLE },
            counter: A12Counter::new(revision, setup.cpu_divider),
            mmc6,
            txsrom: setup.header.mapper == TXSROM,
        }
    }

    fn map_prg(&self, layout: &Layout, pages: &mut Pages) {
        let r6 = i32::from(self.banks[6]);
        let (low, high) = if self.select & PRG_SWAP == 0 {
            (r6, -2)
        } else {
            (-2, r6)
        };
        pages.prg_rom(layout, 0x8000, 0x2000, low);
        pages.prg_rom(layout, 0xA000, 0x2000, i32::from(self.banks[7]));
        pages.prg_rom(layout, 0xC000, 0x2000, high);
        pages.prg_rom(layout, 0xE000, 0x2000, -1);
    }

    fn map_chr(&self, layout: &Layout, pages: &mut Pages) {
        let swap = if self.select & CHR_SWAP == 0 {
            0
        } else {
            0x1000
        };
        for (i, bank) in self.banks[..2].iter().enumerate() {
            let address = swap ^ (i as u16 * 0x800);
            pages.chr(layout, address, 0x800, i32::from(bank >> 1));
        }
        for (i, bank) in self.banks[2..6].iter().enumerate() {
            let address = swap ^ (0x1000 + i as u16 * 0x400);
            pages.chr(layout, address, 0x400, i32::from(*bank));
        }
    }

    fn map_nametables(&self, layout: &Layout, pages: &mut Pages) {
        if !self.txsrom {
            return pages.mirror(layout, self.mirroring);
        }
        let [r0, r1, r2, r3, r4, r5, ..] = self.banks;
        let banks = if self.select & CHR_SWAP == 0 {
            [r0, r0, r1, r1]
        } else {
            [r2, r3, r4, r5]
        };
        pages.nametables(layout, banks.map(|bank| u8::from(bank & CIRAM_A10 != 0)));
    }

    fn map_ram(&self, layout: &Layout, pages: &mut Pages) {
        if self.mmc6 {
            if layout.prg_ram.length > 0 {
                pages.cpu[MMC6_PAGES].fill(Page::Registers);
            }
        } else if self.ram_protect & RAM_ENABLE != 0 {
            pages.prg_ram(layout, 0, self.ram_protect & RAM_PROTECT == 0);
        }
    }

    fn set_bank(&mut self, value: u8) {
        let register = usize::from(self.select & 7);
        self.banks[register] = match register {
            6 | 7 => value & 0x3F,
            _ => value,
        };
    }

    fn set_protection(&mut self, value: u8) {
        if !self.mmc6 || self.select & MMC6_RAM_ON != 0 {
            self.ram_protect = value;
        }
    }

    fn set_select(&mut self, value: u8) {
        self.select = value;
        if self.mmc6 && value & MMC6_RAM_ON == 0 {
            self.ram_protect = 0;
        }
    }

    fn write_mmc6_ram(&self, address: u16, value: u8, memory: &mut Memory) {
        let half = usize::from(address >> 9 & 1);
        let needed = MMC6_READ[half] | MMC6_WRITE[half];
        if address >= 0x7000 && self.ram_protect & needed == needed {
            let offset = mmc6_offset(address, memory);
            if let Some(byte) = memory.ram.get_mut(offset) {
                *byte = value;
            }
        }
    }
}

impl BoardLogic for Mmc3 {
    fn can_follow(&self, present: &Self) -> bool {
        self.mmc6 == present.mmc6
            && self.txsrom == present.txsrom
            && self.counter.can_follow(&present.counter)
    }

    fn map(&self, layout: &Layout, pages: &mut Pages) {
        self.map_ram(layout, pages);
        self.map_prg(layout, pages);
        self.map_chr(layout, pages);
        self.map_nametables(layout, pages);
    }

    fn write(&mut self, address: u16, value: u8, _cycle: u64, memory: &mut Memory) -> bool {
        match address & 0xE001 {
            _ if address < 0x8000 => {
                if self.mmc6 {
                    self.write_mmc6_ram(address, value, memory);
                }
                return false;
            }
            0x8000 => self.set_select(value),
            0x8001 => self.set_bank(value),
            0xA000 if self.mirroring == Mirroring::FourScreen => return false,
            0xA000 => self.mirroring = mirroring(value),
            0xA001 => self.set_protection(value),
            _ => {
                self.counter.write(address, value);
                return false;
            }
        }
        true
    }

    /// MMC6 RAM: open bus while neither half can be read; a half that can not be reads 0.
    fn peek(&self, address: u16, memory: &Memory) -> Option<u8> {
        if !self.mmc6 || address < 0x7000 || self.ram_protect & (MMC6_READ[0] | MMC6_READ[1]) == 0 {
            return None;
        }
        if self.ram_protect & MMC6_READ[usize::from(address >> 9 & 1)] == 0 {
            return Some(0);
        }
        memory.ram.get(mmc6_offset(address, memory)).copied()
    }

    fn irq(&self) -> bool {
        self.counter.line()
    }

    fn horizon(&self, now: u64) -> u64 {
        self.counter.horizon(now)
    }

    fn watched_lines(&self) -> u16 {
        A12
    }

    fn video_address(&mut self, address: u16, clock: u64) -> bool {
        self.counter.video_address(address, clock);
        false
    }
}

fn mmc6_offset(address: u16, memory: &Memory) -> usize {
    memory.layout.prg_ram.start as usize + usize::from(address & 0x3FF)
}
