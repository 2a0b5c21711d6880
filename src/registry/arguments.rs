//! Binding the words of a line to the arguments of a command.

use super::{
    aliases::{Called, given_twice},
    error::{CallError, codes, excerpt},
    line::{Word, next_word, unquote},
    spec::{Argument, Kind},
};
use serde_json::{Map, Value};

/// The word that asks for a JSON reply, on any command.
const JSON_FLAG: &str = "--json";

/// Words on their way to arguments.
pub struct Binder<'a> {
    called: Called<'a>,
    given: Map<String, Value>,
    filled: Vec<bool>,
    /// The argument that a keyword has opened; the next word is its value.
    opened: Option<&'a Argument>,
    /// Whether `--json` stood among the words.
    pub json: bool,
}

/// Where a rest argument begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest<'a> {
    /// With the word.
    AtWord(&'a Argument),
    /// Behind the word, which is its keyword.
    AfterWord(&'a Argument),
}

impl PartialEq for Argument {
    fn eq(&self, other: &Argument) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Argument {}

impl<'a> Binder<'a> {
    /// No words yet.
    pub fn new(called: Called<'a>) -> Binder<'a> {
        Binder {
            called,
            given: Map::new(),
            filled: vec![false; called.command.arguments.len()],
            opened: None,
            json: false,
        }
    }

    /// Whether a word opens the argument that takes the rest of the line.
    pub fn rest_at(&self, raw: &str) -> Option<Rest<'a>> {
        if self.opened.is_some() || raw == JSON_FLAG {
            return None;
        }
        if let Some(argument) = self.keyword(raw) {
            return argument.rest.then_some(Rest::AfterWord(argument));
        }
        let is_other = self.keyed(raw).is_some() || self.bare_boolean(raw).is_some();
        let next = self.next_positional()?;
        (next.rest && !is_other).then_some(Rest::AtWord(next))
    }

    /// Binds one word as typed. `unquoted` says whether quotes around it still count.
    pub fn push(&mut self, raw: &str, quotes_count: bool) -> Result<(), CallError> {
        let text = |raw: &str| {
            Value::String(if quotes_count {
                unquote(raw)
            } else {
                raw.to_string()
            })
        };
        if let Some(argument) = self.opened.take() {
            return self.give(argument, &argument.name, text(raw));
        }
        if raw == JSON_FLAG {
            self.json = true;
            return Ok(());
        }
        if let Some(argument) = self.keyword(raw) {
            self.opened = Some(argument);
            return Ok(());
        }
        if let Some((key, value)) = self.keyed(raw) {
            let argument = self.called.argument(key)?;
            return self.give(argument, key, text(value));
        }
        if let Some((argument, truth)) = self.bare_boolean(raw) {
            return self.give(argument, &argument.name, Value::Bool(truth));
        }
        self.push_positional(raw, text(raw))
    }

    /// Binds a JSON value that stands where a word would.
    pub fn push_value(&mut self, value: Value) -> Result<(), CallError> {
        match self.opened.take() {
            Some(argument) => self.give(argument, &argument.name, value),
            None => {
                let shown = value.to_string();
                self.push_positional(&shown, value)
            }
        }
    }

    /// Gives the rest of the line.
    pub fn push_rest(&mut self, argument: &'a Argument, text: &str) -> Result<(), CallError> {
        let text = Value::String(text.trim().to_string());
        self.give(argument, self.called.positional_key(argument), text)
    }

    /// What was given, under the names it was given by.
    pub fn finish(self) -> Result<Map<String, Value>, CallError> {
        if let Some(argument) = self.opened {
            let keyword = argument.keyword.as_deref().unwrap_or(&argument.name);
            let message = format!("nothing follows {keyword}");
            return Err(CallError::new(codes::MISSING_ARGUMENT, message));
        }
        Ok(self.given)
    }

    /// The argument that the next bare word fills.
    pub fn next_positional(&self) -> Option<&'a Argument> {
        self.open_arguments()
            .find(|argument| argument.keyword.is_none())
    }

    /// Arguments that are not given and not fixed by the alias.
    pub fn open_arguments(&self) -> impl Iterator<Item = &'a Argument> + '_ {
        self.called
            .command
            .arguments
            .iter()
            .zip(&self.filled)
            .filter(|(argument, filled)| !**filled && self.called.preset(&argument.name).is_none())
            .map(|(argument, _)| argument)
    }

    /// The argument that a key names and that may still be given.
    pub fn argument(&self, key: &str) -> Option<&'a Argument> {
        let named = self.called.argument(key).ok()?;
        self.open_arguments().find(|argument| *argument == named)
    }

    /// The argument that a keyword has opened and that has no value yet.
    pub fn opened(&self) -> Option<&'a Argument> {
        self.opened
    }

    /// Whether bare `name` and `no_name` of booleans count by now.
    pub fn takes_bare_booleans(&self) -> bool {
        !self
            .open_arguments()
            .any(|argument| argument.required && argument.keyword.is_none())
    }

    fn push_positional(&mut self, raw: &str, value: Value) -> Result<(), CallError> {
        let next = self.next_positional();
        if let Some((key, _)) = super::line::key_value(raw)
            && next.is_none_or(|argument| !argument.kind.is_free_text())
        {
            return Err(self.called.unknown_argument(key));
        }
        match next {
            Some(argument) => self.give(argument, self.called.positional_key(argument), value),
            None => Err(self.no_place(raw)),
        }
    }

    fn no_place(&self, raw: &str) -> CallError {
        let message = format!(
            "{} takes no further word \"{}\"",
            self.called.name(),
            excerpt(raw)
        );
        CallError::new(codes::UNKNOWN_ARGUMENT, message)
    }

    fn give(&mut self, argument: &'a Argument, key: &str, value: Value) -> Result<(), CallError> {
        let at = self.position(argument);
        if std::mem::replace(&mut self.filled[at], true) {
            return Err(given_twice(&argument.name));
        }
        self.given.insert(key.to_string(), value);
        Ok(())
    }

    fn position(&self, argument: &Argument) -> usize {
        self.called
            .command
            .arguments
            .iter()
            .position(|own| own.name == argument.name)
            .expect("arguments come from the command itself")
    }

    fn keyword(&self, raw: &str) -> Option<&'a Argument> {
        self.open_arguments()
            .find(|argument| argument.keyword.as_deref() == Some(raw))
    }

    /// Key and value, when the key is known here. A preset argument's key counts, to be refused.
    fn keyed<'w>(&self, raw: &'w str) -> Option<(&'w str, &'w str)> {
        let (key, value) = super::line::key_value(raw)?;
        let known = self.called.keys().contains(&key) || self.called.preset(key).is_some();
        known.then_some((key, value))
    }

    fn bare_boolean(&self, raw: &str) -> Option<(&'a Argument, bool)> {
        if !self.takes_bare_booleans() {
            return None;
        }
        let named = |name: &str| {
            self.open_arguments()
                .find(|argument| argument.kind == Kind::Boolean && argument.name == name)
        };
        if let Some(argument) = named(raw) {
            return Some((argument, true));
        }
        named(raw.strip_prefix("no_")?).map(|argument| (argument, false))
    }
}

/// Binds the words of a line behind the command's name.
pub fn bind_line<'a>(called: Called<'a>, line: &str, from: usize) -> Result<Binder<'a>, CallError> {
    let mut binder = Binder::new(called);
    let mut at = from;
    while let Some((word, problem)) = next_word(line, at) {
        match binder.rest_at(word.raw) {
            Some(Rest::AtWord(argument)) => {
                binder.push_rest(argument, &line[word.start..])?;
                break;
            }
            Some(Rest::AfterWord(argument)) => {
                binder.push_rest_behind(argument, &line[word.end..])?;
                break;
            }
            None => push_word(&mut binder, &word, problem)?,
        }
        at = word.end;
    }
    Ok(binder)
}

fn push_word(
    binder: &mut Binder<'_>,
    word: &Word<'_>,
    problem: Option<super::types::BadValue>,
) -> Result<(), CallError> {
    if let Some(problem) = problem {
        return Err(problem.into_error(&excerpt(word.raw)));
    }
    binder.push(word.raw, true)
}

impl<'a> Binder<'a> {
    fn push_rest_behind(&mut self, argument: &'a Argument, text: &str) -> Result<(), CallError> {
        if text.trim().is_empty() {
            self.opened = Some(argument);
            return Ok(());
        }
        self.push_rest(argument, text)
    }
}

/// Binds the elements of `{"args": [...]}`, each one word; a rest argument takes the
/// remaining ones joined by blanks.
pub fn bind_words<'a>(called: Called<'a>, words: &[Value]) -> Result<Binder<'a>, CallError> {
    let mut binder = Binder::new(called);
    for (at, word) in words.iter().enumerate() {
        let Value::String(text) = word else {
            binder.push_value(word.clone())?;
            continue;
        };
        match binder.rest_at(text) {
            Some(Rest::AtWord(argument)) => {
                binder.push_rest(argument, &joined(&words[at..]))?;
                break;
            }
            Some(Rest::AfterWord(argument)) => {
                binder.push_rest_behind(argument, &joined(&words[at + 1..]))?;
                break;
            }
            None => binder.push(text, false)?,
        }
    }
    Ok(binder)
}

fn joined(words: &[Value]) -> String {
    let words: Vec<String> = words
        .iter()
        .map(|word| match word {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        })
        .collect();
    words.join(" ")
}
