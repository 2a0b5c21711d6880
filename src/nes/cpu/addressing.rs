//! The cycles that find the effective address, dummy reads included.
//!
//! Functions named for a mode run its cycles up to, and not including, the access at the
//! effective address. `_read` variants of indexed modes skip the dummy read when the index
//! does not cross a page; the others always make it.
//!
//! NESdev: CPU addressing modes

use super::{Cpu, CpuBus};
use crate::nes::observer::Purpose;

/// `base + index`, and the same with the carry not yet applied to the high byte.
#[inline]
fn indexed(base: u16, index: u8) -> (u16, u16) {
    let fixed = base.wrapping_add(index.into());
    (fixed, (base & 0xFF00) | (fixed & 0x00FF))
}

impl Cpu {
    /// Reads the next byte of the instruction stream.
    #[inline]
    pub(super) fn operand<B: CpuBus>(&mut self, bus: &mut B) -> u8 {
        let byte = bus.read(self.pc, Purpose::Operand);
        self.pc = self.pc.wrapping_add(1);
        byte
    }

    /// The second cycle of one-byte instructions: a read whose byte is dropped.
    #[inline]
    pub(super) fn idle<B: CpuBus>(&mut self, bus: &mut B) {
        bus.read(self.pc, Purpose::Dummy);
    }

    /// `$nn`.
    #[inline]
    pub(super) fn zero_page<B: CpuBus>(&mut self, bus: &mut B) -> u16 {
        self.operand(bus).into()
    }

    #[inline]
    fn zero_page_indexed<B: CpuBus>(&mut self, bus: &mut B, index: u8) -> u16 {
        let base = self.operand(bus);
        bus.read(base.into(), Purpose::Dummy);
        base.wrapping_add(index).into()
    }

    /// `$nn,X`.
    #[inline]
    pub(super) fn zero_page_x<B: CpuBus>(&mut self, bus: &mut B) -> u16 {
        self.zero_page_indexed(bus, self.x)
    }

    /// `$nn,Y`.
    #[inline]
    pub(super) fn zero_page_y<B: CpuBus>(&mut self, bus: &mut B) -> u16 {
        self.zero_page_indexed(bus, self.y)
    }

    /// `$nnnn`.
    #[inline]
    pub(super) fn absolute<B: CpuBus>(&mut self, bus: &mut B) -> u16 {
        let low = self.operand(bus);
        let high = self.operand(bus);
        u16::from_le_bytes([low, high])
    }

    #[inline]
    fn index_read<B: CpuBus>(&mut self, bus: &mut B, base: u16, index: u8) -> u16 {
        let (fixed, unfixed) = indexed(base, index);
        if fixed != unfixed {
            bus.read(unfixed, Purpose::Dummy);
        }
        fixed
    }

    #[inline]
    fn index_always<B: CpuBus>(&mut self, bus: &mut B, base: u16, index: u8) -> u16 {
        let (fixed, unfixed) = indexed(base, index);
        bus.read(unfixed, Purpose::Dummy);
        fixed
    }

    /// `$nnnn,X` of reading instructions.
    #[inline]
    pub(super) fn absolute_x_read<B: CpuBus>(&mut self, bus: &mut B) -> u16 {
        let base = self.absolute(bus);
        self.index_read(bus, base, self.x)
    }

    /// `$nnnn,X` of writing instructions.
    #[inline]
    pub(super) fn absolute_x<B: CpuBus>(&mut self, bus: &mut B) -> u16 {
        let base = self.absolute(bus);
        self.index_always(bus, base, self.x)
    }

    /// `$nnnn,Y` of reading instructions.
    #[inline]
    pub(super) fn absolute_y_read<B: CpuBus>(&mut self, bus: &mut B) -> u16 {
        let base = self.absolute(bus);
        self.index_read(bus, base, self.y)
    }

    /// `$nnnn,Y` of writing instructions.
    #[inline]
    pub(super) fn absolute_y<B: CpuBus>(&mut self, bus: &mut B) -> u16 {
        let base = self.absolute(bus);
        self.index_always(bus, base, self.y)
    }

    /// Reads a pointer that lies in page 0 and wraps there.
    #[inline]
    fn zero_page_pointer<B: CpuBus>(&mut self, bus: &mut B, at: u8) -> u16 {
        let low = bus.read(at.into(), Purpose::Data);
        let high = bus.read(at.wrapping_add(1).into(), Purpose::Data);
        u16::from_le_bytes([low, high])
    }

    /// `($nn,X)`.
    #[inline]
    pub(super) fn indirect_x<B: CpuBus>(&mut self, bus: &mut B) -> u16 {
        let at = self.zero_page_x(bus) as u8;
        self.zero_page_pointer(bus, at)
    }

    /// The base of `($nn),Y`.
    #[inline]
    pub(super) fn indirect_base<B: CpuBus>(&mut self, bus: &mut B) -> u16 {
        let at = self.operand(bus);
        self.zero_page_pointer(bus, at)
    }

    /// `($nn),Y` of reading instructions.
    #[inline]
    pub(super) fn indirect_y_read<B: CpuBus>(&mut self, bus: &mut B) -> u16 {
        let base = self.indirect_base(bus);
        self.index_read(bus, base, self.y)
    }

    /// `($nn),Y` of writing instructions.
    #[inline]
    pub(super) fn indirect_y<B: CpuBus>(&mut self, bus: &mut B) -> u16 {
        let base = self.indirect_base(bus);
        self.index_always(bus, base, self.y)
    }
}
