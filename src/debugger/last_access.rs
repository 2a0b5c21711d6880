//! The CPU cycle before the present, found by running the latest instruction again.

use super::recent::Recent;
use crate::nes::{
    machine::Machine,
    observer::{Access, Observer},
};

/// Keeps the last access up to a cycle.
struct Keeper {
    until_cycle: u64,
    last: Option<Access>,
}

impl Observer for Keeper {
    fn sees_dots(&self) -> bool {
        false
    }

    fn access(&mut self, access: Access) {
        if access.cycle <= self.until_cycle {
            self.last = Some(access);
        }
    }
}

/// What the bus did in the CPU cycle before the present; `None` right after power-on or a
/// loaded state, where no earlier cycle is known.
pub fn find(recent: &Recent, now: &Machine) -> Option<Access> {
    let position = now.position();
    let before = position.instructions.saturating_sub(1);
    let mut replay = recent.from_before(now, before)?;
    let mut keeper = Keeper {
        until_cycle: position.cycle,
        last: None,
    };
    replay.run_to_clock(position.clock, &mut keeper);
    if replay.machine.in_mid_instruction() {
        // The part of an instruction before the present is seen by running all of it.
        replay.machine.step(&mut keeper);
    }
    keeper.last
}
