//! Values written now that act a few cycles later, at the next but one APU cycle.
//!
//! The chip passes `$4017` and `$4015` bit 4 through latches clocked once per APU cycle. Two
//! writes of one read-modify-write instruction can therefore act at two cycles, or, when both
//! fall into one APU cycle, only the second acts.
//!
//! NESdev: APU Frame Counter; DMA

use super::{NEVER, can_come, effect_cycle};
use serde::{Deserialize, Serialize};

/// Up to two written values on their way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delayed<T> {
    waiting: [Option<(u64, T)>; 2],
}

impl<T: Copy + PartialEq> Delayed<T> {
    /// Whether all values are still on their way after `now`, the first one first.
    pub(super) fn is_possible(&self, now: u64) -> bool {
        match self.waiting {
            [None, None] => true,
            [Some((first, _)), None] => can_come(first, now),
            [Some((first, _)), Some((second, _))] => {
                first < second && can_come(second, now) && can_come(first, now)
            }
            [None, Some(_)] => false,
        }
    }

    /// Nothing on its way.
    pub fn new() -> Delayed<T> {
        Delayed {
            waiting: [None, None],
        }
    }

    /// Sends a value written in `cycle` on its way.
    pub fn write(&mut self, value: T, cycle: u64) {
        let at = effect_cycle(cycle);
        match self.waiting {
            [None, _] => self.waiting[0] = Some((at, value)),
            [Some((first, _)), _] if first == at => self.waiting[0] = Some((at, value)),
            _ => self.waiting[1] = Some((at, value)),
        }
    }

    /// The cycle in which the next value acts, or [`NEVER`].
    pub fn next(&self) -> u64 {
        self.waiting[0].map_or(NEVER, |(cycle, _)| cycle)
    }

    /// The value that acts in exactly this cycle; it is on its way no longer.
    pub fn take(&mut self, cycle: u64) -> Option<T> {
        match self.waiting[0] {
            Some((at, value)) if at == cycle => {
                self.waiting = [self.waiting[1].take(), None];
                Some(value)
            }
            _ => None,
        }
    }

    /// The value written last that has not acted yet.
    pub fn last(&self) -> Option<T> {
        self.waiting[1].or(self.waiting[0]).map(|waiting| waiting.1)
    }

    /// The earliest cycle in which `value` acts, or [`NEVER`].
    pub fn next_of(&self, value: T) -> u64 {
        self.waiting
            .iter()
            .flatten()
            .find(|waiting| waiting.1 == value)
            .map_or(NEVER, |waiting| waiting.0)
    }
}

impl<T: Copy + PartialEq> Default for Delayed<T> {
    fn default() -> Self {
        Delayed::new()
    }
}
