//! `memory_find` and `memory_compare`.

use crate::{
    commands::{
        Answer, CommandError, Context,
        place::{self, Span},
        render,
    },
    debugger::{pattern::Pattern, spaces},
    nes::event::Space,
    registry::types::{Address, AddressRange},
};
use serde::{Deserialize, Serialize};

/// Arguments of `memory_find`.
#[derive(Debug, Deserialize)]
pub struct FindArgs {
    pattern: String,
    space: Space,
    range: Option<AddressRange>,
    max: usize,
}

/// Reply of `memory_find`.
#[derive(Debug, Serialize)]
pub struct FindReply {
    space: &'static str,
    addresses: Vec<u32>,
    total: usize,
}

impl Answer for FindReply {
    fn text(&self) -> String {
        let space = spaces::find(self.space).unwrap_or(Space::Cpu);
        let listed: Vec<_> = self
            .addresses
            .iter()
            .map(|&address| spaces::address_text(space, address))
            .collect();
        match self.total - self.addresses.len() {
            0 => format!("{} found: {}", self.total, listed.join(" ")),
            more => format!(
                "{} found: {} and {more} more; max={} lists them",
                self.total,
                listed.join(" "),
                self.total.min(1000)
            ),
        }
    }
}

/// Finds a pattern of bytes or a text.
pub fn find(context: &mut Context, args: FindArgs) -> Result<FindReply, CommandError> {
    let pattern = Pattern::parse(&args.pattern)
        .map_err(|error| CommandError::bad_value(error.to_string()))?;
    let machine = context.session.machine()?;
    let span = match &args.range {
        Some(range) => place::span(machine, &range.start, range.length, Some(args.space))?,
        None => place::span(
            machine,
            &Address::in_space(spaces::name(args.space), 0),
            machine.space_length(args.space),
            None,
        )?,
    };
    let found = pattern.find_in(&place::peek(machine, span));
    let addresses = found.iter().take(args.max);
    Ok(FindReply {
        space: spaces::name(span.space),
        addresses: addresses.map(|&at| span.start + at as u32).collect(),
        total: found.len(),
    })
}

/// Arguments of `memory_compare`.
#[derive(Debug, Deserialize)]
pub struct CompareArgs {
    range: AddressRange,
    with: Address,
    max: usize,
}

/// Reply of `memory_compare`.
#[derive(Debug, Serialize)]
pub struct CompareReply {
    different: usize,
    length: u32,
    runs: Vec<Run>,
}

/// A run of bytes that all differ.
#[derive(Debug, Serialize)]
struct Run {
    address: u32,
    other: u32,
    a: Vec<u8>,
    b: Vec<u8>,
}

impl Answer for CompareReply {
    fn text(&self) -> String {
        let mut lines = vec![format!(
            "{} of {} bytes differ",
            self.different, self.length
        )];
        lines.extend(self.runs.iter().map(|run| {
            format!(
                "${:04X}: {}  ${:04X}: {}",
                run.address,
                render::hex(&run.a),
                run.other,
                render::hex(&run.b)
            )
        }));
        lines.join("\n")
    }
}

/// Compares a range with another place of the same length.
pub fn compare(context: &mut Context, args: CompareArgs) -> Result<CompareReply, CommandError> {
    let machine = context.session.machine()?;
    let first = place::range(machine, &args.range)?;
    let second = place::span(machine, &args.with, first.length, None)?;
    let (a, b) = (place::peek(machine, first), place::peek(machine, second));
    let different = a.iter().zip(&b).filter(|(a, b)| a != b).count();
    Ok(CompareReply {
        different,
        length: first.length,
        runs: runs(first, second, &a, &b, args.max),
    })
}

fn runs(first: Span, second: Span, a: &[u8], b: &[u8], most: usize) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut at = 0;
    while at < a.len() && runs.len() < most {
        let end = (at..a.len()).find(|&i| a[i] == b[i]).unwrap_or(a.len());
        if end > at {
            runs.push(Run {
                address: first.start + at as u32,
                other: second.start + at as u32,
                a: a[at..end].to_vec(),
                b: b[at..end].to_vec(),
            });
        }
        at = end.max(at) + 1;
    }
    runs
}
