//! The prompt's line inside the view: editing, history, completion.

use crate::registry::Completion;
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// Most characters of a line; more are not taken.
const MOST_CHARACTERS: usize = 65_536;

/// What a key at the prompt asks for beyond editing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Run this line.
    Run(String),
    /// Complete the word at the cursor of this line, a byte offset.
    Complete(String, usize),
    /// Give the keys back to the game.
    Play,
    /// Stop the command at work, or leave.
    Leave,
    /// Draw everything anew.
    Redraw,
    /// Shows earlier (positive) or later output, by so many rows.
    Scroll(i32),
}

/// Rows that a page key scrolls.
const PAGE: i32 = 5;

/// A line being typed, and the lines typed before.
#[derive(Clone, Debug, Default)]
pub struct InputLine {
    text: Vec<char>,
    cursor: usize,
    history: Vec<String>,
    /// Place in the history while walking it.
    walked: Option<usize>,
    /// What was typed before the walk.
    draft: String,
}

impl InputLine {
    /// An empty line after these.
    pub fn new(history: Vec<String>) -> InputLine {
        InputLine {
            history,
            ..InputLine::default()
        }
    }

    /// The text as it is.
    pub fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// The cursor, in characters.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// All lines run, oldest first.
    pub fn history(&self) -> &[String] {
        &self.history
    }

    /// Takes a key.
    pub fn key(&mut self, key: &KeyEvent) -> Option<Wish> {
        if key.kind == KeyEventKind::Release {
            return None;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.control(key.code);
        }
        match key.code {
            KeyCode::Enter => return self.run(),
            KeyCode::Tab => return Some(Wish::Complete(self.text(), self.offset())),
            KeyCode::Esc => return Some(Wish::Play),
            KeyCode::PageUp => return Some(Wish::Scroll(PAGE)),
            KeyCode::PageDown => return Some(Wish::Scroll(-PAGE)),
            KeyCode::Char(c) => self.insert(c),
            KeyCode::Backspace if self.cursor > 0 => self.erase(self.cursor - 1),
            KeyCode::Delete => self.erase(self.cursor),
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(self.text.len()),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            KeyCode::Up => self.walk(true),
            KeyCode::Down => self.walk(false),
            _ => {}
        }
        None
    }

    /// Takes pasted text; its line ends become blanks.
    pub fn paste(&mut self, text: &str) {
        for c in text.trim_end_matches(['\r', '\n']).chars() {
            self.insert(if c.is_control() { ' ' } else { c });
        }
    }

    /// Takes the answer to [`Wish::Complete`] for `asked`, and gives the candidates to choose
    /// from when there are several.
    pub fn complete(&mut self, asked: &str, completion: &Completion) -> Vec<String> {
        let texts = completion.candidates.iter();
        let texts: Vec<&str> = texts.map(|candidate| candidate.text.as_str()).collect();
        let end = self.offset();
        let line = self.text();
        let (Some(word), true) = (line.get(completion.start..end), line == asked) else {
            return Vec::new();
        };
        let mut shared = shared_start(&texts).to_string();
        if let [one] = texts[..] {
            let goes_on = one.ends_with(['=', '/', ':']);
            shared.push_str(if goes_on { "" } else { " " });
        }
        if shared.len() > word.len() || texts.len() == 1 {
            let start = line[..completion.start].chars().count();
            let place = start..self.cursor;
            self.text.splice(place, shared.chars());
            self.cursor = start + shared.chars().count();
            return Vec::new();
        }
        texts.into_iter().map(str::to_string).collect()
    }

    fn control(&mut self, code: KeyCode) -> Option<Wish> {
        match code {
            KeyCode::Char('a') => self.cursor = 0,
            KeyCode::Char('e') => self.cursor = self.text.len(),
            KeyCode::Char('u') => drop(self.text.drain(..std::mem::take(&mut self.cursor))),
            KeyCode::Char('k') => self.text.truncate(self.cursor),
            KeyCode::Char('w') => self.erase_word(),
            KeyCode::Char('l') => return Some(Wish::Redraw),
            KeyCode::Char('c') if !self.text.is_empty() => self.put(""),
            KeyCode::Char('c') => return Some(Wish::Leave),
            KeyCode::Char('d') if self.text.is_empty() => return Some(Wish::Leave),
            KeyCode::Char('d') => self.erase(self.cursor),
            _ => {}
        }
        None
    }

    /// An empty line repeats the last one.
    fn run(&mut self) -> Option<Wish> {
        let typed = self.text().trim().to_string();
        self.put("");
        self.walked = None;
        if typed.is_empty() {
            return self.history.last().cloned().map(Wish::Run);
        }
        if self.history.last() != Some(&typed) {
            self.history.push(typed.clone());
        }
        Some(Wish::Run(typed))
    }

    fn insert(&mut self, c: char) {
        if self.text.len() < MOST_CHARACTERS {
            self.text.insert(self.cursor, c);
            self.cursor += 1;
        }
    }

    fn erase(&mut self, at: usize) {
        if at < self.text.len() {
            self.text.remove(at);
            self.cursor = at;
        }
    }

    fn erase_word(&mut self) {
        let before = &self.text[..self.cursor];
        let word = before.iter().rposition(|c| !c.is_whitespace());
        let start = word.and_then(|end| before[..end].iter().rposition(|c| c.is_whitespace()));
        let start = start.map_or(0, |blank| blank + 1);
        self.text.drain(start..self.cursor);
        self.cursor = start;
    }

    fn walk(&mut self, back: bool) {
        let at = self.walked.unwrap_or(self.history.len());
        let to = match back {
            true => at.checked_sub(1),
            false => (at < self.history.len()).then_some(at + 1),
        };
        let Some(to) = to else {
            return;
        };
        if self.walked.is_none() {
            self.draft = self.text();
        }
        self.walked = (to < self.history.len()).then_some(to);
        let text = self.history.get(to).unwrap_or(&self.draft).clone();
        self.put(&text);
    }

    fn put(&mut self, text: &str) {
        self.text = text.chars().collect();
        self.cursor = self.text.len();
    }

    /// The cursor as a byte offset.
    fn offset(&self) -> usize {
        self.text[..self.cursor].iter().map(|c| c.len_utf8()).sum()
    }
}

fn shared_start<'a>(texts: &[&'a str]) -> &'a str {
    let Some((first, others)) = texts.split_first() else {
        return "";
    };
    let mut end = first.len();
    for other in others {
        let same = first.bytes().zip(other.bytes()).take_while(|(a, b)| a == b);
        end = end.min(same.count());
    }
    while !first.is_char_boundary(end) {
        end -= 1;
    }
    &first[..end]
}
