//! Debug information of ld65, version 2: one record a line, `sym<TAB>id=3,name="main",...`.
//!
//! A segment says at which file offset its bytes lie (`ooffs`) and for which addresses they
//! were linked (`start`). Code that is copied to RAM has its file offset in PRG ROM and its
//! addresses in RAM: labels name the RAM, source lines both. Only labels (`type=lab`) own
//! addresses; an import is another module's label (`exp`), an equate a number.
//!
//! cc65: ld65 option `--dbgfile`; debug information of cc65's `dbginfo` library

mod naming;
mod record;
mod segment;
mod source;

use super::{Collector, Line, SymbolError, lines, vice};
use naming::Naming;
use record::{Record, Table};
use segment::Segments;

/// All records that are used.
#[derive(Default)]
pub(super) struct Records<'a> {
    files: Table<'a>,
    modules: Table<'a>,
    scopes: Table<'a>,
    segments: Table<'a>,
    spans: Table<'a>,
    lines: Table<'a>,
    symbols: Table<'a>,
}

/// Reads a file.
pub(super) fn read(text: &str, to: &mut Collector) -> Result<(), SymbolError> {
    check_version(text)?;
    let records = records(text, to);
    let target = to.target;
    let segments = Segments::new(&records.segments, &target.memories);
    let naming = Naming::new(&records);
    let (labels, others): (Vec<_>, Vec<_>) = records
        .symbols
        .iter()
        .partition(|symbol| symbol.word("type") == Some("lab"));
    for symbol in labels {
        label(symbol, symbol, &segments, &naming, to);
    }
    for symbol in others {
        other(symbol, &records, &segments, &naming, to);
    }
    to.loaded.lines = Some(source::lines(&records, &segments));
    Ok(())
}

fn check_version(text: &str) -> Result<(), SymbolError> {
    let first = lines(text).next().ok_or(SymbolError::NotDbg)?;
    let record = Record::parse(first).filter(|record| record.kind == "version");
    let record = record.ok_or(SymbolError::NotDbg)?;
    match record.word("major") {
        Some("2") => Ok(()),
        Some(major) => {
            let minor = record.word("minor").unwrap_or("0");
            let version: String = format!("{major}.{minor}").chars().take(20).collect();
            Err(SymbolError::DbgVersion(version))
        }
        None => Err(SymbolError::NotDbg),
    }
}

fn records<'a>(text: &'a str, to: &mut Collector) -> Records<'a> {
    let mut records = Records::default();
    for line in lines(text) {
        let Some(record) = Record::parse(line) else {
            to.skip(line, "the line is no record of name=value pairs");
            continue;
        };
        let table = match record.kind {
            "file" => &mut records.files,
            "mod" => &mut records.modules,
            "scope" => &mut records.scopes,
            "seg" => &mut records.segments,
            "span" => &mut records.spans,
            "line" => &mut records.lines,
            "sym" => &mut records.symbols,
            // Types, libraries and C symbols give nothing that a label needs.
            _ => continue,
        };
        if !table.add(record) {
            to.skip(line, "the record has no id, or one that was there before");
        }
    }
    records
}

/// An import or an equate.
fn other(
    symbol: &Record,
    records: &Records,
    segments: &Segments,
    naming: &Naming,
    to: &mut Collector,
) {
    let line = symbol.line;
    match symbol.word("type") {
        Some("equ") => to.skip(line, "an equate, which is a number and no address"),
        Some("imp") => match exported(symbol, records) {
            None => to.skip(
                line,
                "an import of the linker, or of a module without debug information",
            ),
            Some(export) if export.word("type") == Some("lab") => {
                label(symbol, export, segments, naming, to);
            }
            Some(_) => to.skip(line, "an import of an equate, which is a number"),
        },
        _ => to.skip(line, "a symbol of a type that is not known"),
    }
}

/// The symbol that an import stands for, through further imports.
fn exported<'r, 'a>(symbol: &Record, records: &'r Records<'a>) -> Option<&'r Record<'a>> {
    let mut export = records.symbols.get(symbol.number("exp")?)?;
    for _ in 0..MOST_HOPS {
        match export.word("type") {
            Some("imp") => export = records.symbols.get(export.number("exp")?)?,
            _ => return Some(export),
        }
    }
    None
}

/// Imports followed before a chain of them is given up as a circle.
const MOST_HOPS: usize = 16;

/// Names the place of `owner` by the name of `symbol`.
fn label(
    symbol: &Record,
    owner: &Record,
    segments: &Segments,
    naming: &Naming,
    to: &mut Collector,
) {
    let line = symbol.line;
    let Some(value) = owner.number("val") else {
        return to.skip(line, "the label has no value");
    };
    let Some(name) = naming.name(symbol) else {
        return to.skip(
            line,
            "the label has no name, or its scopes make it too long",
        );
    };
    if vice::is_linker_value(&name) {
        return to.skip(line, "a size or bound that the linker made, no label");
    }
    let place = match segments.of(owner) {
        Some(segment) => segment.place(value, &to.target.memories),
        None => to.target.memories.place_cpu(value),
    };
    let Some(place) = place else {
        return to.skip(line, "the label lies in no memory of the cartridge");
    };
    let imported = !std::ptr::eq(symbol, owner);
    if imported && !to.is_new(&name, place) {
        return;
    }
    let name = match to.is_free(&name, place) {
        true => name,
        false => naming.within_module(symbol, &name),
    };
    let size = owner.number("size").unwrap_or(1);
    to.mapped(line, &name, place, value, |label| label.sized(size));
}
