//! How often something happens a second, over the last few seconds.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

/// How far back is looked.
const SPAN: Duration = Duration::from_secs(3);
/// Readings kept.
const MOST: usize = 256;

/// A counter, read now and then.
#[derive(Debug, Default)]
pub struct Rate {
    readings: VecDeque<(Instant, u64)>,
}

impl Rate {
    /// What the counter says now. One that went back begins anew.
    pub fn read(&mut self, now: Instant, count: u64) {
        if self.readings.back().is_some_and(|last| last.1 > count) {
            self.readings.clear();
        }
        self.readings.push_back((now, count));
        let old = |reading: &(Instant, u64)| now.duration_since(reading.0) > SPAN;
        while self.readings.len() > MOST || self.readings.front().is_some_and(old) {
            self.readings.pop_front();
        }
    }

    /// Forgets what was read.
    pub fn clear(&mut self) {
        self.readings.clear();
    }

    /// Counts a second; 0 while nothing is known.
    pub fn per_second(&self) -> f64 {
        let ends = self.readings.front().zip(self.readings.back());
        let Some((first, last)) = ends else {
            return 0.0;
        };
        let seconds = last.0.duration_since(first.0).as_secs_f64();
        match seconds > 0.0 {
            true => (last.1 - first.1) as f64 / seconds,
            false => 0.0,
        }
    }
}
