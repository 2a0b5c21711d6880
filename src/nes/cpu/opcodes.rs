//! The 256 opcodes as data: mnemonic, addressing mode, cycles, and what they do to memory.
//!
//! The executor does not read this table; a disassembler, an assembler and a debugger do,
//! and a test holds the executor to it. Mnemonics of unofficial opcodes follow the page.
//!
//! NESdev: CPU unofficial opcodes; 6502 instruction reference

use AccessKind::{Branch, Control, Modify, Nothing, Read, Stack, Write};
use Mode::{
    Absolute, AbsoluteX, AbsoluteY, Accumulator, Immediate, Implied, Indirect, IndirectX,
    IndirectY, Relative, ZeroPage, ZeroPageX, ZeroPageY,
};

/// An addressing mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// No operand.
    Implied,
    /// The accumulator, written `A`.
    Accumulator,
    /// `#$nn`.
    Immediate,
    /// `$nn`.
    ZeroPage,
    /// `$nn,X`, wrapping in page 0.
    ZeroPageX,
    /// `$nn,Y`, wrapping in page 0.
    ZeroPageY,
    /// `$nnnn`.
    Absolute,
    /// `$nnnn,X`.
    AbsoluteX,
    /// `$nnnn,Y`.
    AbsoluteY,
    /// `($nnnn)`, only of JMP; the pointer's low byte wraps inside its page.
    Indirect,
    /// `($nn,X)`.
    IndirectX,
    /// `($nn),Y`.
    IndirectY,
    /// A signed displacement from the next instruction.
    Relative,
}

impl Mode {
    /// Bytes of an instruction of this mode, 1 to 3, opcode included.
    ///
    /// BRK counts as one byte here although the CPU skips the byte after it.
    pub const fn length(self) -> u8 {
        match self {
            Implied | Accumulator => 1,
            Absolute | AbsoluteX | AbsoluteY | Indirect => 3,
            _ => 2,
        }
    }
}

/// What an instruction does at its effective address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessKind {
    /// Works on registers and flags only.
    Nothing,
    /// Reads its operand.
    Read,
    /// Writes its operand.
    Write,
    /// Reads, writes back the old value, writes the new one.
    Modify,
    /// Conditional branch.
    Branch,
    /// Push or pull of a register.
    Stack,
    /// Jump, call, return, BRK or JAM.
    Control,
}

/// One row of the opcode table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opcode {
    /// Three capital letters.
    pub mnemonic: &'static str,
    /// Addressing mode.
    pub mode: Mode,
    /// CPU cycles without page crossing, branch not taken: 2 to 8.
    pub cycles: u8,
    /// Whether an indexed read or a taken branch that crosses a page takes one more cycle
    /// (a taken branch takes one more in any case).
    pub page_cycle: bool,
    /// Whether the manufacturer documented it.
    pub official: bool,
    /// What it does at its effective address.
    pub access: AccessKind,
}

impl Opcode {
    /// Bytes of the instruction, 1 to 3.
    pub const fn length(&self) -> u8 {
        self.mode.length()
    }
}

const fn official(mnemonic: &'static str, mode: Mode, cycles: u8, access: AccessKind) -> Opcode {
    Opcode {
        mnemonic,
        mode,
        cycles,
        page_cycle: false,
        official: true,
        access,
    }
}

const fn unofficial(mnemonic: &'static str, mode: Mode, cycles: u8, access: AccessKind) -> Opcode {
    Opcode {
        official: false,
        ..official(mnemonic, mode, cycles, access)
    }
}

const fn official_crossing(
    mnemonic: &'static str,
    mode: Mode,
    cycles: u8,
    access: AccessKind,
) -> Opcode {
    Opcode {
        page_cycle: true,
        ..official(mnemonic, mode, cycles, access)
    }
}

const fn unofficial_crossing(
    mnemonic: &'static str,
    mode: Mode,
    cycles: u8,
    access: AccessKind,
) -> Opcode {
    Opcode {
        page_cycle: true,
        ..unofficial(mnemonic, mode, cycles, access)
    }
}

/// The opcode table, indexed by opcode byte.
pub const OPCODES: [Opcode; 256] = [
    official("BRK", Implied, 7, Control),
    official("ORA", IndirectX, 6, Read),
    unofficial("JAM", Implied, 2, Control),
    unofficial("SLO", IndirectX, 8, Modify),
    unofficial("NOP", ZeroPage, 3, Read),
    official("ORA", ZeroPage, 3, Read),
    official("ASL", ZeroPage, 5, Modify),
    unofficial("SLO", ZeroPage, 5, Modify),
    official("PHP", Implied, 3, Stack),
    official("ORA", Immediate, 2, Read),
    official("ASL", Accumulator, 2, Nothing),
    unofficial("ANC", Immediate, 2, Read),
    unofficial("NOP", Absolute, 4, Read),
    official("ORA", Absolute, 4, Read),
    official("ASL", Absolute, 6, Modify),
    unofficial("SLO", Absolute, 6, Modify),
    official_crossing("BPL", Relative, 2, Branch),
    official_crossing("ORA", IndirectY, 5, Read),
    unofficial("JAM", Implied, 2, Control),
    unofficial("SLO", IndirectY, 8, Modify),
    unofficial("NOP", ZeroPageX, 4, Read),
    official("ORA", ZeroPageX, 4, Read),
    official("ASL", ZeroPageX, 6, Modify),
    unofficial("SLO", ZeroPageX, 6, Modify),
    official("CLC", Implied, 2, Nothing),
    official_crossing("ORA", AbsoluteY, 4, Read),
    unofficial("NOP", Implied, 2, Nothing),
    unofficial("SLO", AbsoluteY, 7, Modify),
    unofficial_crossing("NOP", AbsoluteX, 4, Read),
    official_crossing("ORA", AbsoluteX, 4, Read),
    official("ASL", AbsoluteX, 7, Modify),
    unofficial("SLO", AbsoluteX, 7, Modify),
    official("JSR", Absolute, 6, Control),
    official("AND", IndirectX, 6, Read),
    unofficial("JAM", Implied, 2, Control),
    unofficial("RLA", IndirectX, 8, Modify),
    official("BIT", ZeroPage, 3, Read),
    official("AND", ZeroPage, 3, Read),
    official("ROL", ZeroPage, 5, Modify),
    unofficial("RLA", ZeroPage, 5, Modify),
    official("PLP", Implied, 4, Stack),
    official("AND", Immediate, 2, Read),
    official("ROL", Accumulator, 2, Nothing),
    unofficial("ANC", Immediate, 2, Read),
    official("BIT", Absolute, 4, Read),
    official("AND", Absolute, 4, Read),
    official("ROL", Absolute, 6, Modify),
    unofficial("RLA", Absolute, 6, Modify),
    official_crossing("BMI", Relative, 2, Branch),
    official_crossing("AND", IndirectY, 5, Read),
    unofficial("JAM", Implied, 2, Control),
    unofficial("RLA", IndirectY, 8, Modify),
    unofficial("NOP", ZeroPageX, 4, Read),
    official("AND", ZeroPageX, 4, Read),
    official("ROL", ZeroPageX, 6, Modify),
    unofficial("RLA", ZeroPageX, 6, Modify),
    official("SEC", Implied, 2, Nothing),
    official_crossing("AND", AbsoluteY, 4, Read),
    unofficial("NOP", Implied, 2, Nothing),
    unofficial("RLA", AbsoluteY, 7, Modify),
    unofficial_crossing("NOP", AbsoluteX, 4, Read),
    official_crossing("AND", AbsoluteX, 4, Read),
    official("ROL", AbsoluteX, 7, Modify),
    unofficial("RLA", AbsoluteX, 7, Modify),
    official("RTI", Implied, 6, Control),
    official("EOR", IndirectX, 6, Read),
    unofficial("JAM", Implied, 2, Control),
    unofficial("SRE", IndirectX, 8, Modify),
    unofficial("NOP", ZeroPage, 3, Read),
    official("EOR", ZeroPage, 3, Read),
    official("LSR", ZeroPage, 5, Modify),
    unofficial("SRE", ZeroPage, 5, Modify),
    official("PHA", Implied, 3, Stack),
    official("EOR", Immediate, 2, Read),
    official("LSR", Accumulator, 2, Nothing),
    unofficial("ALR", Immediate, 2, Read),
    official("JMP", Absolute, 3, Control),
    official("EOR", Absolute, 4, Read),
    official("LSR", Absolute, 6, Modify),
    unofficial("SRE", Absolute, 6, Modify),
    official_crossing("BVC", Relative, 2, Branch),
    official_crossing("EOR", IndirectY, 5, Read),
    unofficial("JAM", Implied, 2, Control),
    unofficial("SRE", IndirectY, 8, Modify),
    unofficial("NOP", ZeroPageX, 4, Read),
    official("EOR", ZeroPageX, 4, Read),
    official("LSR", ZeroPageX, 6, Modify),
    unofficial("SRE", ZeroPageX, 6, Modify),
    official("CLI", Implied, 2, Nothing),
    official_crossing("EOR", AbsoluteY, 4, Read),
    unofficial("NOP", Implied, 2, Nothing),
    unofficial("SRE", AbsoluteY, 7, Modify),
    unofficial_crossing("NOP", AbsoluteX, 4, Read),
    official_crossing("EOR", AbsoluteX, 4, Read),
    official("LSR", AbsoluteX, 7, Modify),
    unofficial("SRE", AbsoluteX, 7, Modify),
    official("RTS", Implied, 6, Control),
    official("ADC", IndirectX, 6, Read),
    unofficial("JAM", Implied, 2, Control),
    unofficial("RRA", IndirectX, 8, Modify),
    unofficial("NOP", ZeroPage, 3, Read),
    official("ADC", ZeroPage, 3, Read),
    official("ROR", ZeroPage, 5, Modify),
    unofficial("RRA", ZeroPage, 5, Modify),
    official("PLA", Implied, 4, Stack),
    official("ADC", Immediate, 2, Read),
    official("ROR", Accumulator, 2, Nothing),
    unofficial("ARR", Immediate, 2, Read),
    official("JMP", Indirect, 5, Control),
    official("ADC", Absolute, 4, Read),
    official("ROR", Absolute, 6, Modify),
    unofficial("RRA", Absolute, 6, Modify),
    official_crossing("BVS", Relative, 2, Branch),
    official_crossing("ADC", IndirectY, 5, Read),
    unofficial("JAM", Implied, 2, Control),
    unofficial("RRA", IndirectY, 8, Modify),
    unofficial("NOP", ZeroPageX, 4, Read),
    official("ADC", ZeroPageX, 4, Read),
    official("ROR", ZeroPageX, 6, Modify),
    unofficial("RRA", ZeroPageX, 6, Modify),
    official("SEI", Implied, 2, Nothing),
    official_crossing("ADC", AbsoluteY, 4, Read),
    unofficial("NOP", Implied, 2, Nothing),
    unofficial("RRA", AbsoluteY, 7, Modify),
    unofficial_crossing("NOP", AbsoluteX, 4, Read),
    official_crossing("ADC", AbsoluteX, 4, Read),
    official("ROR", AbsoluteX, 7, Modify),
    unofficial("RRA", AbsoluteX, 7, Modify),
    unofficial("NOP", Immediate, 2, Read),
    official("STA", IndirectX, 6, Write),
    unofficial("NOP", Immediate, 2, Read),
    unofficial("SAX", IndirectX, 6, Write),
    official("STY", ZeroPage, 3, Write),
    official("STA", ZeroPage, 3, Write),
    official("STX", ZeroPage, 3, Write),
    unofficial("SAX", ZeroPage, 3, Write),
    official("DEY", Implied, 2, Nothing),
    unofficial("NOP", Immediate, 2, Read),
    official("TXA", Implied, 2, Nothing),
    unofficial("ANE", Immediate, 2, Read),
    official("STY", Absolute, 4, Write),
    official("STA", Absolute, 4, Write),
    official("STX", Absolute, 4, Write),
    unofficial("SAX", Absolute, 4, Write),
    official_crossing("BCC", Relative, 2, Branch),
    official("STA", IndirectY, 6, Write),
    unofficial("JAM", Implied, 2, Control),
    unofficial("SHA", IndirectY, 6, Write),
    official("STY", ZeroPageX, 4, Write),
    official("STA", ZeroPageX, 4, Write),
    official("STX", ZeroPageY, 4, Write),
    unofficial("SAX", ZeroPageY, 4, Write),
    official("TYA", Implied, 2, Nothing),
    official("STA", AbsoluteY, 5, Write),
    official("TXS", Implied, 2, Nothing),
    unofficial("TAS", AbsoluteY, 5, Write),
    unofficial("SHY", AbsoluteX, 5, Write),
    official("STA", AbsoluteX, 5, Write),
    unofficial("SHX", AbsoluteY, 5, Write),
    unofficial("SHA", AbsoluteY, 5, Write),
    official("LDY", Immediate, 2, Read),
    official("LDA", IndirectX, 6, Read),
    official("LDX", Immediate, 2, Read),
    unofficial("LAX", IndirectX, 6, Read),
    official("LDY", ZeroPage, 3, Read),
    official("LDA", ZeroPage, 3, Read),
    official("LDX", ZeroPage, 3, Read),
    unofficial("LAX", ZeroPage, 3, Read),
    official("TAY", Implied, 2, Nothing),
    official("LDA", Immediate, 2, Read),
    official("TAX", Implied, 2, Nothing),
    unofficial("LXA", Immediate, 2, Read),
    official("LDY", Absolute, 4, Read),
    official("LDA", Absolute, 4, Read),
    official("LDX", Absolute, 4, Read),
    unofficial("LAX", Absolute, 4, Read),
    official_crossing("BCS", Relative, 2, Branch),
    official_crossing("LDA", IndirectY, 5, Read),
    unofficial("JAM", Implied, 2, Control),
    unofficial_crossing("LAX", IndirectY, 5, Read),
    official("LDY", ZeroPageX, 4, Read),
    official("LDA", ZeroPageX, 4, Read),
    official("LDX", ZeroPageY, 4, Read),
    unofficial("LAX", ZeroPageY, 4, Read),
    official("CLV", Implied, 2, Nothing),
    official_crossing("LDA", AbsoluteY, 4, Read),
    official("TSX", Implied, 2, Nothing),
    unofficial_crossing("LAS", AbsoluteY, 4, Read),
    official_crossing("LDY", AbsoluteX, 4, Read),
    official_crossing("LDA", AbsoluteX, 4, Read),
    official_crossing("LDX", AbsoluteY, 4, Read),
    unofficial_crossing("LAX", AbsoluteY, 4, Read),
    official("CPY", Immediate, 2, Read),
    official("CMP", IndirectX, 6, Read),
    unofficial("NOP", Immediate, 2, Read),
    unofficial("DCP", IndirectX, 8, Modify),
    official("CPY", ZeroPage, 3, Read),
    official("CMP", ZeroPage, 3, Read),
    official("DEC", ZeroPage, 5, Modify),
    unofficial("DCP", ZeroPage, 5, Modify),
    official("INY", Implied, 2, Nothing),
    official("CMP", Immediate, 2, Read),
    official("DEX", Implied, 2, Nothing),
    unofficial("AXS", Immediate, 2, Read),
    official("CPY", Absolute, 4, Read),
    official("CMP", Absolute, 4, Read),
    official("DEC", Absolute, 6, Modify),
    unofficial("DCP", Absolute, 6, Modify),
    official_crossing("BNE", Relative, 2, Branch),
    official_crossing("CMP", IndirectY, 5, Read),
    unofficial("JAM", Implied, 2, Control),
    unofficial("DCP", IndirectY, 8, Modify),
    unofficial("NOP", ZeroPageX, 4, Read),
    official("CMP", ZeroPageX, 4, Read),
    official("DEC", ZeroPageX, 6, Modify),
    unofficial("DCP", ZeroPageX, 6, Modify),
    official("CLD", Implied, 2, Nothing),
    official_crossing("CMP", AbsoluteY, 4, Read),
    unofficial("NOP", Implied, 2, Nothing),
    unofficial("DCP", AbsoluteY, 7, Modify),
    unofficial_crossing("NOP", AbsoluteX, 4, Read),
    official_crossing("CMP", AbsoluteX, 4, Read),
    official("DEC", AbsoluteX, 7, Modify),
    unofficial("DCP", AbsoluteX, 7, Modify),
    official("CPX", Immediate, 2, Read),
    official("SBC", IndirectX, 6, Read),
    unofficial("NOP", Immediate, 2, Read),
    unofficial("ISC", IndirectX, 8, Modify),
    official("CPX", ZeroPage, 3, Read),
    official("SBC", ZeroPage, 3, Read),
    official("INC", ZeroPage, 5, Modify),
    unofficial("ISC", ZeroPage, 5, Modify),
    official("INX", Implied, 2, Nothing),
    official("SBC", Immediate, 2, Read),
    official("NOP", Implied, 2, Nothing),
    unofficial("SBC", Immediate, 2, Read),
    official("CPX", Absolute, 4, Read),
    official("SBC", Absolute, 4, Read),
    official("INC", Absolute, 6, Modify),
    unofficial("ISC", Absolute, 6, Modify),
    official_crossing("BEQ", Relative, 2, Branch),
    official_crossing("SBC", IndirectY, 5, Read),
    unofficial("JAM", Implied, 2, Control),
    unofficial("ISC", IndirectY, 8, Modify),
    unofficial("NOP", ZeroPageX, 4, Read),
    official("SBC", ZeroPageX, 4, Read),
    official("INC", ZeroPageX, 6, Modify),
    unofficial("ISC", ZeroPageX, 6, Modify),
    official("SED", Implied, 2, Nothing),
    official_crossing("SBC", AbsoluteY, 4, Read),
    unofficial("NOP", Implied, 2, Nothing),
    unofficial("ISC", AbsoluteY, 7, Modify),
    unofficial_crossing("NOP", AbsoluteX, 4, Read),
    official_crossing("SBC", AbsoluteX, 4, Read),
    official("INC", AbsoluteX, 7, Modify),
    unofficial("ISC", AbsoluteX, 7, Modify),
];
