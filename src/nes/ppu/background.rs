//! The background shifters.
//!
//! Two 16-bit pattern shifters and two 8-bit attribute shifters move left by one on every
//! rendered dot of 1-256 and 321-336. The low bytes of the pattern shifters are reloaded on
//! the last dot of each group of eight; without a reload the low plane takes in 0 and the
//! high plane 1. The attribute shifters are fed from two one-bit latches.
//!
//! All four live in one word, so that a dot costs one shift:
//!
//! ```text
//! bits 63-48 attribute high | 47-32 attribute low | 31-16 pattern high | 15-0 pattern low
//! ```
//!
//! An attribute shifter is the upper half of its lane; the lower half is always 0.
//!
//! NESdev: PPU rendering. AccuracyCoin: BG Serial In, Stale BG Shift Registers

use super::lanes::{Lanes, broadcast, spread};
use serde::{Deserialize, Serialize};

/// Bit 0 of every lane.
const LANES: u64 = 0x0001_0001_0001_0001;
/// What the high pattern plane takes in from its serial input.
const SERIAL_IN: u64 = 1 << 16;
const ATTRIBUTE_LOW_IN: u32 = 32 + 8;
const ATTRIBUTE_HIGH_IN: u32 = 48 + 8;
/// Both attribute inputs.
const ATTRIBUTES_IN: u64 = 1 << ATTRIBUTE_LOW_IN | 1 << ATTRIBUTE_HIGH_IN;
/// The reloadable low bytes of both pattern lanes.
const RELOADED: u64 = 0x00FF_00FF;

/// The four shifters and the attribute latches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shifters {
    lanes: u64,
    /// What enters at the next shift.
    serial: u64,
}

impl Default for Shifters {
    fn default() -> Self {
        Shifters {
            lanes: 0,
            serial: SERIAL_IN,
        }
    }
}

/// The shifters one by one, as a debugger sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShiftersView {
    /// Low plane, 16 bits; the pixel at fine X 0 is in bit 15.
    pub pattern_low: u16,
    /// High plane.
    pub pattern_high: u16,
    /// Attribute bit 0, 8 bits; the pixel at fine X 0 is in bit 7.
    pub attribute_low: u8,
    /// Attribute bit 1.
    pub attribute_high: u8,
    /// The two one-bit latches that feed the attribute shifters, 0 to 3.
    pub attribute_latch: u8,
}

impl Shifters {
    /// The shifters one by one.
    pub fn view(&self) -> ShiftersView {
        let [low, high, attribute_low, attribute_high] =
            std::array::from_fn(|lane| (self.lanes >> (lane * 16)) as u16);
        let latch = |bit: u32| (self.serial >> bit & 1) as u8;
        ShiftersView {
            pattern_low: low,
            pattern_high: high,
            attribute_low: (attribute_low >> 8) as u8,
            attribute_high: (attribute_high >> 8) as u8,
            attribute_latch: latch(ATTRIBUTE_LOW_IN) | latch(ATTRIBUTE_HIGH_IN) << 1,
        }
    }

    /// The four bits at fine X: palette << 2 | pattern.
    #[inline]
    pub fn tap(&self, x: u8) -> u8 {
        let bits = self.lanes >> (15 - x) & LANES;
        ((bits | bits >> 15 | bits >> 30 | bits >> 45) & 0xF) as u8
    }

    /// One dot.
    #[inline]
    pub fn shift(&mut self) {
        self.lanes = self.lanes << 1 & !LANES | self.serial;
    }

    /// The four bits at fine X on the next eight dots, as [`Shifters::tap`] gives them.
    #[inline]
    pub fn taps(&self, x: u8) -> Lanes {
        let fed = (self.serial & ATTRIBUTES_IN) >> 8;
        let lanes = (self.lanes | (fed * 0xFF)) << x;
        let plane = |lane: u32| spread((lanes >> (lane * 16 + 8)) as u8);
        plane(0) | plane(1) << 1 | plane(2) << 2 | plane(3) << 3
    }

    /// The four bits at fine X 0 on the eight dots after the next eight, if nothing is
    /// reloaded meanwhile.
    #[inline]
    pub fn later_taps(&self) -> Lanes {
        let plane = |lane: u32| spread((self.lanes >> (lane * 16)) as u8);
        let attribute = |bit: u32| broadcast((self.serial >> bit & 1) as u8);
        plane(0)
            | plane(1) << 1
            | attribute(ATTRIBUTE_LOW_IN) << 2
            | attribute(ATTRIBUTE_HIGH_IN) << 3
    }

    /// Eight dots with the [`reload`](Shifters::reload) on the last of them.
    #[inline]
    pub fn shift_span(&mut self, low: u8, high: u8, attribute: u8) {
        let fed = self.serial & ATTRIBUTES_IN;
        self.lanes = self.lanes << 8 & RELOADED << 8 | (fed * 0xFF);
        self.reload(low, high, attribute);
    }

    /// Loads the next tile behind the current one, after the shift of the same dot.
    #[inline]
    pub fn reload(&mut self, low: u8, high: u8, attribute: u8) {
        let patterns = u64::from(low) | u64::from(high) << 16;
        self.lanes = self.lanes & !RELOADED | patterns;
        let attribute = u64::from(attribute);
        self.serial = SERIAL_IN
            | (attribute & 1) << ATTRIBUTE_LOW_IN
            | (attribute >> 1 & 1) << ATTRIBUTE_HIGH_IN;
    }
}
