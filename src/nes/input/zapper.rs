//! The Zapper: a light gun whose two bits are read as they are, without a strobe.
//!
//! ```text
//! D4  trigger  1 half-pulled   0 released or pulled through
//! D3  light    0 seen          1 not seen
//! ```
//!
//! A trigger that is pulled passes the half-pulled place; a capacitor keeps the bit there for
//! about 100 ms after it has left it. What the diode sees is found by the picture chip.
//!
//! NESdev: Zapper

use crate::nes::event::Buttons;
use serde::{Deserialize, Serialize};

/// The bit that is low while light is seen.
pub const DARK: u8 = 0x08;
const TRIGGER: u8 = 0x10;
/// Buttons that stand for the trigger.
const PULLED: u8 = 0x01;
const HALF_PULLED: u8 = 0x02;
/// CPU cycles of about 100 ms (10 kilohms times 10 microfarads).
pub const RELEASE_CYCLES: u64 = 178_977;

/// Where a trigger is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pull {
    /// Not touched.
    Released,
    /// Before the click: the bit is 1 as long as it stays there.
    Half,
    /// Through the click: the bit is 1 for about 100 ms.
    Pulled,
}

impl Pull {
    /// The place that buttons stand for: A is pulled, B half-pulled.
    pub fn of(buttons: Buttons) -> Pull {
        match buttons.0 & (PULLED | HALF_PULLED) {
            0 => Pull::Released,
            HALF_PULLED => Pull::Half,
            _ => Pull::Pulled,
        }
    }

    /// The buttons that stand for the place.
    pub fn buttons(self) -> Buttons {
        Buttons(match self {
            Pull::Released => 0,
            Pull::Half => HALF_PULLED,
            Pull::Pulled => PULLED,
        })
    }
}

/// The charge of the capacitor at the trigger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trigger {
    /// The first cycle that reads 0 again.
    low_from: u64,
}

impl Trigger {
    /// The trigger moves after everything of `cycle`.
    pub fn change(&mut self, before: Buttons, now: Buttons, cycle: u64) {
        let (before, now) = (Pull::of(before), Pull::of(now));
        let passes_half = before == Pull::Half || now == Pull::Pulled;
        if before != now && passes_half {
            self.low_from = cycle + RELEASE_CYCLES;
        }
    }

    /// The bits that a gun drives in `cycle` while it sees no light.
    pub fn bits(&self, held: Buttons, cycle: u64) -> u8 {
        let high = Pull::of(held) == Pull::Half || cycle < self.low_from;
        DARK | if high { TRIGGER } else { 0 }
    }
}
