//! `code_find`.

use crate::{
    commands::{
        Answer, CommandError, Context,
        place::{self, Span},
        render,
    },
    debugger::{
        code::{CodeNames, CodeView, Flow, pattern::CodePattern, view},
        disassembler::Instruction,
        memory_map, spaces,
    },
    nes::{event::Space, machine::Machine},
    registry::types::AddressRange,
};
use serde::{Deserialize, Serialize};

/// Longest instruction.
const MOST_LENGTH: usize = 3;

/// Arguments of `code_find`.
#[derive(Debug, Deserialize)]
pub struct FindArgs {
    pattern: String,
    range: Option<AddressRange>,
    data: bool,
    max: usize,
    cursor: usize,
}

/// Reply of `code_find`.
#[derive(Debug, Serialize)]
pub struct FindReply {
    hits: Vec<Hit>,
    total: usize,
    code: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<usize>,
}

/// One place where the pattern stands.
#[derive(Debug, Serialize)]
struct Hit {
    address: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    prg: Option<u32>,
    bytes: Vec<u8>,
    text: String,
    known: bool,
}

impl Answer for FindReply {
    fn text(&self) -> String {
        let mut rows: Vec<String> = self.hits.iter().map(Hit::row).collect();
        rows.push(format!(
            "{} found, {} of them in code that is known to be reached",
            self.total, self.code
        ));
        if let Some(cursor) = self.cursor {
            rows.push(format!("cursor={cursor} goes on"));
        }
        rows.join("\n")
    }
}

impl Hit {
    fn row(&self) -> String {
        let prg = self.prg.map(|prg| spaces::address_text(Space::Prg, prg));
        let sure = if self.known { " " } else { "?" };
        format!(
            "{sure} ${:04X} {:<11} {:<9} {}",
            self.address,
            prg.unwrap_or_default(),
            render::hex(&self.bytes),
            self.text
        )
    }
}

/// Finds instructions by a pattern.
pub fn find(context: &mut Context, args: FindArgs) -> Result<FindReply, CommandError> {
    let session = &*context.session;
    let machine = session.machine()?;
    let names = super::names(session, CodeView::now(machine))?;
    let lookup = |name: &str| names.find(name);
    let pattern = CodePattern::parse(&args.pattern, &lookup)
        .map_err(|error| CommandError::bad_value(error.to_string()))?;
    let span = match &args.range {
        Some(range) => place::range(machine, range)?,
        None => Span {
            space: Space::Prg,
            start: 0,
            length: machine.space_length(Space::Prg),
        },
    };
    let search = Search::new(machine, span);
    let found: Vec<Match> = (0..span.length as usize)
        .filter_map(|at| search.at(at, &pattern))
        .filter(|found| found.known || args.data)
        .collect();
    let code = found.iter().filter(|found| found.known).count();
    let page = found.iter().skip(args.cursor).take(args.max);
    let hits: Vec<Hit> = page.map(|found| search.hit(&names, found)).collect();
    let shown = args.cursor + hits.len();
    Ok(FindReply {
        hits,
        total: found.len(),
        code,
        cursor: (shown < found.len()).then_some(shown),
    })
}

/// The pattern's instructions where they stand.
struct Match {
    /// Offset in the span.
    at: usize,
    instructions: Vec<Instruction>,
    /// Whether the first is known to be reached.
    known: bool,
}

/// The bytes that are searched and what is known about them.
struct Search<'a> {
    machine: &'a Machine,
    span: Span,
    bytes: Vec<u8>,
    flow: Flow,
}

impl<'a> Search<'a> {
    fn new(machine: &'a Machine, span: Span) -> Search<'a> {
        Search {
            machine,
            span,
            bytes: place::peek(machine, span),
            flow: super::follow(&CodeView::now(machine), machine.cpu().pc),
        }
    }

    fn at(&self, at: usize, pattern: &CodePattern) -> Option<Match> {
        if !pattern.can_begin(self.bytes[at]) {
            return None;
        }
        let first = self.address(at);
        let mut instructions = Vec::with_capacity(pattern.length());
        let mut next = at;
        for index in 0..pattern.length() {
            let address = first.wrapping_add((next - at) as u16);
            let instruction = self.decode(next, address)?;
            if !pattern.matches(index, &instruction) {
                return None;
            }
            next += usize::from(instruction.length());
            instructions.push(instruction);
        }
        Some(Match {
            at,
            instructions,
            known: self.is_known(at),
        })
    }

    /// The instruction at an offset; `None` when the span's end cuts it.
    fn decode(&self, at: usize, address: u16) -> Option<Instruction> {
        let mut three = [0; MOST_LENGTH];
        let rest = self.bytes.get(at..)?;
        let there = rest.len().min(MOST_LENGTH);
        three[..there].copy_from_slice(&rest[..there]);
        let instruction = Instruction::from_bytes(address, three);
        (there > 0 && usize::from(instruction.length()) <= there).then_some(instruction)
    }

    fn address(&self, at: usize) -> u16 {
        let offset = self.span.start + at as u32;
        match self.span.space {
            Space::Prg => view::address_of_prg(self.machine, offset),
            Space::Cpu => offset as u16,
            space => memory_map::cpu_address(self.machine, space, offset).unwrap_or(offset as u16),
        }
    }

    /// Whether code is known to be reached there, under any of its addresses.
    fn is_known(&self, at: usize) -> bool {
        let offset = self.span.start + at as u32;
        if self.span.space == Space::Cpu {
            return self.flow.is_start(offset as u16);
        }
        let mut mirrors = memory_map::cpu_addresses(self.machine, self.span.space, offset);
        mirrors.any(|address| self.flow.is_start(address as u16))
    }

    fn hit(&self, names: &CodeNames, found: &Match) -> Hit {
        let address = found.instructions[0].address;
        let instructions = found.instructions.iter();
        let texts = instructions.map(|found| found.text(names));
        let bytes = found.instructions.iter().flat_map(|found| found.bytes());
        Hit {
            address,
            prg: match self.span.space {
                Space::Prg => Some(self.span.start + found.at as u32),
                _ => CodeView::now(self.machine).prg(address),
            },
            bytes: bytes.copied().collect(),
            text: texts.collect::<Vec<_>>().join("; "),
            known: found.known,
        }
    }
}
