//! Dots without rendering: vblank, the post-render lines, and forced blank.
//!
//! Nothing but time and the picture goes on here, so any number of dots of a line is run in
//! one go, with the same result as one by one: pixels are the backdrop, or the cell that v
//! selects while it points into palette RAM; sprite counters run on visible lines; the OAM
//! buffer shows the byte that OAMADDR selects.
//!
//! NESdev: PPU palettes (backdrop override); PPU OAM

use super::timing::*;
use super::{Ppu, VideoBus, Wires};
use crate::nes::observer::Observer;

impl Ppu {
    /// Runs this many dots, none across dot 1, dot 257 or the end of the line.
    pub(super) fn blank<const ACCESS: bool, V: VideoBus, O: Observer>(
        &mut self,
        dots: u16,
        wires: &mut Wires<V, O>,
    ) {
        let end = self.dot + dots;
        wires.observer.before_dots(self, end);
        let shows = (FIRST_PIXEL_DOT..=LAST_PIXEL_DOT).contains(&self.dot);
        if shows && self.scanline < VISIBLE_LINES {
            while self.units.next_fire() < end {
                self.units.fire(self.units.next_fire());
            }
            wires.fill(self.scanline, self.dot, end, self.blank_pixel());
        }
        if ACCESS {
            self.access_idle_bus(wires);
        }
        self.read_rows(end);
        self.oam.buffer = self.oam.selected();
        self.dropped = false;
        self.dot = end;
        self.clock += u64::from(dots) * self.region.timing().dot_divider;
    }

    /// The row of OAMADDR is read on every dot up to `end`; where the 2C07 refreshes, OAMADDR
    /// moves on every even one.
    fn read_rows(&mut self, end: u16) {
        let after =
            |dot: u16| self.clock + u64::from(dot - self.dot) * self.region.timing().dot_divider;
        if !self.refreshing_oam() {
            self.oam.access_row(self.clock, after(end));
        } else if !self.oam.decays() {
            self.oam.address = self.oam.address.wrapping_add(even_dots(self.dot, end));
        } else {
            for dot in self.dot..end {
                self.oam.address = self.oam.address.wrapping_add(even_dots(dot, dot + 1));
                let clock = after(dot);
                self.oam.access_row(clock, after(dot + 1));
            }
        }
    }

    /// The pixel shown without rendering.
    fn blank_pixel(&self) -> u16 {
        self.palette.pixel(self.blank_index())
    }

    /// The palette address shown without rendering.
    pub(super) fn blank_index(&self) -> u8 {
        match self.scroll.address() {
            address @ 0x3F00.. => address as u8 & 0x1F,
            _ => 0,
        }
    }
}

/// Even dots in `first..end`, at most 170.
fn even_dots(first: u16, end: u16) -> u8 {
    (end.div_ceil(2) - first.div_ceil(2)) as u8
}
