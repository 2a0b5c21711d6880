//! The envelope of a pulse or noise channel: a saw-tooth decay or a constant volume.
//!
//! NESdev: APU Envelope

use serde::{Deserialize, Serialize};

/// One channel's envelope.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Envelope {
    start: bool,
    repeat: bool,
    constant: bool,
    period: u8,
    divider: u8,
    decay: u8,
}

impl Envelope {
    /// Whether every field is within its range.
    pub(in crate::nes) fn is_possible(&self) -> bool {
        self.period.max(self.divider).max(self.decay) < 16
    }

    /// Writes `$4000`, `$4004` or `$400C`: bit 5 loop, bit 4 constant volume, bits 3-0 volume
    /// or divider period.
    pub fn write(&mut self, value: u8) {
        self.repeat = value & 0x20 != 0;
        self.constant = value & 0x10 != 0;
        self.period = value & 0x0F;
    }

    /// A write of the channel's last register: the next quarter frame starts over.
    pub fn restart(&mut self) {
        self.start = true;
    }

    /// A quarter frame.
    pub fn clock(&mut self) {
        if self.start {
            self.start = false;
            self.decay = 15;
            self.divider = self.period;
        } else if self.divider > 0 {
            self.divider -= 1;
        } else {
            self.divider = self.period;
            if self.decay > 0 {
                self.decay -= 1;
            } else if self.repeat {
                self.decay = 15;
            }
        }
    }

    /// The volume, 0 to 15.
    #[inline]
    pub fn volume(&self) -> u8 {
        if self.constant {
            self.period
        } else {
            self.decay
        }
    }

    /// Whether the volume is constant.
    pub fn constant(&self) -> bool {
        self.constant
    }

    /// The present decay level, 0 to 15.
    pub fn decay(&self) -> u8 {
        self.decay
    }
}
