//! What is judged at an access, and after every cycle.

use super::{Watch, Where};
use crate::{
    debugger::{
        expression::SeenAccess,
        run::{armed::Hit, behind::Behind, detectors::Witness},
    },
    nes::{machine::Look, observer::Access},
};

impl<const DATA: bool> Watch<'_, DATA> {
    /// Whether an access is outside what this run judges.
    pub(super) fn ignores(&self, access: Access) -> bool {
        let stopped = matches!(&self.stop, Some(stop) if stop.at != Where::Boundary);
        stopped || access.cycle <= self.judged_cycle || access.cycle > self.limit_cycle
    }

    pub(super) fn seen(&self, behind: &Behind, access: Access, old: u8) -> SeenAccess {
        SeenAccess {
            access,
            old,
            offset: behind.offset(),
            executed: false,
            sequence: self.sequence,
        }
    }

    pub(super) fn judge_access(&mut self, look: &Look, seen: SeenAccess) {
        let witness = Witness {
            pc: look.cpu.pc,
            seen,
        };
        let before = (seen.access.cycle - 1) * look.bus.divider();
        for (hit, after) in self.armed.access(look, &seen) {
            let at = match after {
                true => Where::Boundary,
                false => Where::Clock(before),
            };
            self.stop_at(hit, at, Some(witness));
        }
    }

    pub(super) fn every_cycle(&mut self, look: &Look, access: Access) {
        let clock = look.bus.clock();
        let hit = self.armed.risen(&self.every_cycle, look);
        if let Some(hit) = hit {
            self.stop_in_cycle(hit, clock, access);
        }
        let timing = self.region.timing();
        let dots = (timing.cpu_divider / timing.dot_divider) as u16;
        for back in (0..dots).rev().filter(|_| !self.every_dot.is_empty()) {
            let look = Look {
                dots_back: back,
                ..*look
            };
            if let Some(hit) = self.armed.risen(&self.every_dot, &look) {
                self.stop_in_cycle(hit, clock - u64::from(back) * timing.dot_divider, access);
                return;
            }
        }
    }

    pub(super) fn stop_in_cycle(&mut self, hit: Hit, clock: u64, access: Access) {
        self.stop_at(hit, Where::Clock(clock), None);
        if let Some(stop) = &mut self.stop {
            stop.judged_cycle = access.cycle;
        }
    }
}
