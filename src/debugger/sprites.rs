//! Sprites decoded from OAM.
//!
//! NESdev: PPU OAM

use super::{picture::Picture, tiles};
use crate::nes::{event::Space, machine::Machine};
use serde::Serialize;

/// Sprites of a row of the picture of all, and the space around each.
const PICTURE_COLUMNS: usize = 16;
const MARGIN: usize = 1;
/// The color between sprites: dark gray.
const BETWEEN: u16 = 0x2D;

/// Sprites with this Y or more are below the picture.
const FIRST_HIDDEN_Y: u8 = 0xEF;
const TALL_BIT: u8 = 0x20;
const TABLE_BIT: u8 = 0x08;

/// One sprite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Sprite {
    /// Number in OAM, 0 to 63.
    pub i: usize,
    /// Left column.
    pub x: u8,
    /// OAM Y; the sprite shows one line lower.
    pub y: u8,
    /// Tile number.
    pub tile: u8,
    /// Attribute byte.
    pub attributes: u8,
    /// Palette, 4 to 7.
    pub palette: u8,
    /// Whether it is behind the background.
    pub behind: bool,
    /// Mirrored left to right.
    pub flip_x: bool,
    /// Mirrored top to bottom.
    pub flip_y: bool,
    /// PPU address of its first pattern byte.
    pub chr: u16,
    /// Whether Y puts it on the picture.
    pub visible: bool,
}

/// Rows of a sprite, 8 or 16.
pub fn height(machine: &Machine) -> u8 {
    if machine.ppu().ctrl() & TALL_BIT != 0 {
        16
    } else {
        8
    }
}

/// All 64 sprites in OAM order.
pub fn all(machine: &Machine) -> Vec<Sprite> {
    let ctrl = machine.ppu().ctrl();
    let sprites = machine.ppu().oam().chunks_exact(4).enumerate();
    sprites.map(|(i, bytes)| decode(i, bytes, ctrl)).collect()
}

fn decode(i: usize, bytes: &[u8], ctrl: u8) -> Sprite {
    let (y, tile, attributes, x) = (bytes[0], bytes[1], bytes[2], bytes[3]);
    let chr = if ctrl & TALL_BIT != 0 {
        u16::from(tile & 1) << 12 | u16::from(tile & 0xFE) << 4
    } else {
        u16::from(ctrl & TABLE_BIT) << 9 | u16::from(tile) << 4
    };
    Sprite {
        i,
        x,
        y,
        tile,
        attributes,
        palette: 4 + (attributes & 3),
        behind: attributes & 0x20 != 0,
        flip_x: attributes & 0x40 != 0,
        flip_y: attributes & 0x80 != 0,
        chr,
        visible: y < FIRST_HIDDEN_Y,
    }
}

/// Sprites in rows of sixteen on the backdrop, each with its palette and flips.
pub fn picture(machine: &Machine, sprites: &[Sprite]) -> Picture {
    let height = usize::from(height(machine));
    let columns = sprites.len().clamp(1, PICTURE_COLUMNS);
    let rows = sprites.len().div_ceil(PICTURE_COLUMNS).max(1);
    let cell = (8 + MARGIN, height + MARGIN);
    let size = (columns * cell.0 + MARGIN, rows * cell.1 + MARGIN);
    let mut picture = Picture::filled(size.0, size.1, BETWEEN);
    for (index, sprite) in sprites.iter().enumerate() {
        let left = index % PICTURE_COLUMNS * cell.0 + MARGIN;
        let top = index / PICTURE_COLUMNS * cell.1 + MARGIN;
        draw(&mut picture, machine, sprite, (left, top), height);
    }
    picture
}

fn draw(
    picture: &mut Picture,
    machine: &Machine,
    sprite: &Sprite,
    (left, top): (usize, usize),
    height: usize,
) {
    let colors = tiles::palette(machine, usize::from(sprite.palette));
    let start = u32::from(sprite.chr);
    let patterns: Vec<u8> = (start..start + 2 * height as u32)
        .map(|address| machine.peek_space(Space::Ppu, address).unwrap_or(0))
        .collect();
    for y in 0..height {
        let row = if sprite.flip_y { height - 1 - y } else { y };
        let tile = &patterns[row / 8 * tiles::TILE_BYTES..];
        for x in 0..8 {
            let column = if sprite.flip_x { 7 - x } else { x };
            let color = tiles::color_number(tile, column, row % 8);
            picture.set(left + x, top + y, colors[usize::from(color)]);
        }
    }
}
