//! Where each memory lies in the two arenas.

use serde::{Deserialize, Serialize};

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
    pub(in crate::nes) fn page(self, size: usize, page: i64) -> Option<u32> {
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
    /// RAM inside the board's chip, such as the MMC5's extended RAM.
    pub chip_ram: Region,
}
