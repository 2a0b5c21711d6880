//! Source lines of a debug file: lines have spans, spans lie in segments.

use super::{Records, record::Record, segment::Segments};
use crate::debugger::symbols::{LineKind, LineSpan, SourceLine, SourceLines};
use std::{collections::HashMap, sync::Arc};

/// Most lines with bytes that are kept.
const MOST_LINES: usize = 1_000_000;

/// All lines that became bytes.
pub(super) fn lines(records: &Records, segments: &Segments) -> SourceLines {
    let mut files: HashMap<u32, Arc<str>> = HashMap::new();
    for file in records.files.iter() {
        if let (Some(id), Some(name)) = (file.number("id"), file.word("name")) {
            files.insert(id, name.into());
        }
    }
    let mut lines = SourceLines::default();
    for record in records.lines.iter() {
        let file = record.number("file").and_then(|id| files.get(&id));
        let (Some(file), Some(line)) = (file, record.number("line")) else {
            continue;
        };
        for span in record
            .numbers("span")
            .filter_map(|id| records.spans.get(id))
        {
            for span in places(span, segments) {
                if lines.len() >= MOST_LINES {
                    return lines;
                }
                lines.add(SourceLine {
                    file: file.clone(),
                    line,
                    kind: kind(record),
                    span,
                });
            }
        }
    }
    lines
}

fn kind(record: &Record) -> LineKind {
    match record.number("type") {
        Some(1) => LineKind::C,
        Some(2) => LineKind::Macro,
        _ => LineKind::Asm,
    }
}

/// Where a span's bytes are: as they run, and in the ROM that they are copied from.
fn places(span: &Record, segments: &Segments) -> Vec<LineSpan> {
    let place = || {
        let segment = segments.of(span)?;
        let address = segment.start().checked_add(span.number("start")?)?;
        let size = span.number("size").filter(|&size| size > 0)?;
        let running = segment.place(address, segments.memories());
        let stored = segment
            .stored_place(address)
            .filter(|&stored| running != Some(stored));
        let rows = running.into_iter().chain(stored);
        let row = |(space, start)| LineSpan { space, start, size };
        Some(rows.map(row).collect())
    };
    place().unwrap_or_default()
}
