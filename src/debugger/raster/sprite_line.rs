//! The sprites of one line: which were chosen, in what order, and which were left out.
//!
//! NESdev: PPU sprite evaluation

use super::{
    pixel_report::Origin,
    probe::Pipeline,
    sprites::{Evaluated, SLOTS, Slot},
};
use crate::nes::{
    memory::{Layout, Page},
    observer::Observer,
    ppu::{Ppu, sprites::evaluation::in_range},
};
use serde::Serialize;

/// The observer that waits for a line.
#[derive(Clone, Debug)]
pub struct SpriteLineWatch {
    frame: u64,
    line: u8,
    pipeline: Pipeline,
    found: Option<Found>,
}

/// What the line begins with.
#[derive(Clone, Debug)]
struct Found {
    rendering: bool,
    evaluated: Evaluated,
    slots: [Option<Slot>; SLOTS],
}

impl SpriteLineWatch {
    /// Waits for a line, 0 to 239. Attach it a frame before.
    pub fn new(frame: u64, line: u8) -> SpriteLineWatch {
        SpriteLineWatch {
            frame,
            line,
            pipeline: Pipeline::default(),
            found: None,
        }
    }

    /// The line's report, once the replay has passed its beginning.
    pub fn report(&self, layout: &Layout) -> Option<SpriteLineReport> {
        let found = self.found.as_ref()?;
        Some(report(self.frame, self.line, found, layout))
    }
}

impl Observer for SpriteLineWatch {
    fn before_dots(&mut self, ppu: &Ppu, end: u16) {
        let here = ppu.frame() == self.frame && ppu.scanline() == u16::from(self.line);
        if here && (ppu.dot()..end).contains(&1) {
            self.found = Some(Found {
                rendering: ppu.rendering(),
                evaluated: self.pipeline.sprites.evaluated.clone(),
                slots: self.pipeline.sprites.slots,
            });
        }
        self.pipeline.dot(ppu);
    }

    fn before_fetch(&mut self, ppu: &Ppu, page: Page) {
        self.pipeline.begin(ppu, page);
    }

    fn video(&mut self, _clock: u64, address: u16, value: u8, write: bool) {
        self.pipeline.end(address, value, write);
    }
}

/// One chosen sprite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChosenSprite {
    /// Slot, 0 to 7.
    pub slot: usize,
    /// Number in OAM, 0 to 63.
    pub i: u8,
    /// OAM Y.
    pub y: u8,
    /// Tile number.
    pub tile: u8,
    /// Attribute byte.
    pub attributes: u8,
    /// Left column.
    pub x: u8,
    /// Row in its patterns, flip applied.
    pub row: u16,
    /// The low plane fetched.
    pub low: Origin,
    /// The high plane fetched.
    pub high: Origin,
    /// The dot of the line before on which it was found.
    pub dot: u16,
}

/// What set the overflow flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OverflowReport {
    /// The sprite whose byte was found in range.
    pub i: u8,
    /// Which of its bytes: 0 is Y.
    pub byte: u8,
    /// The dot of the line before.
    pub dot: u16,
    /// Whether there is no ninth sprite: the search stepped diagonally and took another
    /// byte for a Y.
    pub mistaken: bool,
}

/// The sprites of one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpriteLineReport {
    /// Frame.
    pub frame: u64,
    /// Picture line.
    pub line: u8,
    /// Whether the line was rendered.
    pub rendering: bool,
    /// The line that sprites were evaluated on; absent when evaluation did not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluated_on: Option<u16>,
    /// Rows of a sprite, 8 or 16.
    pub height: u16,
    /// The sprites that show, in the order of their slots.
    pub chosen: Vec<ChosenSprite>,
    /// Numbers of all sprites whose Y is in range.
    pub in_range: Vec<u8>,
    /// Numbers of those that were left out.
    pub left_out: Vec<u8>,
    /// What set the overflow flag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overflow: Option<OverflowReport>,
    /// Whether more than eight sprites were in range and the flag was not set.
    pub overflow_missed: bool,
    /// The 32 bytes of secondary OAM.
    pub secondary: Vec<u8>,
}

fn report(frame: u64, line: u8, found: &Found, layout: &Layout) -> SpriteLineReport {
    let evaluated = &found.evaluated;
    let before = u16::from(line).checked_sub(1);
    let ran = before == Some(evaluated.scanline) && !evaluated.oam.is_empty();
    let covering = if ran { covering(evaluated) } else { Vec::new() };
    let chosen = chosen(found, ran, layout);
    let is_chosen = |i: &u8| chosen.iter().any(|sprite| sprite.i == *i);
    let left_out: Vec<_> = covering.iter().copied().filter(|i| !is_chosen(i)).collect();
    let overflow = evaluated.overflow.filter(|_| ran);
    SpriteLineReport {
        frame,
        line,
        rendering: found.rendering,
        evaluated_on: before.filter(|_| ran),
        height: evaluated.height,
        overflow: overflow.map(|overflow| OverflowReport {
            i: overflow.sprite(),
            byte: overflow.byte(),
            dot: overflow.dot,
            mistaken: covering.len() <= SLOTS,
        }),
        overflow_missed: covering.len() > SLOTS && overflow.is_none(),
        secondary: evaluated.secondary.to_vec(),
        chosen,
        in_range: covering,
        left_out,
    }
}

fn covering(evaluated: &Evaluated) -> Vec<u8> {
    let sprites = (0..).zip(evaluated.oam.chunks_exact(4));
    sprites
        .filter(|(_, bytes)| in_range(bytes[0], evaluated.scanline, evaluated.height))
        .map(|(i, _)| i)
        .collect()
}

fn chosen(found: &Found, ran: bool, layout: &Layout) -> Vec<ChosenSprite> {
    let slots = found.slots.iter().enumerate();
    slots
        .filter_map(|(number, slot)| {
            let slot = slot.as_ref().filter(|_| ran)?;
            let origin = slot.found.filter(|_| slot.in_range)?;
            let [y, tile, attributes, x] = slot.bytes;
            Some(ChosenSprite {
                slot: number,
                i: origin.sprite(),
                y,
                tile,
                attributes,
                x,
                row: slot.row,
                low: Origin::of(&slot.low, layout),
                high: Origin::of(&slot.high, layout),
                dot: origin.dot,
            })
        })
        .collect()
}
