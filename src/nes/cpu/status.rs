//! The status register P.
//!
//! ```text
//! 7654 3210
//! NV1B DIZC   bit 5 reads as 1 everywhere; B exists only in pushed copies
//! ```
//!
//! NESdev: Status flags

use serde::{Deserialize, Serialize};

/// Carry.
pub const CARRY: u8 = 0x01;
/// Zero.
pub const ZERO: u8 = 0x02;
/// Interrupt disable.
pub const INTERRUPT_DISABLE: u8 = 0x04;
/// Decimal: stored and pushed, without effect on the 2A03.
pub const DECIMAL: u8 = 0x08;
/// Break: only in copies on the stack.
pub const BREAK: u8 = 0x10;
/// Always 1.
pub const UNUSED: u8 = 0x20;
/// Overflow.
pub const OVERFLOW: u8 = 0x40;
/// Negative.
pub const NEGATIVE: u8 = 0x80;

/// The status register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status(pub u8);

impl Status {
    /// Whether all bits of `mask` are set.
    #[inline]
    pub const fn has(self, mask: u8) -> bool {
        self.0 & mask == mask
    }

    /// Sets or clears the bits of `mask`.
    #[inline]
    pub fn set(&mut self, mask: u8, on: bool) {
        self.0 = (self.0 & !mask) | if on { mask } else { 0 };
    }

    /// Sets Z and N from a result.
    #[inline]
    pub fn set_zn(&mut self, result: u8) {
        let zero = if result == 0 { ZERO } else { 0 };
        self.0 = (self.0 & !(ZERO | NEGATIVE)) | zero | (result & NEGATIVE);
    }

    /// Loads from a byte pulled off the stack: bits 4 and 5 have no storage.
    #[inline]
    pub fn pull(&mut self, byte: u8) {
        const HELD: u8 = BREAK | UNUSED;
        self.0 = (byte & !HELD) | (self.0 & HELD);
    }

    /// The byte that PHP and BRK push (`software`), or an interrupt pushes.
    #[inline]
    pub const fn pushed(self, software: bool) -> u8 {
        (self.0 & !BREAK) | UNUSED | if software { BREAK } else { 0 }
    }

    /// Carry as 0 or 1.
    #[inline]
    pub const fn carry(self) -> u8 {
        self.0 & CARRY
    }
}
