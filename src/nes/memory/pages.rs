//! The page tables: what answers at each 2 KiB of the CPU space and each KiB of the PPU space.
//!
//! NESdev: CPU memory map; PPU memory map; Mirroring

use super::{CPU_PAGE, CPU_PAGES, CPU_SHIFT, Layout, PPU_PAGE, PPU_PAGES, PPU_SHIFT};
use serde::{Deserialize, Serialize};

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
        self.nametables(layout, mirroring.pages());
    }

    /// Puts a KiB of nametable RAM, by number, behind each of the four nametables and their
    /// mirrors at `$3000`.
    pub fn nametables(&mut self, layout: &Layout, numbers: [u8; 4]) {
        for (i, number) in numbers.into_iter().enumerate() {
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
