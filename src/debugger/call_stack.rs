//! The call stack: which subroutines and interrupts have not returned.
//!
//! The recent past is run again while JSR, interrupts and returns are followed, so that pushes
//! of other things and jumps through RTS do not mislead. A frame is gone when an RTS, RTI or
//! TXS leaves the stack pointer where it was before the call, or above, or when a JSR overwrites
//! a return address that was pulled. Calls older than the past that is kept are read off the
//! stack; those are guesses.

use super::{recent::Recent, stack};
use crate::nes::{
    bus::Bus,
    cpu::Cpu,
    machine::Machine,
    observer::{Happening, Observer},
};

const JSR: u8 = 0x20;
const RTI: u8 = 0x40;
const RTS: u8 = 0x60;
const TXS: u8 = 0x9A;
const STACK_PAGE: u16 = 0x0100;
/// Bytes that an interrupt sequence pushes.
const INTERRUPT_BYTES: u8 = 3;
/// More calls than this do not fit on the stack.
const MOST_CALLS: usize = 128;

/// How a call came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// A JSR.
    Jsr,
    /// An NMI.
    Nmi,
    /// An IRQ.
    Irq,
    /// A BRK.
    Brk,
}

impl CallKind {
    /// The word in replies.
    pub fn word(self) -> &'static str {
        match self {
            CallKind::Jsr => "jsr",
            CallKind::Nmi => "nmi",
            CallKind::Irq => "irq",
            CallKind::Brk => "brk",
        }
    }
}

/// A call that has not returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallFrame {
    /// How it came about.
    pub kind: CallKind,
    /// Address of the JSR or BRK, or of the instruction that an interrupt kept waiting.
    pub site: u16,
    /// Where it went.
    pub target: u16,
    /// Where it returns to.
    pub returns_to: u16,
    /// The stack pointer before the call.
    pub s: u8,
    /// Whether it was seen happening; otherwise it was read off the stack.
    pub seen: bool,
}

/// Follows calls and returns.
#[derive(Clone, Debug, Default)]
pub struct CallStack {
    frames: Vec<CallFrame>,
    opcode: u8,
    interrupt: Option<CallKind>,
}

impl CallStack {
    /// The call stack now, found by running the recent past again.
    pub fn of(machine: &Machine, recent: &Recent) -> CallStack {
        let Some(mut replay) = recent.from_earliest(machine) else {
            return CallStack::guessed(machine);
        };
        let mut calls = CallStack::guessed(&replay.machine);
        let instructions = machine.position().instructions;
        replay.run_to_instruction(instructions, &mut calls);
        calls.arrive(replay.machine.cpu(), replay.machine.bus());
        calls
    }

    /// What the bytes on the stack look like.
    pub fn guessed(machine: &Machine) -> CallStack {
        let bytes = usize::from(0xFF - machine.cpu().s);
        let mut frames: Vec<_> = stack::returns(machine, bytes)
            .into_iter()
            .map(|found| CallFrame {
                kind: CallKind::Jsr,
                site: found.caller,
                target: u16::from_le_bytes([
                    machine.peek(found.caller.wrapping_add(1)),
                    machine.peek(found.caller.wrapping_add(2)),
                ]),
                returns_to: found.target,
                s: (found.address + 1 - STACK_PAGE) as u8,
                seen: false,
            })
            .collect();
        frames.reverse();
        CallStack {
            frames,
            ..CallStack::default()
        }
    }

    /// The calls, outermost first.
    pub fn frames(&self) -> &[CallFrame] {
        &self.frames
    }

    /// Drops what the instruction before this boundary returned from, and enters a sequence
    /// that has run. Once more at the same boundary changes nothing.
    pub fn arrive(&mut self, cpu: &Cpu, bus: &Bus) {
        let s = match self.interrupt {
            None => cpu.s,
            Some(_) => cpu.s.wrapping_add(INTERRUPT_BYTES),
        };
        if matches!(self.opcode, RTS | RTI | TXS) {
            self.leave(s);
        }
        self.opcode = 0;
        if let Some(kind) = self.interrupt.take() {
            self.enter(interrupted(kind, cpu, bus, s));
        }
    }

    /// Drops the calls whose return addresses are no longer on the stack.
    fn leave(&mut self, s: u8) {
        while self.frames.last().is_some_and(|frame| s >= frame.s) {
            self.frames.pop();
        }
    }

    fn enter(&mut self, frame: CallFrame) {
        if self.frames.len() == MOST_CALLS {
            self.frames.remove(0);
        }
        self.frames.push(frame);
    }
}

/// The frame of an interrupt sequence that has just run.
fn interrupted(kind: CallKind, cpu: &Cpu, bus: &Bus, s: u8) -> CallFrame {
    let pushed = |from_top: u8| bus.peek(STACK_PAGE + u16::from(s.wrapping_sub(from_top)));
    let returns_to = u16::from_le_bytes([pushed(1), pushed(0)]);
    CallFrame {
        kind,
        site: match kind {
            CallKind::Brk => returns_to.wrapping_sub(2),
            _ => returns_to,
        },
        target: cpu.pc,
        returns_to,
        s,
        seen: true,
    }
}

impl Observer for CallStack {
    fn sees_dots(&self) -> bool {
        false
    }

    fn before_instruction(&mut self, cpu: &Cpu, bus: &Bus) -> bool {
        self.arrive(cpu, bus);
        self.opcode = bus.peek(cpu.pc);
        if self.opcode == JSR {
            self.leave(cpu.s);
            let operand = |at: u16| bus.peek(cpu.pc.wrapping_add(at));
            self.enter(CallFrame {
                kind: CallKind::Jsr,
                site: cpu.pc,
                target: u16::from_le_bytes([operand(1), operand(2)]),
                returns_to: cpu.pc.wrapping_add(3),
                s: cpu.s,
                seen: true,
            });
        }
        false
    }

    fn happened(&mut self, what: Happening) {
        if what == Happening::Reset {
            self.frames.clear();
        }
        self.interrupt = match what {
            Happening::Nmi => Some(CallKind::Nmi),
            Happening::Irq => Some(CallKind::Irq),
            Happening::Brk => Some(CallKind::Brk),
            Happening::Reset | Happening::Jam => self.interrupt,
        };
    }
}
