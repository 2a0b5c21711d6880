//! Which layer wins a pixel.
//!
//! NESdev: PPU sprite priority; PPU rendering

use crate::nes::ppu::{Ppu, pipeline::Layers};

/// Bits of a background pixel that tell opaque from transparent.
const PATTERN: u8 = 3;
/// Attribute bit: behind the background.
const BEHIND: u8 = 0x20;
/// The last column, on which sprite zero never hits.
const LAST_DOT: u16 = 256;

/// What a pixel shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// Nothing opaque: the color at `$3F00`.
    Backdrop,
    /// The background.
    Background,
    /// The sprite of a slot.
    Sprite(usize),
    /// Rendering is off: the backdrop, or the palette cell that v selects.
    Unrendered,
}

/// The outcome of one dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Who shows.
    pub winner: Winner,
    /// Palette address, 0 to 31.
    pub index: u8,
    /// The first opaque sprite, shown or not.
    pub sprite: Option<usize>,
    /// Whether sprite zero meets the background here.
    pub sprite_zero: bool,
}

/// What the next dot will put out. `layers` is `None` while rendering is off.
pub fn choose(ppu: &Ppu, layers: Option<&Layers>) -> Choice {
    let Some(layers) = layers else {
        return Choice {
            winner: Winner::Unrendered,
            index: ppu.unrendered_index(),
            sprite: None,
            sprite_zero: false,
        };
    };
    let opaque = layers.background_shown && layers.background & PATTERN != 0;
    let sprite = first_opaque(layers).filter(|_| layers.sprites_shown);
    let zero = sprite == Some(0) && layers.sprite_zero_line && ppu.dot() != LAST_DOT;
    let (winner, index) = match sprite {
        Some(slot) if !opaque || layers.units[slot].attribute & BEHIND == 0 => {
            let unit = layers.units[slot];
            let index = 0x10 | (unit.attribute & 3) << 2 | unit.pixel();
            (Winner::Sprite(slot), index)
        }
        _ if opaque => (Winner::Background, layers.background),
        _ => (Winner::Backdrop, 0),
    };
    Choice {
        winner,
        index,
        sprite,
        sprite_zero: zero && opaque,
    }
}

/// The first slot with an opaque pixel, before it is known whether sprites are shown.
fn first_opaque(layers: &Layers) -> Option<usize> {
    layers.units.iter().position(|unit| unit.pixel() != 0)
}
