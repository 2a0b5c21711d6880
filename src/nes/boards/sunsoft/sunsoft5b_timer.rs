//! The period counter that the tones, the noise and the envelope of the 5B have in common.
//!
//! It counts up, and acts and starts over as soon as it has reached the period: a period made
//! shorter than what was counted acts at once. A period of 0 is one of 1.
//!
//! NESdev: Sunsoft 5B audio

use serde::{Deserialize, Serialize};

/// One counter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timer {
    count: u16,
}

impl Timer {
    /// Steps, 1 or more, until it acts next.
    pub fn until_next(&self, period: u16) -> u64 {
        u64::from(period.max(1).saturating_sub(self.count).max(1))
    }

    /// Makes `steps` steps and tells how many times it acted.
    pub fn advance(&mut self, steps: u64, period: u16) -> u64 {
        let first = self.until_next(period);
        if steps < first {
            self.count += steps as u16;
            return 0;
        }
        let period = u64::from(period.max(1));
        self.count = ((steps - first) % period) as u16;
        (steps - first) / period + 1
    }

    /// Starts over.
    pub fn restart(&mut self) {
        self.count = 0;
    }
}
