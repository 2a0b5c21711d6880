//! `memory_find` and `memory_compare`.

use super::snapshots::find as find_snapshot;
use crate::{
    commands::{
        Answer, CommandError, Context,
        place::{self, Span},
        render,
    },
    debugger::{
        image::runs_of,
        memory_map::{self, Answers},
        pattern::Pattern,
        snapshots::Snapshot,
        spaces,
    },
    nes::{event::Space, machine::Machine},
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
    cursor: usize,
}

/// Reply of `memory_find`.
#[derive(Debug, Serialize)]
pub struct FindReply {
    space: &'static str,
    addresses: Vec<u32>,
    total: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<usize>,
}

impl Answer for FindReply {
    fn text(&self) -> String {
        let space = spaces::find(self.space).unwrap_or(Space::Cpu);
        let listed: Vec<_> = self
            .addresses
            .iter()
            .map(|&address| spaces::address_text(space, address))
            .collect();
        let mut text = format!("{} found", self.total);
        if !listed.is_empty() {
            text += &format!(": {}", listed.join(" "));
        }
        if let Some(cursor) = self.cursor {
            text += &format!(" and {} more: cursor={cursor}", self.total - cursor);
        }
        text
    }
}

/// Finds a pattern of bytes or a text.
pub fn find(context: &mut Context, args: FindArgs) -> Result<FindReply, CommandError> {
    let pattern = Pattern::parse(&args.pattern)
        .map_err(|error| CommandError::bad_value(error.to_string()))?;
    let machine = context.session.machine()?;
    check_space(&args)?;
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
    let addresses = found.iter().skip(args.cursor).take(args.max);
    let shown = args.cursor.saturating_add(args.max);
    Ok(FindReply {
        space: spaces::name(span.space),
        addresses: addresses.map(|&at| span.start + at as u32).collect(),
        total: found.len(),
        cursor: (shown < found.len()).then_some(shown),
    })
}

/// A range of one memory is not searched when another one was asked for. The CPU space is
/// what is meant when none is named, so that it gives way.
fn check_space(args: &FindArgs) -> Result<(), CommandError> {
    let Some(range) = &args.range else {
        return Ok(());
    };
    let of_range = range.start.space.as_deref().and_then(spaces::find);
    match of_range {
        Some(space) if args.space != Space::Cpu && space != args.space => {
            Err(CommandError::bad_value(format!(
                "the range lies in {}, not in {}",
                spaces::name(space),
                spaces::name(args.space)
            )))
        }
        _ => Ok(()),
    }
}

/// Arguments of `memory_compare`.
#[derive(Debug, Deserialize)]
pub struct CompareArgs {
    range: AddressRange,
    with: Option<Address>,
    max: usize,
    snapshot: Option<String>,
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

/// Compares a range with another place of the same length, or with itself in a snapshot.
pub fn compare(context: &mut Context, args: CompareArgs) -> Result<CompareReply, CommandError> {
    let session = &*context.session;
    let machine = session.machine()?;
    let first = place::range(machine, &args.range)?;
    let a = place::peek(machine, first);
    let (second, b) = match (&args.with, &args.snapshot) {
        (Some(with), None) => {
            let second = place::span(machine, with, first.length, None)?;
            (second, place::peek(machine, second))
        }
        (None, Some(name)) => (
            first,
            as_it_was(machine, first, find_snapshot(session, name)?)?,
        ),
        _ => {
            return Err(CommandError::new(
                "missing_argument",
                "give with, another place, or snapshot, a name",
            ));
        }
    };
    let different = a.iter().zip(&b).filter(|(a, b)| a != b).count();
    Ok(CompareReply {
        different,
        length: first.length,
        runs: runs(first, second, &a, &b, args.max),
    })
}

fn as_it_was(machine: &Machine, span: Span, snapshot: &Snapshot) -> Result<Vec<u8>, CommandError> {
    let byte = |offset| match memory_map::physical(machine, span.space, offset) {
        Answers::Memory(space, offset) => snapshot.byte(space, offset),
        Answers::Registers | Answers::Open => None,
    };
    let bytes: Option<Vec<u8>> = span.offsets().map(byte).collect();
    bytes.ok_or_else(|| {
        CommandError::bad_value(
            "the snapshot does not hold all of this range; memory_snapshot says what it holds",
        )
    })
}

fn runs(first: Span, second: Span, a: &[u8], b: &[u8], most: usize) -> Vec<Run> {
    let differing = runs_of(a, b).take(most);
    let run = |within: std::ops::Range<usize>| Run {
        address: first.start + within.start as u32,
        other: second.start + within.start as u32,
        a: a[within.clone()].to_vec(),
        b: b[within].to_vec(),
    };
    differing.map(run).collect()
}
