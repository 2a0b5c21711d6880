//! The operations that were never documented.
//!
//! Combined ones run two documented operations on one byte. The unstable stores AND their
//! value with the high byte of the base address plus one; a DMA that holds the core on the
//! cycle before the write removes that term. When the index crosses a page, they also AND
//! the high byte of the address, with what depends on the console, see [`UnstableStores`].
//!
//! NESdev: CPU unofficial opcodes; Programming with unofficial opcodes

use super::status::{CARRY, OVERFLOW};
use super::{Cpu, CpuBus};
use crate::nes::observer::{Happening, Purpose};
use crate::nes::options::UnstableStores;

impl Cpu {
    #[inline]
    pub(super) fn slo(&mut self, byte: u8) -> u8 {
        let result = self.asl(byte);
        self.ora(result);
        result
    }

    #[inline]
    pub(super) fn rla(&mut self, byte: u8) -> u8 {
        let result = self.rol(byte);
        self.and(result);
        result
    }

    #[inline]
    pub(super) fn sre(&mut self, byte: u8) -> u8 {
        let result = self.lsr(byte);
        self.eor(result);
        result
    }

    #[inline]
    pub(super) fn rra(&mut self, byte: u8) -> u8 {
        let result = self.ror(byte);
        self.adc(result);
        result
    }

    #[inline]
    pub(super) fn dcp(&mut self, byte: u8) -> u8 {
        let result = byte.wrapping_sub(1);
        self.cmp(result);
        result
    }

    #[inline]
    pub(super) fn isc(&mut self, byte: u8) -> u8 {
        let result = byte.wrapping_add(1);
        self.sbc(result);
        result
    }

    #[inline]
    pub(super) fn lax(&mut self, byte: u8) {
        self.x = byte;
        self.lda(byte);
    }

    #[inline]
    pub(super) fn anc(&mut self, byte: u8) {
        self.and(byte);
        self.p.set(CARRY, self.a & 0x80 != 0);
    }

    #[inline]
    pub(super) fn alr(&mut self, byte: u8) {
        self.a = self.lsr(self.a & byte);
    }

    #[inline]
    pub(super) fn arr(&mut self, byte: u8) {
        self.a = self.ror(self.a & byte);
        let bit_6 = self.a & 0x40 != 0;
        let bit_5 = self.a & 0x20 != 0;
        self.p.set(CARRY, bit_6);
        self.p.set(OVERFLOW, bit_6 != bit_5);
    }

    #[inline]
    pub(super) fn axs(&mut self, byte: u8) {
        let both = self.a & self.x;
        self.p.set(CARRY, both >= byte);
        self.ldx(both.wrapping_sub(byte));
    }

    #[inline]
    pub(super) fn las(&mut self, byte: u8) {
        self.s &= byte;
        self.lax(self.s);
    }

    #[inline]
    pub(super) fn ane(&mut self, byte: u8) {
        self.lda((self.a | self.ane_magic) & self.x & byte);
    }

    #[inline]
    pub(super) fn lxa(&mut self, byte: u8) {
        self.lax((self.a | self.lxa_magic) & byte);
    }

    /// What SHA and TAS write, and what they AND with the high byte of a crossed page.
    fn sha_terms(&self) -> (u8, u8) {
        /// One of the constants that chips were seen with.
        const HIGH_MAGIC: u8 = 0xF5;
        let both = self.a & self.x;
        match self.unstable_stores {
            UnstableStores::And | UnstableStores::Plain => (both, both),
            UnstableStores::AndX => (self.a, self.x),
            UnstableStores::Magic => (both, self.x | HIGH_MAGIC),
            UnstableStores::Or => (self.a, self.a | self.x),
        }
    }

    /// An unstable store of `register` at `base + index`, `term` reaching the high byte of
    /// the address.
    #[inline]
    fn store_unstable<B: CpuBus>(
        &mut self,
        bus: &mut B,
        base: u16,
        index: u8,
        (register, term): (u8, u8),
    ) {
        let target = base.wrapping_add(index.into());
        let unfixed = (base & 0xFF00) | (target & 0x00FF);
        bus.read(unfixed, Purpose::Dummy);
        let and = self.unstable_stores != UnstableStores::Plain;
        let high = (if and { base } else { target }) >> 8;
        let high = (high as u8).wrapping_add(1);
        let value = if bus.held_before_latest() {
            register
        } else {
            register & high
        };
        let address = if and && target != unfixed {
            u16::from_le_bytes([target as u8, high & term])
        } else {
            target
        };
        bus.write(address, value, Purpose::Data);
    }

    #[inline]
    pub(super) fn sha_absolute<B: CpuBus>(&mut self, bus: &mut B) {
        let base = self.absolute(bus);
        self.store_unstable(bus, base, self.y, self.sha_terms());
    }

    #[inline]
    pub(super) fn sha_indirect<B: CpuBus>(&mut self, bus: &mut B) {
        let base = self.indirect_base(bus);
        self.store_unstable(bus, base, self.y, self.sha_terms());
    }

    #[inline]
    pub(super) fn shx<B: CpuBus>(&mut self, bus: &mut B) {
        let base = self.absolute(bus);
        self.store_unstable(bus, base, self.y, (self.x, self.x));
    }

    #[inline]
    pub(super) fn shy<B: CpuBus>(&mut self, bus: &mut B) {
        let base = self.absolute(bus);
        self.store_unstable(bus, base, self.x, (self.y, self.y));
    }

    #[inline]
    pub(super) fn tas<B: CpuBus>(&mut self, bus: &mut B) {
        let base = self.absolute(bus);
        self.s = self.a & self.x;
        self.store_unstable(bus, base, self.y, self.sha_terms());
    }

    /// Stops the core. `pc` stays on the opcode, so that a debugger shows what jammed it.
    pub(super) fn jam<B: CpuBus>(&mut self, bus: &mut B) {
        self.idle(bus);
        self.pc = self.pc.wrapping_sub(1);
        self.jammed = true;
        self.polled = true;
        bus.happened(Happening::Jam);
    }
}
