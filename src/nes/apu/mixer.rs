//! The non-linear mix of the five channels, as fixed-point tables.
//!
//! ```text
//! pulse = 95.88 / (8128 / (p1 + p2) + 100)
//! tnd   = 159.79 / (1 / u + 100),   u = t / 8227 + n / 12241 + d / 22638
//! ```
//!
//! The second curve is smooth, so it is kept as a short table over `u` with linear
//! interpolation. Tables are built with plain arithmetic and equal on every host.
//!
//! NESdev: APU Mixer

use super::triangle::ULTRASONIC;

/// A sound channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// First pulse channel, levels 0 to 15.
    Pulse1,
    /// Second pulse channel, levels 0 to 15.
    Pulse2,
    /// Triangle, levels 0 to 15, or `ULTRASONIC` for the mean 7.5.
    Triangle,
    /// Noise, levels 0 to 15.
    Noise,
    /// Delta modulation channel, levels 0 to 127.
    Dmc,
}

/// Number of channels.
pub const CHANNELS: usize = 5;

impl Channel {
    /// All channels, in the order of their indexes.
    pub const ALL: [Channel; CHANNELS] = [
        Channel::Pulse1,
        Channel::Pulse2,
        Channel::Triangle,
        Channel::Noise,
        Channel::Dmc,
    ];
}

/// Amplitude of a mix of 1.0.
pub const FULL_SCALE: f64 = 30000.0;
/// Pulse sums, 0 to 30.
const PULSE_SUMS: usize = 31;
/// Intervals of the curve table.
const INTERVALS: usize = 512;
/// Fraction bits between two entries of the curve table.
const FRACTION_BITS: u32 = 7;
/// `u` of one unit of the integer index into the curve.
const UNIT: f64 = 0.00875 / ((INTERVALS as f64) * (1 << FRACTION_BITS) as f64);

/// The tables of the mixer.
#[derive(Debug)]
pub struct Mixer {
    pulse: [i32; PULSE_SUMS],
    curve: [i32; INTERVALS + 1],
    triangle: [u32; ULTRASONIC as usize + 1],
    noise: [u32; 16],
    dmc: [u32; 128],
}

/// The mixer of every console.
pub static MIXER: Mixer = Mixer::new();

impl Mixer {
    const fn new() -> Mixer {
        let mut triangle = weights(8227.0);
        triangle[ULTRASONIC as usize] = units(7.5 / 8227.0);
        Mixer {
            pulse: pulse_table(),
            curve: curve_table(),
            triangle,
            noise: weights(12241.0),
            dmc: weights(22638.0),
        }
    }

    /// The amplitude of both pulse channels together, 0 to about 7,800.
    #[inline]
    pub fn pulses(&self, first: u8, second: u8) -> i32 {
        self.pulse[usize::from(first) + usize::from(second)]
    }

    /// The amplitude of triangle, noise and DMC together, 0 to about 22,300.
    #[inline]
    pub fn others(&self, triangle: u8, noise: u8, dmc: u8) -> i32 {
        let units = self.triangle[usize::from(triangle)]
            + self.noise[usize::from(noise)]
            + self.dmc[usize::from(dmc)];
        let index = (units >> FRACTION_BITS) as usize;
        let fraction = (units & ((1 << FRACTION_BITS) - 1)) as i32;
        let (low, high) = (self.curve[index], self.curve[index + 1]);
        low + (((high - low) * fraction) >> FRACTION_BITS)
    }
}

const fn pulse_table() -> [i32; PULSE_SUMS] {
    let mut table = [0; PULSE_SUMS];
    let mut sum = 0;
    while sum < PULSE_SUMS {
        let level = sum as f64;
        table[sum] = (FULL_SCALE * 95.88 * level / (8128.0 + 100.0 * level) + 0.5) as i32;
        sum += 1;
    }
    table
}

const fn curve_table() -> [i32; INTERVALS + 1] {
    let mut table = [0; INTERVALS + 1];
    let mut index = 0;
    while index <= INTERVALS {
        let u = (index << FRACTION_BITS) as f64 * UNIT;
        table[index] = (FULL_SCALE * 159.79 * u / (1.0 + 100.0 * u) + 0.5) as i32;
        index += 1;
    }
    table
}

const fn weights<const LEVELS: usize>(divisor: f64) -> [u32; LEVELS] {
    let mut table = [0; LEVELS];
    let mut level = 0;
    while level < LEVELS {
        table[level] = units(level as f64 / divisor);
        level += 1;
    }
    table
}

const fn units(u: f64) -> u32 {
    (u / UNIT + 0.5) as u32
}
