//! One pixel in numbers, and why it looks as it does.

use super::{background::Tile, choice::Winner, fetch::Fetch, probe::Sample, sprites::Slot};
use crate::{
    debugger::{colors, memory_map::Answers},
    nes::memory::Layout,
};
use serde::Serialize;

const PALETTE: u16 = 0x3F00;
const TILE_COLUMNS: u8 = 8;
const PATTERN: u8 = 3;

/// Where a byte lies: in PPU space, and in its own memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// PPU address.
    pub address: u16,
    /// The memory behind it at that moment, as spaces are named.
    pub space: &'static str,
    /// Offset in that memory.
    pub offset: u32,
    /// The byte read.
    pub value: u8,
}

impl Origin {
    /// Of a read.
    pub fn of(fetch: &Fetch, layout: &Layout) -> Origin {
        let answers: Answers = fetch.answers(layout);
        Origin {
            address: fetch.address,
            space: answers.name(),
            offset: answers.offset(),
            value: fetch.value,
        }
    }
}

/// The background's part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BackgroundReport {
    /// The tile number in the nametable.
    pub nametable: Origin,
    /// The attribute byte.
    pub attribute: Origin,
    /// The tile's two bits of it.
    pub attribute_bits: u8,
    /// The low plane of the tile's row.
    pub low: Origin,
    /// The high plane.
    pub high: Origin,
    /// Row of the tile, 0 to 7.
    pub row: u16,
    /// Column of the tile, 0 to 7, from the left.
    pub column: u8,
    /// Fine X when the pixel was put out.
    pub fine_x: u8,
    /// Pattern number, 0 to 3.
    pub pattern: u8,
    /// Palette, 0 to 3.
    pub palette: u8,
    /// Palette address if it shows.
    pub palette_address: u16,
    /// Whether the pattern number is not 0.
    pub opaque: bool,
    /// Whether the background is enabled and not clipped there.
    pub shown: bool,
}

/// A sprite's part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpriteReport {
    /// Slot of the line, 0 to 7; the lowest opaque one wins among sprites.
    pub slot: usize,
    /// Number in OAM, 0 to 63; absent for what stayed in the slot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub i: Option<u8>,
    /// Left column.
    pub x: u8,
    /// OAM Y.
    pub y: u8,
    /// Tile number.
    pub tile: u8,
    /// Row of the sprite in its patterns, flip applied.
    pub row: u16,
    /// The low plane of that row.
    pub low: Origin,
    /// The high plane.
    pub high: Origin,
    /// Palette, 4 to 7.
    pub palette: u8,
    /// Whether it is behind an opaque background.
    pub behind: bool,
    /// Mirrored left to right.
    pub flip_x: bool,
    /// Mirrored top to bottom.
    pub flip_y: bool,
    /// Pattern number of the pixel, 0 to 3.
    pub pattern: u8,
    /// Palette address if it shows.
    pub palette_address: u16,
    /// Whether the pattern number is not 0.
    pub opaque: bool,
}

/// A pixel in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PixelReport {
    /// Column.
    pub x: u8,
    /// Line.
    pub y: u8,
    /// Frame.
    pub frame: u64,
    /// Whether the dot was rendered.
    pub rendering: bool,
    /// v when the pixel was put out.
    pub v: u16,
    /// The background, unless nothing fetched was in its shifters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background: Option<BackgroundReport>,
    /// The sprites that cover the column, in slot order.
    pub sprites: Vec<SpriteReport>,
    /// `backdrop`, `background`, `sprite` or `unrendered`.
    pub winner: &'static str,
    /// Number in OAM of the winning sprite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner_sprite: Option<u8>,
    /// Why, in words.
    pub why: String,
    /// Whether sprite zero meets the background here.
    pub sprite_zero: bool,
    /// Palette address that shows.
    pub palette_address: u16,
    /// Palette cell before grayscale, 0 to 63.
    pub cell: u8,
    /// Color index in the picture, 0 to 63.
    pub color: u16,
    /// Emphasis in the picture: bit 0 red, 1 green, 2 blue.
    pub emphasis: u16,
    /// Whether grayscale was on.
    pub grayscale: bool,
    /// The color as #RRGGBB.
    pub rgb: String,
}

impl PixelReport {
    /// The report of a sample; `layout` is the cartridge's.
    pub fn new(sample: &Sample, layout: &Layout) -> PixelReport {
        let Sample { place, choice, .. } = sample;
        let sprites: Vec<_> = sprites(sample, layout);
        let winner_sprite = match choice.winner {
            Winner::Sprite(slot) => sprites.iter().find(|sprite| sprite.slot == slot),
            _ => None,
        };
        let [red, green, blue] = colors::rgb(sample.pixel);
        PixelReport {
            x: place.x,
            y: place.y,
            frame: place.frame,
            rendering: sample.layers.is_some(),
            v: sample.v,
            background: background(sample, layout),
            winner: match choice.winner {
                Winner::Backdrop => "backdrop",
                Winner::Background => "background",
                Winner::Sprite(_) => "sprite",
                Winner::Unrendered => "unrendered",
            },
            winner_sprite: winner_sprite.and_then(|sprite| sprite.i),
            why: why(sample),
            sprites,
            sprite_zero: choice.sprite_zero,
            palette_address: PALETTE | u16::from(choice.index),
            cell: sample.cell,
            color: sample.pixel & 0x3F,
            emphasis: sample.pixel >> 6 & 7,
            grayscale: sample.mask & 1 != 0,
            rgb: format!("#{red:02X}{green:02X}{blue:02X}"),
        }
    }
}

fn background(sample: &Sample, layout: &Layout) -> Option<BackgroundReport> {
    let layers = sample.layers.as_ref()?;
    let (tile, column): &(Tile, u8) = sample.tile.as_ref()?;
    let pattern = layers.background & PATTERN;
    Some(BackgroundReport {
        nametable: Origin::of(&tile.nametable, layout),
        attribute: Origin::of(&tile.attribute, layout),
        attribute_bits: tile.palette(),
        low: Origin::of(&tile.low, layout),
        high: Origin::of(&tile.high, layout),
        row: tile.low.address & 7,
        column: *column,
        fine_x: sample.fine_x,
        pattern,
        palette: layers.background >> 2,
        palette_address: PALETTE | u16::from(layers.background),
        opaque: pattern != 0,
        shown: layers.background_shown,
    })
}

/// The slots that cover the column, or put something out there although they should not.
fn sprites(sample: &Sample, layout: &Layout) -> Vec<SpriteReport> {
    let Some(layers) = &sample.layers else {
        return Vec::new();
    };
    let x = sample.place.x;
    let covers = |slot: &Slot| {
        slot.in_range && x.wrapping_sub(slot.bytes[3]) < TILE_COLUMNS && x >= slot.bytes[3]
    };
    let slots = sample.slots.iter().zip(&layers.units).enumerate();
    slots
        .filter_map(|(number, (slot, unit))| {
            let slot = slot.as_ref()?;
            let pattern = unit.pixel();
            (covers(slot) || pattern != 0).then(|| sprite(number, slot, pattern, layout))
        })
        .collect()
}

fn sprite(number: usize, slot: &Slot, pattern: u8, layout: &Layout) -> SpriteReport {
    let [y, tile, attribute, x] = slot.bytes;
    SpriteReport {
        slot: number,
        i: slot.found.map(|found| found.sprite()),
        x,
        y,
        tile,
        row: slot.row,
        low: Origin::of(&slot.low, layout),
        high: Origin::of(&slot.high, layout),
        palette: 4 + (attribute & 3),
        behind: attribute & 0x20 != 0,
        flip_x: attribute & 0x40 != 0,
        flip_y: attribute & 0x80 != 0,
        pattern,
        palette_address: PALETTE | 0x10 | u16::from((attribute & 3) << 2 | pattern),
        opaque: pattern != 0,
    }
}

fn why(sample: &Sample) -> String {
    let Some(layers) = &sample.layers else {
        return unrendered(sample);
    };
    let background = layers.background & PATTERN != 0;
    let named = |slot: usize| match sample.slots[slot].and_then(|slot| slot.found) {
        Some(found) => format!("sprite {}", found.sprite()),
        None => format!("what stayed in slot {slot}"),
    };
    let behind = |slot: usize| layers.units[slot].attribute & 0x20 != 0;
    let hidden = match (background, layers.background_shown) {
        (true, false) => "the background is not shown here",
        _ => "the background is transparent here",
    };
    match (sample.choice.winner, sample.choice.sprite) {
        (Winner::Sprite(slot), _) if behind(slot) => {
            format!("{} is behind the background, but {hidden}", named(slot))
        }
        (Winner::Sprite(slot), _) if background && layers.background_shown => {
            format!("{} is in front of the opaque background", named(slot))
        }
        (Winner::Sprite(slot), _) => format!("{} is opaque and {hidden}", named(slot)),
        (Winner::Background, Some(slot)) => {
            format!("the background is opaque and {} is behind it", named(slot))
        }
        (Winner::Background, None) => "the background is opaque, no sprite is".to_string(),
        _ => {
            let sprites = match layers.sprites_shown {
                true => "no sprite is opaque",
                false => "sprites are not shown here",
            };
            format!("{hidden} and {sprites}: the backdrop")
        }
    }
}

fn unrendered(sample: &Sample) -> String {
    match sample.choice.index {
        _ if sample.v & 0x3FFF < PALETTE => "rendering is off: the backdrop".to_string(),
        _ => "rendering is off and v points into palette RAM: that cell".to_string(),
    }
}
