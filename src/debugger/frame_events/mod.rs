//! What happened in a frame: register accesses, interrupts, DMA, sprite zero.
//!
//! Scanline and dot are those of the next dot when the access takes effect, at the rise of
//! M2: the first dot that can be different because of it. It is where a breakpoint on the
//! access sees the PPU.
//!
//! NESdev: CPU memory map; PPU registers; DMA

mod filter;
mod fold;
mod watch;

pub use filter::{Filter, RowScope};
pub use fold::{Folded, fold};
pub use watch::EventWatch;

use serde::Serialize;

/// What kind of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A register was read.
    Read,
    /// A register of the console was written.
    Write,
    /// The cartridge was written outside its RAM.
    Mapper,
    /// An NMI sequence.
    Nmi,
    /// An IRQ sequence.
    Irq,
    /// A BRK instruction.
    Brk,
    /// A reset sequence.
    Reset,
    /// A JAM opcode stopped the CPU.
    Jam,
    /// OAM DMA reads its first byte.
    OamDma,
    /// DMC DMA reads a byte.
    DmcDma,
    /// The sprite zero hit flag was set.
    SpriteZero,
    /// The sprite overflow flag was set.
    Overflow,
}

impl Kind {
    /// Its name in replies.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Read => "read",
            Kind::Write => "write",
            Kind::Mapper => "mapper",
            Kind::Nmi => "nmi",
            Kind::Irq => "irq",
            Kind::Brk => "brk",
            Kind::Reset => "reset",
            Kind::Jam => "jam",
            Kind::OamDma => "oam_dma",
            Kind::DmcDma => "dmc_dma",
            Kind::SpriteZero => "sprite_zero",
            Kind::Overflow => "overflow",
        }
    }
}

/// One event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// What.
    pub kind: Kind,
    /// Line of the next dot.
    pub scanline: u16,
    /// The next dot.
    pub dot: u16,
    /// CPU cycle since power-on.
    pub cycle: u64,
    /// Address of the instruction that ran; absent for what the PPU does by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pc: Option<u16>,
    /// Address on the CPU bus.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<u16>,
    /// The byte read or written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<u8>,
    /// Whether it was a read or write that the CPU does not use.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dummy: bool,
}
