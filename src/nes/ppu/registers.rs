//! The control registers `$2000` and `$2001`, and what is delayed about them.
//!
//! `$2000` acts at once. Of `$2001` the greyscale, emphasis and left-column bits act at
//! once; the two enable bits act just after the end of the write cycle, three or four dots
//! after its first dot. Until the flags are first cleared after reset, both ignore writes.
//!
//! NESdev: PPU registers; PPU power up state

use super::NEVER;
use super::timing::FIRST_PIXEL_DOT;
use serde::{Deserialize, Serialize};

const INCREMENT_32: u8 = 0x04;
const SPRITE_TABLE: u8 = 0x08;
const BACKGROUND_TABLE: u8 = 0x10;
const TALL_SPRITES: u8 = 0x20;
const NMI: u8 = 0x80;
const LEFT_BACKGROUND: u8 = 0x02;
const LEFT_SPRITES: u8 = 0x04;
const BACKGROUND: u8 = 0x08;
const SPRITES: u8 = 0x10;
/// First dot beyond the left column.
const INNER_DOT: u16 = FIRST_PIXEL_DOT + 8;

/// `$2000` and `$2001`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registers {
    /// `$2000` as written last.
    pub control: u8,
    /// `$2001` as written last.
    pub mask: u8,
    /// The enable bits of `$2001` in force.
    enabled: u8,
    /// Master clock from which the written enable bits are in force; [`NEVER`] if they are.
    pub enable_at: u64,
    /// Whether writes are ignored, as from reset to the end of the first vblank.
    pub blocked: bool,
    /// First dot whose background pixel is shown; [`u16::MAX`] if none.
    pub background_from: u16,
    /// First dot whose sprite pixel is shown; [`u16::MAX`] if none.
    pub sprites_from: u16,
}

impl Registers {
    /// The registers at reset.
    pub fn new() -> Registers {
        Registers {
            control: 0,
            mask: 0,
            enabled: 0,
            enable_at: NEVER,
            blocked: true,
            background_from: u16::MAX,
            sprites_from: u16::MAX,
        }
    }

    /// Writes `$2001`; its enable bits come into force at `enable_at`.
    pub fn write_mask(&mut self, value: u8, enable_at: u64) {
        self.mask = value;
        self.enable_at = enable_at;
        self.refresh();
    }

    /// The written enable bits come into force.
    pub fn enable(&mut self) {
        self.enabled = self.mask & (BACKGROUND | SPRITES);
        self.enable_at = NEVER;
        self.refresh();
    }

    /// Whether background or sprites are enabled.
    #[inline]
    pub fn enabled(&self) -> bool {
        self.enabled != 0
    }

    /// Whether vblank asserts /NMI.
    pub fn nmi(&self) -> bool {
        self.control & NMI != 0
    }

    /// Step of v after a `$2007` access, 1 or 32.
    pub fn address_increment(&self) -> u16 {
        if self.control & INCREMENT_32 != 0 {
            32
        } else {
            1
        }
    }

    /// Pattern table of the background.
    #[inline]
    pub fn background_table(&self) -> u16 {
        u16::from(self.control & BACKGROUND_TABLE) << 8
    }

    /// Pattern table of 8x8 sprites.
    pub fn sprite_table(&self) -> u16 {
        u16::from(self.control & SPRITE_TABLE) << 9
    }

    /// Rows of a sprite, 8 or 16.
    #[inline]
    pub fn sprite_height(&self) -> u16 {
        8 + u16::from(self.control & TALL_SPRITES) / 4
    }

    fn refresh(&mut self) {
        let from = |enable: u8, left: u8| match (self.enabled & enable, self.mask & left) {
            (0, _) => u16::MAX,
            (_, 0) => INNER_DOT,
            _ => FIRST_PIXEL_DOT,
        };
        (self.background_from, self.sprites_from) = (
            from(BACKGROUND, LEFT_BACKGROUND),
            from(SPRITES, LEFT_SPRITES),
        );
    }
}

impl Default for Registers {
    fn default() -> Self {
        Registers::new()
    }
}
