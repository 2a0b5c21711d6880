//! What may stand at the cursor: commands, argument names, choices, labels, paths.

use super::{
    Candidate, Completion, Registry,
    arguments::{Binder, Rest},
    line::{key_value, next_word},
    names::Names,
    spec::{Argument, Kind},
    split,
};

/// The most candidates in one answer.
const MOST: usize = 200;

/// Completes the word that ends at a byte offset of a line.
pub fn complete(registry: &Registry, line: &str, cursor: usize, names: &dyn Names) -> Completion {
    let text = before_cursor(line, cursor);
    let start = split::last_start(registry, text);
    let mut found = Candidates {
        registry,
        names,
        start: text.len(),
        list: Vec::new(),
    };
    match next_word(text, start) {
        None => found.commands("", text.len()),
        Some((word, _)) if word.end == text.len() => found.commands(word.raw, word.start),
        Some((word, _)) => found.arguments(text, &word.text(), word.end),
    }
    found.list.truncate(MOST);
    Completion {
        start: found.start,
        candidates: found.list,
    }
}

fn before_cursor(line: &str, cursor: usize) -> &str {
    let mut cursor = cursor.min(line.len());
    while !line.is_char_boundary(cursor) {
        cursor -= 1;
    }
    &line[..cursor]
}

struct Candidates<'a> {
    registry: &'a Registry,
    names: &'a dyn Names,
    start: usize,
    list: Vec<Candidate>,
}

impl<'a> Candidates<'a> {
    fn put(&mut self, text: impl Into<String>, help: &str) {
        let text = text.into();
        if !self.list.iter().any(|candidate| candidate.text == text) {
            self.list.push(Candidate {
                text,
                help: help.to_string(),
            });
        }
    }

    /// Names first, then aliases; of all commands only the names.
    fn commands(&mut self, prefix: &str, start: usize) {
        self.start = start;
        let registry = self.registry;
        let attached = || {
            registry
                .commands()
                .filter(|command| registry.attached(command))
        };
        for command in attached() {
            if starts(&command.name, prefix) {
                self.put(&command.name, &command.summary);
            }
        }
        if prefix.is_empty() {
            return;
        }
        for command in attached() {
            for alias in &command.aliases {
                if starts(&alias.name, prefix) {
                    self.put(&alias.name, &command.summary);
                }
            }
        }
    }

    /// Binds the complete words and completes the last one.
    fn arguments(&mut self, text: &str, name: &str, from: usize) {
        let registry = self.registry;
        let Some(found) = registry.find(name) else {
            return;
        };
        let mut binder = Binder::new(found.called());
        let mut at = from;
        while let Some((word, _)) = next_word(text, at) {
            let is_last = word.end == text.len();
            match binder.rest_at(word.raw) {
                Some(Rest::AtWord(argument)) => {
                    if is_last {
                        self.word(&binder, word.raw, word.start);
                    }
                    return self.rest(argument, &text[word.start..], word.start);
                }
                Some(Rest::AfterWord(argument)) if !is_last => {
                    return self.rest(argument, &text[word.end..], word.end);
                }
                _ if is_last => return self.word(&binder, word.raw, word.start),
                _ => {}
            }
            if binder.push(word.raw, true).is_err() {
                return;
            }
            at = word.end;
        }
        self.word(&binder, "", text.len());
    }

    fn word(&mut self, binder: &Binder<'a>, raw: &str, start: usize) {
        self.start = start;
        if let Some(argument) = binder.opened() {
            return self.value(argument, raw, start);
        }
        if let Some((key, value)) = key_value(raw)
            && let Some(argument) = binder.argument(key)
        {
            return self.value(argument, value, start + key.len() + 1);
        }
        if let Some(argument) = binder.next_positional() {
            self.value(argument, raw, start);
        }
        if self.start == start {
            self.keys(binder, raw);
        }
    }

    /// Names of arguments, keywords, and booleans without a value.
    fn keys(&mut self, binder: &Binder<'a>, raw: &str) {
        let open: Vec<&Argument> = binder.open_arguments().collect();
        for argument in &open {
            if let Some(keyword) = argument.keyword.as_deref().filter(|word| starts(word, raw)) {
                self.put(keyword, &argument.help);
            }
        }
        for argument in &open {
            if argument.kind == Kind::Boolean && binder.takes_bare_booleans() {
                for name in [argument.name.clone(), format!("no_{}", argument.name)] {
                    if starts(&name, raw) {
                        self.put(name, &argument.help);
                    }
                }
            }
            let key = format!("{}=", argument.name);
            if starts(&key, raw) {
                self.put(key, &argument.help);
            }
        }
        if raw.starts_with('-') && starts("--json", raw) {
            self.put("--json", "reply as JSON");
        }
    }

    fn value(&mut self, argument: &Argument, raw: &str, start: usize) {
        let (raw, start) = last_element(argument, raw, start);
        let item = argument.items.as_deref().unwrap_or(argument);
        self.start = start;
        for word in argument.words.iter().chain(&item.choices) {
            if starts(word, raw) {
                self.put(word, &argument.help);
            }
        }
        if let Some(provider) = argument.complete.as_ref().or(item.complete.as_ref()) {
            self.provided(provider, raw);
        }
        match item.kind {
            Kind::Boolean => self.truth(raw, &argument.help),
            Kind::Address | Kind::Range => self.address(raw),
            Kind::Expression => self.identifier(raw, start),
            Kind::Path => self.path(raw),
            _ => {}
        }
    }

    fn truth(&mut self, raw: &str, help: &str) {
        let words = ["true", "false", "on", "off"];
        let usual = if raw.is_empty() { 2 } else { 4 };
        for word in &words[..usual] {
            if starts(word, raw) {
                self.put(*word, help);
            }
        }
    }

    fn provided(&mut self, provider: &str, raw: &str) {
        match provider {
            "commands" => self.commands(raw, self.start),
            "groups" => {
                let registry = self.registry;
                for group in registry.groups().filter(|group| starts(&group.name, raw)) {
                    self.put(&group.name, &group.help);
                }
            }
            "labels" => self.labels(raw),
            _ => {
                for word in self.names.choices(provider, raw) {
                    self.put(quoted_if_needed(&word, false), "");
                }
            }
        }
    }

    fn labels(&mut self, prefix: &str) {
        for label in self.names.labels(prefix) {
            self.put(label, "label");
        }
    }

    fn address(&mut self, raw: &str) {
        if raw.starts_with(['$', '#', '%']) {
            return;
        }
        self.labels(raw);
        let names = self.names;
        if raw.is_empty() {
            return;
        }
        for space in names.spaces().iter().filter(|space| starts(space, raw)) {
            self.put(format!("{space}:"), "space");
        }
    }

    /// Completes the identifier at the end of an expression.
    fn identifier(&mut self, raw: &str, start: usize) {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '@';
        let length: usize = raw
            .chars()
            .rev()
            .take_while(|c| is_part(*c))
            .map(char::len_utf8)
            .sum();
        let at = raw.len() - length;
        self.start = start + at;
        if length > 0 {
            self.labels(&raw[at..]);
        }
    }

    fn path(&mut self, raw: &str) {
        let open = raw.starts_with('"');
        let prefix = raw.strip_prefix('"').unwrap_or(raw);
        for path in self.names.paths(prefix) {
            self.put(quoted_if_needed(&path, open), "");
        }
    }

    fn rest(&mut self, argument: &Argument, text: &str, start: usize) {
        let blanks = text.len() - text.trim_start().len();
        if text[blanks..].contains(char::is_whitespace) || argument.kind == Kind::Expression {
            return self.rest_in_midst(argument, &text[blanks..], start + blanks);
        }
        self.value(argument, &text[blanks..], start + blanks);
    }

    fn rest_in_midst(&mut self, argument: &Argument, text: &str, start: usize) {
        match argument.kind {
            Kind::Path => self.value(argument, text, start),
            _ => self.identifier(text, start),
        }
    }
}

fn starts(word: &str, prefix: &str) -> bool {
    word.get(..prefix.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// The part behind the last comma of a list, or the last dots of a range.
fn last_element<'r>(argument: &Argument, raw: &'r str, start: usize) -> (&'r str, usize) {
    let at = match argument.kind {
        Kind::List => raw.rfind(',').map(|at| at + 1),
        Kind::Range => raw.rfind("..").map(|at| at + 2),
        _ => None,
    };
    let at = at.unwrap_or(0);
    (&raw[at..], start + at)
}

/// A word in quotes when blanks or signs of the line grammar stand in it.
fn quoted_if_needed(word: &str, always: bool) -> String {
    let plain = !word.contains(|c: char| c.is_whitespace() || ";\"[]{}()".contains(c));
    if plain && !always {
        return word.to_string();
    }
    format!("\"{}\"", word.replace('"', "\\\""))
}
