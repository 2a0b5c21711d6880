//! The pixel: background against sprites, and the sprite zero hit.
//!
//! The first opaque sprite unit wins before it is compared with the background, so that a
//! low slot behind the background hides a high slot in front of it.
//!
//! NESdev: PPU sprite priority; PPU rendering; PPU OAM (sprite zero hits)

use super::timing::LAST_PIXEL_DOT;
use super::{Ppu, VideoBus, Wires};
use crate::nes::observer::Observer;

/// Bits of a background pixel that tell opaque from transparent.
const PATTERN: u8 = 3;

impl Ppu {
    /// Puts out the pixel of a rendered dot.
    #[inline(always)]
    pub(super) fn put_pixel<V: VideoBus, O: Observer>(&mut self, wires: &mut Wires<V, O>) {
        let index = self.choose_pixel();
        wires.put(self.scanline, self.dot, self.palette.pixel(index));
    }

    /// The palette address of a rendered dot.
    #[inline(always)]
    pub(super) fn choose_pixel(&mut self) -> u8 {
        if self.dot == self.units.next_fire() {
            self.units.fire(self.dot);
        }
        let tap = self.shifters.tap(self.scroll.x);
        let shown = self.dot >= self.registers.background_from && tap & PATTERN != 0;
        let mut index = if shown { tap } else { 0 };
        if self.units.any_active() {
            index = self.mix_sprites(index);
        }
        index
    }

    /// The palette address after priority.
    #[inline]
    fn mix_sprites(&mut self, background: u8) -> u8 {
        let sprite = self.units.put_out();
        if sprite.transparent() || self.dot < self.registers.sprites_from {
            return background;
        }
        if background == 0 {
            return sprite.palette_address();
        }
        if sprite.from_slot_0() && self.sprite_zero_line && self.dot != LAST_PIXEL_DOT {
            self.status.sprite_zero_hit = true;
        }
        if sprite.behind() {
            background
        } else {
            sprite.palette_address()
        }
    }
}
