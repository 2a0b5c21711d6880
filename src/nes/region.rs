//! NTSC, PAL and Dendy as data: clock dividers, scanline counts and frame rates.
//!
//! NESdev: Cycle reference chart

use serde::{Deserialize, Serialize};

/// The television system of the console.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Region {
    /// 2A03 and 2C02: 60.0988 frames a second.
    Ntsc,
    /// 2A07 and 2C07: 50.0070 frames a second.
    Pal,
    /// UA6527P and UA6538: PAL rate, NTSC-like CPU to PPU ratio.
    Dendy,
}

/// Everything in which the regions differ in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// Master clocks a second, as an exact fraction.
    pub master_hz: (u64, u64),
    /// Master clocks of one CPU cycle.
    pub cpu_divider: u64,
    /// Master clocks of one PPU dot.
    pub dot_divider: u64,
    /// Scanlines of a frame, pre-render line included.
    pub scanlines: u16,
    /// Line on whose dot 1 the vblank flag is set.
    pub vblank_scanline: u16,
    /// The pre-render line, the last of the frame.
    pub prerender_scanline: u16,
    /// Whether dot 340 of the pre-render line is dropped on odd frames while rendering.
    pub odd_frame_skip: bool,
    /// Whether the APU uses the PAL noise, DMC and frame counter periods.
    pub pal_apu: bool,
    /// Whether `$2001` bits 5 and 6 (emphasize red, green) are swapped.
    pub swapped_emphasis: bool,
}

const NTSC: Timing = Timing {
    master_hz: (236_250_000, 11),
    cpu_divider: 12,
    dot_divider: 4,
    scanlines: 262,
    vblank_scanline: 241,
    prerender_scanline: 261,
    odd_frame_skip: true,
    pal_apu: false,
    swapped_emphasis: false,
};

const PAL: Timing = Timing {
    master_hz: (53_203_425, 2),
    cpu_divider: 16,
    dot_divider: 5,
    scanlines: 312,
    vblank_scanline: 241,
    prerender_scanline: 311,
    odd_frame_skip: false,
    pal_apu: true,
    swapped_emphasis: true,
};

const DENDY: Timing = Timing {
    master_hz: (53_203_425, 2),
    cpu_divider: 15,
    dot_divider: 5,
    scanlines: 312,
    vblank_scanline: 291,
    prerender_scanline: 311,
    odd_frame_skip: false,
    pal_apu: false,
    swapped_emphasis: true,
};

impl std::fmt::Display for Region {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Region::Ntsc => "NTSC",
            Region::Pal => "PAL",
            Region::Dendy => "Dendy",
        })
    }
}

impl Region {
    /// The region's timing table.
    pub const fn timing(self) -> &'static Timing {
        match self {
            Region::Ntsc => &NTSC,
            Region::Pal => &PAL,
            Region::Dendy => &DENDY,
        }
    }
}
