//! The rendered dots of a line, stage by stage.
//!
//! Runs only while rendering is enabled, on lines 0-239 and the pre-render line. The
//! pre-render line fetches like the others but shows nothing and evaluates nothing.
//!
//! NESdev: PPU rendering

use super::timing::*;
use super::{Ppu, VideoBus, Wires};
use crate::nes::observer::Observer;

impl Ppu {
    /// Runs this many rendered dots, all of one stage.
    pub(super) fn render<const ACCESS: bool, V: VideoBus, O: Observer>(
        &mut self,
        dots: u16,
        wires: &mut Wires<V, O>,
    ) {
        let end = self.dot + dots;
        if !ACCESS && wires.joins_dots() && span_start(self.dot) + SPAN <= end {
            self.render_dots::<ACCESS, _, _>(span_start(self.dot), wires);
            while self.dot + SPAN <= end {
                self.render_span(wires);
            }
        }
        self.render_dots::<ACCESS, _, _>(end, wires);
    }

    /// Runs the rendered dots before `end`, all of one stage, one by one.
    pub(super) fn render_dots<const ACCESS: bool, V: VideoBus, O: Observer>(
        &mut self,
        end: u16,
        wires: &mut Wires<V, O>,
    ) {
        if self.dot >= end {
            return;
        }
        let visible = self.scanline < VISIBLE_LINES;
        match (self.dot, visible) {
            (0, _) => self.run_stage(end, wires, Self::render_idle::<ACCESS, V, O>),
            (..EVALUATION_DOT, true) => {
                self.run_stage(end, wires, Self::render_clearing::<ACCESS, V, O>);
            }
            (..SPRITE_FETCH_DOT, true) => {
                self.run_stage(end, wires, Self::render_evaluating::<ACCESS, V, O>);
            }
            (..SPRITE_FETCH_DOT, false) => {
                self.run_stage(end, wires, Self::render_unseen::<ACCESS, V, O>);
            }
            (..PREFETCH_DOT, _) => {
                self.run_stage(end, wires, Self::render_sprite_fetch::<ACCESS, V, O>);
            }
            (..UNUSED_FETCH_DOT, _) => {
                self.run_stage(end, wires, Self::render_prefetch::<ACCESS, V, O>);
            }
            _ => self.run_stage(end, wires, Self::render_unused_fetch::<ACCESS, V, O>),
        }
    }

    #[inline(always)]
    fn run_stage<V: VideoBus, O: Observer>(
        &mut self,
        end: u16,
        wires: &mut Wires<V, O>,
        stage: impl Fn(&mut Self, &mut Wires<V, O>),
    ) {
        let dot_clocks = self.region.timing().dot_divider;
        while self.dot < end {
            wires.observer.before_dots(self, self.dot + 1);
            stage(self, wires);
            self.dot += 1;
            self.clock += dot_clocks;
        }
    }

    /// Dot 0: only an address, or the read that a dropped dot left over. The pre-render
    /// line has no tile to address yet: the lines still show v.
    #[inline(always)]
    fn render_idle<const ACCESS: bool, V: VideoBus, O: Observer>(
        &mut self,
        wires: &mut Wires<V, O>,
    ) {
        self.oam.buffer = self.oam.selected_secondary();
        if self.dropped {
            self.dropped = false;
            self.fetch_tile::<ACCESS, _, _>(wires);
        } else if self.scanline < VISIBLE_LINES {
            self.latch_address::<ACCESS, _, _>(self.background_pattern(), wires);
        } else {
            self.latch_address::<ACCESS, _, _>(self.scroll.address(), wires);
        }
    }

    /// Dots 1-64 of a visible line.
    #[inline(always)]
    fn render_clearing<const ACCESS: bool, V: VideoBus, O: Observer>(
        &mut self,
        wires: &mut Wires<V, O>,
    ) {
        self.put_pixel(wires);
        self.shifters.shift();
        self.fetch_background::<ACCESS, _, _>(wires);
        self.oam.buffer = 0xFF;
        if self.dot & 1 == 0 {
            self.oam.store();
            self.oam.next_secondary();
        }
    }

    /// Dots 65-256 of a visible line.
    #[inline(always)]
    fn render_evaluating<const ACCESS: bool, V: VideoBus, O: Observer>(
        &mut self,
        wires: &mut Wires<V, O>,
    ) {
        self.put_pixel(wires);
        self.shifters.shift();
        self.fetch_background::<ACCESS, _, _>(wires);
        if self.dot & 1 != 0 {
            if self.dot == EVALUATION_DOT {
                self.evaluation.start(&mut self.oam);
            }
            self.oam.buffer = self.oam.selected();
        } else {
            let height = self.registers.sprite_height();
            let overflow = self
                .evaluation
                .act(&mut self.oam, self.dot, self.scanline, height);
            self.status.overflow |= overflow;
            if self.dot == LAST_PIXEL_DOT {
                self.scroll.increment_y();
            }
        }
    }

    /// Dots 1-256 of the pre-render line.
    #[inline(always)]
    fn render_unseen<const ACCESS: bool, V: VideoBus, O: Observer>(
        &mut self,
        wires: &mut Wires<V, O>,
    ) {
        self.shifters.shift();
        self.fetch_background::<ACCESS, _, _>(wires);
        self.oam.buffer = 0xFF;
        match self.dot {
            EVALUATION_DOT => self.oam.secondary_address = 0,
            SPRITE_ZERO_DOT => self.evaluation.sprite_zero = false,
            LAST_PIXEL_DOT => self.scroll.increment_y(),
            _ => {}
        }
    }

    /// Dots 257-320.
    #[inline(always)]
    fn render_sprite_fetch<const ACCESS: bool, V: VideoBus, O: Observer>(
        &mut self,
        wires: &mut Wires<V, O>,
    ) {
        self.oam.address = 0;
        if self.dot == SPRITE_FETCH_DOT {
            self.oam.secondary_address = 0;
            self.sprite_zero_line = self.evaluation.sprite_zero;
        }
        self.oam.buffer = self.oam.selected_secondary();
        self.fetch_sprite::<ACCESS, _, _>(wires);
        if self.dot == SPRITE_FETCH_DOT {
            self.scroll.copy_x();
        }
        let copies_y = (COPY_Y_FIRST_DOT..=COPY_Y_LAST_DOT).contains(&self.dot);
        if copies_y && self.scanline >= VISIBLE_LINES {
            self.scroll.copy_y();
        }
    }

    /// One dot of a sprite slot.
    #[inline(always)]
    fn fetch_sprite<const ACCESS: bool, V: VideoBus, O: Observer>(
        &mut self,
        wires: &mut Wires<V, O>,
    ) {
        let slot = usize::from((self.dot - SPRITE_FETCH_DOT) >> 3) & 7;
        let byte = self.oam.buffer;
        match phase(self.dot) {
            1 => {
                self.sprite.y = byte;
                self.oam.next_secondary();
                self.latch_address::<ACCESS, _, _>(self.scroll.nametable_address(), wires);
            }
            2 => {
                self.sprite.tile = byte;
                self.oam.next_secondary();
                self.fetch_tile::<ACCESS, _, _>(wires);
            }
            3 => {
                self.sprite.attribute = byte;
                self.units.load_attribute(slot, byte);
                self.oam.next_secondary();
                self.latch_address::<ACCESS, _, _>(self.scroll.nametable_address(), wires);
            }
            4 => {
                self.units.load_x(slot, byte);
                self.sprite
                    .latch_row(self.scanline, self.registers.sprite_height());
                self.fetch_tile::<ACCESS, _, _>(wires);
            }
            5 => self.latch_address::<ACCESS, _, _>(self.sprite_pattern(), wires),
            6 => {
                let plane = self.fetch::<ACCESS, _, _>(self.sprite_pattern(), wires);
                self.units.load_low(slot, self.sprite.shifter_input(plane));
            }
            7 => self.latch_address::<ACCESS, _, _>(self.sprite_pattern() | 8, wires),
            _ => {
                let plane = self.fetch::<ACCESS, _, _>(self.sprite_pattern() | 8, wires);
                self.units.load_high(slot, self.sprite.shifter_input(plane));
                self.oam.next_secondary();
            }
        }
    }

    pub(super) fn sprite_pattern(&self) -> u16 {
        let registers = &self.registers;
        self.sprite
            .pattern_address(registers.sprite_height(), registers.sprite_table())
    }

    /// Dots 321-336.
    #[inline(always)]
    fn render_prefetch<const ACCESS: bool, V: VideoBus, O: Observer>(
        &mut self,
        wires: &mut Wires<V, O>,
    ) {
        self.oam.buffer = self.oam.selected_secondary();
        self.shifters.shift();
        self.fetch_background::<ACCESS, _, _>(wires);
    }

    /// Dots 337-340.
    #[inline(always)]
    fn render_unused_fetch<const ACCESS: bool, V: VideoBus, O: Observer>(
        &mut self,
        wires: &mut Wires<V, O>,
    ) {
        self.oam.buffer = self.oam.selected_secondary();
        if self.dot & 1 != 0 {
            self.latch_address::<ACCESS, _, _>(self.scroll.nametable_address(), wires);
        } else {
            self.fetch_tile::<ACCESS, _, _>(wires);
        }
        if self.dot == ARM_DOT {
            self.units.arm();
        }
    }

    /// Odd frames drop the last dot of the pre-render line if it would be rendered.
    ///
    /// NESdev: PPU frame timing. Test ROM: ppu_vbl_nmi 10-even_odd_timing
    pub(super) fn drop_last_dot<V: VideoBus, O: Observer>(&mut self, wires: &mut Wires<V, O>) {
        if self.drops_dot() {
            self.dropped = true;
            self.units.delay_arming();
            self.dot += 1;
            self.next_line(wires);
        }
    }

    /// Whether this line ends without its last dot.
    fn drops_dot(&self) -> bool {
        let prerender = self.scanline == self.region.timing().prerender_scanline;
        prerender && self.frame_drops_dot(0) && self.rendering()
    }

    /// Whether this frame, or one so many frames away, lacks the last dot of its pre-render
    /// line if that is rendered.
    pub fn frame_drops_dot(&self, frames_away: u64) -> bool {
        let odd = self.odd ^ (frames_away & 1 == 1);
        odd && self.region.timing().odd_frame_skip && self.revision.drops_dot()
    }
}
