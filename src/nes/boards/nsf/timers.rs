//! The two clocks of the player: when PLAY is due, and the interrupt timer of NSF2.
//!
//! PLAY is due at whole multiples of its period after the timer's start, each rounded up to
//! the next CPU cycle, so that no error adds up.
//!
//! NESdev: NSF, play speed; NSF2, IRQ timer

use crate::nes::{apu::NEVER, region::Region};
use serde::{Deserialize, Serialize};

const MICROSECONDS: u64 = 1_000_000;

/// When PLAY is due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayTimer {
    /// CPU cycles between two calls, as a fraction.
    period: (u64, u64),
    /// The cycle in which it was started.
    start: u64,
    /// The multiple of the period that comes next; 0 when the timer stands.
    call: u64,
    /// The cycle of it.
    next: u64,
    /// Whether PLAY is to be called.
    due: bool,
}

impl PlayTimer {
    /// A timer that stands; the period is in microseconds, not 0.
    pub fn new(microseconds: u16, region: Region) -> PlayTimer {
        let timing = region.timing();
        let (clocks, seconds) = timing.master_hz;
        PlayTimer {
            period: (
                u64::from(microseconds) * clocks,
                seconds * timing.cpu_divider * MICROSECONDS,
            ),
            start: 0,
            call: 0,
            next: NEVER,
            due: false,
        }
    }

    /// Whether a saved timer has the same period.
    pub fn can_follow(&self, present: &PlayTimer) -> bool {
        self.period == present.period
    }

    /// Whether its clocks are possible between two cycles, the second of which is `cycle`.
    pub fn can_be_at(&self, cycle: u64) -> bool {
        match self.call {
            0 => self.next == NEVER,
            call => self.start <= cycle && self.next == self.at(call) && self.at(call - 1) <= cycle,
        }
    }

    /// Starts it in CPU cycle `cycle`; the first call is one period away.
    pub fn begin(&mut self, cycle: u64) {
        (self.start, self.call, self.due) = (cycle, 1, false);
        self.next = self.at(1);
    }

    /// Stops it.
    pub fn stop(&mut self) {
        (self.start, self.call, self.due) = (0, 0, false);
        self.next = NEVER;
    }

    /// Runs to `cycle`. Calls that were missed are one.
    pub fn run(&mut self, cycle: u64) {
        if self.next <= cycle {
            self.due = true;
            let (cycles, calls) = self.period;
            let passed = u128::from(cycle - self.start) * u128::from(calls);
            self.call = (passed / u128::from(cycles.max(1))) as u64 + 1;
            self.next = self.at(self.call);
        }
    }

    /// Whether PLAY is to be called.
    pub fn due(&self) -> bool {
        self.due
    }

    /// PLAY is being called.
    pub fn take(&mut self) -> bool {
        std::mem::take(&mut self.due)
    }

    /// The cycle in which PLAY will be due next.
    pub fn next(&self) -> u64 {
        self.next
    }

    fn at(&self, call: u64) -> u64 {
        let (cycles, calls) = self.period;
        let after = (u128::from(call) * u128::from(cycles)).div_ceil(u128::from(calls.max(1)));
        let after = u64::try_from(after).unwrap_or(u64::MAX);
        self.start.saturating_add(after).min(NEVER - 1)
    }
}

/// The interrupt timer at `$401B-$401D`.
///
/// ```text
/// $401B, $401C  period less one, low and high byte; read as written
/// $401D write   bit 0: run; 0 stops, reloads and acknowledges
/// $401D read    bit 7: interrupt, bit 0: running; acknowledges
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IrqTimer {
    reload: u16,
    next: u64,
    line: bool,
}

impl IrqTimer {
    /// The first of the three registers.
    pub const LOW: u16 = 0x401B;
    /// The last of them.
    pub const CONTROL: u16 = 0x401D;

    /// A timer that stands.
    pub fn new() -> IrqTimer {
        IrqTimer {
            reload: 0,
            next: NEVER,
            line: false,
        }
    }

    /// Whether its clock is possible in a state whose next cycle is `cycle`.
    pub fn can_be_at(&self, cycle: u64) -> bool {
        self.next == NEVER || self.next <= cycle.saturating_add(0x1_0000)
    }

    /// Runs to `cycle`.
    pub fn run(&mut self, cycle: u64) {
        if self.next <= cycle {
            self.line = true;
            let period = u64::from(self.reload) + 1;
            self.next += ((cycle - self.next) / period + 1) * period;
        }
    }

    /// A write to one of its registers in CPU cycle `cycle`.
    pub fn write(&mut self, address: u16, value: u8, cycle: u64) {
        let [low, high] = self.reload.to_le_bytes();
        match address {
            Self::LOW => self.reload = u16::from_le_bytes([value, high]),
            Self::CONTROL if value & 1 == 0 => (self.next, self.line) = (NEVER, false),
            Self::CONTROL => {
                if self.next == NEVER {
                    self.next = cycle + u64::from(self.reload) + 1;
                }
            }
            _ => self.reload = u16::from_le_bytes([low, value]),
        }
    }

    /// What a read of one of its registers gives.
    pub fn peek(&self, address: u16) -> u8 {
        match address {
            Self::LOW => self.reload as u8,
            Self::CONTROL => u8::from(self.line) << 7 | u8::from(self.next != NEVER),
            _ => (self.reload >> 8) as u8,
        }
    }

    /// A read of the last register.
    pub fn acknowledge(&mut self) {
        self.line = false;
    }

    /// Whether it interrupts.
    pub fn line(&self) -> bool {
        self.line
    }

    /// The cycle of the next interrupt.
    pub fn next(&self) -> u64 {
        self.next
    }
}
