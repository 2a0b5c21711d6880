//! The envelope of the 5B: ramps of 32 steps in eight shapes.
//!
//! ```text
//! continue attack alternate hold
//! 0 0 - -  \____     1 0 0 0  \\\\     1 0 1 0  \/\/     1 1 0 0  ////     1 1 1 0  /\/\
//! 0 1 - -  /____     1 0 0 1  \____    1 0 1 1  \^^^^    1 1 0 1  /^^^^    1 1 1 1  /____
//! ```
//!
//! NESdev: Sunsoft 5B audio, Envelope

use super::sunsoft5b_timer::Timer;
use serde::{Deserialize, Serialize};

const CONTINUE: u8 = 0x08;
const ATTACK: u8 = 0x04;
const ALTERNATE: u8 = 0x02;
const HOLD: u8 = 0x01;
/// Steps of a ramp.
const RAMP: u8 = 32;
/// The highest level.
const TOP: u8 = RAMP - 1;

/// The envelope generator.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Envelope {
    timer: Timer,
    /// Register `$0D`.
    shape: u8,
    /// Steps since the reset: up to one ramp when it then holds, else modulo two ramps.
    position: u8,
}

impl Envelope {
    /// Writes register `$0D`: chooses the shape and starts it from its beginning.
    pub fn write_shape(&mut self, value: u8) {
        self.shape = value & 0x0F;
        self.position = 0;
        self.timer.restart();
    }

    /// Ticks of 16 CPU cycles until the level changes next; `None` when it holds.
    pub fn until_next(&self, period: u16) -> Option<u64> {
        (!self.holding()).then(|| self.timer.until_next(period))
    }

    /// Runs `ticks` ticks of 16 CPU cycles.
    pub fn advance(&mut self, ticks: u64, period: u16) {
        let steps = self.timer.advance(ticks, period) + u64::from(self.position);
        self.position = if self.ends() {
            steps.min(u64::from(RAMP)) as u8
        } else {
            (steps % (2 * u64::from(RAMP))) as u8
        };
    }

    /// The level now, 0 to 31.
    pub fn level(&self) -> u8 {
        if self.holding() {
            return self.held();
        }
        let turned = self.has(ALTERNATE) && self.position >= RAMP;
        let within = self.position % RAMP;
        if self.has(ATTACK) != turned {
            within
        } else {
            TOP - within
        }
    }

    /// Whether a running chip can be in this state.
    pub fn is_possible(&self) -> bool {
        let last = if self.ends() { RAMP } else { 2 * RAMP - 1 };
        self.shape <= 0x0F && self.position <= last
    }

    fn has(&self, flag: u8) -> bool {
        self.shape & flag != 0
    }

    /// Whether it ends after one ramp.
    fn ends(&self) -> bool {
        !self.has(CONTINUE) || self.has(HOLD)
    }

    fn holding(&self) -> bool {
        self.ends() && self.position >= RAMP
    }

    fn held(&self) -> u8 {
        if self.has(CONTINUE) && self.has(ATTACK) != self.has(ALTERNATE) {
            TOP
        } else {
            0
        }
    }
}
