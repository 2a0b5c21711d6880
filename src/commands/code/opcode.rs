//! `code_opcode`.

use crate::{
    commands::{Answer, CommandError, Context},
    debugger::code::effects,
    nes::cpu::opcodes::{Mode, OPCODES, Opcode},
};
use serde::{Deserialize, Serialize};

/// Arguments of `code_opcode`.
#[derive(Debug, Deserialize)]
pub struct OpcodeArgs {
    opcode: String,
}

/// Reply of `code_opcode`.
#[derive(Debug, Serialize)]
pub struct OpcodeReply {
    opcodes: Vec<OpcodeRow>,
}

/// One opcode.
#[derive(Debug, Serialize)]
struct OpcodeRow {
    opcode: u8,
    mnemonic: &'static str,
    mode: &'static str,
    bytes: u8,
    cycles: u8,
    page_cycle: bool,
    flags: &'static str,
    official: bool,
}

impl Answer for OpcodeReply {
    fn text(&self) -> String {
        let line = |row: &OpcodeRow| {
            let page = if row.page_cycle { "+" } else { " " };
            let unofficial = if row.official { "" } else { "  unofficial" };
            format!(
                "${:02X}  {}  {:<20} {} bytes  {}{page} cycles  {:<6}{unofficial}",
                row.opcode, row.mnemonic, row.mode, row.bytes, row.cycles, row.flags
            )
            .trim_end()
            .to_string()
        };
        let lines: Vec<_> = self.opcodes.iter().map(line).collect();
        lines.join("\n")
    }
}

/// Explains an opcode byte or a mnemonic.
pub fn opcode(_context: &mut Context, args: OpcodeArgs) -> Result<OpcodeReply, CommandError> {
    let asked = args.opcode.trim();
    let digits = asked.strip_prefix('$').or_else(|| asked.strip_prefix("0x"));
    let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
    let wanted = |(number, row): &(usize, &Opcode)| match byte {
        Some(byte) => *number == usize::from(byte),
        None => row.mnemonic.eq_ignore_ascii_case(asked),
    };
    let opcodes: Vec<_> = OPCODES
        .iter()
        .enumerate()
        .filter(wanted)
        .map(|(number, row)| OpcodeRow {
            opcode: number as u8,
            mnemonic: row.mnemonic,
            mode: mode_name(row.mode),
            bytes: row.length(),
            cycles: row.cycles,
            page_cycle: row.page_cycle,
            flags: effects::flags(row.mnemonic),
            official: row.official,
        })
        .collect();
    if opcodes.is_empty() {
        return Err(CommandError::not_found(format!(
            "{asked} is neither a mnemonic nor a byte such as $A9"
        )));
    }
    Ok(OpcodeReply { opcodes })
}

fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Implied => "implied",
        Mode::Accumulator => "accumulator",
        Mode::Immediate => "immediate #n",
        Mode::ZeroPage => "zero page d",
        Mode::ZeroPageX => "zero page d,x",
        Mode::ZeroPageY => "zero page d,y",
        Mode::Absolute => "absolute a",
        Mode::AbsoluteX => "absolute a,x",
        Mode::AbsoluteY => "absolute a,y",
        Mode::Indirect => "indirect (a)",
        Mode::IndirectX => "indirect (d,x)",
        Mode::IndirectY => "indirect (d),y",
        Mode::Relative => "relative",
    }
}
