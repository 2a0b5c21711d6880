//! `symbol_line`: from source lines to addresses and back.

use crate::{
    commands::{Answer, CommandError, Context, place},
    debugger::{
        spaces,
        symbols::{LineKind, MachineNames, SourceLine, SourceLines, behind, file_and_line},
    },
    nes::{event::Space, machine::Machine},
    registry::types::Address,
};
use serde::{Deserialize, Serialize};

/// Most rows of a reply.
const MOST_ROWS: usize = 100;
/// Files named when another one was meant.
const MOST_FILES: usize = 10;

/// Arguments of `symbol_line`.
#[derive(Debug, Deserialize)]
pub struct LineArgs {
    at: Option<String>,
}

/// Reply of `symbol_line`.
#[derive(Debug, Serialize)]
pub struct LineReply {
    lines: Vec<Row>,
    left_out: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl LineReply {
    fn empty(note: &str) -> LineReply {
        LineReply {
            lines: Vec::new(),
            left_out: 0,
            note: Some(note.to_string()),
        }
    }
}

/// A source line and bytes it became.
#[derive(Debug, Serialize)]
struct Row {
    file: String,
    line: u32,
    kind: LineKind,
    space: &'static str,
    address: u32,
    size: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu: Option<u16>,
    #[serde(skip)]
    place: String,
}

impl Row {
    fn new(names: MachineNames, row: &SourceLine) -> Row {
        let span = row.span;
        Row {
            file: row.file.to_string(),
            line: row.line,
            kind: row.kind,
            space: spaces::name(span.space),
            address: span.start,
            size: span.size,
            cpu: names.cpu_address(span.space, span.start),
            place: spaces::address_text(span.space, span.start),
        }
    }

    fn text(&self) -> String {
        let cpu = self
            .cpu
            .map_or("not mapped".to_string(), |cpu| format!("${cpu:04X}"));
        let kind = match self.kind {
            LineKind::Asm => "",
            LineKind::C => "  C",
            LineKind::Macro => "  in a macro",
        };
        let (file, line) = (&self.file, self.line);
        format!(
            "{file}:{line}  {}  {cpu}  {} bytes{kind}",
            self.place, self.size
        )
    }
}

impl Answer for LineReply {
    fn text(&self) -> String {
        let mut lines: Vec<String> = self.lines.iter().map(Row::text).collect();
        if self.left_out > 0 {
            lines.push(format!("{} more left out", self.left_out));
        }
        lines.extend(self.note.clone());
        lines.join("\n")
    }
}

/// Shows the source line of an address, or the bytes of a source line.
pub fn line(context: &mut Context, args: LineArgs) -> Result<LineReply, CommandError> {
    let machine = context.session.machine()?;
    let names = context.session.names()?;
    let Some(lines) = names.symbols.lines() else {
        return Ok(LineReply::empty(
            "there are no source lines; symbol_load of a .dbg file brings them",
        ));
    };
    let (rows, note) = match args.at.as_deref().and_then(file_and_line) {
        Some((file, line)) => (lines.of(file, line), no_bytes(lines, file, line)?),
        None => {
            let (space, address) = place_of(machine, names, args.at.as_deref())?;
            let place = spaces::address_text(space, address);
            let note = format!("no source line became {place}");
            (lines.at(space, address), note)
        }
    };
    Ok(LineReply {
        left_out: rows.len().saturating_sub(MOST_ROWS),
        note: rows.is_empty().then_some(note),
        lines: rows
            .iter()
            .take(MOST_ROWS)
            .map(|row| Row::new(names, row))
            .collect(),
    })
}

/// What is said when a line of a file has no bytes.
///
/// Errors: `not_found` for a file without lines.
fn no_bytes(lines: &SourceLines, file: &str, line: u32) -> Result<String, CommandError> {
    if !lines.knows(file) {
        let files = lines.files();
        let known: Vec<&str> = files.iter().take(MOST_FILES).map(|file| &**file).collect();
        return Err(CommandError::not_found(format!(
            "no lines of {file}; there are lines of {}",
            known.join(", ")
        )));
    }
    let next = lines.next_line(file, line);
    let hint = next.map_or(String::new(), |line| {
        format!("; line {line} is the next that did")
    });
    Ok(format!("{file}:{line} became no bytes{hint}"))
}

/// The memory behind a label, an address, or PC.
fn place_of(
    machine: &Machine,
    names: MachineNames,
    at: Option<&str>,
) -> Result<(Space, u32), CommandError> {
    let plain = |address: u16| behind(machine, address).unwrap_or((Space::Cpu, address.into()));
    let Some(at) = at else {
        return Ok(plain(machine.cpu().pc));
    };
    let (space, address) = match names.symbols.find(at) {
        Some(place) => place,
        None => {
            let address: Address = at.parse().map_err(|_| {
                CommandError::bad_value(format!("{at} is no file:line, label or address"))
            })?;
            place::resolve(machine, &address, None)?
        }
    };
    Ok(match (space, u16::try_from(address)) {
        (Space::Cpu, Ok(address)) => plain(address),
        _ => (space, address),
    })
}
