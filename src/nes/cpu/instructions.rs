//! The documented operations: arithmetic, logic, shifts, branches, jumps and the stack.
//!
//! Operations on a byte take and give values; `load`, `store` and `modify` add the memory
//! cycles around them.
//!
//! NESdev: 6502 instruction reference

use super::status::{CARRY, INTERRUPT_DISABLE, NEGATIVE, OVERFLOW, ZERO};
use super::{Cpu, CpuBus};
use crate::nes::observer::Purpose;

/// First address of the stack page.
const STACK: u16 = 0x0100;

/// Memory cycles shared by all operations.
impl Cpu {
    /// Reads at the effective address and hands the byte to `operation`.
    #[inline]
    pub(super) fn load<B: CpuBus>(
        &mut self,
        bus: &mut B,
        mode: impl FnOnce(&mut Cpu, &mut B) -> u16,
        operation: impl FnOnce(&mut Cpu, u8),
    ) {
        let address = mode(self, bus);
        let byte = bus.read(address, Purpose::Data);
        operation(self, byte);
    }

    /// Hands an immediate operand to `operation`.
    #[inline]
    pub(super) fn load_immediate<B: CpuBus>(
        &mut self,
        bus: &mut B,
        operation: impl FnOnce(&mut Cpu, u8),
    ) {
        let byte = self.operand(bus);
        operation(self, byte);
    }

    /// Writes `value` at the effective address.
    #[inline]
    pub(super) fn store<B: CpuBus>(
        &mut self,
        bus: &mut B,
        mode: impl FnOnce(&mut Cpu, &mut B) -> u16,
        value: u8,
    ) {
        let address = mode(self, bus);
        bus.write(address, value, Purpose::Data);
    }

    /// Read, write back the old byte, write the new one.
    #[inline]
    pub(super) fn modify<B: CpuBus>(
        &mut self,
        bus: &mut B,
        mode: impl FnOnce(&mut Cpu, &mut B) -> u16,
        operation: impl FnOnce(&mut Cpu, u8) -> u8,
    ) {
        let address = mode(self, bus);
        let old = bus.read(address, Purpose::Data);
        bus.write(address, old, Purpose::Dummy);
        let new = operation(self, old);
        bus.write(address, new, Purpose::Data);
    }

    /// An operation on the accumulator.
    #[inline]
    pub(super) fn accumulator<B: CpuBus>(
        &mut self,
        bus: &mut B,
        operation: impl FnOnce(&mut Cpu, u8) -> u8,
    ) {
        self.idle(bus);
        self.a = operation(self, self.a);
    }

    /// An operation on registers only.
    #[inline]
    pub(super) fn implied<B: CpuBus>(&mut self, bus: &mut B, operation: impl FnOnce(&mut Cpu)) {
        self.idle(bus);
        operation(self);
    }

    /// CLI and SEI: the poll of their last cycle still sees the old I.
    #[inline]
    pub(super) fn change_interrupt_disable<B: CpuBus>(&mut self, bus: &mut B, on: bool) {
        self.idle(bus);
        self.poll(bus);
        self.p.set(INTERRUPT_DISABLE, on);
    }
}

/// Operations on a byte.
impl Cpu {
    #[inline]
    pub(super) fn lda(&mut self, byte: u8) {
        self.a = byte;
        self.p.set_zn(byte);
    }

    #[inline]
    pub(super) fn ldx(&mut self, byte: u8) {
        self.x = byte;
        self.p.set_zn(byte);
    }

    #[inline]
    pub(super) fn ldy(&mut self, byte: u8) {
        self.y = byte;
        self.p.set_zn(byte);
    }

    #[inline]
    pub(super) fn ora(&mut self, byte: u8) {
        self.lda(self.a | byte);
    }

    #[inline]
    pub(super) fn and(&mut self, byte: u8) {
        self.lda(self.a & byte);
    }

    #[inline]
    pub(super) fn eor(&mut self, byte: u8) {
        self.lda(self.a ^ byte);
    }

    #[inline]
    pub(super) fn adc(&mut self, byte: u8) {
        let sum = u16::from(self.a) + u16::from(byte) + u16::from(self.p.carry());
        let result = sum as u8;
        self.p.set(CARRY, sum > 0xFF);
        self.p
            .set(OVERFLOW, (self.a ^ result) & (byte ^ result) & 0x80 != 0);
        self.lda(result);
    }

    #[inline]
    pub(super) fn sbc(&mut self, byte: u8) {
        self.adc(!byte);
    }

    #[inline]
    fn compare(&mut self, register: u8, byte: u8) {
        self.p.set(CARRY, register >= byte);
        self.p.set_zn(register.wrapping_sub(byte));
    }

    #[inline]
    pub(super) fn cmp(&mut self, byte: u8) {
        self.compare(self.a, byte);
    }

    #[inline]
    pub(super) fn cpx(&mut self, byte: u8) {
        self.compare(self.x, byte);
    }

    #[inline]
    pub(super) fn cpy(&mut self, byte: u8) {
        self.compare(self.y, byte);
    }

    #[inline]
    pub(super) fn bit(&mut self, byte: u8) {
        self.p.set(ZERO, self.a & byte == 0);
        self.p.set(OVERFLOW, byte & OVERFLOW != 0);
        self.p.set(NEGATIVE, byte & NEGATIVE != 0);
    }

    /// The reading NOPs drop their byte.
    #[inline]
    pub(super) fn ignore(&mut self, _byte: u8) {}

    #[inline]
    pub(super) fn asl(&mut self, byte: u8) -> u8 {
        self.p.set(CARRY, byte & 0x80 != 0);
        self.result(byte << 1)
    }

    #[inline]
    pub(super) fn lsr(&mut self, byte: u8) -> u8 {
        self.p.set(CARRY, byte & 0x01 != 0);
        self.result(byte >> 1)
    }

    #[inline]
    pub(super) fn rol(&mut self, byte: u8) -> u8 {
        let low = self.p.carry();
        self.p.set(CARRY, byte & 0x80 != 0);
        self.result(byte << 1 | low)
    }

    #[inline]
    pub(super) fn ror(&mut self, byte: u8) -> u8 {
        let high = self.p.carry() << 7;
        self.p.set(CARRY, byte & 0x01 != 0);
        self.result(byte >> 1 | high)
    }

    #[inline]
    pub(super) fn inc(&mut self, byte: u8) -> u8 {
        self.result(byte.wrapping_add(1))
    }

    #[inline]
    pub(super) fn dec(&mut self, byte: u8) -> u8 {
        self.result(byte.wrapping_sub(1))
    }

    #[inline]
    fn result(&mut self, byte: u8) -> u8 {
        self.p.set_zn(byte);
        byte
    }
}

/// Branches, jumps and the stack.
impl Cpu {
    #[inline]
    pub(super) fn push<B: CpuBus>(&mut self, bus: &mut B, byte: u8) {
        bus.write(STACK | u16::from(self.s), byte, Purpose::Stack);
        self.s = self.s.wrapping_sub(1);
    }

    #[inline]
    pub(super) fn pull<B: CpuBus>(&mut self, bus: &mut B) -> u8 {
        self.s = self.s.wrapping_add(1);
        bus.read(STACK | u16::from(self.s), Purpose::Stack)
    }

    /// A read at the stack pointer whose byte is dropped.
    #[inline]
    pub(super) fn stack_dummy<B: CpuBus>(&mut self, bus: &mut B) {
        bus.read(STACK | u16::from(self.s), Purpose::Dummy);
    }

    /// A branch polls in its second cycle and, if it crosses a page, in its fourth; never in
    /// its third. What either poll saw counts.
    ///
    /// NESdev: CPU interrupts, "Branch instructions and interrupts"
    #[inline]
    pub(super) fn branch<B: CpuBus>(&mut self, bus: &mut B, taken: bool) {
        let offset = self.operand(bus) as i8;
        self.poll(bus);
        if !taken {
            return;
        }
        bus.read(self.pc, Purpose::Dummy);
        let target = self.pc.wrapping_add_signed(offset.into());
        let unfixed = (self.pc & 0xFF00) | (target & 0x00FF);
        if target != unfixed {
            bus.read(unfixed, Purpose::Dummy);
            self.poll(bus);
        }
        self.pc = target;
    }

    #[inline]
    pub(super) fn jmp<B: CpuBus>(&mut self, bus: &mut B) {
        self.pc = self.absolute(bus);
    }

    /// `JMP ($nnnn)`: the pointer's high byte comes from the same page as its low byte.
    #[inline]
    pub(super) fn jmp_indirect<B: CpuBus>(&mut self, bus: &mut B) {
        let pointer = self.absolute(bus);
        let low = bus.read(pointer, Purpose::Data);
        let next = (pointer & 0xFF00) | (pointer.wrapping_add(1) & 0x00FF);
        let high = bus.read(next, Purpose::Data);
        self.pc = u16::from_le_bytes([low, high]);
    }

    /// JSR reads the high byte of its target only after both pushes.
    #[inline]
    pub(super) fn jsr<B: CpuBus>(&mut self, bus: &mut B) {
        let low = self.operand(bus);
        self.stack_dummy(bus);
        self.push_pc(bus);
        let high = bus.read(self.pc, Purpose::Operand);
        self.pc = u16::from_le_bytes([low, high]);
    }

    #[inline]
    pub(super) fn push_pc<B: CpuBus>(&mut self, bus: &mut B) {
        let [low, high] = self.pc.to_le_bytes();
        self.push(bus, high);
        self.push(bus, low);
    }

    #[inline]
    pub(super) fn rts<B: CpuBus>(&mut self, bus: &mut B) {
        self.idle(bus);
        self.stack_dummy(bus);
        let low = self.pull(bus);
        let high = self.pull(bus);
        self.pc = u16::from_le_bytes([low, high]);
        bus.read(self.pc, Purpose::Dummy);
        self.pc = self.pc.wrapping_add(1);
    }

    /// RTI restores I before its poll, so the new I counts at once.
    #[inline]
    pub(super) fn rti<B: CpuBus>(&mut self, bus: &mut B) {
        self.idle(bus);
        self.stack_dummy(bus);
        let status = self.pull(bus);
        self.p.pull(status);
        let low = self.pull(bus);
        let high = self.pull(bus);
        self.pc = u16::from_le_bytes([low, high]);
    }

    #[inline]
    pub(super) fn push_byte<B: CpuBus>(&mut self, bus: &mut B, byte: u8) {
        self.idle(bus);
        self.push(bus, byte);
    }

    #[inline]
    pub(super) fn pla<B: CpuBus>(&mut self, bus: &mut B) {
        self.idle(bus);
        self.stack_dummy(bus);
        let byte = self.pull(bus);
        self.lda(byte);
    }

    /// PLP: the poll of its last cycle still sees the old I.
    #[inline]
    pub(super) fn plp<B: CpuBus>(&mut self, bus: &mut B) {
        self.idle(bus);
        self.stack_dummy(bus);
        let status = self.pull(bus);
        self.poll(bus);
        self.p.pull(status);
    }
}
