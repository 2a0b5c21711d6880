//! Cutting a text into lines of one command each, and scripts without their comments.
//!
//! `;` cuts outside quotes and brackets, but not inside an argument that takes the rest of
//! its line; so the words are bound on the way to see where such an argument begins.

use super::{
    Registry,
    arguments::Binder,
    line::{Word, next_word_of_many, skip_blanks},
};

/// A command of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptLine {
    /// Line number in the script, from 1.
    pub number: usize,
    /// The command's line.
    pub text: String,
}

/// Where one command stands in a line.
struct Segment {
    /// Byte offset of its first character.
    start: usize,
    /// Byte offset behind its last character.
    end: usize,
    /// Where scanning goes on; the end of the text behind a comment.
    next: usize,
    /// Whether an argument takes the rest of the line.
    rest: bool,
}

/// The commands of a text.
pub fn lines(registry: &Registry, text: &str) -> Vec<String> {
    text.lines()
        .flat_map(|line| segments(registry, line, false))
        .collect()
}

/// The commands of a script, without comments and empty lines.
pub fn script(registry: &Registry, text: &str) -> Vec<ScriptLine> {
    text.lines()
        .enumerate()
        .flat_map(|(at, line)| {
            segments(registry, line, true)
                .into_iter()
                .map(move |text| ScriptLine {
                    number: at + 1,
                    text,
                })
        })
        .collect()
}

fn segments(registry: &Registry, line: &str, comments: bool) -> Vec<String> {
    if comments && line.trim_start().starts_with('#') {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut from = 0;
    while from < line.len() {
        let segment = segment(registry, line, from, comments);
        let text = line[segment.start..segment.end].trim();
        if !text.is_empty() {
            found.push(text.to_string());
        }
        from = segment.next;
    }
    found
}

/// The start of the command in which a text ends.
pub fn last_start(registry: &Registry, text: &str) -> usize {
    let mut from = 0;
    loop {
        let segment = segment(registry, text, from, false);
        if segment.next >= text.len() && !closed(text, &segment) {
            return segment.start;
        }
        from = segment.next;
        if from >= text.len() {
            return text.len();
        }
    }
}

/// Whether a `;` ends the segment.
fn closed(text: &str, segment: &Segment) -> bool {
    !segment.rest && text[segment.end..].starts_with(';')
}

/// The command that begins at an offset.
fn segment(registry: &Registry, line: &str, from: usize, comments: bool) -> Segment {
    let mut binder: Option<Binder<'_>> = None;
    let mut at = from;
    let mut first = true;
    while let Some((word, _)) = next_word_of_many(line, at) {
        if comments && is_comment(line, &word) {
            return ended(from, word.start, line.len());
        }
        if std::mem::take(&mut first) {
            let found = registry.find(&word.text());
            binder = found.map(|found| Binder::new(found.called()));
        } else if opens_rest(&mut binder, &word) {
            return Segment {
                rest: true,
                ..ended(from, line.len(), line.len())
            };
        }
        at = word.end;
    }
    let end = skip_blanks(line, at);
    ended(from, end, (end + 1).min(line.len()))
}

fn ended(start: usize, end: usize, next: usize) -> Segment {
    Segment {
        start,
        end,
        next,
        rest: false,
    }
}

/// Binds a word, unless it opens a rest argument. A word that does not fit ends the binding;
/// its error comes when the line is read.
fn opens_rest(binder: &mut Option<Binder<'_>>, word: &Word<'_>) -> bool {
    let Some(open) = binder else {
        return false;
    };
    if open.rest_at(word.raw).is_some() {
        return true;
    }
    if open.push(word.raw, true).is_err() {
        *binder = None;
    }
    false
}

/// A `#` with a blank before it and a blank or the end behind it.
fn is_comment(line: &str, word: &Word<'_>) -> bool {
    let before = line[..word.start].chars().next_back();
    let behind = line[word.end..].chars().next();
    word.raw == "#"
        && before.is_none_or(char::is_whitespace)
        && behind.is_none_or(char::is_whitespace)
}
