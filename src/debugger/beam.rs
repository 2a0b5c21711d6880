//! The way of the PPU's beam to a scanline and dot.
//!
//! After odd frames a dot may be left out: the chip finds at dot 340 of the pre-render line that
//! it is dot 0 of the next frame already, so the beam is seen to go on with dot 1. A way across
//! it is cut: up to shortly before, then dot by dot.
//!
//! NESdev: PPU frame timing

use crate::nes::region::Timing;

/// Dots of a scanline.
pub const LINE_DOTS: u64 = 341;
/// The last dot of a scanline.
pub const LAST_DOT: u16 = 340;
/// Dots before the one that may be left out at which a way is cut.
const MARGIN: u64 = 2;

/// A place of the beam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Scanline.
    pub scanline: u16,
    /// Dot, 0 to 340.
    pub dot: u16,
}

/// The dot that may be left out.
const LEFT_OUT: Spot = Spot {
    scanline: 0,
    dot: 0,
};

impl Spot {
    fn place(self) -> u64 {
        u64::from(self.scanline) * LINE_DOTS + u64::from(self.dot)
    }

    /// Dots from here to the next time at `there`, a whole frame when it is here.
    fn ahead(self, there: Spot, timing: &Timing) -> u64 {
        let frame = u64::from(timing.scanlines) * LINE_DOTS;
        match (there.place() + frame - self.place()) % frame {
            0 => frame,
            dots => dots,
        }
    }

    /// Dots that surely do not lead past `there`; at least one.
    pub fn leg(self, there: Spot, timing: &Timing) -> u64 {
        let to_edge = self.ahead(LEFT_OUT, timing);
        let to_there = self.ahead(there, timing);
        match to_there < to_edge && self != LEFT_OUT {
            true => to_there,
            false => to_edge.saturating_sub(MARGIN).max(1).min(to_there),
        }
    }

    /// Whether a beam that has come to `self` has reached `there`, which may have been left out.
    pub fn has_reached(self, there: Spot) -> bool {
        self == there || (there == LEFT_OUT && self == Spot { dot: 1, ..LEFT_OUT })
    }
}
