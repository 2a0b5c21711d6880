//! The standard controller: eight buttons through a shift register.
//!
//! Order: A, B, Select, Start, Up, Down, Left, Right; official pads then give 1.
//!
//! NESdev: Standard controller

use crate::nes::event::Buttons;

/// The pad's report, first bit lowest, ones after the buttons.
pub fn report(buttons: Buttons) -> u32 {
    0xFFFF_FF00 | u32::from(buttons.0)
}
