//! Tables of text: which characters a game's bytes stand for.
//!
//! The `.tbl` files of ROM translators hold a line for each code:
//!
//! ```text
//! 41=A        one byte
//! 8140=the    two bytes, tried before one
//! /FF=end     the end of a text (shown as its characters, or nothing)
//! *FE         a new line
//! ```
//!
//! Other lines are passed over, with the reason.

use std::{collections::BTreeMap, fmt::Write};

/// Longest file that is read, in bytes.
pub const MOST_FILE_BYTES: usize = 4 << 20;
/// Most characters that one code stands for.
const MOST_CHARACTERS: usize = 64;

/// A line that says nothing about a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedLine {
    /// Its number, from 1.
    pub line: usize,
    /// Why it was passed over.
    pub why: &'static str,
}

/// Characters by code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextTable {
    one: BTreeMap<u8, String>,
    two: BTreeMap<[u8; 2], String>,
}

impl TextTable {
    /// Reads the text of a `.tbl` file. Later lines win over earlier ones.
    pub fn parse(text: &str) -> (TextTable, Vec<SkippedLine>) {
        let mut table = TextTable::default();
        let mut skipped = Vec::new();
        let text = text.trim_start_matches('\u{FEFF}');
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            if let Err(why) = table.add(line) {
                let line = index + 1;
                skipped.push(SkippedLine { line, why });
            }
        }
        (table, skipped)
    }

    fn add(&mut self, line: &str) -> Result<(), &'static str> {
        let (code, shown) = match line.split_once('=') {
            Some((code, shown)) => (code, shown),
            None if line.starts_with(['*', '/']) => (line, ""),
            None => return Err("no = after the code"),
        };
        let digits = code.trim_start_matches(['*', '/']).trim();
        let shown = match code.starts_with('*') {
            true => "\n",
            false => shown,
        };
        if shown.chars().count() > MOST_CHARACTERS {
            return Err("more than 64 characters");
        }
        let number = u16::from_str_radix(digits, 16).map_err(|_| "the code is not hexadecimal")?;
        match digits.len() {
            2 => self.one.insert(number as u8, shown.to_string()),
            4 => self.two.insert(number.to_be_bytes(), shown.to_string()),
            _ => return Err("the code is not one or two bytes"),
        };
        Ok(())
    }

    /// Codes in the table.
    pub fn length(&self) -> usize {
        self.one.len() + self.two.len()
    }

    /// The characters of one byte, if it is a code.
    pub fn character(&self, byte: u8) -> Option<&str> {
        self.one.get(&byte).map(String::as_str)
    }

    /// The text that bytes stand for; a byte that is no code is shown as `{FF}`.
    pub fn decode(&self, bytes: &[u8]) -> String {
        let mut text = String::new();
        let mut rest = bytes;
        while let Some((&first, after)) = rest.split_first() {
            let pair = rest.first_chunk::<2>().and_then(|pair| self.two.get(pair));
            if let Some(shown) = pair {
                text.push_str(shown);
                rest = &rest[2..];
                continue;
            }
            match self.one.get(&first) {
                Some(shown) => text.push_str(shown),
                None => write!(text, "{{{first:02X}}}").expect("a String takes all text"),
            }
            rest = after;
        }
        text
    }
}
