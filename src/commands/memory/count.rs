//! `memory_count` and `memory_uninitialized`: what the past did to memory.

use super::super::place;
use crate::{
    commands::{Answer, CommandError, Context},
    debugger::{
        access_counts::{AccessCounts, CountedKind, Counter},
        recent::Replay,
        symbols::MachineNames,
        written::{EarlyReads, Written},
    },
    nes::{event::Space, observer::Observer},
    registry::types::AddressRange,
};
use serde::{Deserialize, Serialize};

/// Frames that one call runs again at most: ten minutes of play.
const MOST_FRAMES: u64 = 36_000;

/// What is counted.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    R,
    W,
    X,
}

/// Arguments of `memory_count`.
#[derive(Debug, Deserialize)]
pub struct CountArgs {
    range: AddressRange,
    kind: Kind,
    sort: bool,
    max: usize,
    reset: Option<bool>,
}

/// Reply of `memory_count`.
#[derive(Debug, Serialize)]
pub struct CountReply {
    rows: Vec<Row>,
    addresses: usize,
    total: u64,
    since_cycle: u64,
}

/// The counter of an address.
#[derive(Debug, Serialize)]
struct Row {
    address: u16,
    times: u64,
    pc: u16,
    cycle: u64,
    #[serde(skip)]
    name: String,
}

impl Answer for CountReply {
    fn text(&self) -> String {
        let line = |row: &Row| {
            format!(
                "${:04X} {:>8}  last by ${:04X} at cycle {}{}",
                row.address, row.times, row.pc, row.cycle, row.name
            )
        };
        let mut lines: Vec<_> = self.rows.iter().map(line).collect();
        lines.push(format!(
            "{} addresses, {} in all since cycle {}",
            self.addresses, self.total, self.since_cycle
        ));
        lines.join("\n")
    }
}

/// Counts accesses since the counters were reset, or in the past that is kept.
pub fn count(context: &mut Context, args: CountArgs) -> Result<CountReply, CommandError> {
    let machine = context.session.machine()?;
    let span = place::range(machine, &args.range)?;
    if span.space != Space::Cpu {
        return Err(CommandError::bad_value(
            "counters are kept for CPU addresses",
        ));
    }
    let now = machine.position();
    let recent = &context.session.recent;
    let since = context.session.counted_from;
    let replay = match since {
        Some(since) => recent.from_before(machine, since),
        None => recent.from_earliest(machine),
    };
    let mut replay = replay.ok_or_else(no_past)?;
    replay.run_to_instruction(since.unwrap_or(0), &mut crate::nes::observer::Silent);
    let since_cycle = replay.machine.position().cycle;
    let mut counts = AccessCounts::new(match args.kind {
        Kind::R => CountedKind::Reads,
        Kind::W => CountedKind::Writes,
        Kind::X => CountedKind::Executions,
    });
    run_again(context, &mut replay, now.instructions, &mut counts)?;
    if args.reset == Some(true) {
        context.session.counted_from = Some(now.instructions);
    }
    let names = context.session.names()?;
    let addresses = span.offsets().map(|at| at as u16);
    let mut rows: Vec<_> = addresses
        .map(|at| row(at, counts.at(at), &names))
        .filter(|row| row.times > 0)
        .collect();
    if args.sort {
        rows.sort_by_key(|row| std::cmp::Reverse(row.times));
    }
    let (addresses, total) = (rows.len(), rows.iter().map(|row| row.times).sum());
    rows.truncate(args.max);
    Ok(CountReply {
        rows,
        addresses,
        total,
        since_cycle,
    })
}

fn row(address: u16, counter: Counter, names: &MachineNames) -> Row {
    Row {
        address,
        times: counter.times,
        pc: counter.pc,
        cycle: counter.cycle,
        name: names
            .text(address)
            .map_or(String::new(), |name| format!("  {name}")),
    }
}

fn no_past() -> CommandError {
    CommandError::new("no_past", "nothing of the past is kept yet; run first")
}

/// Runs the past again up to now; can be cancelled between frames.
///
/// Errors: `limit` when it is too long, `cancelled`.
fn run_again<O: Observer>(
    context: &mut Context,
    replay: &mut Replay,
    instructions: u64,
    observer: &mut O,
) -> Result<(), CommandError> {
    let last = context.session.machine()?.position().frame;
    let first = replay.machine.position().frame;
    if last.saturating_sub(first) > MOST_FRAMES {
        return Err(CommandError::limit(format!(
            "{} frames would be run again, at most {MOST_FRAMES} are; memory_count reset=true begins later",
            last - first
        )));
    }
    while replay.machine.position().instructions < instructions {
        if context.scope.cancel.is_cancelled() {
            return Err(CommandError::new("cancelled", "looking back was cancelled"));
        }
        let frame = replay.machine.position().frame;
        context.report(frame - first, Some(last - first), "frames");
        let next = replay.machine.position().instructions + 200_000;
        replay.run_to_instruction(next.min(instructions), observer);
    }
    Ok(())
}

/// Arguments of `memory_uninitialized`.
#[derive(Debug, Deserialize)]
pub struct UninitializedArgs {
    max: usize,
}

/// Reply of `memory_uninitialized`.
#[derive(Debug, Serialize)]
pub struct UninitializedReply {
    reads: Vec<Read>,
    places: usize,
    since_power_on: bool,
}

/// A place that read RAM never written.
#[derive(Debug, Serialize)]
struct Read {
    pc: u16,
    address: u16,
    value: u8,
    frame: u64,
    cycle: u64,
    times: u64,
    #[serde(skip)]
    names: [Option<String>; 2],
}

impl Read {
    fn line(&self) -> String {
        let place = |address: u16, name: &Option<String>| match name {
            Some(name) => format!("{name} (${address:04X})"),
            None => format!("${address:04X}"),
        };
        let times = match self.times {
            1 => "once".to_string(),
            times => format!("{times} times, first"),
        };
        format!(
            "{} reads {} = ${:02X}, {times} in frame {} at cycle {}",
            place(self.pc, &self.names[0]),
            place(self.address, &self.names[1]),
            self.value,
            self.frame,
            self.cycle
        )
    }
}

impl Answer for UninitializedReply {
    fn text(&self) -> String {
        if !self.since_power_on {
            return "a state was loaded: nobody knows what was written before; reset kind=power begins anew".to_string();
        }
        let mut lines: Vec<_> = self.reads.iter().map(Read::line).collect();
        match self.places - self.reads.len() {
            0 if self.places == 0 => lines.push("none since power-on".to_string()),
            0 => {}
            further => lines.push(format!("{further} further; max= shows more")),
        }
        lines.join("\n")
    }
}

/// Lists the places that read RAM which nothing had written since power-on.
pub fn uninitialized(
    context: &mut Context,
    args: UninitializedArgs,
) -> Result<UninitializedReply, CommandError> {
    let machine = context.session.machine()?;
    let since_power_on = context.session.recent.origin() == Some(0);
    let mut early = EarlyReads::new(match since_power_on {
        true => Written::at_power_on(machine),
        false => Written::all(machine),
    });
    let instructions = machine.position().instructions;
    let replay = context.session.recent.from_origin(machine);
    let mut replay = replay.ok_or_else(no_past)?;
    run_again(context, &mut replay, instructions, &mut early)?;
    let names = context.session.names()?;
    let rows = early.rows();
    let reads = rows.iter().take(args.max).map(|row| Read {
        pc: row.pc,
        address: row.address,
        value: row.value,
        frame: row.frame,
        cycle: row.cycle,
        times: row.times,
        names: [names.text(row.pc), names.text(row.address)],
    });
    Ok(UninitializedReply {
        reads: reads.collect(),
        places: rows.len(),
        since_power_on,
    })
}
