//! The arenas and page tables: which byte of which memory answers at an address.
//!
//! All writable memory outside the chips lies in one RAM arena (work RAM, CIRAM, cartridge
//! RAM, CHR RAM); ROM lies in a second, shared arena. The CPU space is cut into 2 KiB pages,
//! the PPU space into 1 KiB pages. Boards publish pages when their registers
//! change; page tables are rebuilt from registers and never saved.
//!
//! NESdev: CPU memory map; PPU memory map

use super::options::{PowerOptions, RamPattern};
use serde::{Deserialize, Serialize};
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
/// First page of the nametables in the PPU space.
const NAMETABLE_PAGE: usize = 8;

/// What answers on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// Nothing drives the bus.
    Open,
    /// Chip registers or a board's own read logic: the slow path decides.
    Registers,
    /// Offset of the page's first byte in the ROM arena.
    Rom(u32),
    /// Offset of the page's first byte in the RAM arena.
    Ram {
        /// Offset in the RAM arena.
        offset: u32,
        /// Whether writes reach it.
        writable: bool,
    },
}

/// The regions of both arenas; all are byte ranges `start..start+length`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    /// First byte in its arena.
    pub start: u32,
    /// Bytes; zero when absent.
    pub length: u32,
}

impl Region {
    /// The region as indexes of its arena.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.length) as usize
    }

    /// Offset in the arena of page `page` of `size` bytes, counted modulo the region's pages;
    /// negative pages count from the end. `None` when the region holds no whole page.
    fn page(self, size: usize, page: i64) -> Option<u32> {
        let pages = i64::from(self.length) / size as i64;
        (pages > 0).then(|| self.start + page.rem_euclid(pages) as u32 * size as u32)
    }
}

/// Where each memory lies: `prg_rom` and `chr_rom` in the ROM arena, the rest in the RAM arena.
///
/// ROM regions are padded to whole pages, and so are RAM regions; `length` counts the padding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// PRG ROM, in the ROM arena.
    pub prg_rom: Region,
    /// CHR ROM, in the ROM arena.
    pub chr_rom: Region,
    /// Console work RAM, 2 KiB.
    pub work_ram: Region,
    /// Console nametable RAM, 2 KiB (4 KiB on four-screen boards).
    pub ciram: Region,
    /// Cartridge RAM in the CPU space, volatile and battery-backed together.
    pub prg_ram: Region,
    /// The volatile part of `prg_ram`, its beginning.
    pub volatile_ram: Region,
    /// The battery-backed part of `prg_ram`, its end.
    pub battery_ram: Region,
    /// CHR RAM.
    pub chr_ram: Region,
}

/// How the four nametables share nametable RAM.
///
/// NESdev: Mirroring
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mirroring {
    /// Left and right are the same: vertical arrangement.
    Horizontal,
    /// Top and bottom are the same: horizontal arrangement.
    Vertical,
    /// All four show the first KiB.
    OneScreenLower,
    /// All four show the second KiB.
    OneScreenUpper,
    /// Four different nametables.
    FourScreen,
}

impl Mirroring {
    /// The KiB of nametable RAM behind each of the four nametables.
    pub const fn pages(self) -> [u8; 4] {
        match self {
            Mirroring::Horizontal => [0, 0, 1, 1],
            Mirroring::Vertical => [0, 1, 0, 1],
            Mirroring::OneScreenLower => [0, 0, 0, 0],
            Mirroring::OneScreenUpper => [1, 1, 1, 1],
            Mirroring::FourScreen => [0, 1, 2, 3],
        }
    }
}

/// Both page tables, rebuilt by `Board::map`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pages {
    /// CPU space, 2 KiB each.
    pub cpu: [Page; CPU_PAGES],
    /// PPU space, 1 KiB each; the last four mirror the nametables for `$3000-$3EFF`.
    pub ppu: [Page; PPU_PAGES],
}

impl Pages {
    /// Only the console: work RAM at `$0000-$1FFF`, registers at `$2000-$47FF`, the rest open.
    pub fn console(layout: &Layout) -> Pages {
        let mut cpu = [Page::Open; CPU_PAGES];
        let work_ram = Page::Ram {
            offset: layout.work_ram.start,
            writable: true,
        };
        cpu[..4].fill(work_ram);
        cpu[4..9].fill(Page::Registers);
        Pages {
            cpu,
            ppu: [Page::Open; PPU_PAGES],
        }
    }

    /// Puts bank `bank` of `size` bytes of PRG ROM at `address`. Banks wrap at the ROM's
    /// size; negative banks count from the end. `size` is a multiple of 2 KiB.
    pub fn prg_rom(&mut self, layout: &Layout, address: u16, size: usize, bank: i32) {
        let pages = (size / CPU_PAGE) as i64;
        for i in 0..pages {
            let page = layout.prg_rom.page(CPU_PAGE, i64::from(bank) * pages + i);
            self.cpu[(usize::from(address) >> CPU_SHIFT) + i as usize] =
                page.map_or(Page::Open, Page::Rom);
        }
    }

    /// Puts bank `bank` of 8 KiB of cartridge RAM at `$6000-$7FFF`; open when there is none.
    pub fn prg_ram(&mut self, layout: &Layout, bank: i32, writable: bool) {
        for i in 0..4 {
            let page = layout.prg_ram.page(CPU_PAGE, i64::from(bank) * 4 + i);
            self.cpu[12 + i as usize] =
                page.map_or(Page::Open, |offset| Page::Ram { offset, writable });
        }
    }

    /// Takes cartridge RAM away from `$6000-$7FFF`: reads are open bus, writes are lost.
    pub fn no_prg_ram(&mut self) {
        self.cpu[12..16].fill(Page::Open);
    }

    /// Puts bank `bank` of `size` bytes of CHR at PPU address `address`: CHR ROM when the
    /// cartridge has it, else CHR RAM. Banks wrap; `size` is a multiple of 1 KiB.
    pub fn chr(&mut self, layout: &Layout, address: u16, size: usize, bank: i32) {
        let pages = (size / PPU_PAGE) as i64;
        for i in 0..pages {
            let number = i64::from(bank) * pages + i;
            let page = match layout.chr_rom.page(PPU_PAGE, number) {
                Some(offset) => Page::Rom(offset),
                None => chr_ram_page(layout, number),
            };
            self.ppu[(usize::from(address) >> PPU_SHIFT) + i as usize] = page;
        }
    }

    /// Arranges the nametables and their mirrors at `$3000`.
    pub fn mirror(&mut self, layout: &Layout, mirroring: Mirroring) {
        for (i, number) in mirroring.pages().into_iter().enumerate() {
            let page = layout.ciram.page(PPU_PAGE, i64::from(number));
            let page = page.map_or(Page::Open, |offset| Page::Ram {
                offset,
                writable: true,
            });
            self.ppu[NAMETABLE_PAGE + i] = page;
            self.ppu[NAMETABLE_PAGE + 4 + i] = page;
        }
    }
}

fn chr_ram_page(layout: &Layout, number: i64) -> Page {
    let page = layout.chr_ram.page(PPU_PAGE, number);
    page.map_or(Page::Open, |offset| Page::Ram {
        offset,
        writable: true,
    })
}

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

    /// The byte at a PPU address below `$3F00`. An open bus still holds the low address
    /// byte, because the PPU's address and data lines are the same pins.
    ///
    /// NESdev: PPU pinout; Open bus behavior
    #[inline]
    pub fn ppu_read(&self, address: u16) -> u8 {
        let within = usize::from(address) & (PPU_PAGE - 1);
        match self.ppu_page(address) {
            Page::Rom(offset) => self.rom[offset as usize + within],
            Page::Ram { offset, .. } => self.ram[offset as usize + within],
            Page::Open | Page::Registers => address as u8,
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

/// Fills RAM as at power-on. The random stream is a 32-bit xorshift.
fn fill(ram: &mut [u8], pattern: RamPattern, seed: u32) {
    let mut state = seed ^ 0x9E37_79B9;
    for (i, byte) in ram.iter_mut().enumerate() {
        *byte = match pattern {
            RamPattern::Zeros => 0x00,
            RamPattern::Ones => 0xFF,
            RamPattern::Alternating => [0x00, 0xFF][i >> 2 & 1],
            RamPattern::Random => next_random(&mut state),
        };
    }
}

fn next_random(state: &mut u32) -> u8 {
    if *state == 0 {
        *state = 0x9E37_79B9;
    }
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    (*state >> 16) as u8
}
