//! Level statistics of each channel, so that a debugger can tell what sounds without ears.

use super::{
    mixer::{CHANNELS, Channel},
    triangle::ULTRASONIC,
};

/// What one channel's level did since the meter was last reset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// CPU cycles measured.
    pub cycles: u64,
    /// Sum over those cycles of the level (0 to 15; DMC 0 to 127).
    pub sum: u64,
    /// Sum over those cycles of the squared level.
    pub squares: u64,
    /// Lowest level.
    pub lowest: u8,
    /// Highest level.
    pub highest: u8,
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

/// The meter of all channels.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    readings: [Reading; CHANNELS],
    levels: [u8; CHANNELS],
    since: [u64; CHANNELS],
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
        let index = channel as usize;
        self.settle(index, cycle);
        self.levels[index] = level;
        let reading = &mut self.readings[index];
        reading.lowest = reading.lowest.min(level);
        reading.highest = reading.highest.max(level);
        reading.changes += 1;
    }

    /// What each channel did up to `cycle`.
    pub fn readings(&mut self, cycle: u64) -> [Reading; CHANNELS] {
        for index in 0..CHANNELS {
            self.settle(index, cycle);
        }
        self.readings
    }

    /// Starts measuring anew at `cycle`.
    pub fn reset(&mut self, cycle: u64) {
        self.since = [cycle; CHANNELS];
        for (reading, &level) in self.readings.iter_mut().zip(&self.levels) {
            *reading = Reading {
                lowest: level,
                highest: level,
                ..Reading::default()
            };
        }
    }

    /// Continues at another cycle without counting the gap.
    pub fn restart(&mut self, cycle: u64) {
        self.since = [cycle; CHANNELS];
    }

    fn settle(&mut self, index: usize, cycle: u64) {
        let cycles = cycle.saturating_sub(self.since[index]);
        let level = u64::from(self.levels[index]);
        let reading = &mut self.readings[index];
        reading.cycles += cycles;
        reading.sum += cycles * level;
        reading.squares += cycles * level * level;
        self.since[index] = cycle;
    }
}
