//! `code_disassemble`.

use crate::{
    commands::{Answer, CommandError, Context, render},
    debugger::{
        code::{CodeNames, CodeView, Flow, Link, cycles, effects, flow},
        disassembler::{Indexes, Instruction},
    },
    nes::cpu::opcodes::Mode as Addressing,
    registry::types::Address,
};
use serde::{Deserialize, Serialize};

/// Bytes of a row of data.
const DATA_ROW: u16 = 8;
/// Columns that mnemonic and operand take before the remarks.
const CODE_COLUMNS: usize = 28;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Cdl,
    Linear,
    Flow,
}

/// Arguments of `code_disassemble`.
#[derive(Debug, Deserialize)]
pub struct DisassembleArgs {
    address: Option<Address>,
    instructions: usize,
    mode: Mode,
}

/// Reply of `code_disassemble`.
#[derive(Debug, Serialize)]
pub struct DisassembleReply {
    lines: Vec<Line>,
    next: u16,
    mode: Mode,
    mapped: bool,
}

/// One instruction, or a row of data.
#[derive(Debug, Serialize)]
struct Line {
    address: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    prg: Option<u32>,
    bytes: Vec<u8>,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    official: bool,
    data: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    effective: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cycles: Option<Cycles>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flags: Option<&'static str>,
    #[serde(skip)]
    marker: &'static str,
}

/// What an instruction costs.
#[derive(Debug, Serialize)]
struct Cycles {
    minimum: u32,
    maximum: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
    #[serde(skip)]
    text: String,
}

impl Answer for DisassembleReply {
    fn text(&self) -> String {
        let mut rows = Vec::new();
        if !self.mapped {
            rows.push("this bank is not mapped now; addresses are those of its window".to_string());
        }
        for line in &self.lines {
            rows.extend(line.label.as_ref().map(|label| format!("{label}:")));
            rows.push(line.row(self.mapped));
        }
        rows.join("\n")
    }
}

impl Line {
    fn row(&self, mapped: bool) -> String {
        let star = if self.official { " " } else { "" };
        let place = match self.prg.filter(|_| !mapped) {
            Some(prg) => format!("prg:${prg:05X} ${:04X}", self.address),
            None => format!("${:04X}", self.address),
        };
        let code = format!(
            "{} {place}  {:<8}  {star}{}",
            self.marker,
            if self.data {
                String::new()
            } else {
                render::hex(&self.bytes)
            },
            self.text
        );
        let Some(cycles) = &self.cycles else {
            return code;
        };
        let width = place.len() + CODE_COLUMNS + 14;
        let remarks = format!("; {:<4} {}", cycles.text, self.flags.unwrap_or_default());
        format!("{code:<width$} {}", remarks.trim_end())
    }
}

/// Disassembles from an address.
pub fn disassemble(
    context: &mut Context,
    args: DisassembleArgs,
) -> Result<DisassembleReply, CommandError> {
    let session = &*context.session;
    let machine = session.machine()?;
    let (view, start) = match &args.address {
        Some(address) => super::view(machine, address)?,
        None => (CodeView::now(machine), machine.cpu().pc),
    };
    let names = super::names(session, view)?;
    let known = (args.mode != Mode::Linear).then(|| super::follow(&view, start));
    let mut address = start;
    let mut lines = Vec::with_capacity(args.instructions);
    for _ in 0..args.instructions {
        let line = match &known {
            Some(flow) if !flow.is_start(address) => data(&names, flow, address),
            _ => code(&names, view.decode(address)),
        };
        address = address.wrapping_add(line.bytes.len() as u16);
        lines.push(line);
    }
    Ok(DisassembleReply {
        lines,
        next: address,
        mode: if known.is_some() {
            Mode::Flow
        } else {
            Mode::Linear
        },
        mapped: !view.shows_unmapped_bank(),
    })
}

fn data(names: &CodeNames, flow: &Flow, address: u16) -> Line {
    let view = &names.view;
    let length = flow.gap(address, DATA_ROW);
    let bytes: Vec<u8> = (0..length)
        .map(|offset| view.peek(address.wrapping_add(offset)))
        .collect();
    let digits: Vec<String> = bytes.iter().map(|byte| format!("${byte:02X}")).collect();
    Line {
        address,
        prg: view.prg(address),
        text: format!(".byte {}", digits.join(",")),
        label: label(names, address),
        bytes,
        official: true,
        data: true,
        effective: None,
        value: None,
        cycles: None,
        flags: None,
        marker: " ",
    }
}

fn code(names: &CodeNames, instruction: Instruction) -> Line {
    let view = &names.view;
    let cpu = view.machine().cpu();
    let here = instruction.address == cpu.pc && !view.shows_unmapped_bank();
    let mut text = instruction.text(names);
    let indexes = Indexes { x: cpu.x, y: cpu.y };
    let effective = (here || is_direct(view, &instruction))
        .then(|| instruction.effective(indexes, &|at| view.peek(at)))
        .flatten();
    if let Some(effective) = effective {
        text = format!("{text} {}", instruction.effect_text(effective));
    }
    Line {
        address: instruction.address,
        prg: view.prg(instruction.address),
        bytes: instruction.bytes().to_vec(),
        text,
        label: label(names, instruction.address),
        official: instruction.opcode().official,
        data: false,
        effective: effective.map(|effective| effective.address),
        value: effective.map(|effective| effective.value),
        cycles: Some(cost(&instruction)),
        flags: Some(effects::flags(instruction.opcode().mnemonic)),
        marker: if here { ">" } else { " " },
    }
}

/// Whether the operand names a byte of memory without index or pointer.
fn is_direct(view: &CodeView, instruction: &Instruction) -> bool {
    let direct = matches!(
        instruction.opcode().mode,
        Addressing::ZeroPage | Addressing::Absolute
    );
    let named = instruction.operand().filter(|_| direct);
    named.is_some_and(|address| view.is_memory(address))
}

fn cost(instruction: &Instruction) -> Cycles {
    let cost = cycles::cost(instruction);
    let target = flow::successors(instruction).target;
    Cycles {
        minimum: cost.minimum,
        maximum: cost.maximum,
        note: cost.note,
        text: cost.text(target.is_some_and(|(_, link)| link == Link::Branch)),
    }
}

fn label(names: &CodeNames, address: u16) -> Option<String> {
    names.label(address).map(|label| label.name.to_string())
}
