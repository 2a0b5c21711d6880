//! The triangle channel: timer, 32-step sequencer, linear counter and length counter.
//!
//! It steps only while both counters run and holds its last level when stopped. With a timer
//! period below 2 the wave is far above hearing (28 and 56 kHz), where only its mean is left;
//! the output is then [`ULTRASONIC`].
//!
//! NESdev: APU Triangle

use super::{NEVER, can_come, length::Length, sweep::HIGHEST_PERIOD};
use serde::{Deserialize, Serialize};

/// Level index that stands for the mean of an inaudibly fast wave, 7.5.
pub const ULTRASONIC: u8 = 16;
/// Timer periods below this are inaudibly fast.
const AUDIBLE_PERIOD: u16 = 2;
/// Steps of the sequencer.
const STEPS: u64 = 32;

/// The triangle channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Triangle {
    /// The length counter; its halt bit is also the linear counter's control bit.
    pub length: Length,
    control: bool,
    reload: bool,
    linear_period: u8,
    linear: u8,
    step: u8,
    period: u16,
    clock_at: u64,
}

impl Triangle {
    /// Whether a running chip can be in this state when everything up to `now` has happened.
    pub(super) fn is_possible(&self, now: u64) -> bool {
        u64::from(self.step) < STEPS
            && self.period <= HIGHEST_PERIOD
            && self.linear.max(self.linear_period) < 0x80
            && can_come(self.clock_at, now)
            && self.clock_at != NEVER
    }

    /// The channel at power-on.
    pub fn new() -> Triangle {
        Triangle {
            length: Length::default(),
            control: false,
            reload: false,
            linear_period: 0,
            linear: 0,
            step: 0,
            period: 0,
            clock_at: 1,
        }
    }

    /// Writes `$4008`: control (halt) and linear counter period.
    pub fn write_linear(&mut self, value: u8) {
        self.control = value & 0x80 != 0;
        self.linear_period = value & 0x7F;
        self.length.write_halt(self.control);
    }

    /// Writes `$400A`: low byte of the period.
    pub fn write_low(&mut self, value: u8) {
        self.period = self.period & 0x700 | u16::from(value);
    }

    /// Writes `$400B`: length load, high bits of the period, linear counter reload.
    pub fn write_high(&mut self, value: u8) {
        self.period = self.period & 0xFF | u16::from(value & 7) << 8;
        self.length.write_load(value);
        self.reload = true;
    }

    /// A quarter frame.
    pub fn clock_linear(&mut self) {
        if self.reload {
            self.linear = self.linear_period;
        } else if self.linear > 0 {
            self.linear -= 1;
        }
        if !self.control {
            self.reload = false;
        }
    }

    /// The reset button: phase 0, halt and linear set-up kept.
    pub fn reset(&mut self) {
        self.length.reset(self.control);
        self.step = 0;
    }

    /// The level index that goes to the mixer: 0 to 15, or [`ULTRASONIC`].
    #[inline]
    pub fn output(&self) -> u8 {
        if self.gated() && self.period < AUDIBLE_PERIOD {
            ULTRASONIC
        } else if self.step < 16 {
            15 - self.step
        } else {
            self.step - 16
        }
    }

    /// Whether the output can change between two control events.
    pub fn audible(&self) -> bool {
        self.gated() && self.period >= AUDIBLE_PERIOD
    }

    /// The cycle of the next timer clock.
    #[inline]
    pub fn clock_at(&self) -> u64 {
        self.clock_at
    }

    /// One timer clock of a running channel.
    #[inline]
    pub fn clock(&mut self) {
        self.clock_at += self.cycles();
        self.step = (self.step + 1) % STEPS as u8;
    }

    /// Clocks the timer up to and including cycle `until`.
    pub fn skip(&mut self, until: u64) {
        if self.clock_at > until {
            return;
        }
        let cycles = self.cycles();
        let clocks = (until - self.clock_at) / cycles + 1;
        self.clock_at += clocks * cycles;
        if self.gated() {
            self.step = ((u64::from(self.step) + clocks) % STEPS) as u8;
        }
    }

    /// The timer period, 0 to `$7FF`.
    pub fn period(&self) -> u16 {
        self.period
    }

    /// The linear counter, 0 to 127.
    pub fn linear(&self) -> u8 {
        self.linear
    }

    /// Sequencer step, 0 to 31.
    pub fn step(&self) -> u8 {
        self.step
    }

    /// Whether both counters let the sequencer step.
    pub fn gated(&self) -> bool {
        self.length.running() && self.linear > 0
    }

    fn cycles(&self) -> u64 {
        u64::from(self.period) + 1
    }
}

impl Default for Triangle {
    fn default() -> Self {
        Triangle::new()
    }
}
