//! `code_cycles`.

use crate::{
    commands::{Answer, CommandError, Context, render},
    debugger::{
        code::{
            CodeView, Link, cycles, flow,
            paths::{self, Span},
        },
        disassembler::Instruction,
    },
    registry::types::AddressRange,
};
use serde::{Deserialize, Serialize};

/// Columns of mnemonic and operand.
const CODE_COLUMNS: usize = 24;

/// Arguments of `code_cycles`.
#[derive(Debug, Deserialize)]
pub struct CyclesArgs {
    range: AddressRange,
    max: usize,
}

/// Fewest and most cycles.
#[derive(Clone, Copy, Debug, Serialize)]
struct Bounds {
    minimum: u32,
    maximum: u32,
}

/// Reply of `code_cycles`.
#[derive(Debug, Serialize)]
pub struct CyclesReply {
    lines: Vec<Line>,
    instructions: usize,
    bytes: usize,
    straight: Bounds,
    #[serde(skip_serializing_if = "Option::is_none")]
    through: Option<Bounds>,
    bounded: bool,
    loops: Vec<Loop>,
    calls: Vec<u16>,
    #[serde(skip)]
    names: Vec<String>,
}

/// One instruction.
#[derive(Debug, Serialize)]
struct Line {
    address: u16,
    text: String,
    minimum: u32,
    maximum: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
    #[serde(skip)]
    cycles: String,
}

/// A way back.
#[derive(Debug, Serialize)]
struct Loop {
    from: u16,
    to: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<Bounds>,
}

impl Answer for CyclesReply {
    fn text(&self) -> String {
        let mut rows: Vec<String> = self.lines.iter().map(Line::row).collect();
        let more = self.instructions - self.lines.len();
        if more > 0 {
            rows.push(format!(
                "and {more} more; max={} lists them",
                self.instructions
            ));
        }
        rows.push(format!(
            "{}, {}; straight through, no branch taken: {} cycles",
            render::counted(self.instructions as u64, "instruction"),
            render::counted(self.bytes as u64, "byte"),
            self.straight
        ));
        rows.push(self.ways());
        rows.extend(self.loops.iter().map(|found| {
            let turn = found.turn.map(|turn| format!(", {turn} cycles a turn"));
            let turn = turn.unwrap_or_default();
            format!("loop ${:04X} back to ${:04X}{turn}", found.from, found.to)
        }));
        if !self.names.is_empty() {
            rows.push(format!(
                "not counted: the subroutines {}",
                self.names.join(", ")
            ));
        }
        rows.join("\n")
    }
}

impl CyclesReply {
    fn ways(&self) -> String {
        match (self.through, self.bounded) {
            (Some(way), true) => format!("any way out: {way} cycles"),
            (Some(way), false) => format!("any way out: {way} cycles, turns of loops on top"),
            (None, _) => "no way leads out without turning back".to_string(),
        }
    }
}

impl Line {
    fn row(&self) -> String {
        format!(
            "${:04X}  {:<CODE_COLUMNS$} {:<5} {}",
            self.address,
            self.text,
            self.cycles,
            self.note.unwrap_or_default()
        )
        .trim_end()
        .to_string()
    }
}

impl std::fmt::Display for Bounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.minimum == self.maximum {
            true => write!(f, "{}", self.minimum),
            false => write!(f, "{} to {}", self.minimum, self.maximum),
        }
    }
}

impl From<Span> for Bounds {
    fn from(span: Span) -> Bounds {
        Bounds {
            minimum: span.minimum,
            maximum: span.maximum,
        }
    }
}

/// Counts the cycles of a stretch of code.
pub fn cycles(context: &mut Context, args: CyclesArgs) -> Result<CyclesReply, CommandError> {
    let session = &*context.session;
    let (view, start) = super::view(session.machine()?, &args.range.start)?;
    let names = super::names(session, view)?;
    let code = decode(&view, start, args.range.length);
    let found = paths::analyze(&code);
    let lines = code.iter().take(args.max).map(|instruction| {
        let cost = cycles::cost(instruction);
        let target = flow::successors(instruction).target;
        Line {
            address: instruction.address,
            text: instruction.text(&names),
            minimum: cost.minimum,
            maximum: cost.maximum,
            note: cost.note,
            cycles: cost.text(target.is_some_and(|(_, link)| link == Link::Branch)),
        }
    });
    let loops = found.loops.iter().map(|found| Loop {
        from: found.from,
        to: found.to,
        turn: found.turn.map(Bounds::from),
    });
    Ok(CyclesReply {
        lines: lines.collect(),
        instructions: code.len(),
        bytes: code.iter().map(|found| usize::from(found.length())).sum(),
        straight: found.straight.into(),
        through: found.through.map(Bounds::from),
        bounded: found.loops.is_empty() && found.calls.is_empty(),
        loops: loops.collect(),
        names: found.calls.iter().map(|&to| names.shown(to)).collect(),
        calls: found.calls,
    })
}

/// The instructions that begin within `length` bytes, the last one whole.
fn decode(view: &CodeView, start: u16, length: u32) -> Vec<Instruction> {
    let mut code = Vec::new();
    let mut offset = 0;
    while offset < length {
        let instruction = view.decode(start.wrapping_add(offset as u16));
        offset += u32::from(instruction.length());
        code.push(instruction);
    }
    code
}
