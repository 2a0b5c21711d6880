//! Who wrote a byte last, within the recent past.

use super::recent::{Recent, Replay};
use crate::nes::{
    bus::Bus,
    cpu::Cpu,
    machine::Machine,
    observer::{Access, Observer},
};

const WORK_RAM_END: u16 = 0x2000;
const WORK_RAM: u16 = 0x800;

/// A write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastWrite {
    /// Address of the instruction.
    pub pc: u16,
    /// What was written.
    pub value: u8,
    /// CPU cycles since power-on at its end.
    pub cycle: u64,
}

/// The latest write to a CPU address, mirrors of work RAM included, in the past that is kept.
pub fn of(machine: &Machine, recent: &Recent, address: u16) -> Option<LastWrite> {
    let (first, last) = recent.frames()?;
    let mut until = machine.position().instructions;
    for frame in (first..=last).rev() {
        let Some(mut replay) = recent.from_frame(machine, frame) else {
            continue;
        };
        let began = replay.machine.position().instructions;
        if let Some(found) = within(&mut replay, until, address) {
            return Some(found);
        }
        until = began;
    }
    None
}

fn within(replay: &mut Replay, until: u64, address: u16) -> Option<LastWrite> {
    let mut writes = Writes {
        address: folded(address),
        pc: 0,
        last: None,
    };
    replay.run_to_instruction(until, &mut writes);
    writes.last
}

/// The address that stands for all mirrors of work RAM.
fn folded(address: u16) -> u16 {
    match address {
        0..WORK_RAM_END => address % WORK_RAM,
        _ => address,
    }
}

struct Writes {
    address: u16,
    pc: u16,
    last: Option<LastWrite>,
}

impl Observer for Writes {
    fn sees_dots(&self) -> bool {
        false
    }

    fn before_instruction(&mut self, cpu: &Cpu, _bus: &Bus) -> bool {
        self.pc = cpu.pc;
        false
    }

    fn access(&mut self, access: Access) {
        if access.write && folded(access.address) == self.address {
            self.last = Some(LastWrite {
                pc: self.pc,
                value: access.value,
                cycle: access.cycle,
            });
        }
    }
}
