//! Which sprites evaluation chose for a line, what was fetched for them, and the overflow.
//!
//! NESdev: PPU sprite evaluation

use super::fetch::Fetch;
use crate::nes::ppu::{
    Ppu,
    sprites::evaluation::{Step, in_range},
};

/// Slots of a line.
pub const SLOTS: usize = 8;
/// Even dots on which evaluation acts.
const FIRST_ACT: u16 = 66;
const LAST_ACT: u16 = 256;
/// First dot of the sprite fetches.
const FETCHES: u16 = 257;
const LAST_FETCH: u16 = 320;

/// A byte of primary OAM that evaluation took for a Y in range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its address; a multiple of four unless OAM is read misaligned.
    pub oam_address: u8,
    /// The dot that decided.
    pub dot: u16,
}

impl Found {
    /// The sprite, 0 to 63.
    pub fn sprite(self) -> u8 {
        self.oam_address / 4
    }

    /// The byte of the sprite that was taken for its Y, 0 to 3: 0 if it was the Y.
    pub fn byte(self) -> u8 {
        self.oam_address & 3
    }
}

/// What evaluation did on one line, for the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evaluated {
    /// The line it ran on.
    pub scanline: u16,
    /// What each slot was given.
    pub chosen: [Option<Found>; SLOTS],
    /// What set the overflow flag, or would have set it.
    pub overflow: Option<Found>,
    /// Primary OAM as evaluation found it.
    pub oam: Vec<u8>,
    /// Secondary OAM as evaluation left it.
    pub secondary: [u8; 32],
    /// Rows of a sprite then, 8 or 16.
    pub height: u16,
}

/// What a slot was loaded with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Where it came from in OAM; `None` when evaluation gave it nothing.
    pub found: Option<Found>,
    /// Y, tile, attribute and X from secondary OAM.
    pub bytes: [u8; 4],
    /// Row of the sprite, flip applied.
    pub row: u16,
    /// Whether it covers the line; otherwise its planes were loaded blank.
    pub in_range: bool,
    /// The read of the low plane.
    pub low: Fetch,
    /// The read of the high plane.
    pub high: Fetch,
}

/// Watches evaluation and the sprite fetches.
#[derive(Clone, Debug, Default)]
pub struct SpriteWatch {
    /// The latest evaluation.
    pub evaluated: Evaluated,
    /// What the slots hold; kept until they are loaded again, as the units do.
    pub slots: [Option<Slot>; SLOTS],
    low: Option<Fetch>,
}

impl SpriteWatch {
    /// A dot begins.
    pub fn dot(&mut self, ppu: &Ppu) {
        if !ppu.rendering() || !ppu.on_visible_line() {
            return;
        }
        match ppu.dot() {
            65 => self.begin(ppu),
            dot @ FIRST_ACT..=LAST_ACT if dot & 1 == 0 => self.act(ppu),
            FETCHES => {
                self.evaluated.secondary = *ppu.secondary_oam();
                self.evaluated.height = ppu.sprite_height();
            }
            _ => {}
        }
    }

    fn begin(&mut self, ppu: &Ppu) {
        self.evaluated = Evaluated {
            scanline: ppu.scanline(),
            oam: ppu.oam().to_vec(),
            ..Evaluated::default()
        };
    }

    fn act(&mut self, ppu: &Ppu) {
        if !in_range(ppu.oam_buffer(), ppu.scanline(), ppu.sprite_height()) {
            return;
        }
        let found = Found {
            oam_address: ppu.oam_address(),
            dot: ppu.dot(),
        };
        match ppu.evaluation().step {
            Step::Y => {
                let slot = usize::from(ppu.secondary_address() / 4);
                self.evaluated.chosen[slot] = Some(found);
            }
            Step::Search => self.evaluated.overflow = Some(found),
            _ => {}
        }
    }

    /// A read of the pipeline.
    pub fn read(&mut self, fetch: Fetch, ppu: &SlotBytes) {
        if !(FETCHES..=LAST_FETCH).contains(&fetch.dot) {
            return;
        }
        match (fetch.dot & 7, self.low) {
            (6, _) => self.low = Some(fetch),
            (0, Some(low)) => {
                let slot = usize::from((fetch.dot - FETCHES) / 8);
                self.slots[slot] = Some(Slot {
                    found: self.evaluated.chosen[slot],
                    bytes: ppu.bytes,
                    row: ppu.row,
                    in_range: ppu.in_range,
                    low,
                    high: fetch,
                });
            }
            _ => {}
        }
    }
}

/// The slot being fetched, taken before the read of its last byte.
#[derive(Clone, Copy, Debug, Default)]
pub struct SlotBytes {
    bytes: [u8; 4],
    row: u16,
    in_range: bool,
}

impl SlotBytes {
    /// From the chip, on one of the slot's last four dots: the buffer still holds X.
    pub fn of(ppu: &Ppu) -> SlotBytes {
        let fetch = ppu.sprite_fetch();
        SlotBytes {
            bytes: [fetch.y, fetch.tile, fetch.attribute, ppu.oam_buffer()],
            row: fetch.row & (ppu.sprite_height() - 1),
            in_range: fetch.in_range,
        }
    }
}
