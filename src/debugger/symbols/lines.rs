//! Source lines and the bytes they became, both ways.

use crate::nes::event::Space;
use serde::Serialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// What kind of source a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LineKind {
    /// Assembly.
    Asm,
    /// C.
    C,
    /// Assembly inside a macro that was used elsewhere.
    Macro,
}

/// Bytes of one memory that a source line became.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineSpan {
    /// The memory.
    pub space: Space,
    /// First offset.
    pub start: u32,
    /// Bytes, at least 1.
    pub size: u32,
}

/// One line and the bytes it became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The file as the assembler was given it.
    pub file: Arc<str>,
    /// Number of the line, from 1.
    pub line: u32,
    /// Kind of source.
    pub kind: LineKind,
    /// The bytes.
    pub span: LineSpan,
}

/// All lines of a program.
#[derive(Clone, Debug, Default)]
pub struct SourceLines {
    /// By memory and first offset.
    by_place: BTreeMap<(u8, u32), Vec<SourceLine>>,
    /// Places of the rows, by line number and memory.
    by_line: BTreeMap<u32, BTreeSet<(u8, u32)>>,
    widest: u32,
    count: usize,
}

/// Rows looked at for those that cover a byte further on.
const MOST_BEFORE: usize = 4096;

impl SourceLines {
    /// Adds a line with some of its bytes.
    pub fn add(&mut self, row: SourceLine) {
        let place = (row.span.space as u8, row.span.start);
        self.by_line.entry(row.line).or_default().insert(place);
        self.widest = self.widest.max(row.span.size);
        self.count += 1;
        self.by_place.entry(place).or_default().push(row);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The lines that became a byte, the one of the fewest bytes first.
    pub fn at(&self, space: Space, address: u32) -> Vec<&SourceLine> {
        let first = address.saturating_sub(self.widest.saturating_sub(1));
        let rows = self
            .by_place
            .range((space as u8, first)..=(space as u8, address));
        let rows = rows.rev().take(MOST_BEFORE).flat_map(|(_, rows)| rows);
        let covers = |row: &&SourceLine| address - row.span.start < row.span.size;
        let mut rows: Vec<_> = rows.filter(covers).collect();
        rows.sort_by_key(|row| (row.span.size, row.kind));
        rows
    }

    /// The bytes of a line. A file is meant by its whole path or by the end of it, in any case.
    pub fn of(&self, file: &str, line: u32) -> Vec<&SourceLine> {
        let places = self.by_line.get(&line).into_iter().flatten();
        let rows = places.flat_map(|place| &self.by_place[place]);
        let mut rows: Vec<_> = rows
            .filter(|row| row.line == line && is_file(&row.file, file))
            .collect();
        rows.sort_by_key(|row| (row.span.space as u8, row.span.start));
        rows
    }

    /// The nearest line behind a number that became bytes.
    pub fn next_line(&self, file: &str, line: u32) -> Option<u32> {
        let behind = self.by_line.range(line.saturating_add(1)..);
        let mut lines = behind.map(|(line, _)| *line);
        lines.find(|&line| !self.of(file, line).is_empty())
    }

    /// Whether a file has lines.
    pub fn knows(&self, file: &str) -> bool {
        let mut rows = self.by_place.values().flatten();
        rows.any(|row| is_file(&row.file, file))
    }

    /// The files that have lines, by name.
    pub fn files(&self) -> Vec<Arc<str>> {
        let mut files: Vec<_> = self
            .by_place
            .values()
            .flatten()
            .map(|row| row.file.clone())
            .collect();
        files.sort();
        files.dedup();
        files
    }
}

/// The file and line that `main.s:12` names; `None` for other texts, such as addresses.
pub fn file_and_line(text: &str) -> Option<(&str, u32)> {
    let (file, line) = text.rsplit_once(':')?;
    let digits = line.bytes().all(|byte| byte.is_ascii_digit());
    let is_file = file.contains(['.', '/', '\\']);
    (digits && is_file)
        .then(|| line.parse().ok())
        .flatten()
        .map(|line| (file, line))
}

/// Whether a path is meant by another one or by its last parts.
fn is_file(path: &str, meant: &str) -> bool {
    let plain = |text: &str| text.replace('\\', "/").to_ascii_lowercase();
    let (path, meant) = (plain(path), plain(meant));
    let ending = path.strip_suffix(&*meant);
    !meant.is_empty() && ending.is_some_and(|before| before.is_empty() || before.ends_with('/'))
}
