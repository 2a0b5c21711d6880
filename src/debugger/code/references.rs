//! The instructions that name an address.
//!
//! Only the operand is looked at: an indexed access is told with the base it names, and a
//! zero page pointer as a read of the pointer. Mirrors of one byte are one address.

use super::{flow::Flow, view::CodeView};
use crate::{
    debugger::{disassembler::Instruction, memory_map::Answers},
    nes::cpu::opcodes::{AccessKind, Mode},
};
use serde::{Deserialize, Serialize};

/// What an instruction does with an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Use {
    /// JSR.
    Call,
    /// JMP or a branch.
    Jump,
    /// Reads it, or a pointer there.
    Read,
    /// Writes it.
    Write,
    /// Reads it and writes it back changed.
    Modify,
}

/// An instruction that names the address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The instruction.
    pub instruction: Instruction,
    /// What it does.
    pub how: Use,
    /// Whether an index is added to the address named, or to the pointer found there.
    pub indexed: bool,
}

/// All known instructions that name an address, in address order.
pub fn to(view: &CodeView, flow: &Flow, address: u16) -> Vec<Reference> {
    let wanted = place(view, address);
    let instructions = flow.starts().map(|start| view.decode(start));
    let references = instructions.filter(|instruction| {
        let named = instruction.operand().filter(|_| names_memory(instruction));
        named.is_some_and(|named| place(view, named) == wanted)
    });
    references.filter_map(reference).collect()
}

/// One byte's name, the same for all its mirrors.
fn place(view: &CodeView, address: u16) -> (Option<Answers>, u16) {
    match view.behind(address) {
        memory @ Answers::Memory(..) => (Some(memory), 0),
        _ if (0x2000..0x4000).contains(&address) => (None, address & 0x2007),
        _ => (None, address),
    }
}

fn names_memory(instruction: &Instruction) -> bool {
    instruction.opcode().mode != Mode::Immediate
}

fn reference(instruction: Instruction) -> Option<Reference> {
    let row = instruction.opcode();
    let is_pointer = matches!(row.mode, Mode::Indirect | Mode::IndirectX | Mode::IndirectY);
    let how = match row.access {
        _ if is_pointer => Use::Read,
        AccessKind::Read => Use::Read,
        AccessKind::Write => Use::Write,
        AccessKind::Modify => Use::Modify,
        AccessKind::Branch => Use::Jump,
        AccessKind::Control if row.mnemonic == "JSR" => Use::Call,
        AccessKind::Control => Use::Jump,
        AccessKind::Nothing | AccessKind::Stack => return None,
    };
    Some(Reference {
        instruction,
        how,
        indexed: !matches!(
            row.mode,
            Mode::ZeroPage | Mode::Absolute | Mode::Relative | Mode::Indirect
        ),
    })
}

impl Use {
    /// Whether a question for `asked` finds this use: modifying reads and writes.
    pub fn answers(self, asked: Use) -> bool {
        self == asked || self == Use::Modify && matches!(asked, Use::Read | Use::Write)
    }

    /// The word for replies.
    pub fn name(self) -> &'static str {
        match self {
            Use::Call => "call",
            Use::Jump => "jump",
            Use::Read => "read",
            Use::Write => "write",
            Use::Modify => "modify",
        }
    }
}
