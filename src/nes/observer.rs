//! Observation as a type parameter: the bus path is generic over an [`Observer`] whose
//! silent version compiles to nothing. Nothing of the debugger is stored in the machine.

use super::{bus::Bus, cpu::Cpu, memory::Page, ppu::Ppu};

/// Why the CPU side of the bus made an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Opcode fetch, the first cycle of an instruction.
    Opcode,
    /// Operand byte of the instruction stream.
    Operand,
    /// A data read or write of the instruction's effective address, pointers included.
    Data,
    /// A push or pull.
    Stack,
    /// A read or write whose value the CPU does not use.
    Dummy,
    /// A vector fetch at `$FFFA` to `$FFFF`.
    Vector,
    /// The core's pending read repeated while a DMA holds it.
    Halted,
    /// An OAM DMA get or put.
    OamDma,
    /// A DMC DMA get.
    DmcDma,
}

/// One CPU cycle as seen on the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// CPU cycles since power-on, this cycle included.
    pub cycle: u64,
    /// Address on the bus.
    pub address: u16,
    /// The byte read or written.
    pub value: u8,
    /// Whether it was a write.
    pub write: bool,
    /// Why.
    pub purpose: Purpose,
}

/// What happened inside the machine that is no bus access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// The NMI sequence begins.
    Nmi,
    /// The IRQ sequence begins.
    Irq,
    /// A BRK instruction begins.
    Brk,
    /// A reset sequence begins.
    Reset,
    /// A JAM opcode stopped the CPU.
    Jam,
}

/// Watches a machine run. All methods do nothing by default.
///
/// Observers may count and record into bounded buffers; they can not change the machine.
pub trait Observer {
    /// Called before the first cycle of every instruction; `cpu.pc` is its address.
    /// Returning true leaves the instruction unexecuted and ends the run.
    #[inline(always)]
    fn before_instruction(&mut self, _cpu: &Cpu, _bus: &Bus) -> bool {
        false
    }

    /// Whether the chips are to be brought to the instruction at `pc` before
    /// [`before_instruction`](Observer::before_instruction) is asked about it; without it they
    /// may lag behind the CPU there.
    #[inline(always)]
    fn wants_exact(&self, _pc: u16) -> bool {
        false
    }

    /// Whether [`about_to`](Observer::about_to) and [`wanted`](Observer::wanted) are to be
    /// called for an access.
    #[inline(always)]
    fn wants(&self, _address: u16, _write: bool, _purpose: Purpose) -> bool {
        false
    }

    /// Asked about a wanted access that memory alone answers, before it takes effect and without
    /// bringing the chips to it. False lets it pass as if it were not wanted.
    #[inline(always)]
    fn considers(&mut self, _bus: &Bus, _access: Access) -> bool {
        true
    }

    /// Called before a wanted access takes effect, with all chips at the rise of M2 in its
    /// cycle. The value of a read is not known yet and 0.
    #[inline(always)]
    fn about_to(&mut self, _bus: &Bus, _access: Access) {}

    /// Called after a wanted access, with all chips at the end of its cycle.
    #[inline(always)]
    fn wanted(&mut self, _bus: &Bus, _access: Access) {}

    /// Called after every CPU cycle, DMA cycles included.
    #[inline(always)]
    fn access(&mut self, _access: Access) {}

    /// Whether [`video`](Observer::video), [`before_dots`](Observer::before_dots) and
    /// [`before_fetch`](Observer::before_fetch) are of interest. While they are not, the PPU
    /// may run several dots at once and call none of them.
    #[inline(always)]
    fn sees_dots(&self) -> bool {
        true
    }

    /// Called after every PPU bus read or write that reached video memory,
    /// with the master clock of the dot.
    #[inline(always)]
    fn video(&mut self, _clock: u64, _address: u16, _value: u8, _write: bool) {}

    /// Called before the PPU runs its dots up to `end` of a line: one dot at a time while it
    /// renders, any number at once while it does not.
    #[inline(always)]
    fn before_dots(&mut self, _ppu: &Ppu, _end: u16) {}

    /// Called before every PPU bus read, within its dot, with the page that answers it.
    /// [`Observer::video`] follows with address and value.
    #[inline(always)]
    fn before_fetch(&mut self, _ppu: &Ppu, _page: Page) {}

    /// Called where an NMI or IRQ sequence begins, with the registers that it interrupts;
    /// `pc` is where it will return to. `nmi` is what it looks like: an NMI may still take over.
    #[inline(always)]
    fn interrupts(&mut self, _cpu: &Cpu, _nmi: bool) {}

    /// Called when an interrupt, reset or jam happens.
    #[inline(always)]
    fn happened(&mut self, _what: Happening) {}
}

/// The observer that sees nothing and costs nothing.
pub struct Silent;

impl Observer for Silent {
    #[inline(always)]
    fn sees_dots(&self) -> bool {
        false
    }
}
