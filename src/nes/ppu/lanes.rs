//! Eight pixels side by side in one word, the first in its lowest byte.

/// One byte for each pixel.
pub type Lanes = u64;

/// Every lane.
pub const ALL: Lanes = u64::MAX;
/// 1 in every lane.
const ONES: Lanes = 0x0101_0101_0101_0101;

/// The bits of a pattern plane, one in each lane; the first pixel is bit 7 of the plane.
static SPREAD: [Lanes; 256] = spread_table();

const fn spread_table() -> [Lanes; 256] {
    let mut table = [0; 256];
    let mut plane = 0;
    while plane < 256 {
        let mut pixel = 0;
        while pixel < 8 {
            table[plane] |= ((plane as u64 >> (7 - pixel)) & 1) << (8 * pixel);
            pixel += 1;
        }
        plane += 1;
    }
    table
}

/// The bits of a plane, one in each lane.
#[inline(always)]
pub fn spread(plane: u8) -> Lanes {
    SPREAD[usize::from(plane)]
}

/// The same value in every lane.
#[inline(always)]
pub fn broadcast(value: u8) -> Lanes {
    u64::from(value) * ONES
}

/// The lanes, whole, whose pattern bits 1 and 0 are not both zero.
#[inline(always)]
pub fn opaque(pixels: Lanes) -> Lanes {
    ((pixels | pixels >> 1) & ONES) * 0xFF
}
