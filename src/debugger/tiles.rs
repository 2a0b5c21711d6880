//! Pattern tables and nametables as data and as pictures.
//!
//! NESdev: PPU pattern tables; PPU nametables; PPU attribute tables

use super::{
    picture::Picture,
    scroll::{PLANE_COLUMNS, PLANE_ROWS},
};
use crate::nes::{event::Space, machine::Machine};

/// Bytes of a tile: two planes of eight rows.
pub const TILE_BYTES: usize = 16;
/// Tiles of a pattern table.
pub const TABLE_TILES: usize = 256;
/// Bytes of a pattern table, the unit of CHR banks here.
pub const TABLE_BYTES: u32 = 0x1000;
/// Tiles of a nametable row and rows of a nametable.
pub const COLUMNS: usize = 32;
/// Rows of a nametable.
pub const ROWS: usize = 30;

/// The color number, 0 to 3, of a pixel of a tile.
pub fn color_number(tile: &[u8], x: usize, y: usize) -> u8 {
    let bit = 7 - x;
    (tile[y] >> bit & 1) | (tile[y + 8] >> bit & 1) << 1
}

/// The 256 tiles of a pattern table in PPU space, 4,096 bytes.
pub fn table(machine: &Machine, number: u32) -> Vec<u8> {
    bytes(machine, Space::Ppu, number * TABLE_BYTES)
}

/// The 256 tiles of a 4 KiB bank of CHR ROM or CHR RAM; `None` past its end.
pub fn bank(machine: &Machine, space: Space, number: u32) -> Option<Vec<u8>> {
    let start = number.checked_mul(TABLE_BYTES)?;
    let end = start.checked_add(TABLE_BYTES)?;
    (end <= machine.space_length(space)).then(|| bytes(machine, space, start))
}

fn bytes(machine: &Machine, space: Space, start: u32) -> Vec<u8> {
    let offsets = start..start + TABLE_BYTES;
    offsets
        .map(|offset| machine.peek_space(space, offset).unwrap_or(0))
        .collect()
}

/// The four colors of palette 0 to 7 as pixels; color 0 is the backdrop.
pub fn palette(machine: &Machine, number: usize) -> [u16; 4] {
    let cells = machine.ppu().palette();
    std::array::from_fn(|color| {
        let cell = if color == 0 { 0 } else { number * 4 + color };
        u16::from(cells[cell] & 0x3F)
    })
}

/// A pattern table as a picture of 128 x 128 pixels.
pub fn table_picture(tiles: &[u8], colors: [u16; 4]) -> Picture {
    let mut picture = Picture::filled(128, 128, colors[0]);
    for (index, tile) in tiles.chunks_exact(TILE_BYTES).enumerate() {
        draw(&mut picture, tile, index % 16 * 8, index / 16 * 8, colors);
    }
    picture
}

/// Draws a tile with its four colors.
pub fn draw(picture: &mut Picture, tile: &[u8], left: usize, top: usize, colors: [u16; 4]) {
    for y in 0..8 {
        for x in 0..8 {
            let color = color_number(tile, x, y);
            picture.set(left + x, top + y, colors[usize::from(color)]);
        }
    }
}

/// A nametable as the PPU sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nametable {
    /// 0 to 3.
    pub number: u32,
    /// 30 rows of 32 tile numbers.
    pub tiles: Vec<Vec<u8>>,
    /// 64 attribute bytes.
    pub attributes: Vec<u8>,
}

impl Nametable {
    /// Reads nametable 0 to 3 through the cartridge, without side effects.
    pub fn read(machine: &Machine, number: u32) -> Nametable {
        let peek = |offset: usize| {
            let address = Nametable::address_of(number) + offset as u32;
            machine.peek_space(Space::Ppu, address).unwrap_or(0)
        };
        let row = |row: usize| (0..COLUMNS).map(|x| peek(row * COLUMNS + x)).collect();
        let attributes = COLUMNS * ROWS..0x400;
        Nametable {
            number,
            tiles: (0..ROWS).map(row).collect(),
            attributes: attributes.map(peek).collect(),
        }
    }

    /// PPU address of the first tile.
    pub fn address(&self) -> u32 {
        Nametable::address_of(self.number)
    }

    fn address_of(number: u32) -> u32 {
        0x2000 + number * 0x400
    }

    /// The palette number, 0 to 3, at a tile.
    pub fn palette_at(&self, column: usize, row: usize) -> usize {
        let attribute = self.attributes[row / 4 * 8 + column / 4];
        let shift = (row & 2) * 2 + (column & 2);
        usize::from(attribute >> shift & 3)
    }
}

/// Nametables side by side in the order 0 1 / 2 3, or one alone, 256 x 240 pixels each.
pub fn nametable_picture(machine: &Machine, tables: &[Nametable]) -> Picture {
    let across = if tables.len() > 1 { 2 } else { 1 };
    let down = tables.len().div_ceil(across);
    let patterns = table(machine, u32::from(machine.ppu().ctrl() >> 4 & 1));
    let mut picture = Picture::filled(across * 256, down * 240, 0);
    for (index, nametable) in tables.iter().enumerate() {
        let (left, top) = (index % across * 256, index / across * 240);
        draw_nametable(&mut picture, machine, nametable, &patterns, (left, top));
    }
    picture
}

fn draw_nametable(
    picture: &mut Picture,
    machine: &Machine,
    nametable: &Nametable,
    patterns: &[u8],
    (left, top): (usize, usize),
) {
    let palettes: [_; 4] = std::array::from_fn(|number| palette(machine, number));
    for (y, row) in nametable.tiles.iter().enumerate() {
        for (x, &tile) in row.iter().enumerate() {
            let start = usize::from(tile) * TILE_BYTES;
            let tile = &patterns[start..start + TILE_BYTES];
            let colors = palettes[nametable.palette_at(x, y)];
            draw(picture, tile, left + x * 8, top + y * 8, colors);
        }
    }
}

/// A part of the plane of nametables that shows: 256 columns from `x` on, `rows` rows from
/// `y` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
    /// Left column, 0 to 511.
    pub x: u16,
    /// Top row, 0 to 479.
    pub y: u16,
    /// Rows, 1 to 240.
    pub rows: u16,
}

/// Draws the edge of what shows into a picture of nametables; it wraps at the plane's edges.
pub fn draw_viewport(picture: &mut Picture, tables: &[Nametable], port: Viewport, pixel: u16) {
    let across = if tables.len() > 1 { 2 } else { 1 };
    let mut mark = |x: u16, y: u16| {
        let x = usize::from((port.x + x) % PLANE_COLUMNS);
        let y = usize::from((port.y + y) % PLANE_ROWS);
        let number = x / 256 + y / 240 * 2;
        let index = tables
            .iter()
            .position(|table| table.number as usize == number);
        if let Some(index) = index {
            let (left, top) = (index % across * 256, index / across * 240);
            picture.set(left + x % 256, top + y % 240, pixel);
        }
    };
    for x in 0..256 {
        mark(x, 0);
        mark(x, port.rows - 1);
    }
    for y in 0..port.rows {
        mark(0, y);
        mark(255, y);
    }
}
