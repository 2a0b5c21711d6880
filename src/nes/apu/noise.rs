//! The noise channel: timer, 15-bit shift register, envelope and length counter.
//!
//! NESdev: APU Noise

use super::{NEVER, can_come, envelope::Envelope, length::Length};
use crate::nes::options::CpuRevision;
use serde::{Deserialize, Serialize};

/// CPU cycles of one shift for each rate, NTSC.
pub const NTSC_PERIODS: [u16; 16] = [
    4, 8, 16, 32, 64, 96, 128, 160, 202, 254, 380, 508, 762, 1016, 2034, 4068,
];
/// CPU cycles of one shift for each rate, PAL.
pub const PAL_PERIODS: [u16; 16] = [
    4, 8, 14, 30, 60, 88, 118, 148, 188, 236, 354, 472, 708, 944, 1890, 3778,
];

/// Shifts after which the register repeats: all states but zero in the long mode.
const LONG_CYCLE: u64 = 32767;
/// Shifts after which the register repeats in the short mode (cycles of 93 or 31).
const SHORT_CYCLE: u64 = 93;

/// The noise channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noise {
    /// The envelope unit.
    pub envelope: Envelope,
    /// The length counter.
    pub length: Length,
    pal: bool,
    has_short: bool,
    short: bool,
    rate: u8,
    shifter: u16,
    clock_at: u64,
}

impl Noise {
    /// Whether a running chip can be in this state when everything up to `now` has happened.
    pub(super) fn is_possible(&self, now: u64) -> bool {
        self.rate < 16
            && self.shifter < 0x8000
            && can_come(self.clock_at, now)
            && self.clock_at != NEVER
            && self.envelope.is_possible()
    }

    /// The channel of a chip at power-on, with NTSC or PAL rates.
    pub fn new(pal: bool, chip: CpuRevision) -> Noise {
        Noise {
            envelope: Envelope::default(),
            length: Length::default(),
            pal,
            has_short: chip.has_short_noise(),
            short: false,
            rate: 0,
            shifter: 1,
            clock_at: 4,
        }
    }

    /// Writes `$400C`: halt and envelope.
    pub fn write_control(&mut self, value: u8) {
        self.length.write_halt(value & 0x20 != 0);
        self.envelope.write(value);
    }

    /// Writes `$400E`: mode and rate.
    pub fn write_rate(&mut self, value: u8) {
        self.short = self.has_short && value & 0x80 != 0;
        self.rate = value & 0x0F;
    }

    /// Writes `$400F`: length load and envelope restart.
    pub fn write_length(&mut self, value: u8) {
        self.length.write_load(value);
        self.envelope.restart();
    }

    /// The reset button.
    pub fn reset(&mut self) {
        self.length.reset(false);
    }

    /// The level that goes to the mixer, 0 to 15.
    #[inline]
    pub fn output(&self) -> u8 {
        if self.length.running() && self.shifter & 1 == 0 {
            self.envelope.volume()
        } else {
            0
        }
    }

    /// Whether the output can change between two control events.
    pub fn audible(&self) -> bool {
        self.length.running() && self.envelope.volume() > 0
    }

    /// The cycle of the next timer clock.
    #[inline]
    pub fn clock_at(&self) -> u64 {
        self.clock_at
    }

    /// One timer clock.
    #[inline]
    pub fn clock(&mut self) {
        self.clock_at += self.cycles();
        self.shift();
    }

    /// Clocks the timer up to and including cycle `until`.
    pub fn skip(&mut self, until: u64) {
        if self.clock_at > until {
            return;
        }
        let cycles = self.cycles();
        let clocks = (until - self.clock_at) / cycles + 1;
        self.clock_at += clocks * cycles;
        let cycle = if self.short { SHORT_CYCLE } else { LONG_CYCLE };
        for _ in 0..clocks % cycle {
            self.shift();
        }
    }

    /// CPU cycles of one shift.
    pub fn cycles(&self) -> u64 {
        let periods = if self.pal { PAL_PERIODS } else { NTSC_PERIODS };
        u64::from(periods[usize::from(self.rate)])
    }

    /// Whether the short mode (93 or 31 steps) is selected.
    pub fn short(&self) -> bool {
        self.short
    }

    /// The rate setting, 0 to 15.
    pub fn rate(&self) -> u8 {
        self.rate
    }

    /// The shift register, 15 bits.
    pub fn shifter(&self) -> u16 {
        self.shifter
    }

    fn shift(&mut self) {
        let tap = if self.short { 6 } else { 1 };
        let feedback = (self.shifter ^ self.shifter >> tap) & 1;
        self.shifter = self.shifter >> 1 | feedback << 14;
    }
}
