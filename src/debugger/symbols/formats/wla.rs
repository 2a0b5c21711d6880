//! Symbols of WLA-DX: sections in brackets, `bb:aaaa name` in `[labels]`.
//!
//! The file does not say how large banks are: they are taken to be 16 KiB, or 8 KiB when
//! 16 KiB banks of these numbers would not fit the PRG ROM.

use super::{Collector, Line, hexadecimal, lines};
use crate::{debugger::symbols::memories::PRG_START, nes::event::Space};

/// Bank sizes that are tried.
const BANKS: [u32; 2] = [0x4000, 0x2000];

/// A row of the labels.
struct Row<'a> {
    line: Line<'a>,
    bank: u32,
    address: u32,
    name: &'a str,
}

/// Reads a file.
pub(super) fn read(text: &str, to: &mut Collector) {
    let rows = rows(text, to);
    let highest = rows
        .iter()
        .filter(|row| row.address >= PRG_START)
        .map(|row| row.bank)
        .max();
    let prg = to.target.memories.length(Space::Prg);
    let fits =
        |size: &&u32| highest.is_none_or(|bank| u64::from(bank) * u64::from(**size) < prg.into());
    let size = BANKS.iter().find(fits).copied().unwrap_or(BANKS[0]);
    for row in rows {
        let offset = row
            .bank
            .saturating_mul(size)
            .saturating_add(row.address % size);
        match row.address {
            PRG_START..0x1_0000 if prg > 0x8000 => {
                to.mapped(
                    row.line,
                    row.name,
                    (Space::Prg, offset),
                    row.address,
                    |label| label,
                );
            }
            address => to.cpu(row.line, row.name, address, |label| label),
        }
    }
}

fn rows<'a>(text: &'a str, to: &mut Collector) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    let mut section = "labels".to_string();
    for line in lines(text) {
        let entry = line.text.split(';').next().unwrap_or_default().trim();
        if let Some(name) = entry
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            section = name.trim().to_ascii_lowercase();
            continue;
        }
        match (section.as_str(), entry.is_empty()) {
            (_, true) => {}
            ("labels" | "symbols", _) => match row(line, entry) {
                Some(row) => rows.push(row),
                None => to.skip(line, "the line is not bank:address name"),
            },
            ("definitions", _) => to.skip(line, "a definition, which is a number and no address"),
            _ => to.skip(line, "a section without labels"),
        }
    }
    rows
}

fn row<'a>(line: Line<'a>, entry: &'a str) -> Option<Row<'a>> {
    let (place, name) = entry.split_once(char::is_whitespace)?;
    let (bank, address) = place.split_once(':').unwrap_or(("0", place));
    Some(Row {
        line,
        bank: hexadecimal(bank)?,
        address: hexadecimal(address)?,
        name: name.trim(),
    })
}
