//! Band-limited synthesis: amplitude steps at exact CPU cycles become 48 kHz samples.
//!
//! A step is the integral of an impulse; here every step adds a windowed-sinc impulse, scaled
//! by its height, to a buffer of differences, and the running sum of that buffer is the wave.
//! The impulse is tabulated at [`PHASES`] positions between two samples. All table rows have
//! the same integer sum, so the running sum never drifts, and the exact mean position. Sample positions are exact
//! fractions, so samples do not depend on how often they are collected.
//!
//! The kernel passes up to about 15.7 kHz and is 86 dB down from 24 kHz on. Measured with
//! pulses of 55 Hz to 12.4 kHz, no alias is above -68 dB of the strongest harmonic; with 512
//! positions instead of 2048 it is -59 dB.
//!
//! Source: the band-limited step method of the computer music literature; Kaiser window.

use std::sync::Arc;

/// Samples a second.
pub const SAMPLE_RATE: u32 = 48_000;
/// Samples over which one step spreads.
pub const TAPS: usize = 32;
/// Tabulated positions between two samples.
pub const PHASES: usize = 2048;
/// Sum of one table row: a step of height 1 ends at this value.
pub const KERNEL_ONE: i32 = 1 << KERNEL_BITS;
/// Fraction bits of the running sum.
pub const KERNEL_BITS: u32 = 15;

/// Most CPU cycles between two collections; at most about 480 samples.
pub const SPAN: u64 = 16384;
const BUFFER: usize = 512 + TAPS;

/// Middle of the transition band, in cycles a sample.
const CUTOFF: f64 = 0.416;
/// Kaiser window parameter for 86 dB.
const BETA: f64 = 8.6;
const PI: f64 = std::f64::consts::PI;

/// The impulse table, one row of taps for each phase.
type Kernel = Vec<[i16; TAPS]>;

/// The synthesis of one mono signal.
#[derive(Clone, Debug)]
pub struct Synthesis {
    kernel: Arc<Kernel>,
    buffer: Vec<i32>,
    /// Samples in one CPU cycle, as a fraction.
    ratio: (u32, u32),
    /// `2^40 * PHASES / ratio.1`, which turns a remainder into a phase.
    phase_scale: u64,
    /// CPU cycle of the buffer's first sample plus `remainder / ratio.1` samples.
    base_cycle: u64,
    remainder: u32,
    sum: i32,
}

impl Synthesis {
    /// Silence from cycle 0 on, for CPU cycles of which `hz.0 / hz.1` make a second.
    pub fn new(hz: (u64, u64)) -> Synthesis {
        let ratio = reduce(u64::from(SAMPLE_RATE) * hz.1, hz.0);
        Synthesis {
            kernel: Arc::new(build_kernel()),
            buffer: vec![0; BUFFER],
            ratio,
            phase_scale: ((PHASES as u64) << 40).div_ceil(u64::from(ratio.1)),
            base_cycle: 0,
            remainder: 0,
            sum: 0,
        }
    }

    /// A synthesis without buffers, for machines that never sound.
    pub fn silent() -> Synthesis {
        Synthesis {
            kernel: Arc::new(Vec::new()),
            buffer: Vec::new(),
            ratio: (1, 1),
            phase_scale: 0,
            base_cycle: 0,
            remainder: 0,
            sum: 0,
        }
    }

    /// Whether it can make sound at all.
    pub fn sounds(&self) -> bool {
        !self.buffer.is_empty()
    }

    /// The cycle from which steps are still accepted; they are up to [`SPAN`] cycles later.
    #[inline]
    pub fn base_cycle(&self) -> u64 {
        self.base_cycle
    }

    /// Continues at another cycle, as after loading a state.
    pub fn restart(&mut self, cycle: u64) {
        self.base_cycle = cycle;
    }

    /// Begins anew with a resting level, in amplitude units, where a synthesis that ran from
    /// cycle 0 on would have its samples.
    pub fn start(&mut self, cycle: u64, level: i32) {
        self.buffer.fill(0);
        self.base_cycle = cycle;
        let position = u128::from(cycle) * u128::from(self.ratio.0);
        self.remainder = (position % u128::from(self.ratio.1)) as u32;
        self.sum = level << KERNEL_BITS;
    }

    /// Moves the resting level by `height` amplitude units.
    pub fn shift(&mut self, height: i32) {
        self.sum = self.sum.wrapping_add(height << KERNEL_BITS);
    }

    /// The level reached, with [`KERNEL_BITS`] fraction bits.
    pub fn level(&self) -> i32 {
        self.sum
    }

    /// Adds a step of `height` amplitude units in a cycle at most [`SPAN`] after the base.
    #[inline]
    pub fn step(&mut self, height: i16, cycle: u64) {
        let (index, phase) = self.place(cycle);
        let row = &self.kernel[phase];
        let samples = &mut self.buffer[index..index + TAPS];
        for (sample, &tap) in samples.iter_mut().zip(row) {
            *sample = sample.wrapping_add(i32::from(height) * i32::from(tap));
        }
    }

    /// Gives every sample that no step from `cycle` on can change any more, as amplitude with
    /// [`KERNEL_BITS`] fraction bits, and makes `cycle` (at most [`SPAN`] after the base) the base.
    pub fn collect(&mut self, cycle: u64, mut sample: impl FnMut(i32)) {
        let position = self.position(cycle);
        let done = (position / self.ratio.1) as usize;
        for &difference in &self.buffer[..done] {
            self.sum = self.sum.wrapping_add(difference);
            sample(self.sum);
        }
        self.buffer.copy_within(done..done + TAPS, 0);
        self.buffer[TAPS..done + TAPS].fill(0);
        self.base_cycle = cycle;
        self.remainder = position % self.ratio.1;
    }

    /// Position behind the buffer's first sample in `1 / ratio.1` samples.
    #[inline]
    fn position(&self, cycle: u64) -> u32 {
        (cycle - self.base_cycle) as u32 * self.ratio.0 + self.remainder
    }

    #[inline]
    fn place(&self, cycle: u64) -> (usize, usize) {
        let position = self.position(cycle);
        let index = position / self.ratio.1;
        let rest = position - index * self.ratio.1;
        let phase = (u64::from(rest) * self.phase_scale) >> 40;
        (index as usize, phase as usize)
    }
}

fn reduce(numerator: u64, denominator: u64) -> (u32, u32) {
    let (mut a, mut b) = (numerator, denominator);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    ((numerator / a) as u32, (denominator / a) as u32)
}

fn build_kernel() -> Kernel {
    let mut kernel: Kernel = (0..PHASES / 2).map(build_row).collect();
    // The other half mirrors it.
    for phase in (0..PHASES / 2).rev() {
        let mut row = kernel[phase];
        row.reverse();
        kernel.push(row);
    }
    kernel
}

/// One row: taps for a step at `phase / PHASES` (its middle) behind a sample.
fn build_row(phase: usize) -> [i16; TAPS] {
    let offset = (phase as f64 + 0.5) / PHASES as f64;
    let middle = (TAPS / 2) as f64 - 1.0 + offset;
    let taps: [f64; TAPS] = std::array::from_fn(|tap| impulse(tap as f64 - middle));
    let sum: f64 = taps.iter().sum();
    let mut row = taps.map(|tap| (tap / sum * f64::from(KERNEL_ONE) + 0.5).floor() as i16);
    balance(&mut row, middle);
    row
}

/// Makes the sum exact, and the mean position as near as integers come: errors of the mean
/// shift a step in time, which is heard as alias.
fn balance(row: &mut [i16; TAPS], middle: f64) {
    let center = TAPS / 2;
    let sum: i32 = row.iter().map(|&tap| i32::from(tap)).sum();
    row[center] -= (sum - KERNEL_ONE) as i16;
    let moment: i32 = (0..)
        .zip(row.iter())
        .map(|(tap, &value)| tap * i32::from(value))
        .sum();
    let wanted = (middle * f64::from(KERNEL_ONE) + 0.5).floor() as i32;
    let mut excess = moment - wanted;
    while excess != 0 {
        let distance = excess.abs().min(center as i32 - 1) as usize;
        let (left, right) = (center - distance / 2, center - distance / 2 + distance);
        let unit = excess.signum() as i16;
        row[left] += unit;
        row[right] -= unit;
        excess -= i32::from(unit) * distance as i32;
    }
}

/// Windowed sinc at `x` samples from its middle.
fn impulse(x: f64) -> f64 {
    let radius = (TAPS / 2) as f64;
    let r = x / radius;
    let window = if r * r >= 1.0 {
        0.0
    } else {
        bessel(BETA * BETA * (1.0 - r * r))
    };
    let angle = 2.0 * PI * CUTOFF * x;
    let sinc = if angle == 0.0 {
        1.0
    } else {
        sine(angle) / angle
    };
    sinc * window
}

/// The modified Bessel function of order 0, of the square root of `square`.
fn bessel(square: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..24 {
        term *= square / 4.0 / f64::from(k * k);
        sum += term;
    }
    sum
}

/// Sine by its series after reduction to a quarter turn; library sines differ between hosts.
fn sine(angle: f64) -> f64 {
    let turns = (angle / PI + 0.5).floor();
    let reduced = angle - turns * PI;
    let (mut term, mut sum) = (reduced, reduced);
    for k in 1..12 {
        term *= -reduced * reduced / f64::from(2 * k * (2 * k + 1));
        sum += term;
    }
    if turns as i64 % 2 == 0 { sum } else { -sum }
}
