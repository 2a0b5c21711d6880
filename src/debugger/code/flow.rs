//! Which bytes are code: from known starts along branches, jumps and calls.
//!
//! What a pointer leads to (`JMP ($nnnn)`, RTS to pushed addresses) is not followed, so code
//! reached only that way is missing; what is found is code as far as its starts are. BRK and
//! JAM end a path. Instructions may overlap, as in the BIT trick.

use super::view::CodeView;
use crate::{
    debugger::{disassembler::Instruction, stack},
    nes::{
        cpu::opcodes::{AccessKind, Mode},
        machine::Machine,
    },
};

const VECTORS: [u16; 3] = [0xFFFA, 0xFFFC, 0xFFFE];
/// Stack bytes looked through for return addresses.
const STACK_BYTES: usize = 0x100;

const START: u8 = 1;
const COVERED: u8 = 2;
const CALLED: u8 = 4;

/// How an instruction leads elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// A conditional branch.
    Branch,
    /// JMP with an address.
    Jump,
    /// JSR.
    Call,
}

/// Where the CPU can go after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successors {
    /// The instruction behind it, if it can be next (for JSR after the return).
    pub next: Option<u16>,
    /// The address it names and how.
    pub target: Option<(u16, Link)>,
}

/// Where the CPU can go after an instruction, interrupts aside.
pub fn successors(instruction: &Instruction) -> Successors {
    let row = instruction.opcode();
    let link = match (row.access, row.mnemonic) {
        (AccessKind::Branch, _) => Some(Link::Branch),
        (_, "JSR") => Some(Link::Call),
        (_, "JMP") if row.mode == Mode::Absolute => Some(Link::Jump),
        _ => None,
    };
    let goes_on = row.access != AccessKind::Control || row.mnemonic == "JSR";
    Successors {
        next: goes_on.then(|| instruction.next()),
        target: instruction.operand().zip(link),
    }
}

/// What is known to be code in the CPU space.
#[derive(Clone)]
pub struct Flow {
    marks: Vec<u8>,
}

impl Flow {
    /// Follows the code of a view from `starts`.
    pub fn follow(view: &CodeView, starts: impl IntoIterator<Item = u16>) -> Flow {
        let mut flow = Flow {
            marks: vec![0; 0x1_0000],
        };
        let mut waiting: Vec<u16> = starts.into_iter().collect();
        while let Some(address) = waiting.pop() {
            if flow.is_start(address) || !view.is_memory(address) {
                continue;
            }
            let instruction = view.decode(address);
            flow.cover(&instruction);
            let next = successors(&instruction);
            if let Some((target, link)) = next.target {
                waiting.push(target);
                if link == Link::Call {
                    flow.marks[usize::from(target)] |= CALLED;
                }
            }
            waiting.extend(next.next);
        }
        flow
    }

    fn cover(&mut self, instruction: &Instruction) {
        self.marks[usize::from(instruction.address)] |= START;
        for offset in 0..instruction.length() {
            let address = instruction.address.wrapping_add(offset);
            self.marks[usize::from(address)] |= COVERED;
        }
    }

    /// Whether an instruction begins here.
    pub fn is_start(&self, address: u16) -> bool {
        self.marks[usize::from(address)] & START != 0
    }

    /// Whether the byte belongs to an instruction.
    pub fn is_covered(&self, address: u16) -> bool {
        self.marks[usize::from(address)] & COVERED != 0
    }

    /// Whether some JSR calls this address.
    pub fn is_called(&self, address: u16) -> bool {
        self.marks[usize::from(address)] & CALLED != 0
    }

    /// Addresses of all instructions, in order.
    pub fn starts(&self) -> impl Iterator<Item = u16> + '_ {
        (0..=u16::MAX).filter(|&address| self.is_start(address))
    }

    /// Bytes from `address` to the next instruction, itself excluded, at most `most`.
    pub fn gap(&self, address: u16, most: u16) -> u16 {
        let is_next = |offset: &u16| self.is_start(address.wrapping_add(*offset));
        (1..most).find(is_next).unwrap_or(most)
    }
}

/// Starts that are known without running: the vectors' targets, the next instruction, and
/// the return addresses on the stack.
pub fn known_starts(machine: &Machine) -> Vec<u16> {
    let word = |at: u16| u16::from_le_bytes([machine.peek(at), machine.peek(at + 1)]);
    let mut starts: Vec<u16> = VECTORS.iter().map(|&vector| word(vector)).collect();
    starts.push(machine.cpu().pc);
    let returns = stack::returns(machine, STACK_BYTES);
    starts.extend(returns.iter().map(|found| found.target));
    starts
}
