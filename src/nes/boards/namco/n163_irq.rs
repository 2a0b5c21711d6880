//! The 163's interrupt counter: 15 bits, counts CPU cycles up to `$7FFF` and stays there.
//!
//! `$5000` and `$5800` are the counter itself, for reading and for writing; bit 7 of `$5800`
//! lets it count. Reaching the end pulls the IRQ line, a write lets it go.
//!
//! NESdev: INES Mapper 019, IRQ Operation

use crate::nes::apu::NEVER;
use serde::{Deserialize, Serialize};

const END: u16 = 0x7FFF;
/// Bit of the high byte: counts, and may interrupt.
const ENABLED: u16 = 0x8000;

/// Counter, enable bit and interrupt line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// Both registers as one word.
    word: u16,
    line: bool,
}

impl Counter {
    /// A write of `$5000` (low byte) or `$5800` (high byte and enable bit).
    pub fn write(&mut self, address: u16, value: u8) {
        self.word = if address < 0x5800 {
            self.word & 0xFF00 | u16::from(value)
        } else {
            self.word & 0x00FF | u16::from(value) << 8
        };
        self.line = false;
    }

    /// What a read of `$5000` or `$5800` gives.
    pub fn peek(&self, address: u16) -> u8 {
        let [low, high] = self.word.to_le_bytes();
        if address < 0x5800 { low } else { high }
    }

    /// Counts `cycles` CPU cycles.
    pub fn run(&mut self, cycles: u64) {
        let Some(left) = self.left().filter(|&left| left > 0) else {
            return;
        };
        let steps = cycles.min(left);
        self.word += steps as u16;
        self.line |= steps == left;
    }

    /// Whether the IRQ line is pulled.
    pub fn line(&self) -> bool {
        self.line
    }

    /// The cycle in which the line will be pulled when it is `now`.
    pub fn irq_cycle(&self, now: u64) -> u64 {
        match self.left() {
            Some(left) if left > 0 => now + left,
            _ => NEVER,
        }
    }

    /// Cycles to the end, if it counts.
    fn left(&self) -> Option<u64> {
        let enabled = self.word & ENABLED != 0;
        enabled.then(|| u64::from(END - (self.word & END)))
    }
}
