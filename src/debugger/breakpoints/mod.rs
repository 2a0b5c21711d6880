//! Breakpoints: what stops a run, is counted, or is written down on the way.
//!
//! ```text
//! access     executions, reads and writes of a range in any memory; value changes
//! condition  an expression that becomes true
//! event      what a detector sees: an NMI, a bank switch, a read of memory never written
//! budget     so many instructions or cycles from when it was armed
//! forbid     a range of code in which nothing stops
//! ```
//!
//! Any of the first three can be a log point instead, which writes a line and lets the run go
//! on. `wiki/console.md` has the rules that hold when several meet.

mod event;
mod filter;
mod format;
mod text;

use super::{expression::Memory, run::Remembered, stop::Place};
use crate::nes::event::Space;
pub use event::{EVENTS, EventKind, EventRow};
pub use filter::{Addresses, takes_breakpoints};
pub use format::{Format, FormatError};
use serde::{Deserialize, Serialize};

/// Most breakpoints that can exist at once.
pub const MOST_BREAKPOINTS: usize = 1000;

/// A range in a memory, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// The memory; addresses of [`Space::Cpu`] and [`Space::Ppu`], offsets otherwise.
    pub space: Space,
    /// First address.
    pub first: u32,
    /// Last address.
    pub last: u32,
}

impl Span {
    /// Whether an address of this memory lies in the range.
    pub fn contains(&self, address: u32) -> bool {
        (self.first..=self.last).contains(&address)
    }

    /// Bytes in the range.
    pub fn length(&self) -> u32 {
        self.last - self.first + 1
    }
}

/// Which kinds of access are meant; at least one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kinds {
    /// An instruction that begins there is about to run.
    pub execute: bool,
    /// The CPU or a DMA unit reads it as data.
    pub read: bool,
    /// The CPU or a DMA unit writes it.
    pub write: bool,
}

/// Accesses of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accesses {
    /// The range.
    pub span: Span,
    /// Which kinds.
    pub kinds: Kinds,
    /// Also accesses whose value the CPU does not use.
    pub dummy: bool,
    /// Whether mirrors of RAM and PPU registers match, for ranges of [`Space::Cpu`].
    pub mirrors: bool,
    /// Stop after the instruction that made the access, not before the access.
    pub after: bool,
    /// Only writes that change the byte.
    pub changes: bool,
}

/// How often a condition is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grain {
    /// Before every instruction.
    #[serde(rename = "insn")]
    Instruction,
    /// After every CPU cycle.
    Cycle,
    /// At every dot; what is no dot or scanline is looked at once a cycle.
    Dot,
    /// At the first instruction of every scanline.
    Line,
    /// At the first instruction of every frame.
    Frame,
}

/// Where a budget ends, as an absolute number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Budget {
    /// When so many instructions have been executed since power-on.
    Instructions(u64),
    /// When so many CPU cycles have passed since power-on, at the next instruction.
    Cycles(u64),
}

/// What a breakpoint waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// Accesses of a range.
    Access(Accesses),
    /// Its condition becomes true.
    Condition(Grain),
    /// A detector sees something.
    Event(EventKind),
    /// A budget is spent.
    Budget(Budget),
    /// Nothing: it keeps others from stopping while the program counter is in a range.
    Forbid(Span),
}

/// What a log point writes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Log {
    /// The format string, see [`Format`].
    pub format: String,
    /// Lines it writes before it switches itself off.
    pub most: u64,
}

/// Commands of a breakpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Script {
    /// The command line.
    pub line: String,
    /// Whether it came from the operator; otherwise it may do no more than agents may.
    pub trusted: bool,
}

impl From<String> for Script {
    /// A line that nobody answers for.
    fn from(line: String) -> Script {
        Script {
            line,
            trusted: false,
        }
    }
}

impl From<Script> for String {
    fn from(script: Script) -> String {
        script.line
    }
}

/// One breakpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Breakpoint {
    /// Its number, from 1; never used twice in a session.
    #[serde(default)]
    pub id: u32,
    /// What it waits for.
    pub what: What,
    /// Source of the condition that must hold, or become true for [`What::Condition`].
    #[serde(default)]
    pub condition: Option<String>,
    /// Set for log points, which never stop.
    #[serde(default)]
    pub log: Option<Log>,
    /// Stops at this hit and every one after it; 1 is the first.
    #[serde(default = "once")]
    pub hits_needed: u64,
    /// Whether it goes away after it stopped a run.
    #[serde(default)]
    pub temp: bool,
    /// Whether it is looked at.
    #[serde(default = "yes")]
    pub enabled: bool,
    /// Command line to run after it stopped a run.
    #[serde(default)]
    pub script: Option<Script>,
    /// What happened with it in this session.
    #[serde(skip)]
    pub tally: Tally,
    /// What its condition remembers while real time runs from frame to frame.
    #[serde(skip)]
    pub lasting: Lasting,
}

/// What a condition remembers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lasting {
    /// For `prev`, `changed` and `rise`.
    pub memory: Memory,
    /// Whether it held when it was last looked at.
    pub held: bool,
}

fn once() -> u64 {
    1
}

fn yes() -> bool {
    true
}

/// What happened with a breakpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// How often it was met with its condition true.
    pub hits: u64,
    /// How often it was met with its condition zero.
    pub condition_false: u64,
    /// How often only a dummy access matched.
    pub dummies: u64,
    /// How often its condition could not be evaluated.
    pub errors: u64,
    /// How often a forbidden range kept it from stopping.
    pub forbidden: u64,
    /// Where it was last hit.
    pub last_hit: Option<Place>,
}

impl Breakpoint {
    /// A breakpoint without condition that stops at every hit.
    pub fn new(what: What) -> Breakpoint {
        Breakpoint {
            id: 0,
            what,
            condition: None,
            log: None,
            hits_needed: 1,
            temp: false,
            enabled: true,
            script: None,
            tally: Tally::default(),
            lasting: Lasting::default(),
        }
    }

    /// Whether its range is one, in a memory that takes breakpoints: of those read from a file.
    pub fn is_sound(&self) -> bool {
        let most = |space| match space {
            Space::Prg | Space::Chr => 1 << 28,
            _ => 1 << 16,
        };
        let fits = |span: &Span| {
            let (any, _) = takes_breakpoints(span.space);
            any && span.first <= span.last && span.last < most(span.space)
        };
        match &self.what {
            What::Access(accesses) => fits(&accesses.span),
            What::Forbid(span) => fits(span),
            What::Condition(_) => self.condition.is_some(),
            What::Event(_) | What::Budget(_) => true,
        }
    }

    /// Whether its expressions can use the names of an access.
    pub fn is_at_access(&self) -> bool {
        matches!(self.what, What::Access(_))
    }
}

/// All breakpoints of a session, by number, and how far they have been judged.
#[derive(Clone, Debug, Default)]
pub struct Breakpoints {
    rows: Vec<Breakpoint>,
    last_id: u32,
    /// Instructions since power-on before the one that was judged last at a stop.
    pub judged_instruction: Option<u64>,
    /// CPU cycles since power-on whose accesses have been judged.
    pub judged_cycle: u64,
    /// Master clocks since power-on whose dots have been judged.
    pub judged_clock: u64,
    /// The breakpoint met when a change completed an instruction; the next run reports it.
    pub owed: Option<u32>,
    /// What detectors remember from run to run.
    pub seen: Option<Box<Remembered>>,
    /// Events from outside since the last run, which the next one judges first.
    pub noted: Vec<EventKind>,
}

impl Breakpoints {
    /// Adds one under a new number, which is returned; `None` when [`MOST_BREAKPOINTS`] exist.
    pub fn add(&mut self, mut breakpoint: Breakpoint) -> Option<u32> {
        if self.rows.len() >= MOST_BREAKPOINTS {
            return None;
        }
        self.last_id += 1;
        breakpoint.id = self.last_id;
        self.rows.push(breakpoint);
        Some(self.last_id)
    }

    /// Removes one; false when there is none of that number.
    pub fn remove(&mut self, id: u32) -> bool {
        let before = self.rows.len();
        self.rows.retain(|row| row.id != id);
        self.rows.len() != before
    }

    /// One by number.
    pub fn get(&self, id: u32) -> Option<&Breakpoint> {
        self.rows.iter().find(|row| row.id == id)
    }

    /// One by number, to change it.
    pub fn get_mut(&mut self, id: u32) -> Option<&mut Breakpoint> {
        self.rows.iter_mut().find(|row| row.id == id)
    }

    /// All, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Breakpoint> {
        self.rows.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Notes an event that came from outside a run.
    pub fn note(&mut self, event: EventKind) {
        if !self.noted.contains(&event) {
            self.noted.push(event);
        }
    }

    /// Forgets how far they were judged: the machine is elsewhere in time now.
    pub fn forget_judged(&mut self) {
        self.judged_instruction = None;
        self.judged_cycle = 0;
        self.judged_clock = 0;
        self.seen = None;
        self.owed = None;
    }
}
