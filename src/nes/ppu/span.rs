//! Spans: the eight rendered dots of one background tile or sprite slot, run at once.
//!
//! May run when a whole span lies before the next access or delayed effect, no `$2007` chain
//! is under way and nobody watches single dots. Then registers, palette and scroll stand still
//! for its length, so the pixels follow from the shifters as they are at its start, and the
//! four accesses of the fetch cadence can be made one after the other. Every access is still
//! made, in order and with its clock, because the cartridge may listen. What a span leaves
//! behind is what its dots would, in every field; `testing/nes/ppu/spans.rs` compares.
//!
//! NESdev: PPU rendering; PPU sprite evaluation

use super::lanes::{ALL, Lanes, opaque};
use super::timing::*;
use super::{Ppu, VideoBus, Wires};
use crate::nes::observer::Observer;

/// The first dot of the span that ends with the last pixel.
const LAST_PIXEL_SPAN: u16 = LAST_PIXEL_DOT - SPAN + 1;
/// The first dot of the second sprite slot.
const SECOND_SLOT_DOT: u16 = SPRITE_FETCH_DOT + SPAN;
/// The lane of a span's last dot.
const LAST_LANE: Lanes = 0xFF << 56;

impl Ppu {
    /// Runs the span that begins at the next dot.
    pub(super) fn render_span<V: VideoBus, O: Observer>(&mut self, wires: &mut Wires<V, O>) {
        let visible = self.scanline < VISIBLE_LINES;
        match (self.dot, visible) {
            (..EVALUATION_DOT, true) => {
                self.put_span(wires);
                self.fetch_background_span(wires);
                self.oam.clear_sprite();
            }
            (..SPRITE_FETCH_DOT, true) => {
                self.put_span(wires);
                self.fetch_background_span(wires);
                self.evaluate_span();
            }
            (SECOND_SLOT_DOT..PREFETCH_DOT, true) => self.fetch_sprite_span(wires),
            (PREFETCH_DOT.., _) => {
                self.oam.buffer = self.oam.selected_secondary();
                self.fetch_background_span(wires);
            }
            // The scroll copies fall between the dots of these, once a line or frame.
            _ => self.render_dots::<false, _, _>(self.dot + SPAN, wires),
        }
    }

    /// An address dot and a data dot.
    #[inline(always)]
    fn access_memory<V: VideoBus, O: Observer>(
        &mut self,
        address: u16,
        wires: &mut Wires<V, O>,
    ) -> u8 {
        let dot_clocks = self.region.timing().dot_divider;
        self.latch_address::<false, _, _>(address, wires);
        self.clock += dot_clocks;
        let data = self.fetch::<false, _, _>(address, wires);
        self.clock += dot_clocks;
        self.dot += 2;
        data
    }

    /// The fetches of a background tile and the shifts meanwhile.
    #[inline(always)]
    fn fetch_background_span<V: VideoBus, O: Observer>(&mut self, wires: &mut Wires<V, O>) {
        self.tile.tile = self.access_memory(self.scroll.nametable_address(), wires);
        self.tile.attribute = self.access_memory(self.scroll.attribute_address(), wires);
        self.tile.low = self.access_memory(self.background_pattern(), wires);
        let high = self.access_memory(self.background_pattern() | 8, wires);
        let attribute = self.tile.attribute >> self.scroll.attribute_shift();
        self.shifters.shift_span(self.tile.low, high, attribute);
        self.scroll.increment_x();
    }

    /// The fetches of a sprite slot, not the first.
    #[inline(always)]
    fn fetch_sprite_span<V: VideoBus, O: Observer>(&mut self, wires: &mut Wires<V, O>) {
        let slot = usize::from((self.dot - SPRITE_FETCH_DOT) >> 3) & 7;
        let nametable = self.scroll.nametable_address();
        self.oam.address = 0;
        self.sprite.y = self.oam.take_secondary();
        self.sprite.tile = self.oam.take_secondary();
        self.access_memory(nametable, wires);
        self.sprite.attribute = self.oam.take_secondary();
        self.oam.buffer = self.oam.take_secondary();
        self.tile.tile = self.access_memory(nametable, wires);
        self.sprite
            .latch_row(self.scanline, self.registers.sprite_height());
        self.units.load_attribute(slot, self.sprite.attribute);
        self.units.load_x(slot, self.oam.buffer);
        let low = self.access_memory(self.sprite_pattern(), wires);
        let high = self.access_memory(self.sprite_pattern() | 8, wires);
        let (low, high) = (
            self.sprite.shifter_input(low),
            self.sprite.shifter_input(high),
        );
        self.units.load_low(slot, low);
        self.units.load_high(slot, high);
    }

    /// Sprite evaluation in the span just fetched.
    #[inline(always)]
    fn evaluate_span(&mut self) {
        let first = self.dot - SPAN;
        let height = self.registers.sprite_height();
        if first == EVALUATION_DOT {
            self.evaluation.start(&mut self.oam);
        }
        for dot in [first + 1, first + 3, first + 5, first + 7] {
            self.oam.buffer = self.oam.selected();
            let overflow = self
                .evaluation
                .act(&mut self.oam, dot, self.scanline, height);
            self.status.overflow |= overflow;
        }
        if first == LAST_PIXEL_SPAN {
            self.scroll.increment_y();
        }
    }

    /// Puts out the eight pixels of the next dots.
    #[inline(always)]
    fn put_span<V: VideoBus, O: Observer>(&mut self, wires: &mut Wires<V, O>) {
        if self.units.begins_late() {
            return self.put_late_span(wires);
        }
        let quiet = self.units.is_quiet_until(self.dot + SPAN);
        if quiet && !wires.frame.enabled {
            return;
        }
        let taps = self.shifters.taps(self.scroll.x);
        let shown = if self.dot >= self.registers.background_from {
            opaque(taps)
        } else {
            0
        };
        let mut indexes = taps & shown;
        if !quiet {
            indexes = self.mix_span(indexes, shown);
        }
        wires.put_span(self.scanline, self.dot, indexes, &self.palette);
    }

    /// The palette addresses after priority; `opaque` are the lanes where background shows.
    fn mix_span(&mut self, background: Lanes, opaque: Lanes) -> Lanes {
        let sprites = self.units.put_out_span(self.dot);
        if self.dot < self.registers.sprites_from {
            return background;
        }
        let counting = if self.dot == LAST_PIXEL_SPAN {
            !LAST_LANE
        } else {
            ALL
        };
        if self.sprite_zero_line && sprites.slot_0 & opaque & counting != 0 {
            self.status.sprite_zero_hit = true;
        }
        let front = sprites.opaque & !(opaque & sprites.behind);
        background & !front | sprites.addresses & front
    }

    /// As [`put_span`](Self::put_span) on the line after a dropped dot, where counting begins
    /// between the dots.
    fn put_late_span<V: VideoBus, O: Observer>(&mut self, wires: &mut Wires<V, O>) {
        let shifters = self.shifters.clone();
        for _ in 0..SPAN {
            self.put_pixel(wires);
            self.shifters.shift();
            self.dot += 1;
        }
        self.shifters = shifters;
        self.dot -= SPAN;
    }
}
