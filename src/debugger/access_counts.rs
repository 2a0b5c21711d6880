//! How often bytes were read, written and executed, found by running the past again.

use crate::nes::{
    bus::Bus,
    cpu::Cpu,
    observer::{Access, Observer, Purpose},
};

const ADDRESSES: usize = 0x10000;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedKind {
    /// Data reads.
    Reads,
    /// Writes.
    Writes,
    /// Instructions that begin there.
    Executions,
}

/// A counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counter {
    /// How often it happened.
    pub times: u64,
    /// CPU cycles since power-on at the latest.
    pub cycle: u64,
    /// Address of the instruction that made the latest.
    pub pc: u16,
}

/// A counter for each CPU address.
#[derive(Debug)]
pub struct AccessCounts {
    kind: CountedKind,
    pc: u16,
    counters: Vec<Counter>,
}

impl AccessCounts {
    /// Nothing counted yet.
    pub fn new(kind: CountedKind) -> AccessCounts {
        AccessCounts {
            kind,
            pc: 0,
            counters: vec![Counter::default(); ADDRESSES],
        }
    }

    /// The counter of a CPU address.
    pub fn at(&self, address: u16) -> Counter {
        self.counters[usize::from(address)]
    }

    fn count(&mut self, address: u16, cycle: u64) {
        let pc = self.pc;
        let counter = &mut self.counters[usize::from(address)];
        counter.times += 1;
        (counter.cycle, counter.pc) = (cycle, pc);
    }
}

impl Observer for AccessCounts {
    fn sees_dots(&self) -> bool {
        false
    }

    fn before_instruction(&mut self, cpu: &Cpu, bus: &Bus) -> bool {
        self.pc = cpu.pc;
        if self.kind == CountedKind::Executions {
            self.count(cpu.pc, bus.cycle());
        }
        false
    }

    fn access(&mut self, access: Access) {
        let is_data = !matches!(
            access.purpose,
            Purpose::Opcode | Purpose::Operand | Purpose::Dummy | Purpose::Halted
        );
        let counts = match self.kind {
            CountedKind::Reads => is_data && !access.write,
            CountedKind::Writes => is_data && access.write,
            CountedKind::Executions => false,
        };
        if counts {
            self.count(access.address, access.cycle);
        }
    }
}
