//! Labels found by looking at the program: vectors, registers, subroutines, zero page.
//!
//! Code is followed from the vectors through branches, jumps and calls, in the banks that are
//! mapped now. What is reached only through tables or pointers is not found.
//!
//! NESdev: CPU interrupts; CPU memory map

use super::{Kind, Label, MachineNames, Source, Symbols, behind, hardware::HARDWARE};
use crate::{
    debugger::disassembler::Instruction,
    nes::{
        cpu::opcodes::{AccessKind, Mode},
        event::Space,
        machine::Machine,
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// Name and address of each vector.
const VECTORS: [(&str, u16); 3] = [("nmi", 0xFFFA), ("reset", 0xFFFC), ("irq", 0xFFFE)];
/// Handlers below are none: a game without an IRQ often leaves 0 in its vector.
const FIRST_HANDLER: u16 = 0x0100;

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Targets of the vectors.
    Vectors,
    /// The console's registers.
    Hardware,
    /// Targets of JSR.
    Subroutines,
    /// Zero page bytes and pointers.
    Ram,
}

/// Names what is found and returns the new labels. Places and names that have a label from a
/// file or the user stay as they are.
pub fn name(symbols: &mut Symbols, machine: &Machine, what: Found) -> Vec<Label> {
    let labels = match what {
        Found::Vectors => vectors(machine),
        Found::Hardware => hardware(),
        Found::Subroutines => subroutines(machine),
        Found::Ram => zero_page(machine),
    };
    let mut named = Vec::new();
    for label in labels {
        let names = MachineNames::new(machine, symbols);
        let known = match label.cpu {
            Some(address) => names.label(address),
            None => symbols.at(label.space, label.address),
        };
        let taken = symbols.get_exactly(&label.name).is_some();
        // A vector is worth a second name; the others name what has none.
        let open = known.is_none() || what == Found::Vectors;
        if open && !taken && symbols.insert(label.clone()).is_ok() {
            named.push(label);
        }
    }
    named
}

fn vectors(machine: &Machine) -> Vec<Label> {
    let rows = VECTORS.iter().filter_map(|&(name, vector)| {
        let target = target_of(machine, vector);
        (target >= FIRST_HANDLER).then(|| code(machine, name, target))?
    });
    rows.collect()
}

fn target_of(machine: &Machine, vector: u16) -> u16 {
    u16::from_le_bytes([machine.peek(vector), machine.peek(vector.wrapping_add(1))])
}

fn hardware() -> Vec<Label> {
    let rows = HARDWARE.iter().filter_map(|row| {
        Label::new(row.name, Space::Cpu, row.address.into(), Source::Hardware).ok()
    });
    rows.collect()
}

fn subroutines(machine: &Machine) -> Vec<Label> {
    let calls = instructions(machine);
    let targets: BTreeSet<u16> = calls
        .iter()
        .filter(|instruction| instruction.opcode().mnemonic == "JSR")
        .filter_map(Instruction::operand)
        .collect();
    let name = |target| code(machine, &format!("sub_{target:04X}"), target);
    targets.into_iter().filter_map(name).collect()
}

/// A label of code at a CPU address, in the memory that is mapped there.
fn code(machine: &Machine, name: &str, address: u16) -> Option<Label> {
    let plain = (Space::Cpu, u32::from(address));
    let (space, offset) = behind(machine, address).unwrap_or(plain);
    let label = Label::new(name, space, offset, Source::Auto).ok()?;
    Some(label.at_cpu(address))
}

/// Zero page operands: pointers first, then the bytes that are no part of one.
fn zero_page(machine: &Machine) -> Vec<Label> {
    let mut pointers: BTreeMap<u16, bool> = BTreeMap::new();
    for instruction in instructions(machine) {
        let Some(address) = instruction.operand() else {
            continue;
        };
        match instruction.opcode().mode {
            Mode::IndirectY => _ = pointers.insert(address, true),
            Mode::ZeroPage | Mode::ZeroPageX | Mode::ZeroPageY | Mode::IndirectX => {
                _ = pointers.entry(address).or_insert(false);
            }
            _ => {}
        }
    }
    let in_pointer = |address: u16| address > 0 && pointers.get(&(address - 1)) == Some(&true);
    let rows = pointers.iter().filter_map(|(&address, &pointer)| {
        if !pointer && in_pointer(address) {
            return None;
        }
        let (word, kind) = if pointer {
            ("ptr", Kind::Ptr)
        } else {
            ("zp", Kind::U8)
        };
        let name = format!("{word}_{address:02X}");
        let label = Label::new(&name, Space::Ram, address.into(), Source::Auto).ok()?;
        let mut label = label.sized(kind.bytes().unwrap_or(1));
        label.kind = Some(kind);
        Some(label)
    });
    rows.collect()
}

/// Every instruction that can be reached from the vectors, by address.
pub fn instructions(machine: &Machine) -> Vec<Instruction> {
    let mut found = BTreeMap::new();
    let mut open: Vec<u16> = VECTORS
        .iter()
        .map(|&(_, vector)| target_of(machine, vector))
        .filter(|&target| target >= FIRST_HANDLER)
        .collect();
    while let Some(address) = open.pop() {
        if found.contains_key(&address) || behind(machine, address).is_none() {
            continue;
        }
        let instruction = Instruction::decode(address, &|at| machine.peek(at));
        found.insert(address, instruction);
        open.extend(followers(&instruction));
    }
    found.into_values().collect()
}

/// Where the CPU may go from an instruction, as far as its bytes tell.
fn followers(instruction: &Instruction) -> Vec<u16> {
    let row = instruction.opcode();
    let target = instruction.operand();
    match (row.access, row.mnemonic) {
        (AccessKind::Branch, _) | (AccessKind::Control, "JSR") => {
            target.into_iter().chain([instruction.next()]).collect()
        }
        (AccessKind::Control, "JMP") if row.mode == Mode::Absolute => target.into_iter().collect(),
        // RTS, RTI, BRK, an indirect JMP and JAM lead where the bytes do not tell.
        (AccessKind::Control, _) => Vec::new(),
        _ => vec![instruction.next()],
    }
}
