//! `memory_pointers`: tables of addresses with what they point at.

use crate::{
    commands::{Answer, CommandError, Context, place},
    debugger::{
        memory_map::{self, Answers},
        pointers::{self, Order, Pointer},
        spaces,
        symbols::MachineNames,
    },
    nes::{event::Space, machine::Machine},
    registry::types::AddressRange,
};
use serde::{Deserialize, Serialize};

/// A 16 KiB PRG bank.
const BANK: u32 = 0x4000;
/// Where PRG ROM begins in the CPU space.
const ROM_START: u16 = 0x8000;

/// How the table keeps its addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    LoHi,
    HiLo,
    Split,
}

/// Arguments of `memory_pointers`.
#[derive(Debug, Deserialize)]
pub struct PointersArgs {
    range: AddressRange,
    format: Format,
    bank: Option<u32>,
    max: usize,
    cursor: usize,
}

/// Reply of `memory_pointers`.
#[derive(Debug, Serialize)]
pub struct PointersReply {
    total: usize,
    pointers: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<usize>,
}

/// One pointer.
#[derive(Debug, Serialize)]
struct Row {
    index: usize,
    at: u32,
    target: u16,
    place: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    #[serde(skip)]
    at_text: String,
}

impl Answer for PointersReply {
    fn text(&self) -> String {
        let mut lines: Vec<String> = self.pointers.iter().map(Row::text).collect();
        lines.extend(self.cursor.map(|cursor| {
            let left = self.total - cursor;
            format!("{left} more: cursor={cursor}")
        }));
        lines.join("\n")
    }
}

impl Row {
    fn text(&self) -> String {
        let label = self.label.as_deref().unwrap_or_default();
        let line = format!(
            "{:>4}  {}  -> ${:04X}  {}  {label}",
            self.index, self.at_text, self.target, self.place
        );
        line.trim_end().to_string()
    }
}

/// Decodes a table of addresses.
pub fn pointers(context: &mut Context, args: PointersArgs) -> Result<PointersReply, CommandError> {
    let session = &*context.session;
    let machine = session.machine()?;
    let names = session.names()?;
    let bank = args
        .bank
        .map(|bank| bank_start(machine, bank))
        .transpose()?;
    let span = place::range(machine, &args.range)?;
    if span.length % 2 != 0 {
        return Err(CommandError::bad_value(format!(
            "pointers have two bytes each, the range has {}; end it a byte earlier or later",
            span.length
        )));
    }
    let bytes = place::peek(machine, span);
    let order = match args.format {
        Format::LoHi => Order::LowHigh,
        Format::HiLo => Order::HighLow,
        Format::Split => Order::Split,
    };
    let numbers = args.cursor..args.cursor + args.max;
    let row = |pointer: &Pointer| {
        let at = span.start + pointer.at as u32;
        let at_text = spaces::address_text(span.space, at);
        let (place, label) = target(&names, pointer.target, bank);
        Row {
            index: pointer.index,
            at,
            target: pointer.target,
            place,
            label,
            at_text,
        }
    };
    let found = pointers::decode(&bytes, order, numbers);
    let pointers: Vec<Row> = found.iter().map(row).collect();
    let total = pointers::count(&bytes);
    let shown = args.cursor.min(total) + pointers.len();
    Ok(PointersReply {
        total,
        pointers,
        cursor: (shown < total).then_some(shown),
    })
}

fn bank_start(machine: &Machine, bank: u32) -> Result<u32, CommandError> {
    let length = machine.space_length(Space::Prg);
    match bank * BANK < length {
        true => Ok(bank * BANK),
        false => Err(CommandError::out_of_range(format!(
            "PRG ROM has banks 0 to {:X} (hexadecimal, 16 KiB each)",
            (length - 1) / BANK
        ))),
    }
}

/// The byte pointed at, in its own memory, and its label.
fn target(names: &MachineNames, target: u16, bank: Option<u32>) -> (String, Option<String>) {
    let (answers, label) = match bank {
        Some(start) if target >= ROM_START => {
            let offset = start + u32::from(target) % BANK;
            let place = Answers::Memory(Space::Prg, offset);
            let mapped = || memory_map::behind_cpu(names.look, target) == place;
            let label = names.place(Space::Prg, offset);
            let label = label.or_else(|| names.label(target).filter(|_| mapped()));
            (place, label)
        }
        _ => (
            memory_map::behind_cpu(names.look, target),
            names.label(target),
        ),
    };
    let place = match answers {
        Answers::Memory(space, offset) => spaces::address_text(space, offset),
        other => other.name().to_string(),
    };
    (place, label.map(|label| label.name.to_string()))
}
