//! The 2A03's 6502 core: straight-line instructions in which every cycle is one bus access.
//!
//! ```text
//! dispatch      opcode -> operation and addressing mode
//! addressing    the cycles that find the effective address
//! instructions  the documented operations
//! unofficial    the others
//! interrupts    polling, NMI, IRQ, BRK, reset
//! opcodes       the same 256 opcodes as data, for debuggers
//! ```
//!
//! The core knows only [`CpuBus`], so it runs on flat memory in tests. An instruction can not
//! be left in the middle; whoever wants to look there runs a copy up to that cycle.
//!
//! NESdev: CPU; CPU addressing modes; CPU interrupts

mod addressing;
mod dispatch;
mod instructions;
mod interrupts;
pub mod opcodes;
pub mod status;
mod unofficial;

use super::observer::{Happening, Purpose};
use super::options::UnstableStores;
use serde::{Deserialize, Serialize};
pub use status::Status;

/// Outputs of the two interrupt detectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// A falling edge of /NMI was seen and not served yet.
    pub nmi: bool,
    /// /IRQ was low.
    pub irq: bool,
}

/// What the core knows of the machine. Each access takes exactly one cycle of the core; a DMA
/// may insert cycles before a read.
pub trait CpuBus {
    /// Reads a byte.
    fn read(&mut self, address: u16, purpose: Purpose) -> u8;
    /// Writes a byte.
    fn write(&mut self, address: u16, value: u8, purpose: Purpose);
    /// Detector outputs at the end of the cycle before the latest one: what a poll in the
    /// latest cycle sees.
    fn polled(&self) -> Pending;
    /// Detector outputs at the end of the latest cycle: what the vector selection sees.
    fn pending_now(&self) -> Pending;
    /// Clears the NMI detector's latch.
    fn acknowledge_nmi(&mut self);
    /// Whether the core was held (RDY low) right before the latest access.
    fn held_before_latest(&self) -> bool;
    /// Told where an interrupt sequence begins, with the registers that it interrupts, and
    /// whether it looks like an NMI.
    fn interrupts(&mut self, _cpu: &Cpu, _nmi: bool) {}
    /// Told when an interrupt, reset or jam happens.
    fn happened(&mut self, _what: Happening) {}
}

/// The core's registers, always as they are between two instructions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cpu {
    /// Accumulator.
    pub a: u8,
    /// Index X.
    pub x: u8,
    /// Index Y.
    pub y: u8,
    /// Stack pointer, an offset in page 1.
    pub s: u8,
    /// Status flags.
    pub p: Status,
    /// Address of the next instruction.
    pub pc: u16,
    /// Whether a JAM opcode stopped the core; only a reset leaves this state.
    pub jammed: bool,
    /// Analogue constant of ANE.
    pub ane_magic: u8,
    /// Analogue constant of LXA.
    pub lxa_magic: u8,
    /// What unstable stores do when they cross a page.
    pub unstable_stores: UnstableStores,
    /// A poll of the running instruction saw an interrupt.
    interrupted: bool,
    /// The running instruction made its own polls, so its last cycle makes none.
    polled: bool,
}

impl Default for Cpu {
    fn default() -> Self {
        Cpu::new(0xEE, 0xFF, UnstableStores::And)
    }
}

impl Cpu {
    /// The core before its first reset sequence: A, X, Y and S are 0 (the reset lowers S to
    /// `$FD`), only I is set.
    ///
    /// NESdev: CPU power up state
    pub fn new(ane_magic: u8, lxa_magic: u8, unstable_stores: UnstableStores) -> Self {
        Cpu {
            a: 0,
            x: 0,
            y: 0,
            s: 0,
            p: Status(status::INTERRUPT_DISABLE | status::UNUSED),
            pc: 0,
            jammed: false,
            ane_magic,
            lxa_magic,
            unstable_stores,
            interrupted: false,
            polled: false,
        }
    }

    /// Executes one instruction, and the interrupt sequence if one follows it, so that `pc`
    /// is the address of an instruction afterwards. Does nothing when jammed.
    pub fn step<B: CpuBus>(&mut self, bus: &mut B) {
        if self.jammed {
            return;
        }
        let opcode = bus.read(self.pc, Purpose::Opcode);
        self.pc = self.pc.wrapping_add(1);
        self.interrupted = false;
        self.polled = false;
        self.execute(bus, opcode);
        if !self.polled {
            self.poll(bus);
        }
        if self.interrupted {
            self.interrupt(bus);
        }
    }
}
