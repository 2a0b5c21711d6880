//! Decodes instructions and writes them as text.
//!
//! ```text
//! 8003  9D 00 03  STA $0300,X          bytes, mnemonic, operand
//! 8006  80 12    *NOP #$12             a star marks an unofficial opcode
//! STA Score,X @ $0302 = $07            labels, effective address and value
//! nop.80 #$12                          for the assembler: gives exactly these bytes again
//! ```

use crate::nes::cpu::opcodes::{AccessKind, Mode, OPCODES, Opcode};

/// Names for CPU addresses.
pub trait AddressNames {
    /// The name of an address as it shall stand in an operand.
    fn name(&self, address: u16) -> Option<String>;
}

/// No names: operands stay numbers.
pub struct NoNames;

impl AddressNames for NoNames {
    fn name(&self, _address: u16) -> Option<String> {
        None
    }
}

/// The index registers that an effective address depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Indexes {
    /// X.
    pub x: u8,
    /// Y.
    pub y: u8,
}

/// One instruction at its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// Address of the opcode.
    pub address: u16,
    /// Opcode and operand bytes; only the first [`Instruction::length`] count.
    bytes: [u8; 3],
}

/// Where an instruction's operand leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effective {
    /// For the indirect modes, the pointer's value (before Y is added).
    pub pointer: Option<u16>,
    /// The effective address.
    pub address: u16,
    /// The byte there now, without side effects.
    pub value: u8,
}

impl Instruction {
    /// Decodes the instruction at `address`; `peek` gives bytes without side effects.
    pub fn decode(address: u16, peek: &dyn Fn(u16) -> u8) -> Instruction {
        let opcode = peek(address);
        let mut bytes = [opcode, 0, 0];
        for offset in 1..OPCODES[usize::from(opcode)].length() {
            bytes[usize::from(offset)] = peek(address.wrapping_add(u16::from(offset)));
        }
        Instruction { address, bytes }
    }

    /// The instruction that three bytes at `address` begin with.
    pub fn from_bytes(address: u16, bytes: [u8; 3]) -> Instruction {
        Instruction::decode(address, &|at| {
            bytes[usize::from(at.wrapping_sub(address)).min(2)]
        })
    }

    /// The row of the opcode table.
    pub fn opcode(&self) -> &'static Opcode {
        &OPCODES[usize::from(self.bytes[0])]
    }

    /// Bytes of the instruction, 1 to 3; BRK counts as one.
    pub fn length(&self) -> u16 {
        u16::from(self.opcode().length())
    }

    /// The instruction's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length())]
    }

    /// Address of the instruction behind this one.
    pub fn next(&self) -> u16 {
        self.address.wrapping_add(self.length())
    }

    /// The operand: a byte, a word or a branch target. `None` without operand.
    pub fn operand(&self) -> Option<u16> {
        match self.opcode().mode {
            Mode::Relative => {
                let distance = i16::from(self.bytes[1].cast_signed());
                Some(self.next().wrapping_add_signed(distance))
            }
            mode => match mode.length() {
                1 => None,
                2 => Some(u16::from(self.bytes[1])),
                _ => Some(u16::from_le_bytes([self.bytes[1], self.bytes[2]])),
            },
        }
    }

    /// Where the operand leads with these registers. `None` for operands that are no address,
    /// and for jumps and branches, whose operand is the target.
    pub fn effective(&self, indexes: Indexes, peek: &dyn Fn(u16) -> u8) -> Option<Effective> {
        let operand = self.operand()?;
        let zero_page = |index: u8| u16::from(self.bytes[1].wrapping_add(index));
        let pointer = |low: u16| word_in_page(low, peek);
        let (x, y) = (indexes.x, indexes.y);
        let (pointer, address) = match self.opcode().mode {
            Mode::ZeroPage => (None, operand),
            Mode::Absolute if self.opcode().access == AccessKind::Control => return None,
            Mode::Absolute => (None, operand),
            Mode::ZeroPageX => (None, zero_page(x)),
            Mode::ZeroPageY => (None, zero_page(y)),
            Mode::AbsoluteX => (None, operand.wrapping_add(u16::from(x))),
            Mode::AbsoluteY => (None, operand.wrapping_add(u16::from(y))),
            Mode::Indirect => (None, pointer(operand)),
            Mode::IndirectX => {
                let pointer = pointer(zero_page(x));
                (Some(pointer), pointer)
            }
            Mode::IndirectY => {
                let pointer = pointer(operand);
                (Some(pointer), pointer.wrapping_add(u16::from(y)))
            }
            _ => return None,
        };
        let value = peek(address);
        Some(Effective {
            pointer,
            address,
            value,
        })
    }

    /// Mnemonic and operand, an unofficial one with a star: `*NOP $10`, `LDA Score,X`.
    pub fn text(&self, names: &dyn AddressNames) -> String {
        let star = if self.opcode().official { "" } else { "*" };
        let mnemonic = self.opcode().mnemonic;
        format!("{star}{mnemonic} {}", self.operand_text(names))
            .trim_end()
            .to_string()
    }

    /// The operand alone, numbers in hexadecimal with `$`.
    pub fn operand_text(&self, names: &dyn AddressNames) -> String {
        let Some(operand) = self.operand() else {
            let accumulator = self.opcode().mode == Mode::Accumulator;
            return if accumulator {
                "A".to_string()
            } else {
                String::new()
            };
        };
        let mode = self.opcode().mode;
        let digits = if is_byte(mode) { 2 } else { 4 };
        let number = || format!("${operand:0digits$X}");
        let value = match mode {
            Mode::Immediate => None,
            _ => names.name(operand),
        };
        shaped(mode, &value.unwrap_or_else(number))
    }

    /// Mnemonic and operand for our assembler, which gives the same bytes at the same address.
    pub fn assembly(&self) -> String {
        let row = self.opcode();
        let mnemonic = match is_first_choice(self.bytes[0]) {
            true => row.mnemonic.to_string(),
            false => format!("{}.{:02X}", row.mnemonic, self.bytes[0]),
        };
        let mut operand = self.operand_text(&NoNames);
        if matches!(row.mode, Mode::Absolute | Mode::AbsoluteX | Mode::AbsoluteY) {
            operand = format!("a:{operand}");
        }
        format!("{mnemonic} {operand}").trim_end().to_string()
    }

    /// The bytes in hexadecimal, padded to three: `9D 00 03`.
    pub fn bytes_text(&self) -> String {
        let bytes: Vec<String> = self
            .bytes()
            .iter()
            .map(|byte| format!("{byte:02X}"))
            .collect();
        format!("{:<8}", bytes.join(" "))
    }

    /// Address, bytes, mnemonic and operand in columns: `8003  9D 00 03  STA $0300,X`.
    pub fn line(&self, names: &dyn AddressNames) -> String {
        let space = if self.opcode().official { " " } else { "" };
        format!(
            "{:04X}  {} {space}{}",
            self.address,
            self.bytes_text(),
            self.text(names)
        )
    }

    /// What the operand leads to, as text behind the instruction: `@ $0302 = $07`.
    pub fn effect_text(&self, effective: Effective) -> String {
        match self.opcode().mode {
            Mode::ZeroPage | Mode::Absolute => format!("= ${:02X}", effective.value),
            Mode::Indirect => format!("@ ${:04X}", effective.address),
            _ => format!("@ ${:04X} = ${:02X}", effective.address, effective.value),
        }
    }
}

/// A pointer whose high byte comes from the same page, as the 6502 reads it.
fn word_in_page(low: u16, peek: &dyn Fn(u16) -> u8) -> u16 {
    let high = (low & 0xFF00) | (low.wrapping_add(1) & 0x00FF);
    u16::from_le_bytes([peek(low), peek(high)])
}

fn is_byte(mode: Mode) -> bool {
    mode.length() == 2 && mode != Mode::Relative
}

fn shaped(mode: Mode, value: &str) -> String {
    match mode {
        Mode::Immediate => format!("#{value}"),
        Mode::ZeroPageX | Mode::AbsoluteX => format!("{value},X"),
        Mode::ZeroPageY | Mode::AbsoluteY => format!("{value},Y"),
        Mode::Indirect => format!("({value})"),
        Mode::IndirectX => format!("({value},X)"),
        Mode::IndirectY => format!("({value}),Y"),
        _ => value.to_string(),
    }
}

/// Whether the assembler takes this opcode for its mnemonic and mode without being told.
fn is_first_choice(opcode: u8) -> bool {
    let row = &OPCODES[usize::from(opcode)];
    let first = (0..=255u8)
        .filter(|&other| {
            let other = &OPCODES[usize::from(other)];
            other.mnemonic == row.mnemonic && other.mode == row.mode
        })
        .min_by_key(|&other| !OPCODES[usize::from(other)].official);
    first == Some(opcode)
}
