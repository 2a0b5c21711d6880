//! What a run goes for, and its bounds.

use super::{armed::Armed, detectors::Detectors};
use crate::debugger::{breakpoints::EventKind, stop::Reason};

/// What a run goes for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// This many instructions.
    Instructions(u64),
    /// The first instruction boundary at which the frame number is at least this.
    Frame(u64),
    /// This master clock, in mid-instruction where it falls there.
    Clock(u64),
    /// What the observer waits for.
    Wait(Waits),
    /// The expression holds at an instruction boundary after the first.
    Condition(String),
    /// Only a stop or a bound ends it.
    Open,
}

/// What the observer can wait for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waits {
    /// The program counter stands in this range, ends included.
    Address(u16, u16),
    /// A subroutine has returned: the program counter is at `pc`, or an RTS or RTI has gone
    /// elsewhere, and the stack is at least this high again.
    Back {
        /// Where the call returns.
        pc: u16,
        /// The stack pointer before the call.
        s: u8,
    },
    /// An RTS or RTI has raised the stack pointer above this.
    Return {
        /// The stack pointer inside the subroutine.
        s: u8,
    },
    /// The event has happened this often.
    Event(EventKind, u64),
    /// A controller port was read this often.
    Poll(u64),
    /// An RTI has run this often.
    Rti(u64),
}

impl Waits {
    /// The reason in the stop record when it is over.
    pub fn reason(&self) -> Reason {
        match self {
            Waits::Address(..) => Reason::Until,
            Waits::Back { .. } | Waits::Return { .. } => Reason::Done,
            Waits::Event(..) | Waits::Poll(_) | Waits::Rti(_) => Reason::Event,
        }
    }
}

/// Bounds of a run, as absolute values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The frame at which it ends.
    pub frame: Option<u64>,
    /// The CPU cycle at which it ends, at the next instruction boundary.
    pub cycle: Option<u64>,
}

/// What an observer looks for in a run.
pub struct Purposes<'a> {
    /// The breakpoints.
    pub armed: Armed<'a>,
    /// The detectors they need.
    pub detectors: Detectors,
    /// What the goal waits for.
    pub waits: Option<Waits>,
    /// The CPU cycle at which the run ends, at the next instruction boundary.
    pub last_cycle: u64,
    /// Accesses up to this CPU cycle are judged already.
    pub judged_cycle: u64,
    /// Dots up to this master clock are judged already.
    pub judged_clock: u64,
}
