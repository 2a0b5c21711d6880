//! The line grammar: words, quotes, brackets, key=value, lists.
//!
//! Words split at blanks outside quotes and brackets. A pair of double quotes around a
//! whole word or value is removed; quotes inside brackets stay.

use super::types::BadValue;

/// Nesting of brackets in one word.
pub const DEEPEST_BRACKETS: usize = 64;

/// One word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// As typed.
    pub raw: &'a str,
    /// Byte offset of its first character.
    pub start: usize,
    /// Byte offset behind its last character.
    pub end: usize,
}

impl<'a> Word<'a> {
    /// The word without its quotes.
    pub fn text(&self) -> String {
        unquote(self.raw)
    }
}

/// Key and value of `key=value`; the key is lower case and no second `=` follows the first.
pub fn key_value(raw: &str) -> Option<(&str, &str)> {
    let (key, value) = raw.split_once('=')?;
    let first = key.bytes().next()?;
    let starts = first.is_ascii_lowercase() || first == b'_';
    let rest_fits = key
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    (starts && rest_fits && !value.starts_with('=')).then_some((key, value))
}

/// How far a word goes, and what is wrong with it.
struct Scan {
    end: usize,
    problem: Option<BadValue>,
}

/// What ends a word beside the end of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Blank,
    BlankOrSemicolon,
    Comma,
}

impl End {
    fn is_at(self, c: char) -> bool {
        match self {
            End::Blank => c.is_whitespace(),
            End::BlankOrSemicolon => c.is_whitespace() || c == ';',
            End::Comma => c == ',',
        }
    }
}

fn scan(text: &str, from: usize, end: End) -> Scan {
    let mut open: Vec<char> = Vec::new();
    let mut quoted = false;
    let mut escaped = false;
    let mut problem = None;
    for (at, c) in text[from..].char_indices().map(|(at, c)| (from + at, c)) {
        if quoted {
            quoted = c != '"' || escaped;
            escaped = c == '\\' && !escaped;
            continue;
        }
        if open.is_empty() && end.is_at(c) {
            return Scan { end: at, problem };
        }
        match c {
            '"' => quoted = true,
            '[' | '{' | '(' if open.len() == DEEPEST_BRACKETS => {
                let deep = format!("brackets nest deeper than {DEEPEST_BRACKETS}");
                problem.get_or_insert(BadValue::range(deep));
            }
            '[' | '{' | '(' => open.push(c),
            ']' | '}' | ')' => close(&mut open, c, &mut problem),
            _ => {}
        }
    }
    if quoted {
        problem.get_or_insert(BadValue::form("a quote is not closed"));
    } else if let Some(c) = open.last() {
        problem.get_or_insert(BadValue::form(format!("a bracket {c} is not closed")));
    }
    Scan {
        end: text.len(),
        problem,
    }
}

/// A closing bracket without an open one is an ordinary character.
fn close(open: &mut Vec<char>, c: char, problem: &mut Option<BadValue>) {
    let wanted = match c {
        ']' => '[',
        '}' => '{',
        _ => '(',
    };
    match open.last() {
        Some(last) if *last == wanted => {
            open.pop();
        }
        Some(last) => {
            let message = format!("a bracket {last} is closed by {c}");
            problem.get_or_insert(BadValue::form(message));
        }
        None => {}
    }
}

/// The next word at or after a byte offset, if any.
///
/// The error is about an unclosed quote or bracket and comes with the word that has it.
pub fn next_word(line: &str, from: usize) -> Option<(Word<'_>, Option<BadValue>)> {
    word(line, from, End::Blank)
}

/// The same, where a `;` outside quotes and brackets ends a word too; a word that would
/// begin with the `;` is none.
pub fn next_word_of_many(line: &str, from: usize) -> Option<(Word<'_>, Option<BadValue>)> {
    word(line, from, End::BlankOrSemicolon)
}

fn word(line: &str, from: usize, end: End) -> Option<(Word<'_>, Option<BadValue>)> {
    let start = skip_blanks(line, from);
    let found = scan(line, start, end);
    let word = Word {
        raw: &line[start..found.end],
        start,
        end: found.end,
    };
    (found.end > start).then_some((word, found.problem))
}

/// The offset of the first character that is no blank.
pub fn skip_blanks(line: &str, from: usize) -> usize {
    line.len() - line[from..].trim_start().len()
}

/// A text without the pair of quotes around the whole of it; `\"` inside is a quote.
pub fn unquote(raw: &str) -> String {
    let Some(inner) = quoted_inner(raw) else {
        return raw.to_string();
    };
    inner.replace("\\\"", "\"")
}

/// What is between the quotes, if the quote at the start is closed by the last character.
fn quoted_inner(raw: &str) -> Option<&str> {
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    let mut escaped = false;
    for c in inner.chars() {
        if c == '"' && !escaped {
            return None;
        }
        escaped = c == '\\' && !escaped;
    }
    (!escaped).then_some(inner)
}

/// Elements apart by commas outside quotes and brackets, each trimmed and unquoted.
pub fn split_list(text: &str) -> Vec<String> {
    let mut elements = Vec::new();
    let mut from = 0;
    loop {
        let end = scan(text, from, End::Comma).end;
        elements.push(unquote(text[from..end].trim()));
        if end == text.len() {
            return elements;
        }
        from = end + 1;
    }
}
