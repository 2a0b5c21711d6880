//! The MMC3's interrupt counter, clocked by rises of PPU A12.
//!
//! A rise counts when A12 was low during three falling edges of M2, so that the short dips
//! between sprite fetches do not. Whatever moves A12 counts: rendering, `$2006`, `$2007`.
//!
//! NESdev: MMC3, IRQ specifics

use crate::nes::options::Mmc3Revision;
use serde::{Deserialize, Serialize};

/// The address line that clocks the counter.
pub const A12: u16 = 0x1000;
/// Falling edges of M2 that A12 has to stay low for.
const FILTER_EDGES: u64 = 3;

/// Counter, filter and interrupt line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct A12Counter {
    revision: Mmc3Revision,
    /// Master clocks of one CPU cycle; M2 falls at its multiples.
    cpu_divider: u64,
    latch: u8,
    counter: u8,
    reload: bool,
    enabled: bool,
    line: bool,
    a12: bool,
    /// Master clock at which A12 last fell.
    low_since: u64,
}

impl A12Counter {
    /// Whether a saved counter is the same chip as the `present` one.
    pub fn can_follow(&self, present: &A12Counter) -> bool {
        self.revision == present.revision && self.cpu_divider == present.cpu_divider
    }

    /// The counter at power-on: disabled, all zero.
    pub fn new(revision: Mmc3Revision, cpu_divider: u64) -> A12Counter {
        A12Counter {
            revision,
            cpu_divider,
            latch: 0,
            counter: 0,
            reload: false,
            enabled: false,
            line: false,
            a12: false,
            low_since: 0,
        }
    }

    /// A write to `$C000` (latch), `$C001` (reload), `$E000` (disable, acknowledge) or
    /// `$E001` (enable) or one of their mirrors.
    pub fn write(&mut self, address: u16, value: u8) {
        match address & 0xE001 {
            0xC000 => self.latch = value,
            0xC001 => {
                self.counter = 0;
                self.reload = true;
            }
            0xE000 => {
                self.enabled = false;
                self.line = false;
            }
            _ => self.enabled = true,
        }
    }

    /// Whether the IRQ line is pulled.
    pub fn line(&self) -> bool {
        self.line
    }

    /// The PPU's address lines changed.
    pub fn video_address(&mut self, address: u16, clock: u64) {
        let a12 = address & A12 != 0;
        if a12 == self.a12 {
            return;
        }
        self.a12 = a12;
        if !a12 {
            self.low_since = clock;
        } else if self.edges_since_low(clock) >= FILTER_EDGES {
            self.clock();
        }
    }

    fn edges_since_low(&self, clock: u64) -> u64 {
        (clock / self.cpu_divider).saturating_sub(self.low_since / self.cpu_divider)
    }

    fn clock(&mut self) {
        let before = self.counter;
        let forced = std::mem::take(&mut self.reload);
        self.counter = if before == 0 || forced {
            self.latch
        } else {
            before - 1
        };
        let hit = match self.revision {
            Mmc3Revision::B | Mmc3Revision::Mmc6 => true,
            Mmc3Revision::A => before != 0 || forced,
        };
        if self.counter == 0 && hit && self.enabled {
            self.line = true;
        }
    }

    /// Earliest master clock at which the line could be pulled: each rise needs the filter
    /// time before it, and the first may come at once.
    pub fn horizon(&self, now: u64) -> u64 {
        if self.line || !self.enabled {
            return u64::MAX;
        }
        let rises = match self.counter {
            0 => u64::from(self.latch),
            counter => u64::from(counter) - 1,
        };
        let filtered = rises + u64::from(self.a12);
        now + (filtered * (FILTER_EDGES - 1)) * self.cpu_divider
    }
}
