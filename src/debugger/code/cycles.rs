//! What an instruction costs, as far as its bytes tell.
//!
//! An indexed read takes one more cycle when the index carries into the high byte; a branch
//! takes one more when taken, and another when its target is in another page than the
//! instruction behind it. DMA and interrupts come on top.
//!
//! NESdev: CPU addressing modes; Cycle reference chart; DMA

use crate::{
    debugger::disassembler::Instruction,
    nes::cpu::opcodes::{AccessKind, Mode},
};

const OAM_DMA: u16 = 0x4014;
const PAGE: u16 = 0xFF00;

/// Cycles of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The fewest; for a branch, not taken.
    pub minimum: u32,
    /// The most; for a branch, taken.
    pub maximum: u32,
    /// Why they differ, or what comes on top.
    pub note: Option<&'static str>,
}

/// The cycles of an instruction.
pub fn cost(instruction: &Instruction) -> Cost {
    let row = instruction.opcode();
    let cycles = u32::from(row.cycles);
    let (extra, note) = match row.access {
        AccessKind::Branch => branch_extra(instruction),
        _ if row.page_cycle && can_cross(instruction) => {
            (1, Some("+1 if the index crosses a page"))
        }
        AccessKind::Write if instruction.operand() == Some(OAM_DMA) => {
            (0, Some("OAM DMA then takes 513 or 514"))
        }
        _ => (0, None),
    };
    Cost {
        minimum: cycles,
        maximum: cycles + extra,
        note,
    }
}

/// What a taken branch costs more, which its place decides.
fn branch_extra(instruction: &Instruction) -> (u32, Option<&'static str>) {
    let target = instruction.operand().unwrap_or_default();
    match target & PAGE == instruction.next() & PAGE {
        true => (1, Some("taken +1")),
        false => (2, Some("taken +2, into another page")),
    }
}

/// Whether any index could carry: not from the start of a page.
fn can_cross(instruction: &Instruction) -> bool {
    let indexed = matches!(instruction.opcode().mode, Mode::AbsoluteX | Mode::AbsoluteY);
    let low = instruction.operand().unwrap_or_default() & !PAGE;
    !indexed || low != 0
}

impl Cost {
    /// The cycles as text: `4`, `4-5`, for a branch `2/3`.
    pub fn text(&self, is_branch: bool) -> String {
        let sign = if is_branch { '/' } else { '-' };
        match self.minimum == self.maximum {
            true => self.minimum.to_string(),
            false => format!("{}{sign}{}", self.minimum, self.maximum),
        }
    }
}
