//! A subroutine called by itself: its registers, cycles and writes.

use crate::nes::{
    bus::Bus,
    cpu::Cpu,
    machine::Machine,
    observer::{Access, Happening, Observer, Purpose},
};

const RTS: u8 = 0x60;
const RTI: u8 = 0x40;
/// Most writes that are listed.
pub const MOST_WRITES: usize = 256;

/// A byte that the subroutine wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// CPU address.
    pub address: u16,
    /// The byte before its first write.
    pub old: u8,
    /// The byte that it wrote last.
    pub value: u8,
    /// Address of the instruction that wrote last.
    pub pc: u16,
}

/// What a subroutine did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Whether it returned.
    pub returned: bool,
    /// The bytes it wrote, the stack aside, by first write.
    pub writes: Vec<Written>,
    /// Writes that found no room in the list.
    pub further_writes: u64,
    /// Interrupts that came in between.
    pub interrupts: u64,
    /// Most bytes that it had on the stack, its return address aside.
    pub deepest: u8,
}

/// Runs the machine, which stands at the start of a subroutine whose return address is on the
/// stack, until it has returned or so many cycles have passed.
pub fn run(machine: &mut Machine, most_cycles: u64) -> Account {
    let cpu = machine.cpu();
    let mut watch = Watch {
        s: cpu.s,
        last_cycle: machine.position().cycle + most_cycles,
        opcode: 0,
        pc: cpu.pc,
        old: 0,
        account: Account::default(),
    };
    while machine.run_until_frame(machine.position().frame + 1, &mut watch) {}
    watch.account
}

struct Watch {
    /// The stack pointer inside the subroutine, before it pushes anything.
    s: u8,
    last_cycle: u64,
    opcode: u8,
    pc: u16,
    old: u8,
    account: Account,
}

impl Observer for Watch {
    fn sees_dots(&self) -> bool {
        false
    }

    fn before_instruction(&mut self, cpu: &Cpu, bus: &Bus) -> bool {
        // The stack pointer may wrap on the way down; a handler ends with RTI, which pulls a byte
        // more than was pushed here.
        let above = cpu.s.wrapping_sub(self.s).cast_signed();
        self.account.returned = matches!(self.opcode, RTS | RTI) && above > 0;
        if self.account.returned || bus.cycle() >= self.last_cycle {
            return true;
        }
        let deep = above.min(0).unsigned_abs();
        self.account.deepest = self.account.deepest.max(deep);
        self.opcode = bus.peek(cpu.pc);
        self.pc = cpu.pc;
        false
    }

    fn wants(&self, _address: u16, write: bool, purpose: Purpose) -> bool {
        write && purpose == Purpose::Data
    }

    fn about_to(&mut self, bus: &Bus, access: Access) {
        self.old = bus.peek(access.address);
    }

    fn wanted(&mut self, _bus: &Bus, access: Access) {
        let (pc, old) = (self.pc, self.old);
        let writes = &mut self.account.writes;
        let known = writes.iter().position(|row| row.address == access.address);
        match known {
            Some(at) => (writes[at].value, writes[at].pc) = (access.value, pc),
            None if writes.len() < MOST_WRITES => writes.push(Written {
                address: access.address,
                old,
                value: access.value,
                pc,
            }),
            None => self.account.further_writes += 1,
        }
    }

    fn happened(&mut self, what: Happening) {
        let interrupts = matches!(what, Happening::Nmi | Happening::Irq);
        self.account.interrupts += u64::from(interrupts);
    }
}
