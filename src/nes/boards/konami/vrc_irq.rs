//! The interrupt counter of the VRC4, VRC6 and VRC7.
//!
//! An 8-bit counter counts up; at `$FF` it is loaded from the latch and pulls the IRQ line.
//! It is clocked by every CPU cycle, or in scanline mode by a prescaler that takes 3 from 341
//! in every cycle, which makes 114, 114 and 113 cycles in turn. It is advanced to the access
//! that needs it, in one step.
//!
//! ```text
//! latch LLLLLLLL   control .....MEA (mode, enable, enable after acknowledge)   acknowledge
//! ```
//!
//! NESdev: VRC IRQ

use crate::nes::apu::NEVER;
use serde::{Deserialize, Serialize};

/// What the prescaler counts down from: a scanline in dots.
const SCANLINE: u64 = 341;
/// What it loses in a CPU cycle.
const DOTS: u64 = 3;

/// The counter with its registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VrcIrq {
    latch: u8,
    counter: u8,
    /// Dots left, 1 to 341.
    prescaler: u16,
    cycle_mode: bool,
    enabled: bool,
    enable_after_acknowledge: bool,
    line: bool,
    /// The cycle run to.
    now: u64,
}

impl VrcIrq {
    /// The counter at power-on, stopped.
    pub fn new() -> VrcIrq {
        VrcIrq {
            latch: 0,
            counter: 0,
            prescaler: SCANLINE as u16,
            cycle_mode: false,
            enabled: false,
            enable_after_acknowledge: false,
            line: false,
            now: 0,
        }
    }

    /// Writes the latch.
    pub fn write_latch(&mut self, value: u8) {
        self.latch = value;
    }

    /// Writes the low four bits of the latch (VRC4).
    pub fn write_latch_low(&mut self, value: u8) {
        self.latch = self.latch & 0xF0 | value & 0x0F;
    }

    /// Writes the high four bits of the latch (VRC4).
    pub fn write_latch_high(&mut self, value: u8) {
        self.latch = self.latch & 0x0F | value << 4;
    }

    /// Writes the control register, which also acknowledges and restarts the prescaler.
    pub fn write_control(&mut self, value: u8) {
        self.enable_after_acknowledge = value & 1 != 0;
        self.enabled = value & 2 != 0;
        self.cycle_mode = value & 4 != 0;
        self.line = false;
        self.prescaler = SCANLINE as u16;
        if self.enabled {
            self.counter = self.latch;
        }
    }

    /// Writes the acknowledge register.
    pub fn acknowledge(&mut self) {
        self.line = false;
        self.enabled = self.enable_after_acknowledge;
    }

    /// Whether the IRQ line is pulled.
    pub fn line(&self) -> bool {
        self.line
    }

    /// Counts up to and including CPU cycle `cycle`.
    pub fn run(&mut self, cycle: u64) {
        let cycles = cycle.saturating_sub(self.now);
        self.now = self.now.max(cycle);
        if self.enabled && cycles > 0 {
            let clocks = self.prescale(cycles);
            self.count(clocks);
        }
    }

    /// The CPU cycle in which the line will be pulled, later than the one run to.
    pub fn irq_cycle(&self) -> u64 {
        if self.line || !self.enabled {
            return NEVER;
        }
        let clocks = self.clocks_to_overflow();
        if self.cycle_mode {
            return self.now + clocks;
        }
        let dots = u64::from(self.prescaler) + SCANLINE * (clocks - 1);
        self.now + dots.div_ceil(DOTS)
    }

    /// Whether this can be a counter before CPU cycle `cycle`.
    pub fn can_be_at(&self, cycle: u64) -> bool {
        self.now <= cycle && (1..=SCANLINE as u16).contains(&self.prescaler)
    }

    /// Clocks of the counter in the next `cycles` CPU cycles.
    fn prescale(&mut self, cycles: u64) -> u64 {
        if self.cycle_mode {
            return cycles;
        }
        let (dots, left) = (cycles * DOTS, u64::from(self.prescaler));
        let clocks = if dots < left {
            0
        } else {
            (dots - left) / SCANLINE + 1
        };
        self.prescaler = (left + clocks * SCANLINE - dots) as u16;
        clocks
    }

    fn count(&mut self, clocks: u64) {
        let first = self.clocks_to_overflow();
        if clocks < first {
            self.counter += clocks as u8;
            return;
        }
        self.line = true;
        let period = 0x100 - u64::from(self.latch);
        self.counter = self.latch + ((clocks - first) % period) as u8;
    }

    fn clocks_to_overflow(&self) -> u64 {
        0x100 - u64::from(self.counter)
    }
}
