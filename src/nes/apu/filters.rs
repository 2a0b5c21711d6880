//! The console's output filters, in fixed point: high-pass 90 Hz and 440 Hz, low-pass 14 kHz.
//!
//! First-order sections by the bilinear transform at 48 kHz, `K = tan(pi * f / 48000)`;
//! coefficients have 30 fraction bits and are written out, since library tangents differ
//! between hosts.
//!
//! NESdev: APU Mixer

use super::synthesis::KERNEL_BITS;

const BITS: u32 = 30;

/// A first-order section `y = b0 * x + b1 * x' - a1 * y'`.
#[derive(Clone, Debug)]
struct Section {
    b0: i64,
    b1: i64,
    a1: i64,
    x: i64,
    y: i64,
}

impl Section {
    const fn new(b0: i64, b1: i64, a1: i64) -> Section {
        Section {
            b0,
            b1,
            a1,
            x: 0,
            y: 0,
        }
    }

    fn run(&mut self, x: i64) -> i64 {
        let y = (self.b0 * x + self.b1 * self.x - self.a1 * self.y) >> BITS;
        self.x = x;
        self.y = y;
        y
    }
}

const HIGH_PASS_90: Section = Section::new(1_067_453_929, -1_067_453_929, -1_061_166_033);
const HIGH_PASS_440: Section = Section::new(1_043_677_751, -1_043_677_751, -1_013_613_678);
const LOW_PASS_14000: Section = Section::new(607_551_308, 607_551_308, 141_360_793);

/// The three filters in a row.
#[derive(Clone, Debug)]
pub struct Filters {
    sections: [Section; 3],
}

impl Filters {
    /// The filters at rest.
    pub fn new() -> Filters {
        Filters {
            sections: [HIGH_PASS_90, HIGH_PASS_440, LOW_PASS_14000],
        }
    }

    /// The state that a constant input leaves the filters in: they put out silence.
    pub fn settle(&mut self, sample: i32) {
        *self = Filters::new();
        self.sections[0].x = i64::from(sample);
    }

    /// Filters one sample with the synthesis' fraction bits and rounds it to 16 bits.
    pub fn run(&mut self, sample: i32) -> i16 {
        let mut value = i64::from(sample);
        for section in &mut self.sections {
            value = section.run(value);
        }
        let rounded = (value + (1 << (KERNEL_BITS - 1))) >> KERNEL_BITS;
        rounded.clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i16
    }
}

impl Default for Filters {
    fn default() -> Self {
        Filters::new()
    }
}
