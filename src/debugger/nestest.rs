//! Instructions in the columns of the golden nestest log, for comparison line by line.
//!
//! ```text
//! C000  4C F5 C5  JMP $C5F5                       A:00 X:00 Y:00 P:24 SP:FD PPU:  0, 21 CYC:7
//! ```

use super::disassembler::{Effective, Indexes, Instruction, NoNames};
use crate::nes::cpu::opcodes::Mode;

/// Everything a line shows besides the instruction itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// Accumulator.
    pub a: u8,
    /// X.
    pub x: u8,
    /// Y.
    pub y: u8,
    /// Status with bit 5 set.
    pub p: u8,
    /// Stack pointer.
    pub s: u8,
    /// PPU scanline, 0 to 261.
    pub scanline: u16,
    /// PPU dot, 0 to 340.
    pub dot: u16,
    /// CPU cycles.
    pub cycle: u64,
}

/// One line of the log, before the instruction runs.
pub fn line(instruction: &Instruction, columns: &Columns, peek: &dyn Fn(u16) -> u8) -> String {
    let indexes = Indexes {
        x: columns.x,
        y: columns.y,
    };
    let code = format!(
        "{:04X}  {} {}",
        instruction.address,
        instruction.bytes_text(),
        code(instruction, instruction.effective(indexes, peek), indexes)
    );
    format!(
        "{code:<48}A:{:02X} X:{:02X} Y:{:02X} P:{:02X} SP:{:02X} PPU:{:>3},{:>3} CYC:{}",
        columns.a,
        columns.x,
        columns.y,
        columns.p,
        columns.s,
        columns.scanline,
        columns.dot,
        columns.cycle
    )
}

fn code(instruction: &Instruction, effective: Option<Effective>, indexes: Indexes) -> String {
    let row = instruction.opcode();
    let star = if row.official { ' ' } else { '*' };
    // The log was made by an emulator that writes ISB.
    let mnemonic = if row.mnemonic == "ISC" {
        "ISB"
    } else {
        row.mnemonic
    };
    let operand = instruction.operand_text(&NoNames);
    let Some(Effective {
        pointer,
        address,
        value,
    }) = effective
    else {
        return format!("{star}{mnemonic} {operand}").trim_end().to_string();
    };
    let pointer = pointer.unwrap_or(address);
    let low = instruction.operand().unwrap_or(0).to_le_bytes()[0];
    let tail = match row.mode {
        Mode::Indirect => format!("= {address:04X}"),
        Mode::ZeroPageX | Mode::ZeroPageY => format!("@ {address:02X} = {value:02X}"),
        Mode::AbsoluteX | Mode::AbsoluteY => format!("@ {address:04X} = {value:02X}"),
        Mode::IndirectX => {
            let cell = low.wrapping_add(indexes.x);
            format!("@ {cell:02X} = {address:04X} = {value:02X}")
        }
        Mode::IndirectY => format!("= {pointer:04X} @ {address:04X} = {value:02X}"),
        _ => format!("= {value:02X}"),
    };
    format!("{star}{mnemonic} {operand} {tail}")
}
