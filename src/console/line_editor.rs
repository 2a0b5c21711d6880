//! What the line editor asks while a line is typed: completion, hints, colors.

use crate::hub::HubHandle;
use rustyline::{
    Context, Helper, Result, Validator,
    completion::{Completer, Pair},
    highlight::Highlighter,
    hint::Hinter,
};
use std::borrow::Cow;

/// Answers the line editor from the command table.
#[derive(Helper, Validator)]
pub struct LineHelper {
    /// The hub whose commands are completed.
    pub hub: HubHandle,
    /// Whether colors are used.
    pub color: bool,
}

impl Completer for LineHelper {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        let Some(completion) = self.hub.complete(line, at) else {
            return Ok((at, Vec::new()));
        };
        let candidates = completion.candidates.into_iter();
        let pairs = candidates.map(|candidate| Pair {
            display: match candidate.help.is_empty() {
                true => candidate.text.clone(),
                false => format!("{}  {}", candidate.text, candidate.help),
            },
            replacement: candidate.text,
        });
        Ok((completion.start, pairs.collect()))
    }
}

impl Hinter for LineHelper {
    type Hint = String;

    /// The arguments of a command whose name has just been typed.
    fn hint(&self, line: &str, at: usize, _: &Context<'_>) -> Option<String> {
        let name = line.strip_suffix(' ')?;
        if at != line.len() || name.contains(char::is_whitespace) {
            return None;
        }
        let registry = self.hub.registry();
        let command = registry.find(name)?.command;
        let usage = registry.usage(command);
        let arguments = usage.split_once(' ')?.1;
        Some(arguments.to_string())
    }
}

impl Highlighter for LineHelper {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(
        &'s self,
        prompt: &'p str,
        _default: bool,
    ) -> Cow<'b, str> {
        match self.color {
            true => Cow::Owned(format!("\x1b[36m{prompt}\x1b[0m")),
            false => Cow::Borrowed(prompt),
        }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        match self.color {
            true => Cow::Owned(format!("\x1b[2m{hint}\x1b[0m")),
            false => Cow::Borrowed(hint),
        }
    }
}
