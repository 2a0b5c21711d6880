//! The sweep unit of a pulse channel, which bends its period at half frames.
//!
//! The target period is computed all the time, and mutes the channel when it overflows even
//! while the sweep is disabled.
//!
//! NESdev: APU Sweep

use serde::{Deserialize, Serialize};

/// Periods below this are silent.
pub const LOWEST_PERIOD: u16 = 8;
/// Periods or targets above this are silent.
pub const HIGHEST_PERIOD: u16 = 0x7FF;

/// One pulse channel's sweep unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sweep {
    /// Pulse 1 subtracts with ones' complement: one more.
    ones_complement: bool,
    enabled: bool,
    period: u8,
    negate: bool,
    shift: u8,
    reload: bool,
    divider: u8,
}

impl Sweep {
    /// Whether every field is within its range.
    pub(super) fn is_possible(&self) -> bool {
        self.period.max(self.shift).max(self.divider) < 8
    }

    /// The sweep of pulse 1 (`ones_complement`) or pulse 2.
    pub fn new(ones_complement: bool) -> Sweep {
        Sweep {
            ones_complement,
            ..Sweep::default()
        }
    }

    /// Writes `$4001` or `$4005`.
    pub fn write(&mut self, value: u8) {
        self.enabled = value & 0x80 != 0;
        self.period = value >> 4 & 7;
        self.negate = value & 0x08 != 0;
        self.shift = value & 7;
        self.reload = true;
    }

    /// The period that the channel's present period would be bent to.
    pub fn target(&self, period: u16) -> u16 {
        let change = period >> self.shift;
        if !self.negate {
            period + change
        } else {
            period.saturating_sub(change + u16::from(self.ones_complement))
        }
    }

    /// Whether the channel is silenced.
    pub fn mutes(&self, period: u16) -> bool {
        period < LOWEST_PERIOD || self.target(period) > HIGHEST_PERIOD
    }

    /// A half frame: gives the channel's new period.
    pub fn clock(&mut self, period: u16) -> u16 {
        let due = self.divider == 0 && self.enabled && self.shift > 0 && !self.mutes(period);
        let bent = if due { self.target(period) } else { period };
        if self.divider == 0 || self.reload {
            self.divider = self.period;
            self.reload = false;
        } else {
            self.divider -= 1;
        }
        bent
    }

    /// Whether the sweep is enabled.
    pub fn enabled(&self) -> bool {
        self.enabled
    }

    /// Half frames between two steps, less one, 0 to 7.
    pub fn period(&self) -> u8 {
        self.period
    }

    /// Whether the period gets shorter.
    pub fn negate(&self) -> bool {
        self.negate
    }

    /// By how many bits the period is shifted to get the change, 0 to 7.
    pub fn shift(&self) -> u8 {
        self.shift
    }
}
