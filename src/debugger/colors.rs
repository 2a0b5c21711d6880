//! Colors of palette indexes: the composite signal of the 2C02, decoded.
//!
//! The PPU makes a square wave of twelve phases between two of its voltage levels; hue is
//! the phase, brightness the pair of levels. Decoding that wave as a television does gives
//! the color. Sine and cosine are needed at multiples of 30 degrees only, so the table is
//! the same on every host.
//!
//! NESdev: NTSC video

use std::sync::OnceLock;

/// Colors without and with emphasis: 64 indexes for each of eight emphasis settings.
pub const COLORS: usize = 512;

/// Red, green and blue, 0 to 255.
pub type Rgb = [u8; 3];

/// Volts of the low and the high half of the wave for the four brightness levels.
const LOW: [f64; 4] = [0.228, 0.312, 0.552, 0.880];
const HIGH: [f64; 4] = [0.616, 0.840, 1.100, 1.100];
const BLACK: f64 = 0.312;
const WHITE: f64 = 1.100;
/// What is left of the signal in a phase that emphasis attenuates.
const ATTENUATION: f64 = 0.746;
/// Hue whose phase each emphasis bit attenuates: red, green, blue.
const EMPHASIS_HUES: [usize; 3] = [0x0C, 0x04, 0x08];
const PHASES: usize = 12;
/// Half of the square root of three.
const SINE_60: f64 = 0.866_025_403_784_438_6;
/// Cosines of multiples of 30 degrees.
const COSINES: [f64; PHASES] = [
    1.0, SINE_60, 0.5, 0.0, -0.5, -SINE_60, -1.0, -SINE_60, -0.5, 0.0, 0.5, SINE_60,
];
/// Phase steps from the first sample to the I axis, so that hue 8 lies at the color burst.
const AXIS: usize = 4;
/// Phase steps from the I axis to the Q axis, a quarter turn back.
const QUARTER: usize = 9;
/// What televisions leave of the chroma, between pale and gaudy.
const SATURATION: f64 = 0.85;

/// The color of a pixel: palette index in bits 0 to 5, emphasis (red, green, blue) in bits
/// 6 to 8.
pub fn rgb(pixel: u16) -> Rgb {
    table()[usize::from(pixel) % COLORS]
}

/// All colors, by pixel value.
pub fn table() -> &'static [Rgb; COLORS] {
    static TABLE: OnceLock<[Rgb; COLORS]> = OnceLock::new();
    TABLE.get_or_init(|| std::array::from_fn(decode))
}

fn decode(pixel: usize) -> Rgb {
    let (mut y, mut i, mut q) = (0.0, 0.0, 0.0);
    for phase in 0..PHASES {
        let level = (signal(pixel, phase) - BLACK) / (WHITE - BLACK) / PHASES as f64;
        y += level;
        i += level * COSINES[(phase + AXIS) % PHASES];
        q += level * COSINES[(phase + AXIS + QUARTER) % PHASES];
    }
    to_rgb(y, 2.0 * SATURATION * i, 2.0 * SATURATION * q)
}

/// The voltage of a pixel in one of the twelve phases.
fn signal(pixel: usize, phase: usize) -> f64 {
    let (hue, emphasis) = (pixel & 0x0F, pixel >> 6);
    let level = if hue > 0x0D { 1 } else { pixel >> 4 & 3 };
    let high = match hue {
        0x00 => true,
        0x01..=0x0C => in_phase(hue, phase),
        _ => false,
    };
    let volts = if high { HIGH[level] } else { LOW[level] };
    let attenuated =
        (0..3).any(|bit| emphasis >> bit & 1 == 1 && in_phase(EMPHASIS_HUES[bit], phase));
    if attenuated && hue < 0x0E {
        volts * ATTENUATION
    } else {
        volts
    }
}

fn in_phase(hue: usize, phase: usize) -> bool {
    (hue + phase) % PHASES < PHASES / 2
}

fn to_rgb(y: f64, i: f64, q: f64) -> Rgb {
    let channel = |value: f64| (value.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
    [
        channel(y + 0.956 * i + 0.619 * q),
        channel(y - 0.272 * i - 0.647 * q),
        channel(y - 1.106 * i + 1.703 * q),
    ]
}
