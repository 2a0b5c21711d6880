//! Sprite evaluation: the state machine of dots 65-256 that fills secondary OAM.
//!
//! Odd dots read primary OAM into the buffer; even dots act on the buffer. The line number
//! is the current one, so that sprites show one line lower. Once secondary OAM is full its
//! writes become reads, and the search for a ninth sprite steps diagonally through OAM.
//!
//! NESdev: PPU sprite evaluation. AccuracyCoin: Misaligned OAM, Arbitrary Sprite Zero,
//! $2004 Stress

use crate::nes::ppu::oam::Oam;
use crate::nes::ppu::timing::{LAST_PIXEL_DOT, SPRITE_ZERO_DOT};
use serde::{Deserialize, Serialize};

/// What the next even dot does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// Copies and tests a Y.
    Y,
    /// Copies a tile number.
    Tile,
    /// Copies an attribute byte.
    Attribute,
    /// Copies an X.
    X,
    /// Secondary OAM is full: tests what it takes for a Y.
    Search,
    /// Steps over the bytes of the ninth sprite; this many remain.
    Ninth(u8),
    /// OAM is exhausted or the ninth sprite found.
    Finished,
}

/// The evaluation's own state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evaluation {
    /// What the next even dot does.
    pub step: Step,
    /// Whether slot 0 of the next line is sprite zero.
    pub sprite_zero: bool,
}

impl Default for Evaluation {
    fn default() -> Self {
        Evaluation {
            step: Step::Y,
            sprite_zero: false,
        }
    }
}

/// Whether a sprite with this Y covers the line after `line`.
#[inline]
pub fn in_range(y: u8, line: u16, height: u16) -> bool {
    line.wrapping_sub(u16::from(y)) < height
}

impl Evaluation {
    /// Whether every field is within its range.
    pub fn is_possible(&self) -> bool {
        !matches!(self.step, Step::Ninth(0 | 4..))
    }

    /// Dot 65: starts over at OAMADDR as software left it.
    pub fn start(&mut self, oam: &mut Oam) {
        self.step = Step::Y;
        oam.secondary_address = 0;
    }

    /// One even dot. Returns whether the overflow flag is to be set.
    #[inline]
    pub fn act(&mut self, oam: &mut Oam, dot: u16, line: u16, height: u16) -> bool {
        let hit = in_range(oam.buffer, line, height);
        if dot == SPRITE_ZERO_DOT {
            self.sprite_zero = hit;
        }
        match self.step {
            Step::Y => {
                oam.store();
                if hit {
                    oam.next_secondary();
                    self.step = Step::Tile;
                    self.move_to(oam, oam.address.wrapping_add(1));
                } else {
                    self.move_to(oam, oam.address.wrapping_add(4) & 0xFC);
                }
            }
            Step::Tile => self.copy(oam, Step::Attribute),
            Step::Attribute => self.copy(oam, Step::X),
            Step::X => self.copy_x(oam, hit),
            Step::Search => return self.search(oam, hit),
            Step::Ninth(remaining) => self.pass_ninth(oam, remaining, hit),
            Step::Finished => {
                oam.address = oam.address.wrapping_add(4) & 0xFC;
                oam.buffer = oam.selected_secondary();
            }
        }
        false
    }

    /// All even dots of a line, from 66 to 256. Returns whether the overflow flag is to be set.
    /// Where all sprites have been seen it ends: dot 257 replaces what would still change.
    pub fn run_line(&mut self, oam: &mut Oam, line: u16, height: u16) -> bool {
        let mut overflow = false;
        let mut dot = SPRITE_ZERO_DOT;
        while dot <= LAST_PIXEL_DOT && self.step != Step::Finished {
            oam.buffer = oam.selected();
            overflow |= self.act(oam, dot, line, height);
            dot += 2;
        }
        overflow
    }

    fn copy(&mut self, oam: &mut Oam, next: Step) {
        oam.store();
        oam.next_secondary();
        self.step = next;
        self.move_to(oam, oam.address.wrapping_add(1));
    }

    /// The comparator runs on X too: only an X out of range realigns the address.
    fn copy_x(&mut self, oam: &mut Oam, hit: bool) {
        oam.store();
        oam.next_secondary();
        self.step = if oam.secondary_address == 0 {
            Step::Search
        } else {
            Step::Y
        };
        self.move_to(oam, after_x(oam.address, hit));
    }

    /// The address should step by whole sprites, but its low bits step along.
    fn search(&mut self, oam: &mut Oam, hit: bool) -> bool {
        if hit {
            self.step = Step::Ninth(3);
            self.move_to(oam, oam.address.wrapping_add(1));
        } else {
            let address = oam.address;
            let diagonal = address.wrapping_add(4) & 0xFC | address.wrapping_add(1) & 3;
            self.move_to(oam, diagonal);
        }
        oam.buffer = oam.selected_secondary();
        hit
    }

    fn pass_ninth(&mut self, oam: &mut Oam, remaining: u8, hit: bool) {
        if remaining == 1 {
            oam.address = after_x(oam.address, hit);
            self.step = Step::Finished;
        } else {
            self.step = Step::Ninth(remaining - 1);
            self.move_to(oam, oam.address.wrapping_add(1));
        }
        oam.buffer = oam.selected_secondary();
    }

    /// Moves OAMADDR; when its sprite number wraps, every sprite has been seen.
    #[inline]
    fn move_to(&mut self, oam: &mut Oam, address: u8) {
        if address >> 2 < oam.address >> 2 {
            self.step = Step::Finished;
        }
        oam.address = address;
    }
}

fn after_x(address: u8, hit: bool) -> u8 {
    let next = address.wrapping_add(1);
    if hit { next } else { next & 0xFC }
}
