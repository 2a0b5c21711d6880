//! Extended RAM and what the chip puts on the PPU's data bus instead of memory: fill mode,
//! extended attributes, the vertical split.
//!
//! ```text
//! $5104  CPU at $5C00-$5FFF           as nametable   other use
//! 0      writes only while rendering  yes            split
//! 1      the same                     yes            split, extended attributes
//! 2      read and write               zeros
//! 3      read only                    zeros
//! ```
//!
//! An extended attribute is the byte at the place of the tile in its nametable: bits 7-6 the
//! palette, bits 5-0 a 4 KiB CHR bank for this tile. In the split region tile and attribute
//! come from extended RAM by tile count and scanline, the pattern from bank `$5202`. Boards
//! are wired in CL mode: the row within the tile is the PPU's.
//!
//! NESdev: MMC5, Internal extended RAM mode, Nametable mapping, Vertical Split Mode

use super::scanline::TileRead;
use crate::nes::memory::{Layout, PPU_PAGE, Page};
use serde::{Deserialize, Serialize};

/// Mode in which extended RAM holds attributes.
const ATTRIBUTES: u8 = 1;
/// Mode in which the CPU reads and writes it.
const CPU_RAM: u8 = 2;
/// Start of the attribute table in a nametable.
const ATTRIBUTE_TABLE: u16 = 0x3C0;
/// Four palette numbers in one attribute byte.
const FOUR_TIMES: u8 = 0x55;
/// Lines of a nametable.
const NAMETABLE_LINES: u16 = 240;

/// Where a nametable comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A page of memory.
    Memory(Page),
    /// Zeros, from extended RAM that is no nametable now.
    Zeros,
    /// The fill tile and its palette.
    Fill,
}

/// The registers, and the extended attribute of the tile being read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extended {
    mode: u8,
    /// `$5105`.
    nametables: u8,
    fill_tile: u8,
    fill_palette: u8,
    /// `$5200`.
    split: u8,
    scroll: u8,
    bank: u8,
    attribute: u8,
}

impl Extended {
    /// All registers zero.
    pub fn new() -> Extended {
        Extended {
            mode: 0,
            nametables: 0,
            fill_tile: 0,
            fill_palette: 0,
            split: 0,
            scroll: 0,
            bank: 0,
            attribute: 0,
        }
    }

    /// Whether every field is within its range.
    pub fn is_possible(&self) -> bool {
        self.mode < 4 && self.fill_palette < 4
    }

    /// Writes `$5104-$5107` or `$5200-$5202`.
    pub fn write(&mut self, address: u16, value: u8) {
        match address {
            0x5104 => self.mode = value & 3,
            0x5105 => self.nametables = value,
            0x5106 => self.fill_tile = value,
            0x5107 => self.fill_palette = value & 3,
            0x5200 => self.split = value,
            0x5201 => self.scroll = value,
            _ => self.bank = value,
        }
    }

    /// Whether the CPU can read extended RAM.
    pub fn readable(&self) -> bool {
        self.mode >= CPU_RAM
    }

    /// Whether the CPU can write it, in or out of the frame.
    pub fn writable(&self, in_frame: bool) -> bool {
        self.mode == CPU_RAM || self.mode < CPU_RAM && in_frame
    }

    /// Whether tiles have extended attributes.
    pub fn has_attributes(&self) -> bool {
        self.mode == ATTRIBUTES
    }

    /// Whether the chip may answer reads of tiles itself.
    pub fn substitutes(&self) -> bool {
        self.has_attributes() || self.splits()
    }

    fn splits(&self) -> bool {
        self.split & 0x80 != 0 && self.mode < CPU_RAM
    }

    /// The bank that the split region's patterns come from, if `read` lies in it.
    pub fn split_bank(&self, read: TileRead) -> Option<u8> {
        let right = self.split & 0x40 != 0;
        let beyond = read.column >= self.split & 0x1F;
        (self.splits() && right == beyond).then_some(self.bank)
    }

    /// Takes the extended attribute of the tile that is read at a nametable address.
    pub fn latch(&mut self, ram: &[u8], address: u16) {
        self.attribute = at(ram, address & 0x3FF);
    }

    /// The CHR bank of the tile's extended attribute.
    pub fn attribute_bank(&self) -> u8 {
        self.attribute & 0x3F
    }

    /// The attribute byte made of the tile's extended attribute.
    pub fn attribute_byte(&self) -> u8 {
        (self.attribute >> 6) * FOUR_TIMES
    }

    /// The tile or attribute byte in the split region. `ram` is extended RAM.
    pub fn split_byte(&self, ram: &[u8], read: TileRead) -> u8 {
        let line = self.split_line(read.line);
        let column = u16::from(read.column & 31);
        if read.step == 0 {
            return at(ram, (line >> 3) << 5 | column);
        }
        let attribute = at(ram, ATTRIBUTE_TABLE | (line >> 5) << 3 | column >> 2);
        (attribute >> ((line >> 2 & 4) | (column & 2)) & 3) * FOUR_TIMES
    }

    /// Line of the split region's nametable: it rolls over after line 239, but a scroll into
    /// the attribute table shows that first.
    fn split_line(&self, line: u8) -> u16 {
        let line = u16::from(self.scroll) + u16::from(line);
        if u16::from(self.scroll) < NAMETABLE_LINES {
            line % NAMETABLE_LINES
        } else {
            (line & 0xFF) % if line > 0xFF { NAMETABLE_LINES } else { 0x100 }
        }
    }

    /// Where the nametable at an address of `$2000-$3EFF` comes from.
    pub fn nametable(&self, layout: &Layout, address: u16) -> Source {
        let choice = self.nametables >> (address >> 9 & 6) & 3;
        let page = match choice {
            0 | 1 => layout.ciram.page(PPU_PAGE, i64::from(choice)),
            2 if self.mode < CPU_RAM => layout.chip_ram.page(PPU_PAGE, 0),
            2 => return Source::Zeros,
            _ => return Source::Fill,
        };
        Source::Memory(page.map_or(Page::Open, |offset| Page::Ram {
            offset,
            writable: true,
        }))
    }

    /// The byte of fill mode at a nametable address.
    pub fn fill(&self, address: u16) -> u8 {
        if address & 0x3FF < ATTRIBUTE_TABLE {
            self.fill_tile
        } else {
            self.fill_palette * FOUR_TIMES
        }
    }
}

fn at(ram: &[u8], offset: u16) -> u8 {
    ram.get(usize::from(offset)).copied().unwrap_or(0)
}
