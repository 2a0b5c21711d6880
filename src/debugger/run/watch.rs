//! The observer of a run: refuses the instruction at which something has to be decided.

use crate::{
    debugger::{breakpoints::Candidates, stop::Reason},
    nes::{
        bus::Bus,
        cpu::Cpu,
        observer::{Access, Happening, Observer, Purpose},
    },
};

const RTI: u8 = 0x40;
const RTS: u8 = 0x60;

/// What the observer can wait for by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waits {
    /// The program counter stands in this range, ends included.
    Address(u16, u16),
    /// The program counter is here and the stack is at least this high again.
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
    /// The interrupt, reset or BRK has happened this often.
    Happens(Happening, u64),
    /// An OAM DMA has begun this often.
    OamDma(u64),
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
            _ => Reason::Event,
        }
    }
}

/// Watches a run.
pub struct Watch {
    candidates: Candidates,
    waits: Option<Waits>,
    cycle: u64,
    /// The next instruction runs without being looked at: the run starts on it, or it was
    /// judged already.
    pass: bool,
    candidate: bool,
    refused: bool,
    over: bool,
    opcode: u8,
    counted: u64,
    in_oam_dma: bool,
    interrupted: bool,
    last_cycle: u64,
}

impl Watch {
    /// An observer that stops at candidates, when the wait is over, and at a CPU cycle.
    pub fn new(candidates: Candidates, waits: Option<Waits>, cycle: Option<u64>) -> Watch {
        Watch {
            candidates,
            waits,
            cycle: cycle.unwrap_or(u64::MAX),
            pass: true,
            candidate: false,
            refused: false,
            over: false,
            opcode: 0,
            counted: 0,
            in_oam_dma: false,
            interrupted: false,
            last_cycle: 0,
        }
    }

    /// Lets the refused instruction run.
    pub fn pass(&mut self) {
        self.pass = true;
        self.refused = false;
    }

    /// Whether the instruction about to run may carry a breakpoint; asking resets it.
    pub fn met_candidate(&mut self) -> bool {
        std::mem::take(&mut self.candidate)
    }

    /// Whether an instruction was refused.
    pub fn refused(&self) -> bool {
        self.refused
    }

    /// Whether the wait is over.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether an interrupt has begun.
    pub fn was_interrupted(&self) -> bool {
        self.interrupted
    }

    fn wait_is_over(&self, cpu: &Cpu) -> bool {
        let returned = matches!(self.opcode, RTS | RTI);
        match self.waits {
            None => false,
            Some(Waits::Address(first, last)) => (first..=last).contains(&cpu.pc),
            Some(Waits::Back { pc, s }) => cpu.pc == pc && cpu.s >= s,
            Some(Waits::Return { s }) => returned && cpu.s > s,
            Some(Waits::Happens(_, times) | Waits::OamDma(times))
            | Some(Waits::Poll(times) | Waits::Rti(times)) => self.counted >= times,
        }
    }

    fn count(&mut self, access: Access) {
        let is_oam_dma = access.purpose == Purpose::OamDma;
        let counts = match self.waits {
            Some(Waits::OamDma(_)) => is_oam_dma && !self.in_oam_dma,
            Some(Waits::Poll(_)) => {
                let port = matches!(access.address, 0x4016 | 0x4017);
                port && !access.write && access.purpose == Purpose::Data
            }
            Some(Waits::Rti(_)) => access.purpose == Purpose::Opcode && access.value == RTI,
            _ => false,
        };
        // A copy goes on over halted and DMC cycles; only an opcode ends it.
        self.in_oam_dma = is_oam_dma || (self.in_oam_dma && access.purpose != Purpose::Opcode);
        self.counted += u64::from(counts);
    }
}

impl Observer for Watch {
    #[inline]
    fn before_instruction(&mut self, cpu: &Cpu, _bus: &Bus) -> bool {
        if self.pass {
            self.pass = false;
            return false;
        }
        self.over = self.wait_is_over(cpu);
        self.candidate = self.candidates.contains(cpu.pc);
        self.refused = self.over || self.candidate || self.last_cycle >= self.cycle;
        self.refused
    }

    #[inline]
    fn access(&mut self, access: Access) {
        self.last_cycle = access.cycle;
        if access.purpose == Purpose::Opcode {
            self.opcode = access.value;
        }
        if self.waits.is_some() {
            self.count(access);
        }
    }

    #[inline]
    fn happened(&mut self, what: Happening) {
        self.interrupted |= matches!(what, Happening::Nmi | Happening::Irq);
        if let Some(Waits::Happens(wanted, _)) = self.waits {
            self.counted += u64::from(wanted == what);
        }
    }
}
