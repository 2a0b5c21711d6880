//! New code over old: what it replaces, and whether it fits.

use super::view::CodeView;
use crate::debugger::disassembler::Instruction;

/// What new code of some length does to the old instructions under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// The old instructions that are touched, in order.
    pub old: Vec<Instruction>,
    /// How many of them the new code replaces one for one.
    pub meant: usize,
    /// Bytes of the new code.
    pub length: usize,
}

impl Replaced {
    /// Puts `bytes` over the code at `address` in thought.
    pub fn by(view: &CodeView, address: u16, bytes: &[u8]) -> Replaced {
        let meant = instructions_in(bytes);
        let mut old = Vec::new();
        let mut covered = 0;
        while covered < bytes.len() {
            let instruction = view.decode(address.wrapping_add(covered as u16));
            covered += usize::from(instruction.length());
            old.push(instruction);
        }
        Replaced {
            old,
            meant,
            length: bytes.len(),
        }
    }

    /// Bytes of the old instructions touched, the last one whole.
    pub fn covered(&self) -> usize {
        bytes_of(&self.old)
    }

    /// Bytes of the last old instruction that stay behind the new code.
    pub fn left_over(&self) -> usize {
        self.covered() - self.length
    }

    /// The old instructions beyond those replaced one for one.
    pub fn lost(&self) -> &[Instruction] {
        &self.old[self.meant.min(self.old.len())..]
    }

    /// What a person should know before running this; `padded` when the rest becomes NOPs.
    pub fn warning(&self, padded: bool, text: &dyn Fn(&Instruction) -> String) -> Option<String> {
        let lost: Vec<String> = self.lost().iter().map(text).collect();
        let cut = self.left_over() > 0 && !padded;
        if lost.is_empty() && !cut {
            return None;
        }
        let mut parts = vec![format!(
            "the new code takes {} bytes, the old instructions there {}",
            self.length,
            match cut {
                true => self.covered(),
                false => bytes_of(&self.old[..self.meant.min(self.old.len())]),
            }
        )];
        if !lost.is_empty() {
            parts.push(format!("it also overwrites {}", lost.join("; ")));
        }
        if cut {
            parts.push(format!(
                "{} bytes of the last one stay behind it and run as code; fill=nop pads them",
                self.left_over()
            ));
        }
        Some(parts.join("; "))
    }
}

fn bytes_of(code: &[Instruction]) -> usize {
    code.iter().map(|old| usize::from(old.length())).sum()
}

/// The instructions that bytes hold, a cut one at the end counted.
fn instructions_in(bytes: &[u8]) -> usize {
    decode(0, bytes).len()
}

/// The instructions in `bytes` at `address`; one that is cut reads zeros beyond the end.
pub fn decode(address: u16, bytes: &[u8]) -> Vec<Instruction> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let byte = |offset: usize| bytes.get(at + offset).copied().unwrap_or(0);
        let three = [byte(0), byte(1), byte(2)];
        let instruction = Instruction::from_bytes(address.wrapping_add(at as u16), three);
        at += usize::from(instruction.length());
        found.push(instruction);
    }
    found
}
