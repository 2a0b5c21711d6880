//! Records of a debug file: a kind, a tab, and `name=value` pairs with commas between.

use super::Line;
use std::collections::HashMap;

/// Most pairs of a record.
const MOST_PAIRS: usize = 32;

/// One record.
#[derive(Clone, Debug)]
pub(super) struct Record<'a> {
    /// The word before the tab.
    pub kind: &'a str,
    /// The line it stands on.
    pub line: Line<'a>,
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> Record<'a> {
    /// Reads a line; `None` when it is no record.
    pub fn parse(line: Line<'a>) -> Option<Record<'a>> {
        let (kind, rest) = line.text.trim().split_once(char::is_whitespace)?;
        let mut pairs = Vec::new();
        let mut rest = rest.trim_start();
        while !rest.is_empty() && pairs.len() < MOST_PAIRS {
            let (name, value) = rest.split_once('=')?;
            let (value, behind) = split_value(value)?;
            pairs.push((name, value));
            rest = behind;
        }
        rest.is_empty().then_some(Record { kind, line, pairs })
    }

    /// A value as it stands, quotes removed.
    pub fn word(&self, name: &str) -> Option<&'a str> {
        let pair = self.pairs.iter().find(|pair| pair.0 == name)?;
        Some(pair.1)
    }

    /// A number, decimal or `0x` and hexadecimal.
    pub fn number(&self, name: &str) -> Option<u32> {
        number(self.word(name)?)
    }

    /// Numbers joined by `+`.
    pub fn numbers(&self, name: &str) -> impl Iterator<Item = u32> + use<'a> {
        let parts = self.word(name).unwrap_or_default().split('+');
        parts.filter_map(number)
    }
}

/// A value and what stands behind its comma; a quoted value ends at its quote.
fn split_value(text: &str) -> Option<(&str, &str)> {
    match text.strip_prefix('"') {
        Some(text) => {
            let (value, rest) = text.split_once('"')?;
            match rest.strip_prefix(',') {
                Some(behind) => Some((value, behind)),
                None => rest.is_empty().then_some((value, "")),
            }
        }
        None => Some(text.split_once(',').unwrap_or((text, ""))),
    }
}

fn number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// Records of one kind by their ids.
#[derive(Debug, Default)]
pub(super) struct Table<'a> {
    rows: Vec<Record<'a>>,
    by_id: HashMap<u32, usize>,
}

impl<'a> Table<'a> {
    /// Adds a record; false if it has no id, or one that is taken.
    pub fn add(&mut self, record: Record<'a>) -> bool {
        let Some(id) = record.number("id") else {
            return false;
        };
        if self.by_id.contains_key(&id) {
            return false;
        }
        self.by_id.insert(id, self.rows.len());
        self.rows.push(record);
        true
    }

    /// The record of an id.
    pub fn get(&self, id: u32) -> Option<&Record<'a>> {
        self.by_id.get(&id).map(|&at| &self.rows[at])
    }

    /// All of them in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &Record<'a>> {
        self.rows.iter()
    }
}
