//! The length counter, which silences a channel after a programmed number of half frames.
//!
//! A write in the cycle just before a half frame races with its clock: a halt acts after the
//! clock, and a load is lost if the counter was not zero. Both follow from letting writes act
//! one cycle late, after a half frame of that cycle.
//!
//! NESdev: APU Length Counter; test ROMs blargg_apu_2005 10 and 11

use serde::{Deserialize, Serialize};

/// Half frames loaded for each value of bits 7-3 of a channel's last register.
pub const TABLE: [u8; 32] = [
    10, 254, 20, 2, 40, 4, 80, 6, 160, 8, 60, 10, 14, 12, 26, 14, //
    12, 16, 24, 18, 48, 20, 96, 22, 192, 24, 72, 26, 16, 28, 32, 30,
];

/// One channel's length counter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Length {
    value: u8,
    enabled: bool,
    halt: bool,
    next_halt: bool,
    load: Option<u8>,
}

impl Length {
    /// Half frames left, 0 to 254.
    pub fn value(&self) -> u8 {
        self.value
    }

    /// Whether the channel may sound.
    #[inline]
    pub fn running(&self) -> bool {
        self.value > 0
    }

    /// Whether the counter is halted.
    pub fn halted(&self) -> bool {
        self.halt
    }

    /// Whether the channel's `$4015` bit is set.
    pub fn enabled(&self) -> bool {
        self.enabled
    }

    /// The channel's `$4015` bit: cleared, the counter is held at zero.
    pub fn enable(&mut self, enabled: bool) {
        self.enabled = enabled;
        if !enabled {
            self.value = 0;
            self.load = None;
        }
    }

    /// Writes the halt bit; it acts with [`Length::settle`] in the next cycle.
    pub fn write_halt(&mut self, halt: bool) {
        self.next_halt = halt;
    }

    /// Writes the load value (bits 7-3 of the register); it acts with [`Length::settle`].
    pub fn write_load(&mut self, register: u8) {
        self.load = Some(TABLE[usize::from(register >> 3)]);
    }

    /// A half frame.
    pub fn clock(&mut self) {
        if self.value > 0 {
            self.load = None;
            if !self.halt {
                self.value -= 1;
            }
        }
    }

    /// Lets the writes of the cycle before act.
    pub fn settle(&mut self) {
        self.halt = self.next_halt;
        if let Some(value) = self.load.take()
            && self.enabled
        {
            self.value = value;
        }
    }

    /// The reset button: disabled and empty; `halt` is what becomes of the halt bit.
    pub fn reset(&mut self, halt: bool) {
        *self = Length {
            halt,
            next_halt: halt,
            ..Length::default()
        };
    }
}
