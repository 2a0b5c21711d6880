//! Level statistics of each channel, so that a debugger can tell what sounds without ears.

use super::{
    mixer::{CHANNELS, Channel},
    triangle::ULTRASONIC,
};

/// What one channel's level did since the meter was last reset. Levels are 0 to 15, the DMC's
/// 0 to 127, those of expansion channels in amplitude units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// CPU cycles measured.
    pub cycles: u64,
    /// Sum over those cycles of the level.
    pub sum: i64,
    /// Sum over those cycles of the squared level.
    pub squares: u64,
    /// Lowest level.
    pub lowest: i32,
    /// Highest level.
    pub highest: i32,
    /// How often the level changed.
    pub changes: u64,
}

impl Reading {
    /// Mean level; 0 without cycles.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.cycles.max(1) as f64
    }

    /// Root mean square of the level about its mean, in levels: what can be heard.
    pub fn rms(&self) -> f64 {
        let mean = self.mean();
        let square = self.squares as f64 / self.cycles.max(1) as f64;
        (square - mean * mean).max(0.0).sqrt()
    }

    /// Half the span between lowest and highest level.
    pub fn peak(&self) -> f64 {
        f64::from(self.highest - self.lowest) / 2.0
    }
}

/// One channel's level with its statistics.
#[derive(Clone, Debug, Default)]
pub struct Level {
    reading: Reading,
    now: i32,
    since: u64,
}

impl Level {
    /// The level at present.
    #[inline]
    pub fn now(&self) -> i32 {
        self.now
    }

    /// Notes the level from `cycle` on.
    #[inline]
    pub fn set(&mut self, level: i32, cycle: u64) {
        self.settle(cycle);
        self.now = level;
        self.reading.lowest = self.reading.lowest.min(level);
        self.reading.highest = self.reading.highest.max(level);
        self.reading.changes += 1;
    }

    /// Goes to level 0 without counting it as a change.
    pub fn silence(&mut self) {
        self.now = 0;
    }

    /// What it did up to `cycle`.
    pub fn reading(&mut self, cycle: u64) -> Reading {
        self.settle(cycle);
        self.reading
    }

    /// Starts measuring anew at `cycle`.
    pub fn reset(&mut self, cycle: u64) {
        self.since = cycle;
        self.reading = Reading {
            lowest: self.now,
            highest: self.now,
            ..Reading::default()
        };
    }

    /// Continues at another cycle without counting the gap.
    pub fn restart(&mut self, cycle: u64) {
        self.since = cycle;
    }

    #[inline]
    fn settle(&mut self, cycle: u64) {
        let cycles = cycle.saturating_sub(self.since);
        let level = i64::from(self.now);
        self.reading.cycles += cycles;
        self.reading.sum += cycles as i64 * level;
        self.reading.squares += cycles * (level * level) as u64;
        self.since = cycle;
    }
}

/// The meter of the console's channels.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    levels: [Level; CHANNELS],
}

impl Meter {
    /// Notes a channel's new level at a cycle.
    #[inline]
    pub fn level(&mut self, channel: Channel, level: u8, cycle: u64) {
        let level = if level == ULTRASONIC && channel == Channel::Triangle {
            7
        } else {
            level
        };
        self.levels[channel as usize].set(i32::from(level), cycle);
    }

    /// What each channel did up to `cycle`.
    pub fn readings(&mut self, cycle: u64) -> [Reading; CHANNELS] {
        std::array::from_fn(|index| self.levels[index].reading(cycle))
    }

    /// Starts measuring anew at `cycle`.
    pub fn reset(&mut self, cycle: u64) {
        for level in &mut self.levels {
            level.reset(cycle);
        }
    }

    /// Continues at another cycle without counting the gap.
    pub fn restart(&mut self, cycle: u64) {
        for level in &mut self.levels {
            level.restart(cycle);
        }
    }
}
