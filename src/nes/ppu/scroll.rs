//! The scroll registers v, t, x and w.
//!
//! ```text
//! yyy NN YYYYY XXXXX     v and t, 15 bits
//! ||| || ||||| +++++-- coarse X
//! ||| || +++++-------- coarse Y
//! ||| ++-------------- nametable
//! +++----------------- fine Y
//! ```
//!
//! NESdev: PPU scrolling

use serde::{Deserialize, Serialize};

/// The bits of t that dot 257 copies to v: nametable X and coarse X.
const HORIZONTAL: u16 = 0x041F;
/// The bits of t that the pre-render line copies to v: fine Y, nametable Y and coarse Y.
const VERTICAL: u16 = 0x7BE0;
const COARSE_X: u16 = 0x001F;
const COARSE_Y: u16 = 0x03E0;
const NAMETABLE_X: u16 = 0x0400;
const NAMETABLE_Y: u16 = 0x0800;
const FINE_Y: u16 = 0x7000;
/// The address bits of v.
const ADDRESS: u16 = 0x3FFF;

/// The scroll registers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scroll {
    /// Current address, 15 bits.
    pub v: u16,
    /// Address of the top left corner, 15 bits.
    pub t: u16,
    /// Fine X, 0 to 7.
    pub x: u8,
    /// Whether the next `$2005` or `$2006` write is the second.
    pub w: bool,
}

impl Scroll {
    /// Whether every field is within its range.
    pub fn is_possible(&self) -> bool {
        self.v.max(self.t) < 0x8000 && self.x < 8
    }

    /// `$2000`: the nametable bits of t.
    pub fn write_control(&mut self, value: u8) {
        self.t = self.t & !0x0C00 | u16::from(value & 3) << 10;
    }

    /// `$2005`.
    pub fn write_scroll(&mut self, value: u8) {
        let value16 = u16::from(value);
        if self.w {
            self.t = self.t & !(FINE_Y | COARSE_Y) | (value16 & 7) << 12 | (value16 & 0xF8) << 2;
        } else {
            self.t = self.t & !COARSE_X | value16 >> 3;
            self.x = value & 7;
        }
        self.w = !self.w;
    }

    /// `$2006`; returns whether t is complete, so that it is to be copied to v.
    pub fn write_address(&mut self, value: u8) -> bool {
        let complete = self.w;
        if complete {
            self.t = self.t & 0x7F00 | u16::from(value);
        } else {
            self.t = self.t & 0x00FF | u16::from(value & 0x3F) << 8;
        }
        self.w = !self.w;
        complete
    }

    /// The 14 address bits of v.
    pub fn address(&self) -> u16 {
        self.v & ADDRESS
    }

    /// Nametable byte of the current tile.
    pub fn nametable_address(&self) -> u16 {
        0x2000 | self.v & 0x0FFF
    }

    /// Attribute byte of the current tile.
    pub fn attribute_address(&self) -> u16 {
        0x23C0 | self.v & 0x0C00 | self.v >> 4 & 0x38 | self.v >> 2 & 7
    }

    /// Row of the current tile, 0 to 7.
    pub fn fine_y(&self) -> u16 {
        self.v >> 12
    }

    /// How far the attribute byte must be shifted right for the current tile: 0, 2, 4 or 6.
    pub fn attribute_shift(&self) -> u16 {
        self.v >> 4 & 4 | self.v & 2
    }

    /// Next tile to the right; wraps into the horizontally neighboring nametable.
    pub fn increment_x(&mut self) {
        if self.v & COARSE_X == COARSE_X {
            self.v = self.v & !COARSE_X ^ NAMETABLE_X;
        } else {
            self.v += 1;
        }
    }

    /// Next row. Row 29 wraps into the vertically neighboring nametable, row 31 into the same.
    pub fn increment_y(&mut self) {
        if self.v & FINE_Y != FINE_Y {
            self.v += 0x1000;
            return;
        }
        self.v &= !FINE_Y;
        match (self.v & COARSE_Y) >> 5 {
            29 => self.v = self.v & !COARSE_Y ^ NAMETABLE_Y,
            31 => self.v &= !COARSE_Y,
            _ => self.v += 0x20,
        }
    }

    /// Adds to v as the CPU port does outside rendering, within 15 bits.
    pub fn advance(&mut self, amount: u16) {
        self.v = (self.v + amount) & 0x7FFF;
    }

    /// Copies the horizontal bits of t to v.
    pub fn copy_x(&mut self) {
        self.v = self.v & !HORIZONTAL | self.t & HORIZONTAL;
    }

    /// Copies the vertical bits of t to v.
    pub fn copy_y(&mut self) {
        self.v = self.v & !VERTICAL | self.t & VERTICAL;
    }

    /// Copies t to v.
    pub fn copy(&mut self) {
        self.v = self.t;
    }
}
