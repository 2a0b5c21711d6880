//! The Four Score: two pads on each port, told apart by a signature.
//!
//! ```text
//! $4016  pad 1, pad 3, 0 0 0 1 0 0 0 0, then ones
//! $4017  pad 2, pad 4, 0 0 1 0 0 0 0 0, then ones
//! ```
//!
//! NESdev: Four player adapters

use crate::nes::event::Buttons;

/// Signatures of both ports, first bit lowest.
const SIGNATURES: [u32; 2] = [0x08, 0x04];

/// The report of port 0 or 1, first bit lowest.
pub fn report(port: usize, held: &[Buttons; 4]) -> u32 {
    0xFF00_0000
        | SIGNATURES[port] << 16
        | u32::from(held[port + 2].0) << 8
        | u32::from(held[port].0)
}
