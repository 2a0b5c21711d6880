//! The I/O latch: eight bits of charge between the CPU and the PPU's registers.
//!
//! Every bit fades to 0 by itself when nothing drives it for a while. Reading an undriven
//! bit does not refresh it. Real chips take about 600 ms, some bits less; one fixed period
//! keeps the machine deterministic.
//!
//! NESdev: Open bus behavior; PPU registers. Test ROM: ppu_open_bus

use serde::{Deserialize, Serialize};

/// Master clocks that a bit lasts: 0.6 s on NTSC, 0.48 s on PAL and Dendy.
const LIFETIME: u64 = 12_800_000;

/// The I/O latch with the age of each bit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenBus {
    value: u8,
    /// Master clock at which each bit has faded.
    fades_at: [u64; 8],
}

impl OpenBus {
    /// Drives the bits of `mask` with `value`.
    pub fn drive(&mut self, value: u8, mask: u8, clock: u64) {
        self.value = self.value & !mask | value & mask;
        for (bit, fades_at) in self.fades_at.iter_mut().enumerate() {
            if mask >> bit & 1 != 0 {
                *fades_at = clock + LIFETIME;
            }
        }
    }

    /// What the undriven latch holds at `clock`.
    pub fn read(&self, clock: u64) -> u8 {
        let mut value = self.value;
        for (bit, fades_at) in self.fades_at.iter().enumerate() {
            if clock >= *fades_at {
                value &= !(1 << bit);
            }
        }
        value
    }
}
