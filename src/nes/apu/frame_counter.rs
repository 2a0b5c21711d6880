//! The frame counter: when envelopes, sweeps and length counters are clocked, and its IRQ.
//!
//! A `$4017` write restarts the sequence at its effect cycle R (see `effect_cycle`); the
//! tables count CPU cycles from R. An event is visible to an access in its own cycle.
//!
//! ```text
//! 4-step  quarter, half, quarter, flag, half + flag, flag + wrap
//! 5-step  quarter, half, quarter, half, wrap          (and quarter + half at R)
//! ```
//!
//! A step that falls between a `$4017` write of `$80` and its R gives no clocks of its own:
//! those at R stand for both.
//!
//! NESdev: APU Frame Counter; test ROMs blargg_apu_2005 and apu_test_1 to
//! 10; AccuracyCoin, Frame counter IRQ

use super::{NEVER, can_come, delayed::Delayed, is_get};
use crate::nes::options::CpuRevision;
use serde::{Deserialize, Serialize};

/// What happens at one point of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// CPU cycles after R.
    pub at: u64,
    /// Envelopes and the linear counter are clocked.
    pub quarter: bool,
    /// Length counters and sweeps are clocked.
    pub half: bool,
    /// The frame flag is set (see [`FrameCounter`] for the last of the three).
    pub flag: bool,
    /// The sequence starts over here.
    pub wrap: bool,
}

const fn quarter(at: u64) -> Step {
    Step {
        at,
        quarter: true,
        half: false,
        flag: false,
        wrap: false,
    }
}

const fn half(at: u64) -> Step {
    Step {
        half: true,
        ..quarter(at)
    }
}

const fn flag(at: u64) -> Step {
    Step {
        quarter: false,
        flag: true,
        ..quarter(at)
    }
}

const fn wrap(at: u64) -> Step {
    Step {
        quarter: false,
        wrap: true,
        ..quarter(at)
    }
}

const fn four_steps(first: u64, second: u64, third: u64, last: u64) -> [Step; 6] {
    let with_flag = Step {
        flag: true,
        ..half(last)
    };
    let end = Step {
        flag: true,
        ..wrap(last + 1)
    };
    [
        quarter(first),
        half(second),
        quarter(third),
        flag(last - 1),
        with_flag,
        end,
    ]
}

const fn five_steps(first: u64, second: u64, third: u64, last: u64) -> [Step; 5] {
    [
        quarter(first),
        half(second),
        quarter(third),
        half(last),
        wrap(last + 1),
    ]
}

/// The 4-step sequence, NTSC.
pub const NTSC_FOUR: [Step; 6] = four_steps(7457, 14913, 22371, 29829);
/// The 5-step sequence, NTSC.
pub const NTSC_FIVE: [Step; 5] = five_steps(7457, 14913, 22371, 37281);
/// The 4-step sequence, PAL.
pub const PAL_FOUR: [Step; 6] = four_steps(8313, 16627, 24939, 33253);
/// The 5-step sequence, PAL.
pub const PAL_FIVE: [Step; 5] = five_steps(8313, 16627, 24939, 41565);

/// Index of the first step that sets the flag.
const FLAG_STEP: usize = 3;
/// R of the sequence that runs at power-on: `$4017` is written nine cycles before the first
/// instruction, which follows the seven cycles of the reset sequence.
const POWER_ON_ORIGIN: u64 = 0;
/// Cycles from that write to the first cycle of the reset sequence.
const RESET_WRITE_AGE: u64 = 3;

/// Which clocks a step gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// A quarter frame.
    pub quarter: bool,
    /// A half frame.
    pub half: bool,
}

/// The frame counter.
///
/// The flag becomes visible even with the IRQ inhibited, for two cycles; the third setting
/// clears it instead. The IRQ line follows the flag only without inhibit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrameCounter {
    pal: bool,
    five: bool,
    inhibit: bool,
    flag: bool,
    /// R of the running pass of the sequence.
    origin: u64,
    /// Index of the next step.
    next: u8,
    /// Cycle in which a flag that was read is cleared.
    clear_at: u64,
    restarts: Delayed<bool>,
    /// Whether the reset button starts it over.
    hears_reset: bool,
}

impl FrameCounter {
    /// Whether a running chip can be in this state when everything up to `now` has happened.
    pub(super) fn is_possible(&self, now: u64) -> bool {
        let next = usize::from(self.next);
        self.origin <= now
            && next < self.steps().len()
            && can_come(self.step_at(next), now)
            && can_come(self.clear_at, now)
            && self.restarts.is_possible(now)
    }

    /// The frame counter of a chip at power-on.
    pub fn of(pal: bool, chip: CpuRevision) -> FrameCounter {
        FrameCounter {
            pal,
            five: false,
            inhibit: false,
            flag: false,
            origin: POWER_ON_ORIGIN,
            next: 0,
            clear_at: NEVER,
            restarts: Delayed::new(),
            hears_reset: chip.restarts_frame_counter(),
        }
    }

    /// Writes `$4017` in `cycle`: inhibit acts at once, mode and restart at the effect cycle.
    pub fn write(&mut self, value: u8, cycle: u64) {
        self.inhibit = value & 0x40 != 0;
        if self.inhibit {
            self.flag = false;
        }
        self.restarts.write(value & 0x80 != 0, cycle);
    }

    /// The reset button, `cycle` being the first of the reset sequence: the flag is cleared and
    /// the last `$4017` value written again, nine cycles before the first instruction. The
    /// letterless 2A03 goes on where it was.
    ///
    /// NESdev: CPU power up state; CPU variants
    pub fn reset(&mut self, cycle: u64) {
        let mode = self.restarts.last().unwrap_or(self.five);
        self.flag = false;
        self.clear_at = NEVER;
        if !self.hears_reset {
            return;
        }
        self.restarts = Delayed::new();
        self.restarts
            .write(mode, cycle.saturating_sub(RESET_WRITE_AGE));
    }

    /// A `$4015` read in `cycle`: the flag falls at the next put-to-get boundary, unless a
    /// step sets it there.
    pub fn acknowledge(&mut self, cycle: u64) {
        if self.flag {
            self.clear_at = if is_get(cycle) { cycle + 2 } else { cycle + 1 };
        }
    }

    /// The frame flag, `$4015` bit 6.
    #[inline]
    pub fn flag(&self) -> bool {
        self.flag
    }

    /// Whether the IRQ line is pulled low.
    #[inline]
    pub fn irq(&self) -> bool {
        self.flag && !self.inhibit
    }

    /// The next cycle in which anything happens.
    #[inline]
    pub fn next_event(&self) -> u64 {
        self.step_at(usize::from(self.next))
            .min(self.clear_at)
            .min(self.restarts.next())
    }

    /// The next cycle in which the IRQ line may change by itself.
    pub fn irq_horizon(&self) -> u64 {
        let rise = if self.inhibit || self.flag || self.five {
            NEVER
        } else {
            self.step_at(FLAG_STEP.max(usize::from(self.next)))
        };
        rise.min(self.clear_at).min(self.restarts.next())
    }

    /// Lets everything of exactly this cycle happen.
    pub fn step(&mut self, cycle: u64) -> Clocks {
        if self.clear_at == cycle {
            self.clear_at = NEVER;
            self.flag = false;
        }
        if let Some(five) = self.restarts.take(cycle) {
            self.restart(five, cycle)
        } else if self.step_at(usize::from(self.next)) == cycle {
            self.take_step(cycle)
        } else {
            Clocks::default()
        }
    }

    /// Whether the 5-step sequence runs.
    pub fn five(&self) -> bool {
        self.five
    }

    /// Whether the IRQ is inhibited.
    pub fn inhibit(&self) -> bool {
        self.inhibit
    }

    /// Index of the next step in the running sequence.
    pub fn next_step(&self) -> u8 {
        self.next
    }

    /// CPU cycles since the sequence last started, at `cycle`.
    pub fn position(&self, cycle: u64) -> u64 {
        cycle.saturating_sub(self.origin)
    }

    fn restart(&mut self, five: bool, cycle: u64) -> Clocks {
        self.five = five;
        self.origin = cycle;
        self.next = 0;
        Clocks {
            quarter: five,
            half: five,
        }
    }

    fn take_step(&mut self, cycle: u64) -> Clocks {
        let step = self.steps()[usize::from(self.next)];
        self.next += 1;
        if step.flag {
            self.flag = !(step.wrap && self.inhibit);
        }
        if step.wrap {
            self.origin = cycle;
            self.next = 0;
        }
        // A waiting switch to five steps has its own clocks, and takes these in.
        let alone = self.restarts.next_of(true) == NEVER;
        Clocks {
            quarter: step.quarter && alone,
            half: step.half && alone,
        }
    }

    fn step_at(&self, index: usize) -> u64 {
        self.origin + self.steps()[index].at
    }

    fn steps(&self) -> &'static [Step] {
        match (self.pal, self.five) {
            (false, false) => &NTSC_FOUR,
            (false, true) => &NTSC_FIVE,
            (true, false) => &PAL_FOUR,
            (true, true) => &PAL_FIVE,
        }
    }
}
