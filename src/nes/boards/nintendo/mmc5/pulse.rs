//! A pulse channel of the MMC5: that of the APU without a sweep unit, so that no period
//! silences it, and with a length counter clocked as often as the envelope.
//!
//! NESdev: MMC5 audio; APU Pulse

use crate::nes::apu::{
    NEVER,
    envelope::Envelope,
    length::Length,
    pulse::{DUTY, STEPS},
};
use serde::{Deserialize, Serialize};

/// Most CPU cycles of one sequencer step.
const LONGEST_STEP: u64 = 2 * 0x800;

/// One pulse channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pulse {
    envelope: Envelope,
    length: Length,
    duty: u8,
    step: u8,
    period: u16,
    clock_at: u64,
}

impl Pulse {
    /// The channel at power-on, silent.
    pub fn new() -> Pulse {
        Pulse {
            envelope: Envelope::default(),
            length: Length::default(),
            duty: 0,
            step: 0,
            period: 0,
            clock_at: 2,
        }
    }

    /// Whether a channel run up to `now` can be in this state.
    pub fn is_possible(&self, now: u64) -> bool {
        self.duty < 4
            && u64::from(self.step) < STEPS
            && self.period < 0x800
            && self.clock_at > now
            && self.clock_at - now <= LONGEST_STEP
            && self.envelope.is_possible()
    }

    /// Writes one of the channel's four registers.
    pub fn write(&mut self, register: u16, value: u8) {
        match register & 3 {
            0 => {
                self.duty = value >> 6;
                self.length.write_halt(value & 0x20 != 0);
                self.envelope.write(value);
            }
            2 => self.period = self.period & 0x700 | u16::from(value),
            3 => {
                self.period = self.period & 0xFF | u16::from(value & 7) << 8;
                self.length.write_load(value);
                self.envelope.restart();
                self.step = 0;
            }
            _ => {}
        }
        self.length.settle();
    }

    /// The channel's bit of `$5015`.
    pub fn enable(&mut self, enabled: bool) {
        self.length.enable(enabled);
    }

    /// Whether its length counter runs.
    pub fn running(&self) -> bool {
        self.length.running()
    }

    /// Clocks envelope and length counter.
    pub fn tick(&mut self) {
        self.envelope.clock();
        self.length.clock();
    }

    /// The level, 0 to 15.
    #[inline]
    pub fn output(&self) -> u8 {
        let high = DUTY[usize::from(self.duty)] & 0x80 >> self.step != 0;
        if high && self.running() {
            self.envelope.volume()
        } else {
            0
        }
    }

    /// The next CPU cycle in which the wave form changes the level; [`NEVER`] while silent.
    #[inline]
    pub fn next_edge(&self) -> u64 {
        if !self.running() || self.envelope.volume() == 0 {
            return NEVER;
        }
        let rotated = DUTY[usize::from(self.duty)].rotate_left(u32::from(self.step));
        let run = if rotated & 0x80 != 0 {
            rotated.leading_ones()
        } else {
            rotated.leading_zeros()
        };
        self.clock_at + u64::from(run - 1) * self.cycles()
    }

    /// Clocks the timer up to and including CPU cycle `until`.
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

    /// CPU cycles of one sequencer step.
    fn cycles(&self) -> u64 {
        2 * (u64::from(self.period) + 1)
    }
}
