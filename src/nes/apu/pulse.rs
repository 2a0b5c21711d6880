//! A pulse channel: timer, eight-step duty sequencer, envelope, sweep and length counter.
//!
//! NESdev: APU Pulse

use super::{
    NEVER, can_come,
    envelope::Envelope,
    length::Length,
    sweep::{HIGHEST_PERIOD, Sweep},
};
use serde::{Deserialize, Serialize};

/// The four wave forms, first step in bit 7.
pub(in crate::nes) const DUTY: [u8; 4] = [0b0100_0000, 0b0110_0000, 0b0111_1000, 0b1001_1111];
/// Steps of the sequencer.
pub(in crate::nes) const STEPS: u64 = 8;

/// One pulse channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pulse {
    /// The envelope unit.
    pub envelope: Envelope,
    /// The sweep unit.
    pub sweep: Sweep,
    /// The length counter.
    pub length: Length,
    duty: u8,
    step: u8,
    period: u16,
    clock_at: u64,
}

impl Pulse {
    /// Whether a running chip can be in this state when everything up to `now` has happened.
    pub(super) fn is_possible(&self, now: u64) -> bool {
        self.duty < 4
            && u64::from(self.step) < STEPS
            && self.period <= HIGHEST_PERIOD
            && can_come(self.clock_at, now)
            && self.clock_at != NEVER
            && self.envelope.is_possible()
            && self.sweep.is_possible()
    }

    /// Pulse 1 at power-on.
    pub fn first() -> Pulse {
        Pulse::new(Sweep::new(true))
    }

    /// Pulse 2 at power-on.
    pub fn second() -> Pulse {
        Pulse::new(Sweep::new(false))
    }

    fn new(sweep: Sweep) -> Pulse {
        Pulse {
            envelope: Envelope::default(),
            sweep,
            length: Length::default(),
            duty: 0,
            step: 0,
            period: 0,
            clock_at: 2,
        }
    }

    /// Writes `$4000` or `$4004`: duty, halt, envelope.
    pub fn write_control(&mut self, value: u8) {
        self.duty = value >> 6;
        self.length.write_halt(value & 0x20 != 0);
        self.envelope.write(value);
    }

    /// Writes `$4002` or `$4006`: low byte of the period.
    pub fn write_low(&mut self, value: u8) {
        self.period = self.period & 0x700 | u16::from(value);
    }

    /// Writes `$4003` or `$4007`: length load, high bits of the period, restart.
    pub fn write_high(&mut self, value: u8) {
        self.period = self.period & 0xFF | u16::from(value & 7) << 8;
        self.length.write_load(value);
        self.envelope.restart();
        self.step = 0;
    }

    /// A half frame: length counter and sweep.
    pub fn half_frame(&mut self) {
        self.length.clock();
        self.period = self.sweep.clock(self.period);
    }

    /// The reset button.
    pub fn reset(&mut self) {
        self.length.reset(false);
    }

    /// The level that goes to the mixer, 0 to 15.
    #[inline]
    pub fn output(&self) -> u8 {
        if self.gated() && self.high(self.step) {
            self.envelope.volume()
        } else {
            0
        }
    }

    /// Whether the output can change between two control events.
    pub fn audible(&self) -> bool {
        self.gated() && self.envelope.volume() > 0
    }

    /// The next cycle in which the wave form changes its level.
    #[inline]
    pub fn next_edge(&self) -> u64 {
        let rotated = DUTY[usize::from(self.duty)].rotate_left(u32::from(self.step));
        let run = if rotated & 0x80 != 0 {
            rotated.leading_ones()
        } else {
            rotated.leading_zeros()
        };
        self.clock_at + u64::from(run - 1) * self.cycles()
    }

    /// Clocks the timer up to and including cycle `until`.
    #[inline]
    pub fn skip(&mut self, until: u64) {
        if self.clock_at > until {
            return;
        }
        let cycles = self.cycles();
        let clocks = (until - self.clock_at) / cycles + 1;
        self.clock_at += clocks * cycles;
        self.step = ((u64::from(self.step) + clocks) % STEPS) as u8;
    }

    /// The timer period as written and swept, 0 to `$7FF`.
    pub fn period(&self) -> u16 {
        self.period
    }

    /// Duty setting, 0 to 3.
    pub fn duty(&self) -> u8 {
        self.duty
    }

    /// Sequencer step, 0 to 7.
    pub fn step(&self) -> u8 {
        self.step
    }

    /// CPU cycles of one sequencer step.
    fn cycles(&self) -> u64 {
        2 * (u64::from(self.period) + 1)
    }

    fn gated(&self) -> bool {
        self.length.running() && !self.sweep.mutes(self.period)
    }

    fn high(&self, step: u8) -> bool {
        DUTY[usize::from(self.duty)] & 0x80 >> step != 0
    }
}
