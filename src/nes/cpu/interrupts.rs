//! Polling and the seven-cycle sequences: NMI, IRQ, BRK and reset.
//!
//! A poll looks at the detector outputs in the last cycle of an instruction. The vector is
//! chosen between the fourth and fifth cycle of a sequence, so an NMI that comes by then
//! takes over a BRK or IRQ. A sequence does not poll.
//!
//! NESdev: CPU interrupts

use super::status::INTERRUPT_DISABLE;
use super::{Cpu, CpuBus};
use crate::nes::observer::{Happening, Purpose};

const NMI_VECTOR: u16 = 0xFFFA;
const RESET_VECTOR: u16 = 0xFFFC;
const IRQ_VECTOR: u16 = 0xFFFE;

impl Cpu {
    /// Looks at the detector outputs. What a poll of the same instruction saw before stays.
    #[inline]
    pub(super) fn poll<B: CpuBus>(&mut self, bus: &mut B) {
        let pending = bus.polled();
        self.interrupted |= pending.nmi || (pending.irq && !self.p.has(INTERRUPT_DISABLE));
        self.polled = true;
    }

    /// The NMI or IRQ sequence.
    #[cold]
    pub(super) fn interrupt<B: CpuBus>(&mut self, bus: &mut B) {
        self.interrupted = false;
        let nmi = bus.pending_now().nmi;
        bus.interrupts(self, nmi);
        bus.read(self.pc, Purpose::Dummy);
        bus.read(self.pc, Purpose::Dummy);
        self.enter(bus, false);
    }

    /// BRK: the byte after the opcode is skipped. The sequence makes no poll.
    pub(super) fn brk<B: CpuBus>(&mut self, bus: &mut B) {
        bus.happened(Happening::Brk);
        self.operand(bus);
        self.enter(bus, true);
        self.polled = true;
    }

    /// Cycles 3 to 7 of BRK, IRQ and NMI.
    fn enter<B: CpuBus>(&mut self, bus: &mut B, software: bool) {
        self.push_pc(bus);
        let nmi = bus.pending_now().nmi;
        if nmi {
            bus.acknowledge_nmi();
            bus.happened(Happening::Nmi);
        } else if !software {
            bus.happened(Happening::Irq);
        }
        self.push(bus, self.p.pushed(software));
        self.p.set(INTERRUPT_DISABLE, true);
        self.jump_to_vector(bus, if nmi { NMI_VECTOR } else { IRQ_VECTOR });
    }

    /// The reset sequence: an interrupt whose three stack writes are turned into reads.
    ///
    /// A, X, Y and the other flags are kept.
    ///
    /// NESdev: CPU power up state
    pub fn reset<B: CpuBus>(&mut self, bus: &mut B) {
        bus.happened(Happening::Reset);
        self.jammed = false;
        self.interrupted = false;
        bus.read(self.pc, Purpose::Dummy);
        bus.read(self.pc, Purpose::Dummy);
        for _ in 0..3 {
            self.stack_dummy(bus);
            self.s = self.s.wrapping_sub(1);
        }
        self.p.set(INTERRUPT_DISABLE, true);
        self.jump_to_vector(bus, RESET_VECTOR);
    }

    fn jump_to_vector<B: CpuBus>(&mut self, bus: &mut B, vector: u16) {
        let low = bus.read(vector, Purpose::Vector);
        let high = bus.read(vector + 1, Purpose::Vector);
        self.pc = u16::from_le_bytes([low, high]);
    }
}
