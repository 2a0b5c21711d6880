//! Group `code`: disassemble, assemble in place, look up opcodes.

use super::{Answer, Bindings, CommandError, Context, Session, place, place::Span, render};
use crate::{
    debugger::{
        assembler,
        disassembler::{Indexes, Instruction},
        symbols::MachineNames,
    },
    nes::{
        cpu::opcodes::{Mode, OPCODES},
        event::Space,
        machine::Machine,
    },
    registry::types::Address,
};
use serde::{Deserialize, Serialize};

const NOP: u8 = 0xEA;

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("code_disassemble", disassemble);
    bindings.bind("code_assemble", assemble);
    bindings.bind("code_opcode", opcode);
}

/// Arguments of `code_disassemble`.
#[derive(Debug, Deserialize)]
struct DisassembleArgs {
    address: Option<Address>,
    instructions: usize,
}

/// Reply of `code_disassemble`.
#[derive(Debug, Serialize)]
struct DisassembleReply {
    lines: Vec<Line>,
    next: u16,
}

/// One instruction.
#[derive(Debug, Serialize)]
struct Line {
    address: u16,
    bytes: Vec<u8>,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    official: bool,
    #[serde(skip)]
    marker: &'static str,
}

impl Answer for DisassembleReply {
    fn text(&self) -> String {
        let mut rows = Vec::new();
        for line in &self.lines {
            rows.extend(line.label.as_ref().map(|label| format!("{label}:")));
            let star = if line.official { " " } else { "" };
            rows.push(format!(
                "{} ${:04X}  {:<8}  {star}{}",
                line.marker,
                line.address,
                render::hex(&line.bytes),
                line.text
            ));
        }
        rows.join("\n")
    }
}

fn disassemble(
    context: &mut Context,
    args: DisassembleArgs,
) -> Result<DisassembleReply, CommandError> {
    let session = &*context.session;
    let machine = session.machine()?;
    let mut address = match &args.address {
        Some(address) => place::cpu(machine, address)?,
        None => machine.cpu().pc,
    };
    let mut lines = Vec::with_capacity(args.instructions);
    for _ in 0..args.instructions {
        let instruction = Instruction::decode(address, &|at| machine.peek(at));
        lines.push(line(session, machine, instruction));
        address = instruction.next();
    }
    Ok(DisassembleReply {
        lines,
        next: address,
    })
}

fn line(session: &Session, machine: &Machine, instruction: Instruction) -> Line {
    let cpu = machine.cpu();
    let here = instruction.address == cpu.pc;
    let names = MachineNames::new(machine, &session.labels);
    let mut text = instruction.text(&names);
    let indexes = Indexes { x: cpu.x, y: cpu.y };
    let effective = here
        .then(|| instruction.effective(indexes, &|at| machine.peek(at)))
        .flatten();
    if let Some(effective) = effective {
        text = format!("{text} {}", instruction.effect_text(effective));
    }
    let label = names.label(instruction.address);
    Line {
        address: instruction.address,
        bytes: instruction.bytes().to_vec(),
        text,
        label: label.map(|label| label.name.to_string()),
        official: instruction.opcode().official,
        marker: if here { ">" } else { " " },
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Fill {
    Nop,
    None,
}

/// Arguments of `code_assemble`.
#[derive(Debug, Deserialize)]
struct AssembleArgs {
    address: Address,
    code: String,
    fill: Fill,
}

/// Reply of `code_assemble`.
#[derive(Debug, Serialize)]
struct AssembleReply {
    address: u16,
    bytes: Vec<u8>,
    old: Vec<u8>,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
}

impl Answer for AssembleReply {
    fn text(&self) -> String {
        let warning = self.warning.iter().map(|text| format!("\nwarning: {text}"));
        format!(
            "${:04X}: {} -> {}  {}{}",
            self.address,
            render::hex(&self.old),
            render::hex(&self.bytes),
            self.text,
            warning.collect::<String>()
        )
    }
}

fn assemble(context: &mut Context, args: AssembleArgs) -> Result<AssembleReply, CommandError> {
    let session = &mut *context.session;
    let machine = session.machine()?;
    let address = place::cpu(machine, &args.address)?;
    let names = session.names()?;
    let lookup = |name: &str| match session.labels.find(name)? {
        (Space::Cpu, value) => Some(i64::from(value)),
        (space, offset) => names.cpu_address(space, offset).map(i64::from),
    };
    let mut bytes = assembler::assemble_line(address, &args.code, &lookup)
        .map_err(|error| CommandError::new("bad_code", error.to_string()))?;
    if bytes.is_empty() {
        return Err(CommandError::new("bad_code", "there is no instruction"));
    }
    let before = covered(machine, address, bytes.len());
    let warning = size_warning(before, bytes.len(), args.fill);
    if args.fill == Fill::Nop && before > bytes.len() {
        bytes.resize(before, NOP);
    }
    let span = Span {
        space: Space::Cpu,
        start: u32::from(address),
        length: bytes.len() as u32,
    };
    if span.start + span.length > 0x1_0000 {
        return Err(CommandError::out_of_range("the code runs past $FFFF"));
    }
    let old = place::peek(machine, span);
    place::poke(session, span, &bytes)?;
    let machine = session.machine()?;
    let written = Instruction::decode(address, &|at| machine.peek(at));
    Ok(AssembleReply {
        address,
        text: written.text(&session.names()?),
        bytes,
        old,
        warning,
    })
}

/// Bytes of the whole instructions that `length` new bytes touch.
fn covered(machine: &Machine, address: u16, length: usize) -> usize {
    let mut covered = 0;
    while covered < length {
        let at = address.wrapping_add(covered as u16);
        covered += usize::from(Instruction::decode(at, &|at| machine.peek(at)).length());
    }
    covered
}

fn size_warning(before: usize, after: usize, fill: Fill) -> Option<String> {
    (before != after && fill == Fill::None).then(|| {
        format!(
            "the new code is {after} bytes and cuts into instructions of {before} bytes; \
             fill=nop pads"
        )
    })
}

/// Arguments of `code_opcode`.
#[derive(Debug, Deserialize)]
struct OpcodeArgs {
    opcode: String,
}

/// Reply of `code_opcode`.
#[derive(Debug, Serialize)]
struct OpcodeReply {
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
    official: bool,
}

impl Answer for OpcodeReply {
    fn text(&self) -> String {
        let line = |row: &OpcodeRow| {
            let page = if row.page_cycle { "+" } else { " " };
            let unofficial = if row.official { "" } else { "  unofficial" };
            format!(
                "${:02X}  {}  {:<20} {} bytes  {}{page} cycles{unofficial}",
                row.opcode, row.mnemonic, row.mode, row.bytes, row.cycles
            )
        };
        let lines: Vec<_> = self.opcodes.iter().map(line).collect();
        lines.join("\n")
    }
}

fn opcode(_context: &mut Context, args: OpcodeArgs) -> Result<OpcodeReply, CommandError> {
    let asked = args.opcode.trim();
    let digits = asked.strip_prefix('$').or_else(|| asked.strip_prefix("0x"));
    let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
    let wanted = |(number, row): &(usize, &crate::nes::cpu::opcodes::Opcode)| match byte {
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
