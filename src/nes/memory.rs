//! The arenas and page tables: which byte of which memory answers at an address.
//!
//! All writable memory outside the chips lies in one RAM arena (work RAM, CIRAM, cartridge
//! RAM, CHR RAM); ROM lies in a second, shared arena. The CPU space is cut into 2 KiB pages,
//! the PPU space ($0000-$3EFF) into 1 KiB pages. Boards publish pages when their registers
//! change; page tables are rebuilt from registers and never saved.
//!
//! NESdev: CPU memory map; PPU memory map

use serde::{Deserialize, Serialize};

/// Bytes of one CPU page.
pub const CPU_PAGE: usize = 0x800;
/// Bytes of one PPU page.
pub const PPU_PAGE: usize = 0x400;
/// Pages of the CPU space.
pub const CPU_PAGES: usize = 0x10000 / CPU_PAGE;
/// Pages of the PPU space: eight of patterns, four of nametables.
pub const PPU_PAGES: usize = 12;
/// Console work RAM.
pub const WORK_RAM: usize = 0x800;

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

/// Where each memory lies: `prg_rom` and `chr_rom` in the ROM arena, the rest in the RAM arena.
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
    /// CHR RAM.
    pub chr_ram: Region,
}

/// Both page tables, rebuilt by `Board::map`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pages {
    /// CPU space, 2 KiB each.
    pub cpu: [Page; CPU_PAGES],
    /// PPU space below `$3000`, 1 KiB each; `$3000-$3EFF` mirrors `$2000-$2EFF`.
    pub ppu: [Page; PPU_PAGES],
}
