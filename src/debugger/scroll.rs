//! Where the picture begins in the four nametables, from the scroll registers.
//!
//! NESdev: PPU scrolling

use crate::nes::machine::Machine;

/// The picture's top left corner in pixels of the 512 x 480 plane of nametables, from t
/// and x: the scroll of the next frame, or of this one if nothing rewrites it.
pub fn origin(machine: &Machine) -> (u16, u16) {
    let (t, fine_x) = (machine.ppu().t(), u16::from(machine.ppu().x()));
    let coarse = |bits: u16| (bits & 0x1F) * 8;
    let x = (t >> 10 & 1) * 256 + coarse(t) + fine_x;
    let y = (t >> 11 & 1) * 240 + coarse(t >> 5) + (t >> 12 & 7);
    (x, y)
}
