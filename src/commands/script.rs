//! Script text into lines: the comment rule.
//!
//! `#` starts a comment at the start of a line, or after a blank when a blank or the end of the
//! line follows it, so `#16` stays a number. Inside quotes and brackets, and in the part of a
//! line that a rest argument takes verbatim, it has no meaning.

use crate::registry::Registry;

/// The lines that hold commands, with their number in the text, from 1.
pub fn lines(registry: &Registry, text: &str) -> Vec<(usize, String)> {
    let numbered = text.lines().enumerate();
    let stripped = numbered.map(|(index, line)| (index + 1, without_comment(registry, line)));
    stripped.filter(|(_, line)| !line.is_empty()).collect()
}

fn without_comment(registry: &Registry, line: &str) -> String {
    let line = line.trim_start_matches('\u{feff}').trim();
    if line.starts_with('#') {
        return String::new();
    }
    let mut outside = Outside::default();
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        let after = line[at + c.len_utf8()..].chars().next();
        let lone = before.is_whitespace() && after.is_none_or(char::is_whitespace);
        if c == '#' && lone && outside.is_outside() && !is_verbatim(registry, &line[..at]) {
            return line[..at].trim_end().to_string();
        }
        outside.take(c);
        before = c;
    }
    line.to_string()
}

/// Whether a scan stands outside quotes and brackets.
#[derive(Default)]
struct Outside {
    depth: usize,
    quoted: bool,
    escaped: bool,
}

impl Outside {
    fn take(&mut self, c: char) {
        match c {
            _ if self.escaped => self.escaped = false,
            '\\' if self.quoted => self.escaped = true,
            '"' => self.quoted = !self.quoted,
            '[' | '{' | '(' if !self.quoted => self.depth += 1,
            ']' | '}' | ')' if !self.quoted => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }

    fn is_outside(&self) -> bool {
        self.depth == 0 && !self.quoted
    }
}

/// Whether the text after this start of a line belongs to a rest argument.
fn is_verbatim(registry: &Registry, start: &str) -> bool {
    let pieces = registry.split_lines(start);
    let Some(piece) = pieces.last() else {
        return false;
    };
    let mut words = piece.split_whitespace();
    let Some(found) = words.next().and_then(|name| registry.find(name)) else {
        return false;
    };
    let rest = found.command.arguments.iter().find(|row| row.rest);
    match rest.map(|row| row.keyword.as_deref()) {
        None => false,
        Some(None) => true,
        Some(Some(keyword)) => words.any(|word| word == keyword),
    }
}
