//! Konami's VRC chips.

mod vrc4;
mod vrc6;
pub mod vrc6_sound;
mod vrc7;
pub mod vrc7_sound;
mod vrc_irq;

pub use vrc4::Vrc4;
pub use vrc6::Vrc6;
pub use vrc7::Vrc7;

use crate::nes::memory::Mirroring;

/// The two mirroring bits of the VRC4 and the VRC7.
fn mirroring(bits: u8) -> Mirroring {
    match bits & 3 {
        0 => Mirroring::Vertical,
        1 => Mirroring::Horizontal,
        2 => Mirroring::OneScreenLower,
        _ => Mirroring::OneScreenUpper,
    }
}
