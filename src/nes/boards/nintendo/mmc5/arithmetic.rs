//! The multiplier, and the timer of the MMC5A.
//!
//! `$5205` times `$5206` reads back as 16 bits in the same two registers. The timer counts
//! CPU cycles down from a value written to `$520A` (high) and `$5209` (low, which starts it);
//! reaching zero interrupts until `$5209` is read.
//!
//! NESdev: MMC5, Unsigned 8x8 to 16 Multiplier, 16-bit Hardware Timer with IRQ

use crate::nes::apu::NEVER;
use serde::{Deserialize, Serialize};

/// The multiplier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Multiplier {
    factors: [u8; 2],
}

impl Multiplier {
    /// Power-on: `$FF` times `$FF`.
    pub fn new() -> Multiplier {
        Multiplier { factors: [0xFF; 2] }
    }

    /// Writes `$5205` or `$5206`.
    pub fn write(&mut self, address: u16, value: u8) {
        self.factors[usize::from(address & 1 ^ 1)] = value;
    }

    /// Reads `$5205` (low byte) or `$5206` (high byte).
    pub fn read(&self, address: u16) -> u8 {
        let product = u16::from(self.factors[0]) * u16::from(self.factors[1]);
        product.to_le_bytes()[usize::from(address & 1 ^ 1)]
    }
}

/// The timer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timer {
    /// The counter while it stands still.
    count: u16,
    /// CPU cycle in which it reaches zero; [`NEVER`] while it stands still.
    ends_at: u64,
    flag: bool,
}

impl Timer {
    /// The timer at power-on: stopped at zero.
    pub fn new() -> Timer {
        Timer {
            count: 0,
            ends_at: NEVER,
            flag: false,
        }
    }

    /// Whether the counter fits one that was run to the cycle before `cycle`.
    pub fn can_be_at(&self, cycle: u64) -> bool {
        self.ends_at == NEVER || self.ends_at >= cycle && self.ends_at - cycle <= 1 << 16
    }

    /// Writes `$5209` or `$520A` in a CPU cycle that it was run to.
    pub fn write(&mut self, address: u16, value: u8, cycle: u64) {
        let running = self.ends_at != NEVER;
        let count = if running {
            self.ends_at.saturating_sub(cycle) as u16
        } else {
            self.count
        };
        let [low, high] = count.to_le_bytes();
        let starts = address == 0x5209;
        self.count = match starts {
            true => u16::from_le_bytes([value, high]),
            false => u16::from_le_bytes([low, value]),
        };
        let counts = (running || starts) && self.count > 0;
        self.ends_at = if counts {
            cycle + u64::from(self.count)
        } else {
            NEVER
        };
    }

    /// Runs the counter up to and including CPU cycle `cycle`.
    pub fn run(&mut self, cycle: u64) {
        if self.ends_at <= cycle {
            *self = Timer {
                flag: true,
                ..Timer::new()
            };
        }
    }

    /// What `$5209` reads: bit 7 the flag.
    pub fn status(&self) -> u8 {
        u8::from(self.flag) << 7
    }

    /// The effect of reading `$5209`.
    pub fn acknowledge(&mut self) {
        self.flag = false;
    }

    /// Whether the line is pulled.
    pub fn irq(&self) -> bool {
        self.flag
    }

    /// The CPU cycle of the next interrupt; [`NEVER`] while it stands still.
    pub fn irq_cycle(&self) -> u64 {
        self.ends_at
    }
}
