//! Where each bit of the background shifters came from.
//!
//! A copy of the shifters that holds tile numbers and columns instead of bits: it shifts and
//! reloads on the same dots, so it stays right when rendering stops and starts within a line.
//!
//! NESdev: PPU rendering

use super::fetch::Fetch;
use crate::nes::ppu::Ppu;

/// Bits of a shifter.
const BITS: usize = 16;
/// Tiles remembered; the shifters can not hold parts of more.
const TILES: usize = 16;
const TILE_COLUMNS: u32 = 8;
/// A bit that no fetch gave.
const SERIAL: u32 = 0;

/// The reads that made one row of one background tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The tile number.
    pub nametable: Fetch,
    /// The attribute byte.
    pub attribute: Fetch,
    /// The low pattern plane.
    pub low: Fetch,
    /// The high pattern plane.
    pub high: Fetch,
    /// How far the attribute byte is shifted right for this tile: 0, 2, 4 or 6.
    pub attribute_shift: u16,
}

impl Tile {
    /// The pattern number, 0 to 3, of a column, 0 to 7.
    pub fn pattern(&self, column: u8) -> u8 {
        let bit = 7 - column;
        (self.low.value >> bit & 1) | (self.high.value >> bit & 1) << 1
    }

    /// The palette, 0 to 3.
    pub fn palette(&self) -> u8 {
        self.attribute.value >> self.attribute_shift & 3
    }
}

/// The shifters by origin.
#[derive(Clone, Debug)]
pub struct Origins {
    bytes: [Option<Fetch>; 3],
    tiles: [Option<Tile>; TILES],
    loaded: u32,
    /// Tile number times eight plus column, the leftmost bit first.
    bits: [u32; BITS],
}

impl Default for Origins {
    fn default() -> Self {
        Origins {
            bytes: [None; 3],
            tiles: [None; TILES],
            loaded: 0,
            bits: [SERIAL; BITS],
        }
    }
}

/// Whether the shifters move on this rendered dot.
fn shifts(dot: u16) -> bool {
    matches!(dot, 1..=256 | 321..=336)
}

impl Origins {
    /// A dot begins; its pixel has been looked at.
    pub fn dot(&mut self, ppu: &Ppu) {
        if ppu.rendering() && shifts(ppu.dot()) {
            self.bits.rotate_left(1);
            self.bits[BITS - 1] = SERIAL;
        }
    }

    /// A read of the pipeline. `attribute_shift` is that of the tile v selects now.
    pub fn read(&mut self, fetch: Fetch, attribute_shift: u16) {
        if !shifts(fetch.dot) {
            return;
        }
        match fetch.dot & 7 {
            2 => self.bytes[0] = Some(fetch),
            4 => self.bytes[1] = Some(fetch),
            6 => self.bytes[2] = Some(fetch),
            _ => self.reload(fetch, attribute_shift),
        }
    }

    /// The tile and its column, 0 to 7, that the tap at fine X shows; `None` when its bit
    /// came from no fetch.
    pub fn tap(&self, fine_x: u8) -> Option<(Tile, u8)> {
        let bit = self.bits[usize::from(fine_x & 7)];
        if bit == SERIAL {
            return None;
        }
        let tile = self.tiles[(bit / TILE_COLUMNS) as usize % TILES]?;
        Some((tile, (bit % TILE_COLUMNS) as u8))
    }

    fn reload(&mut self, high: Fetch, attribute_shift: u16) {
        self.loaded += 1;
        self.tiles[self.loaded as usize % TILES] = self.complete(high, attribute_shift);
        for (column, bit) in (0..).zip(&mut self.bits[BITS / 2..]) {
            *bit = self.loaded * TILE_COLUMNS + column;
        }
    }

    /// The tile of the bytes read; `None` when rendering began in the middle of it.
    fn complete(&self, high: Fetch, attribute_shift: u16) -> Option<Tile> {
        Some(Tile {
            nametable: self.bytes[0]?,
            attribute: self.bytes[1]?,
            low: self.bytes[2]?,
            high,
            attribute_shift,
        })
    }
}
