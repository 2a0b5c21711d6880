//! The access that a breakpoint looks at, as an expression sees it.

use super::Identifier;
use crate::debugger::spaces;
use crate::nes::observer::{Access, Purpose};

/// An interrupt sequence that an access belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// None: an instruction makes the access.
    None,
    /// NMI.
    Nmi,
    /// IRQ.
    Irq,
}

/// One access with what only a debugger knows of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenAccess {
    /// The access; for an execution the opcode at the address.
    pub access: Access,
    /// The byte there before a write; the byte itself for reads. `None` where no byte is kept.
    pub old: Option<u8>,
    /// The memory that answers, `cpu` for registers and open bus.
    pub space: &'static str,
    /// Offset in the memory that answers; `None` for registers and open bus.
    pub offset: Option<u32>,
    /// Whether the instruction at the address is about to be executed.
    pub executed: bool,
    /// The interrupt sequence it belongs to.
    pub sequence: Sequence,
    /// Whether the picture chip fetches it; the address is one of the PPU's then.
    pub fetched: bool,
}

impl SeenAccess {
    /// Whether the CPU does not use the value: dummy cycles, and reads repeated under DMA.
    pub fn is_dummy(&self) -> bool {
        matches!(self.access.purpose, Purpose::Dummy | Purpose::Halted)
    }

    /// Whether a DMA unit makes it.
    pub fn is_dma(&self) -> bool {
        matches!(self.access.purpose, Purpose::OamDma | Purpose::DmcDma)
    }

    fn space_number(&self) -> i64 {
        let space = spaces::NAMES.iter().position(|name| *name == self.space);
        space.map_or(-1, |number| number as i64)
    }

    /// The value of a name of the access; `None` for other names, and for `memaddr` where no
    /// memory answers.
    pub fn value(&self, identifier: Identifier) -> Option<i64> {
        Some(match identifier {
            Identifier::Value => i64::from(self.access.value),
            Identifier::Old => i64::from(self.old?),
            Identifier::Address => i64::from(self.access.address),
            Identifier::MemAddr => i64::from(self.offset?),
            Identifier::Space => self.space_number(),
            Identifier::IsRead => i64::from(!self.access.write && !self.executed),
            Identifier::IsWrite => i64::from(self.access.write),
            Identifier::IsExec => i64::from(self.executed),
            Identifier::IsDma => i64::from(self.is_dma()),
            Identifier::IsDummy => i64::from(self.is_dummy()),
            Identifier::IsNmi => i64::from(self.sequence == Sequence::Nmi),
            Identifier::IsIrq => i64::from(self.sequence == Sequence::Irq),
            _ => return None,
        })
    }
}
