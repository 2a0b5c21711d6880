//! An envelope of the disk system's sound: a gain that moves by one, up to 32 or down to 0.
//!
//! NESdev: FDS audio, envelopes

use crate::nes::apu::NEVER;
use serde::{Deserialize, Serialize};

/// The gain that an envelope does not pass on its way up.
const HIGHEST: u8 = 32;
/// The longest time between two steps, in CPU cycles.
const SLOWEST: u64 = 8 * 64 * 256;

/// One envelope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Envelope {
    /// 0 to 63.
    speed: u8,
    up: bool,
    off: bool,
    /// 0 to 63.
    gain: u8,
    next: u64,
}

impl Envelope {
    /// An envelope that stands at zero.
    pub fn new() -> Envelope {
        Envelope {
            speed: 0,
            up: false,
            off: true,
            gain: 0,
            next: NEVER,
        }
    }

    /// Whether its clock is possible when the channel was run to `clock`.
    pub fn can_be_at(&self, clock: u64) -> bool {
        let near = self.next > clock && self.next - clock <= SLOWEST;
        self.speed < 64 && self.gain < 64 && (self.next == NEVER || near)
    }

    /// Speed, direction and, when it is switched off, the gain itself.
    pub fn write(&mut self, value: u8) {
        self.speed = value & 63;
        self.up = value & 0x40 != 0;
        self.off = value & 0x80 != 0;
        if self.off {
            self.gain = self.speed;
        }
    }

    /// Starts a step anew; without a master speed nothing moves.
    pub fn restart(&mut self, cycle: u64, master: Option<u8>) {
        self.next = match master {
            Some(master) if !self.off => cycle + self.period(master),
            _ => NEVER,
        };
    }

    /// Moves the gain if this is the cycle.
    pub fn run(&mut self, cycle: u64, master: Option<u8>) {
        if self.next == cycle {
            self.gain = match self.up {
                true if self.gain < HIGHEST => self.gain + 1,
                false if self.gain > 0 => self.gain - 1,
                _ => self.gain,
            };
            self.restart(cycle, master);
        }
    }

    /// The gain, 0 to 63.
    pub fn gain(&self) -> u8 {
        self.gain
    }

    /// The cycle of the next step.
    pub fn next(&self) -> u64 {
        self.next
    }

    fn period(&self, master: u8) -> u64 {
        8 * (u64::from(self.speed) + 1) * (u64::from(master) + 1)
    }
}
