//! Colors of palette indexes: the composite signal of the 2C02, decoded, and those of the 2C03.
//!
//! The PPU makes a square wave of twelve phases between two of its voltage levels; hue is
//! the phase, brightness the pair of levels. Decoding that wave as a television does gives
//! the color. Sine and cosine are needed at multiples of 30 degrees only, so the table is
//! the same on every host.
//!
//! An RGB chip makes three levels of eight steps instead, and its emphasis bits turn channels
//! fully on.
//!
//! NESdev: NTSC video; PPU palettes (2C03 and 2C05)

use crate::nes::ppu::palette::RGB_CHIP;
use std::sync::OnceLock;

/// Colors without and with emphasis: 64 indexes for each of eight emphasis settings, of a
/// composite and of an RGB chip.
pub const COLORS: usize = 1024;

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
/// 6 to 8, bit 9 set if an RGB chip made it.
pub fn rgb(pixel: u16) -> Rgb {
    table()[usize::from(pixel) % COLORS]
}

/// All colors, by pixel value.
pub fn table() -> &'static [Rgb; COLORS] {
    static TABLE: OnceLock<[Rgb; COLORS]> = OnceLock::new();
    TABLE.get_or_init(|| {
        std::array::from_fn(|pixel| match pixel & usize::from(RGB_CHIP) {
            0 => decode(pixel),
            _ => direct(pixel),
        })
    })
}

/// What a 2C03 shows: each octal digit of its entry is a channel, red, green, blue.
fn direct(pixel: usize) -> Rgb {
    let levels = OF_2C03[pixel & 0x3F];
    std::array::from_fn(|channel| {
        let level = levels >> (6 - 3 * channel) & 7;
        let full = pixel >> 6 >> channel & 1 == 1;
        if full { 0xFF } else { (level * 0xFF / 7) as u8 }
    })
}

/// Red, green and blue of each index of a 2C03.
#[rustfmt::skip]
const OF_2C03: [u32; 64] = [
    0o333, 0o014, 0o006, 0o326, 0o403, 0o503, 0o510, 0o420, 0o320, 0o120, 0o031, 0o040, 0o022, 0, 0, 0,
    0o555, 0o036, 0o027, 0o407, 0o507, 0o704, 0o700, 0o630, 0o430, 0o140, 0o040, 0o053, 0o044, 0, 0, 0,
    0o777, 0o357, 0o447, 0o637, 0o707, 0o737, 0o740, 0o750, 0o660, 0o360, 0o070, 0o276, 0o077, 0, 0, 0,
    0o777, 0o567, 0o657, 0o757, 0o747, 0o755, 0o764, 0o772, 0o773, 0o572, 0o473, 0o276, 0o467, 0, 0, 0,
];

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
