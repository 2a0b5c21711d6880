//! What is judged at an access, and after every cycle.

use super::{Watch, Where};
use crate::{
    debugger::{
        expression::SeenAccess,
        run::{armed::Hit, behind::Behind, detectors::Witness},
    },
    nes::{bus::Bus, machine::Look, observer::Access},
};

impl<const DATA: bool> Watch<'_, DATA> {
    /// Whether an access is outside what this run judges.
    pub(super) fn ignores(&self, access: Access) -> bool {
        let stopped = matches!(&self.stop, Some(stop) if stop.at != Where::Boundary);
        stopped || access.cycle <= self.judged_cycle || access.cycle > self.limit_cycle
    }

    pub(super) fn seen(&self, behind: &Behind, access: Access, old: Option<u8>) -> SeenAccess {
        SeenAccess {
            access,
            old,
            space: behind.space(),
            offset: behind.offset(),
            executed: false,
            sequence: self.sequence,
            fetched: false,
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

    /// Judges the conditions that are looked at in every cycle and at every dot.
    pub(super) fn every_cycle(&mut self, bus: &Bus, access: Access) {
        if self.every_cycle.is_empty() && self.every_dot.is_empty() {
            return;
        }
        let cpu = self.cpu.clone();
        let mut look = self.look_at_access(&cpu, bus);
        let clock = look.bus.clock();
        if self.is_to_judge(clock) {
            let hit = self.armed.risen(&self.every_cycle, &look);
            self.stop_in_cycle(hit, clock, access);
        }
        let timing = self.region.timing();
        let dots = (timing.cpu_divider / timing.dot_divider) as u16;
        for back in (0..dots).rev() {
            let clock = clock - u64::from(back) * timing.dot_divider;
            if self.is_to_judge(clock) {
                look.dots_back = back;
                let hit = self.armed.risen(&self.every_dot, &look);
                self.stop_in_cycle(hit, clock, access);
            }
        }
    }

    /// Whether nothing stops before this master clock, and it lies in what this run judges.
    fn is_to_judge(&self, clock: u64) -> bool {
        let stopped = matches!(&self.stop, Some(stop) if stop.at < Where::Clock(clock));
        !stopped && clock > self.judged_clock && clock <= self.limit_clock
    }

    fn stop_in_cycle(&mut self, hit: Option<Hit>, clock: u64, access: Access) {
        let Some(hit) = hit else { return };
        self.stop_at(hit, Where::Clock(clock), None);
        if let Some(stop) = &mut self.stop {
            stop.judged_cycle = access.cycle;
            stop.judged_clock = clock;
        }
    }
}
