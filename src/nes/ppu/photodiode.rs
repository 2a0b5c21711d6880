//! What the photodiodes of Zappers see of the picture while it is drawn.
//!
//! A light gun looks at a spot of the screen, and its diode stays on for some scanlines after
//! the beam has drawn something bright there. The chip is told where the guns point and notes
//! until when each diode is on, whether a picture is kept or not; without a gun it looks at one
//! flag per stage of a line. How long a color is seen is a table of measured lines, white, light
//! and dark grey, with the colors set between them by their mean level; emphasis is not counted.
//!
//! NESdev: Zapper; NTSC video

use super::Ppu;
use super::timing::{FIRST_PIXEL_DOT, LAST_PIXEL_DOT, LINE_DOTS, VISIBLE_LINES};
use crate::nes::event::Spot;
use crate::nes::region::Region;
use serde::{Deserialize, Serialize};

/// Light guns that can be connected.
const GUNS: usize = 2;
/// Pixels and lines around the aimed pixel that a diode sees as well.
const RADIUS: i16 = 3;
/// Lines that white keeps a diode on, the most of all colors.
const MOST_LINES: u64 = 26;

/// Lines that a color keeps a diode on, by its brightness (bits 5-4) and kind.
///
/// | | `$x0` | `$x1-$xC` | `$xD` |
/// |-|-|-|-|
/// | `$0x` | dark grey | too dark | black |
/// | `$1x` | light grey | a little less than dark grey | black |
/// | `$2x` | white | light grey | darker than dark grey |
/// | `$3x` | white | nearly white | light grey |
const LINES: [[u8; 3]; 4] = [[19, 0, 0], [24, 18, 0], [26, 24, 16], [26, 25, 24]];

/// The diodes of the guns in both ports.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Photodiodes {
    /// Where the guns point; the controller ports know it and tell it after a load.
    #[serde(skip)]
    spots: [Option<Spot>; GUNS],
    /// Master clock until which each diode is on.
    lit_until: [u64; GUNS],
}

impl Photodiodes {
    /// Whether a running chip can have these diodes at master clock `clock`.
    pub(super) fn is_possible(&self, region: Region, clock: u64) -> bool {
        let longest = MOST_LINES * line_clocks(region);
        self.lit_until.iter().all(|&until| until <= clock + longest)
    }

    /// The first dot from `dot` on, of a line, that a diode sees.
    fn next_dot(&self, line: u16, dot: u16) -> Option<u16> {
        let line = line as i16;
        let spots = self.spots.iter().flatten();
        let seen = spots.filter(|spot| (line - spot.y).abs() <= RADIUS);
        let dots = seen.filter_map(|spot| {
            let first = (column_dot(spot.x) - RADIUS).max(dot as i16);
            let last = (column_dot(spot.x) + RADIUS).min(LAST_PIXEL_DOT as i16);
            let first = first.max(FIRST_PIXEL_DOT as i16);
            (first <= last).then_some(first as u16)
        });
        dots.min()
    }

    /// A pixel is drawn at `dot` of `line` that keeps a diode on until `until`.
    fn light(&mut self, line: u16, dot: u16, until: u64) {
        for (spot, lit) in self.spots.iter().zip(&mut self.lit_until) {
            let sees = spot.is_some_and(|spot| {
                (line as i16 - spot.y).abs() <= RADIUS
                    && (dot as i16 - column_dot(spot.x)).abs() <= RADIUS
            });
            if sees {
                *lit = until.max(*lit);
            }
        }
    }
}

impl Ppu {
    /// Points the gun in port 0 or 1 at a pixel, which may be outside the picture; `None` if
    /// there is no gun.
    pub fn point(&mut self, port: usize, spot: Option<Spot>) {
        if let Some(place) = self.photodiodes.spots.get_mut(port) {
            *place = spot.map(within_reach);
        }
    }

    /// Whether the diode of the gun in port 0 or 1 is on before the next dot.
    ///
    /// NESdev: Zapper
    pub fn sees_light(&self, port: usize) -> bool {
        let until = self.photodiodes.lit_until.get(port);
        until.is_some_and(|&until| self.clock < until)
    }

    /// Whether any gun is connected.
    pub(super) fn is_watched_by_guns(&self) -> bool {
        self.photodiodes.spots.iter().any(Option::is_some)
    }

    /// Notes the pixel of the next dot if a diode sees it. Returns how many of `dots` may run
    /// before the next one that a diode sees, at least one.
    pub(super) fn show_to_guns(&mut self, dots: u32) -> u32 {
        if self.scanline >= VISIBLE_LINES {
            return dots;
        }
        match self.photodiodes.next_dot(self.scanline, self.dot) {
            None => dots,
            Some(next) if next > self.dot => dots.min(u32::from(next - self.dot)),
            Some(_) => {
                let lines = lines_on(self.coming_index_color());
                if lines > 0 {
                    let until = self.clock + lines * line_clocks(self.region);
                    self.photodiodes.light(self.scanline, self.dot, until);
                }
                1
            }
        }
    }

    /// The color that the next dot shows, tried on a copy.
    fn coming_index_color(&self) -> u8 {
        let index = if self.rendering() {
            self.clone().choose_pixel()
        } else {
            self.blank_index()
        };
        self.palette.pixel(index) as u8 & 0x3F
    }
}

/// A spot from which no distance on the screen overflows.
fn within_reach(spot: Spot) -> Spot {
    const FAR: i16 = 1 << 12;
    Spot {
        x: spot.x.clamp(-FAR, FAR),
        y: spot.y.clamp(-FAR, FAR),
    }
}

fn column_dot(x: i16) -> i16 {
    x + FIRST_PIXEL_DOT as i16
}

fn line_clocks(region: Region) -> u64 {
    u64::from(LINE_DOTS) * region.timing().dot_divider
}

/// Lines that a color, 0 to 63, keeps a diode on.
fn lines_on(color: u8) -> u64 {
    let kind = match color & 0x0F {
        0x00 => 0,
        0x01..=0x0C => 1,
        0x0D => 2,
        _ => return 0,
    };
    u64::from(LINES[usize::from(color >> 4 & 3)][kind])
}
