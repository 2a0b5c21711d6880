//! Sprite fetch, dots 257-320: eight dots for each of the eight slots.
//!
//! ```text
//! phase  secondary OAM     bus
//! 1      Y                 nametable (unused)
//! 2      tile
//! 3      attribute         nametable (unused)
//! 4      X; row and range are latched
//! 5-6    X again           low plane
//! 7-8    X again           high plane
//! ```
//!
//! Range is tested a second time here, with the line and sprite size of this moment. An
//! empty slot's fetch still happens on the bus; only what enters the shifters is blanked.
//!
//! NESdev: PPU sprite evaluation; PPU rendering. AccuracyCoin: Suddenly Resize Sprite

use super::evaluation::in_range;
use serde::{Deserialize, Serialize};

const FLIP_X: u8 = 0x40;
const FLIP_Y: u8 = 0x80;

/// The slot being fetched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpriteFetch {
    /// Secondary OAM byte 0.
    pub y: u8,
    /// Secondary OAM byte 1.
    pub tile: u8,
    /// Secondary OAM byte 2.
    pub attribute: u8,
    /// Row of the sprite, flip applied, 0 to 15.
    pub row: u16,
    /// Whether the sprite covers the line; otherwise the shifters are loaded blank.
    pub in_range: bool,
}

impl SpriteFetch {
    /// Phase 4: decides row and range. `height` is 8 or 16.
    pub fn latch_row(&mut self, line: u16, height: u16) {
        // The comparator sees the low eight bits of the line: the pre-render line is line 5.
        let line = line & 0xFF;
        self.in_range = in_range(self.y, line, height);
        self.row = line.wrapping_sub(u16::from(self.y)) & 15;
        if self.attribute & FLIP_Y != 0 {
            self.row ^= 15;
        }
    }

    /// Address of the low pattern plane. `table` is the pattern table for 8x8 sprites.
    #[inline]
    pub fn pattern_address(&self, height: u16, table: u16) -> u16 {
        let tile = u16::from(self.tile);
        if height == 16 {
            (tile & 1) << 12 | (tile & 0xFE) << 4 | (self.row & 8) << 1 | self.row & 7
        } else {
            table | tile << 4 | self.row & 7
        }
    }

    /// What a fetched plane puts into the shifter: blank out of range, leftmost pixel first.
    #[inline]
    pub fn shifter_input(&self, plane: u8) -> u8 {
        match (self.in_range, self.attribute & FLIP_X != 0) {
            (false, _) => 0,
            (true, false) => plane,
            (true, true) => plane.reverse_bits(),
        }
    }
}
