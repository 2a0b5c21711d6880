//! `cpu_history` and `cpu_backtrace`: how the program came here.

use crate::{
    commands::{Answer, CommandError, Context, run::conditions},
    debugger::{
        call_stack::{CallFrame, CallStack},
        disassembler::Instruction,
        instruction_history::{self, Executed},
        stop,
        symbols::MachineNames,
    },
    nes::observer::Happening,
};
use serde::{Deserialize, Serialize};

/// Rows in one reply.
const MOST_ROWS: usize = 1000;

/// Arguments of `cpu_history`.
#[derive(Debug, Deserialize)]
pub struct HistoryArgs {
    instructions: u64,
    filter: Option<String>,
    cursor: usize,
}

/// Reply of `cpu_history`.
#[derive(Debug, Serialize)]
pub struct HistoryReply {
    rows: Vec<Row>,
    total: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<usize>,
}

/// One instruction.
#[derive(Debug, Serialize)]
struct Row {
    pc: u16,
    instruction: String,
    a: u8,
    x: u8,
    y: u8,
    s: u8,
    p: u8,
    frame: u64,
    scanline: u16,
    dot: u16,
    cycle: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    access: Option<Data>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entered: Option<&'static str>,
}

/// What an instruction read or wrote.
#[derive(Debug, Serialize)]
struct Data {
    kind: &'static str,
    address: u16,
    value: u8,
}

impl Row {
    fn new(row: &Executed, names: &MachineNames) -> Row {
        Row {
            pc: row.pc,
            instruction: Instruction::from_bytes(row.pc, row.bytes).text(names),
            a: row.a,
            x: row.x,
            y: row.y,
            s: row.s,
            p: row.p,
            frame: row.frame,
            scanline: row.scanline,
            dot: row.dot,
            cycle: row.cycle,
            access: row.access.map(|access| Data {
                kind: if access.write { "write" } else { "read" },
                address: access.address,
                value: access.value,
            }),
            entered: row.entered.map(word),
        }
    }

    fn line(&self) -> String {
        let access = match &self.access {
            None => String::new(),
            Some(data) => {
                let sign = if data.kind == "write" { ":=" } else { "=" };
                format!("${:04X} {sign} ${:02X}", data.address, data.value)
            }
        };
        let entered = match self.entered {
            None => String::new(),
            Some(entered) => format!("--- {entered}\n"),
        };
        format!(
            "{entered}{:04X}  {:<22} {access:<12} A:{:02X} X:{:02X} Y:{:02X} S:{:02X} {} f{} l{} d{}",
            self.pc,
            self.instruction,
            self.a,
            self.x,
            self.y,
            self.s,
            stop::flags(self.p),
            self.frame,
            self.scanline,
            self.dot
        )
    }
}

fn word(what: Happening) -> &'static str {
    match what {
        Happening::Nmi => "nmi",
        Happening::Irq => "irq",
        Happening::Brk => "brk",
        Happening::Reset => "reset",
        Happening::Jam => "jam",
    }
}

impl Answer for HistoryReply {
    fn text(&self) -> String {
        let mut lines: Vec<_> = self.rows.iter().map(Row::line).collect();
        if let Some(cursor) = self.next_cursor {
            lines.push(format!(
                "{} of {}; cursor={cursor} goes on",
                self.rows.len(),
                self.total
            ));
        }
        if lines.is_empty() {
            return "nothing has run in the past that is kept".to_string();
        }
        lines.join("\n")
    }
}

/// Shows the instructions that ran last.
pub fn history(context: &mut Context, args: HistoryArgs) -> Result<HistoryReply, CommandError> {
    let session = &*context.session;
    let machine = session.machine()?;
    let symbols = session.symbols();
    let filter = match &args.filter {
        Some(source) => Some(conditions::compile(source, &symbols)?),
        None => None,
    };
    let filter = filter.as_ref().map(|expression| (expression, &*symbols));
    let rows = instruction_history::last(machine, &session.recent, args.instructions, filter)
        .map_err(|error| CommandError::new("expr_error", error.to_string()))?;
    let names = session.names()?;
    let page = rows.iter().skip(args.cursor).take(MOST_ROWS);
    let page: Vec<_> = page.map(|row| Row::new(row, &names)).collect();
    let end = args.cursor + page.len();
    Ok(HistoryReply {
        next_cursor: (end < rows.len() && !page.is_empty()).then_some(end),
        rows: page,
        total: rows.len(),
    })
}

/// Arguments of `cpu_backtrace`.
#[derive(Debug, Deserialize)]
pub struct BacktraceArgs {
    max: usize,
}

/// Reply of `cpu_backtrace`.
#[derive(Debug, Serialize)]
pub struct BacktraceReply {
    pc: u16,
    frames: Vec<Frame>,
    depth: usize,
    #[serde(skip)]
    here: String,
}

/// A call that has not returned.
#[derive(Debug, Serialize)]
struct Frame {
    kind: &'static str,
    site: u16,
    target: u16,
    returns_to: u16,
    s: u8,
    confidence: &'static str,
    #[serde(skip)]
    names: [Option<String>; 2],
}

impl Frame {
    fn new(frame: &CallFrame, names: &MachineNames) -> Frame {
        Frame {
            kind: frame.kind.word(),
            site: frame.site,
            target: frame.target,
            returns_to: frame.returns_to,
            s: frame.s,
            confidence: if frame.seen { "seen" } else { "guess" },
            names: [names.text(frame.target), names.text(frame.site)],
        }
    }

    fn line(&self, number: usize) -> String {
        let name = |at: usize, address: u16| match &self.names[at] {
            Some(name) => format!("{name} (${address:04X})"),
            None => format!("${address:04X}"),
        };
        let guess = match self.confidence {
            "seen" => "",
            _ => "  guess",
        };
        format!(
            "#{number} {} to {} from {}, returns to ${:04X}, S:{:02X}{guess}",
            self.kind,
            name(0, self.target),
            name(1, self.site),
            self.returns_to,
            self.s
        )
    }
}

impl Answer for BacktraceReply {
    fn text(&self) -> String {
        let mut lines = vec![self.here.clone()];
        let numbered = self.frames.iter().enumerate();
        lines.extend(numbered.map(|(number, frame)| frame.line(number)));
        match self.depth {
            0 => lines.push("no call is open".to_string()),
            depth if depth > self.frames.len() => {
                lines.push(format!("{} further", depth - self.frames.len()));
            }
            _ => {}
        }
        lines.join("\n")
    }
}

/// Shows the subroutines and interrupts that have not returned, innermost first.
pub fn backtrace(
    context: &mut Context,
    args: BacktraceArgs,
) -> Result<BacktraceReply, CommandError> {
    let session = &*context.session;
    let machine = session.machine()?;
    let names = session.names()?;
    let calls = CallStack::of(machine, &session.recent);
    let frames = calls.frames().iter().rev().take(args.max);
    let pc = machine.cpu().pc;
    let here = names
        .text(pc)
        .map_or(String::new(), |name| format!(" {name}"));
    Ok(BacktraceReply {
        pc,
        frames: frames.map(|frame| Frame::new(frame, &names)).collect(),
        depth: calls.frames().len(),
        here: format!("at ${pc:04X}{here}"),
    })
}
