//! The Arkanoid (Vaus) controller of the NES: a knob through a shift register, and a button.
//!
//! ```text
//! D4  the knob's position, highest bit first, inverted
//! D3  fire button, 1 pressed
//! ```
//!
//! On hardware a strobe starts a conversion of up to 7 ms; here the position is latched by the
//! strobe, which programs that wait for the conversion can not tell.
//!
//! NESdev: Arkanoid controller

use crate::nes::event::Buttons;
use std::ops::RangeInclusive;

/// Positions that a knob can reach, left to right. One controller spans `$A0` of them: `$0D`
/// to `$AD` with the adjusting screw at one end and `$5C` to `$FC` at the other; Arkanoid
/// expects `$54` to `$F4`.
pub const RANGE: RangeInclusive<u8> = 0x0D..=0xFC;
/// The middle of what Arkanoid expects.
pub const CENTER: u8 = 0xA4;

const FIRE: u8 = 0x01;
const KNOB_BIT: u8 = 4;
const FIRE_BIT: u8 = 3;

/// The shift register after a conversion, first bit lowest.
pub fn report(position: u8) -> u32 {
    0xFFFF_FF00 | u32::from((!position).reverse_bits())
}

/// The bits on the data lines.
pub fn bits(knob: u8, held: Buttons) -> u8 {
    knob << KNOB_BIT | (held.0 & FIRE) << FIRE_BIT
}
