//! The arenas and page tables: which byte of which memory answers at an address.
//!
//! All writable memory outside the chips lies in one RAM arena (work RAM, CIRAM, cartridge
//! RAM, CHR RAM); ROM lies in a second, shared arena. The CPU space is cut into 2 KiB pages,
//! the PPU space into 1 KiB pages. Boards publish pages when their registers
//! change; page tables are rebuilt from registers and never saved.
//!
//! NESdev: CPU memory map; PPU memory map

mod layout;
mod pages;

pub use layout::{Layout, Region};
pub use pages::{Mirroring, Page, Pages};

use super::options::{PowerOptions, RamPattern};
use std::sync::Arc;

/// Bytes of one CPU page.
pub const CPU_PAGE: usize = 0x800;
/// Bytes of one PPU page.
pub const PPU_PAGE: usize = 0x400;
/// Pages of the CPU space.
pub const CPU_PAGES: usize = 0x10000 / CPU_PAGE;
/// Pages of the PPU space: eight of patterns, four of nametables, their four mirrors.
pub const PPU_PAGES: usize = 16;
/// Console work RAM.
pub const WORK_RAM: usize = 0x800;
/// Console nametable RAM.
pub const CIRAM: usize = 0x800;

const CPU_SHIFT: u32 = CPU_PAGE.trailing_zeros();
const PPU_SHIFT: u32 = PPU_PAGE.trailing_zeros();

/// Both arenas and the page tables over them.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The ROM arena: PRG ROM, then CHR ROM. Shared until patched.
    pub rom: Arc<[u8]>,
    /// The RAM arena.
    pub ram: Vec<u8>,
    /// Where each memory lies in the arenas.
    pub layout: Layout,
    /// What answers where.
    pub pages: Pages,
}

impl Memory {
    /// Arenas at power-on: RAM filled by the options' pattern, battery RAM from its image.
    pub fn power_on(rom: Arc<[u8]>, layout: Layout, options: &PowerOptions) -> Memory {
        let last = [
            layout.chip_ram,
            layout.chr_ram,
            layout.prg_ram,
            layout.ciram,
            layout.work_ram,
        ];
        let bytes = last.iter().map(|r| r.start + r.length).max().unwrap_or(0);
        let mut ram = vec![0; bytes as usize];
        fill(&mut ram, options.ram, options.seed);
        let battery = &mut ram[layout.battery_ram.range()];
        battery.fill(0);
        if let Some(image) = &options.battery {
            let length = image.len().min(battery.len());
            battery[..length].copy_from_slice(&image[..length]);
        }
        Memory {
            rom,
            ram,
            layout,
            pages: Pages::console(&layout),
        }
    }

    /// What answers at a CPU address.
    #[inline]
    pub fn cpu_page(&self, address: u16) -> Page {
        self.pages.cpu[usize::from(address) >> CPU_SHIFT]
    }

    /// The memory byte at a CPU address; `None` on registers and open bus.
    #[inline]
    pub fn cpu_read(&self, address: u16) -> Option<u8> {
        let within = usize::from(address) & (CPU_PAGE - 1);
        match self.cpu_page(address) {
            Page::Rom(offset) => Some(self.rom[offset as usize + within]),
            Page::Ram { offset, .. } => Some(self.ram[offset as usize + within]),
            Page::Open | Page::Registers => None,
        }
    }

    /// Byte `within` of a page that boards have found themselves; `None` on registers and
    /// open bus.
    pub fn byte(&self, page: Page, within: usize) -> Option<u8> {
        match page {
            Page::Rom(offset) => self.rom.get(offset as usize + within).copied(),
            Page::Ram { offset, .. } => self.ram.get(offset as usize + within).copied(),
            Page::Open | Page::Registers => None,
        }
    }

    /// Writes byte `within` of such a page if it is writable RAM.
    pub fn set_byte(&mut self, page: Page, within: usize, value: u8) {
        if let Page::Ram {
            offset,
            writable: true,
        } = page
            && let Some(byte) = self.ram.get_mut(offset as usize + within)
        {
            *byte = value;
        }
    }

    /// Writes a CPU address if writable RAM answers there; tells whether it did.
    #[inline]
    pub fn cpu_write(&mut self, address: u16, value: u8) -> bool {
        let Page::Ram {
            offset,
            writable: true,
        } = self.cpu_page(address)
        else {
            return false;
        };
        self.ram[offset as usize + (usize::from(address) & (CPU_PAGE - 1))] = value;
        true
    }

    /// What answers at a PPU address below `$3F00`.
    #[inline]
    pub fn ppu_page(&self, address: u16) -> Page {
        self.pages.ppu[(usize::from(address) >> PPU_SHIFT) & (PPU_PAGES - 1)]
    }

    /// The memory byte at a PPU address below `$3F00`; `None` on registers and open bus.
    #[inline]
    pub fn ppu_read(&self, address: u16) -> Option<u8> {
        let within = usize::from(address) & (PPU_PAGE - 1);
        match self.ppu_page(address) {
            Page::Rom(offset) => Some(self.rom[offset as usize + within]),
            Page::Ram { offset, .. } => Some(self.ram[offset as usize + within]),
            Page::Open | Page::Registers => None,
        }
    }

    /// Writes a PPU address below `$3F00` if writable RAM answers there.
    #[inline]
    pub fn ppu_write(&mut self, address: u16, value: u8) {
        if let Page::Ram {
            offset,
            writable: true,
        } = self.ppu_page(address)
        {
            self.ram[offset as usize + (usize::from(address) & (PPU_PAGE - 1))] = value;
        }
    }

    /// Changes one byte of the ROM arena, for this machine and its later clones only.
    /// Copies the arena when it is shared; outside its size nothing happens.
    pub fn patch_rom(&mut self, offset: u32, value: u8) {
        if let Some(byte) = Arc::make_mut(&mut self.rom).get_mut(offset as usize) {
            *byte = value;
        }
    }
}

/// Fills RAM as at power-on.
fn fill(ram: &mut [u8], pattern: RamPattern, seed: u32) {
    let mut random = Random::new(seed);
    for (i, byte) in ram.iter_mut().enumerate() {
        *byte = match pattern {
            RamPattern::Zeros => 0x00,
            RamPattern::Ones => 0xFF,
            RamPattern::Alternating => [0x00, 0xFF][i >> 2 & 1],
            RamPattern::Random => random.byte(),
        };
    }
}

/// A 32-bit xorshift: the pseudo-random contents of memories at power-on.
#[derive(Clone, Debug)]
pub struct Random {
    state: u32,
}

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u32) -> Random {
        Random {
            state: seed ^ 0x9E37_79B9,
        }
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        if self.state == 0 {
            self.state = 0x9E37_79B9;
        }
        self.state ^= self.state << 13;
        self.state ^= self.state >> 17;
        self.state ^= self.state << 5;
        (self.state >> 16) as u8
    }
}
