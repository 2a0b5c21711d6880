//! The commands that make breakpoints.

use super::put;
use crate::{
    commands::{Answer, CommandError, Context, place, run},
    debugger::{
        breakpoints::{
            Accesses, Addresses, Breakpoint, Budget, Grain, Kinds, Log, Script, Span, What,
            takes_breakpoints,
        },
        memory_map, spaces,
    },
    nes::{event::Space, machine::Machine},
    registry::types::AddressRange,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Registers of the console.
const REGISTERS: std::ops::RangeInclusive<u32> = 0x2000..=0x401F;

/// Reply of the commands that make a breakpoint on a range.
#[derive(Debug, Serialize)]
pub struct RangeReply {
    id: u32,
    text: String,
    bytes: u32,
    addresses: u32,
    mapped: bool,
}

impl Answer for RangeReply {
    fn text(&self) -> String {
        let Self {
            id, text, bytes, ..
        } = self;
        let plural = if *bytes == 1 { "" } else { "s" };
        let places = if self.addresses == 1 { "" } else { "es" };
        let mapped = match self.mapped {
            true => "",
            false => ", not mapped now",
        };
        format!(
            "breakpoint {id}: {text} ({bytes} byte{plural} at {} address{places}{mapped})",
            self.addresses
        )
    }
}

/// Reply of the commands that make any other breakpoint.
#[derive(Debug, Serialize)]
pub struct AddReply {
    id: u32,
    text: String,
}

impl Answer for AddReply {
    fn text(&self) -> String {
        format!("breakpoint {}: {}", self.id, self.text)
    }
}

/// The letters of the kinds.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KindWord {
    X,
    R,
    W,
    Rw,
    Any,
}

impl KindWord {
    fn kinds(self) -> Kinds {
        Kinds {
            execute: matches!(self, KindWord::X | KindWord::Any),
            read: matches!(self, KindWord::R | KindWord::Rw | KindWord::Any),
            write: matches!(self, KindWord::W | KindWord::Rw | KindWord::Any),
        }
    }
}

/// Where a run stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Before,
    After,
}

/// Arguments of `breakpoint_add`.
#[derive(Debug, Deserialize)]
pub struct AddArgs {
    at: AddressRange,
    kind: KindWord,
    #[serde(rename = "if")]
    condition: Option<String>,
    hits: u64,
    temp: bool,
    dummy: bool,
    mirrors: bool,
    side: Side,
    #[serde(rename = "do")]
    script: Option<String>,
}

/// Makes a breakpoint on executions, reads or writes of a range.
pub fn add(context: &mut Context, args: AddArgs) -> Result<RangeReply, CommandError> {
    if args.side == Side::After && matches!(args.kind, KindWord::X) {
        return Err(CommandError::bad_value(
            "side=after is for reads and writes; an execution stops before it",
        ));
    }
    let accesses = Accesses {
        span: span(context.session.machine()?, &args.at)?,
        kinds: args.kind.kinds(),
        dummy: args.dummy,
        mirrors: args.mirrors,
        after: args.side == Side::After,
        changes: false,
    };
    let breakpoint = Breakpoint {
        condition: args.condition,
        hits_needed: args.hits,
        temp: args.temp,
        script: script(context, args.script),
        ..Breakpoint::new(What::Access(accesses))
    };
    on_range(context, accesses, breakpoint)
}

/// Arguments of `breakpoint_add_change`.
#[derive(Debug, Deserialize)]
pub struct ChangeArgs {
    at: AddressRange,
    #[serde(rename = "if")]
    condition: Option<String>,
    hits: u64,
    temp: bool,
    side: Side,
    #[serde(rename = "do")]
    script: Option<String>,
}

/// Makes a breakpoint on writes that change a byte.
pub fn change(context: &mut Context, args: ChangeArgs) -> Result<RangeReply, CommandError> {
    let span = span(context.session.machine()?, &args.at)?;
    if span.space == Space::Cpu && REGISTERS.contains(&span.first) && REGISTERS.contains(&span.last)
    {
        return Err(CommandError::bad_value(
            "registers keep no byte to compare with; breakpoint_add watches their writes",
        ));
    }
    let accesses = Accesses {
        span,
        kinds: KindWord::W.kinds(),
        dummy: false,
        mirrors: true,
        after: args.side == Side::After,
        changes: true,
    };
    let breakpoint = Breakpoint {
        condition: args.condition,
        hits_needed: args.hits,
        temp: args.temp,
        script: script(context, args.script),
        ..Breakpoint::new(What::Access(accesses))
    };
    on_range(context, accesses, breakpoint)
}

/// Arguments of `breakpoint_add_log`.
#[derive(Debug, Deserialize)]
pub struct LogArgs {
    at: AddressRange,
    kind: KindWord,
    format: String,
    #[serde(rename = "if")]
    condition: Option<String>,
    max: u64,
    dummy: bool,
    mirrors: bool,
}

/// Makes a log point.
pub fn log(context: &mut Context, args: LogArgs) -> Result<RangeReply, CommandError> {
    let accesses = Accesses {
        span: span(context.session.machine()?, &args.at)?,
        kinds: args.kind.kinds(),
        dummy: args.dummy,
        mirrors: args.mirrors,
        after: false,
        changes: false,
    };
    let breakpoint = Breakpoint {
        condition: args.condition,
        log: Some(Log {
            format: args.format,
            most: args.max,
        }),
        ..Breakpoint::new(What::Access(accesses))
    };
    on_range(context, accesses, breakpoint)
}

/// Commands, trusted as far as who gives them.
pub fn script(context: &Context, line: Option<String>) -> Option<Script> {
    let trusted = context.scope.origin.owns_files();
    line.map(|line| Script { line, trusted })
}

fn on_range(
    context: &mut Context,
    accesses: Accesses,
    breakpoint: Breakpoint,
) -> Result<RangeReply, CommandError> {
    let Span { space, .. } = accesses.span;
    let (any, code) = takes_breakpoints(space);
    if !any || (accesses.kinds.execute && !code && !accesses.kinds.read) {
        return Err(CommandError::bad_value(format!(
            "instructions do not run in {}; kind r, w or rw watches what has a bus",
            spaces::name(space)
        )));
    }
    let text = breakpoint.text();
    let id = put(context.session, breakpoint)?;
    let machine = context.session.machine()?;
    let mut addresses = Addresses::default();
    addresses.mark(&accesses);
    Ok(RangeReply {
        id,
        text,
        bytes: bytes(&accesses),
        addresses: addresses.count(),
        mapped: is_mapped(machine, &accesses.span),
    })
}

/// Physical bytes in a range; mirrors of work RAM and of PPU registers are the same bytes.
fn bytes(accesses: &Accesses) -> u32 {
    let span = accesses.span;
    if span.space != Space::Cpu {
        return span.length();
    }
    let folded = |at| match at {
        0..0x2000 => at % 0x800,
        0x2000..0x4000 => 0x2000 + at % 8,
        _ => at,
    };
    let bytes: BTreeSet<u32> = (span.first..=span.last).map(folded).collect();
    bytes.len() as u32
}

/// Whether some byte of a range shows in an address space now.
pub fn is_mapped(machine: &Machine, span: &Span) -> bool {
    let mut offsets = span.first..=span.last;
    match span.space {
        Space::Prg | Space::Wram | Space::Sram => offsets.any(|at| {
            memory_map::cpu_addresses(machine, span.space, at)
                .next()
                .is_some()
        }),
        Space::Chr | Space::ChrRam => offsets.any(|at| {
            memory_map::ppu_addresses(machine, span.space, at)
                .next()
                .is_some()
        }),
        _ => true,
    }
}

fn span(machine: &Machine, range: &AddressRange) -> Result<Span, CommandError> {
    let span = place::range(machine, range)?;
    Ok(Span {
        space: span.space,
        first: span.start,
        last: span.start + span.length - 1,
    })
}

/// Arguments of `breakpoint_add_condition`.
#[derive(Debug, Deserialize)]
pub struct ConditionArgs {
    cond: String,
    at: Grain,
    hits: u64,
    temp: bool,
    #[serde(rename = "do")]
    script: Option<String>,
}

/// Makes a breakpoint on a condition that becomes true.
pub fn condition(context: &mut Context, args: ConditionArgs) -> Result<AddReply, CommandError> {
    let breakpoint = Breakpoint {
        condition: Some(args.cond),
        hits_needed: args.hits,
        temp: args.temp,
        script: script(context, args.script),
        ..Breakpoint::new(What::Condition(args.at))
    };
    reply(context, breakpoint)
}

/// Arguments of `breakpoint_add_event`.
#[derive(Debug, Deserialize)]
pub struct EventArgs {
    event: String,
    #[serde(rename = "if")]
    condition: Option<String>,
    hits: u64,
    temp: bool,
    #[serde(rename = "do")]
    script: Option<String>,
}

/// Makes a breakpoint on an event.
pub fn event(context: &mut Context, args: EventArgs) -> Result<AddReply, CommandError> {
    let breakpoint = Breakpoint {
        condition: args.condition,
        hits_needed: args.hits,
        temp: args.temp,
        script: script(context, args.script),
        ..Breakpoint::new(What::Event(run::event(&args.event)?))
    };
    reply(context, breakpoint)
}

/// Arguments of `breakpoint_forbid`.
#[derive(Debug, Deserialize)]
pub struct ForbidArgs {
    range: AddressRange,
    #[serde(rename = "if")]
    condition: Option<String>,
}

/// Keeps breakpoints from stopping in a range of code.
pub fn forbid(context: &mut Context, args: ForbidArgs) -> Result<AddReply, CommandError> {
    let span = span(context.session.machine()?, &args.range)?;
    if !takes_breakpoints(span.space).1 {
        return Err(CommandError::bad_value(format!(
            "instructions do not run in {}",
            spaces::name(span.space)
        )));
    }
    let breakpoint = Breakpoint {
        condition: args.condition,
        ..Breakpoint::new(What::Forbid(span))
    };
    reply(context, breakpoint)
}

/// Arguments of `breakpoint_budget`.
#[derive(Debug, Deserialize)]
pub struct BudgetArgs {
    cycles: Option<u64>,
    instructions: Option<u64>,
}

/// Stops after so many cycles or instructions from now.
pub fn budget(context: &mut Context, args: BudgetArgs) -> Result<AddReply, CommandError> {
    let position = context.session.machine()?.position();
    let budget = match (args.cycles, args.instructions) {
        (Some(cycles), None) => Budget::Cycles(position.cycle + cycles),
        (None, Some(instructions)) => Budget::Instructions(position.instructions + instructions),
        _ => {
            return Err(CommandError::bad_value(
                "give cycles or instructions, one of the two",
            ));
        }
    };
    reply(
        context,
        Breakpoint {
            temp: true,
            ..Breakpoint::new(What::Budget(budget))
        },
    )
}

fn reply(context: &mut Context, breakpoint: Breakpoint) -> Result<AddReply, CommandError> {
    let text = breakpoint.text();
    let id = put(context.session, breakpoint)?;
    Ok(AddReply { id, text })
}
