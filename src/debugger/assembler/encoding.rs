//! Chooses the opcode for a mnemonic and an operand, and writes the instruction's bytes.

use super::{
    cursor::Failure,
    directive::limited,
    error::Problem,
    expression::Expression,
    statement::{Instruction, Operand, Size},
};
use crate::nes::cpu::opcodes::{Mode, OPCODES};

/// Other spellings of the mnemonics in the opcode table.
const SYNONYMS: [(&str, &str); 16] = [
    ("KIL", "JAM"),
    ("STP", "JAM"),
    ("HLT", "JAM"),
    ("ISB", "ISC"),
    ("INS", "ISC"),
    ("DCM", "DCP"),
    ("ASO", "SLO"),
    ("LSE", "SRE"),
    ("ASR", "ALR"),
    ("XAA", "ANE"),
    ("OAL", "LXA"),
    ("AHX", "SHA"),
    ("SHS", "TAS"),
    ("LAR", "LAS"),
    ("SBX", "AXS"),
    ("AAX", "SAX"),
];

/// The encoding that the first pass chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    opcode: u8,
    mode: Mode,
    /// BRK with the byte that the CPU skips.
    padded_brk: bool,
}

impl Form {
    /// Bytes of the instruction, 1 to 3.
    pub fn length(self) -> i64 {
        i64::from(self.mode.length()) + i64::from(self.padded_brk)
    }
}

/// Chooses the opcode; `known` gives the value of an expression if it is known already.
pub(super) fn choose(
    instruction: &Instruction,
    column: usize,
    known: &dyn Fn(&Expression) -> Option<i64>,
) -> Result<Form, Failure> {
    let mnemonic = table_name(&instruction.mnemonic).ok_or_else(|| {
        (
            column,
            Problem::UnknownMnemonic(instruction.mnemonic.clone()),
        )
    })?;
    let padded_brk = mnemonic == "BRK" && matches!(instruction.operand, Operand::Immediate(_));
    if padded_brk {
        return Ok(Form {
            opcode: 0,
            mode: Mode::Implied,
            padded_brk,
        });
    }
    let modes = modes(&instruction.operand, known);
    for &mode in modes {
        if let Some(opcode) = opcode(mnemonic, mode, instruction.opcode) {
            return Ok(Form {
                opcode,
                mode,
                padded_brk,
            });
        }
    }
    let mode = modes
        .first()
        .map_or_else(String::new, |mode| format!("{mode:?}"));
    let mnemonic = match instruction.opcode {
        Some(opcode) => format!("{}.{opcode:02X}", instruction.mnemonic),
        None => instruction.mnemonic.clone(),
    };
    Err((
        instruction.operand_column,
        Problem::BadMode { mnemonic, mode },
    ))
}

fn table_name(mnemonic: &str) -> Option<&'static str> {
    let name = SYNONYMS
        .iter()
        .find(|(synonym, _)| *synonym == mnemonic)
        .map_or(mnemonic, |(_, name)| name);
    let synonyms = |row: &str| SYNONYMS.contains(&(row, name));
    OPCODES
        .iter()
        .map(|row| row.mnemonic)
        .find(|&row| row == name || synonyms(row))
}

/// The opcode of a mnemonic in a mode: the wanted one, else the official one, else the first.
fn opcode(mnemonic: &str, mode: Mode, wanted: Option<u8>) -> Option<u8> {
    let fits = |opcode: &u8| {
        let row = &OPCODES[usize::from(*opcode)];
        row.mnemonic == mnemonic && row.mode == mode
    };
    if let Some(opcode) = wanted {
        return Some(opcode).filter(fits);
    }
    (0..=255)
        .filter(fits)
        .min_by_key(|&opcode| !OPCODES[usize::from(opcode)].official)
}

/// The modes an operand can stand for, the preferred one first.
fn modes(operand: &Operand, known: &dyn Fn(&Expression) -> Option<i64>) -> &'static [Mode] {
    let (value, index, size) = match operand {
        Operand::None => return &[Mode::Implied, Mode::Accumulator],
        Operand::Accumulator => return &[Mode::Accumulator],
        Operand::Immediate(_) => return &[Mode::Immediate],
        Operand::IndirectX(_) => return &[Mode::IndirectX],
        Operand::IndirectY(_) => return &[Mode::IndirectY],
        Operand::Indirect(_) => return &[Mode::Indirect],
        Operand::Memory { value, index, size } => (value, index, size),
    };
    let short = match size {
        Some(Size::ZeroPage) => return zero_page(*index),
        Some(Size::Absolute) => false,
        None => known(value).is_some_and(|value| (0..=0xFF).contains(&value)),
    };
    match (index, short, size) {
        (None, true, _) => &[Mode::ZeroPage, Mode::Absolute, Mode::Relative],
        (None, false, None) => &[Mode::Absolute, Mode::Relative, Mode::ZeroPage],
        (None, false, Some(_)) => &[Mode::Absolute],
        (Some('X'), true, _) => &[Mode::ZeroPageX, Mode::AbsoluteX],
        (Some('X'), false, None) => &[Mode::AbsoluteX, Mode::ZeroPageX],
        (Some('X'), false, Some(_)) => &[Mode::AbsoluteX],
        (_, true, _) => &[Mode::ZeroPageY, Mode::AbsoluteY],
        (_, false, None) => &[Mode::AbsoluteY, Mode::ZeroPageY],
        (_, false, Some(_)) => &[Mode::AbsoluteY],
    }
}

fn zero_page(index: Option<char>) -> &'static [Mode] {
    match index {
        None => &[Mode::ZeroPage],
        Some('X') => &[Mode::ZeroPageX],
        Some(_) => &[Mode::ZeroPageY],
    }
}

/// The instruction's bytes at `address`.
pub(super) fn encode(
    instruction: &Instruction,
    form: Form,
    address: i64,
    value: &dyn Fn(&Expression) -> Result<i64, Failure>,
) -> Result<Vec<u8>, Failure> {
    let mut bytes = vec![form.opcode];
    let expression = match &instruction.operand {
        Operand::None | Operand::Accumulator => return Ok(bytes),
        Operand::Immediate(value)
        | Operand::IndirectX(value)
        | Operand::IndirectY(value)
        | Operand::Indirect(value)
        | Operand::Memory { value, .. } => value,
    };
    let number = operand(value(expression)?, form.mode, address)
        .map_err(|problem| (instruction.operand_column, problem))?;
    let length = usize::try_from(form.length() - 1).expect("an instruction has 1 to 3 bytes");
    bytes.extend_from_slice(&number.to_le_bytes()[..length]);
    Ok(bytes)
}

fn operand(value: i64, mode: Mode, address: i64) -> Result<i64, Problem> {
    match mode {
        Mode::Immediate | Mode::Implied => limited(value, "byte", -0x80, 0xFF),
        Mode::Relative => {
            let distance = value.wrapping_sub(address).wrapping_sub(2);
            // A branch wraps at the ends of the address space, like the program counter.
            let wrapped = (distance.wrapping_add(0x8000) & 0xFFFF) - 0x8000;
            limited(wrapped, "branch distance", -0x80, 0x7F)
        }
        _ if mode.length() == 2 => limited(value, "zero page address", 0, 0xFF),
        _ => limited(value, "address", 0, 0xFFFF),
    }
}
