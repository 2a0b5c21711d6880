//! Verdicts for people (a line each) and for programs (a JSON object a line).

use super::{
    exit,
    verdict::{Code, Outcome, Verdict},
};
use serde_json::{Map, json};
use std::{
    collections::BTreeMap,
    io::{self, Write},
};

/// Characters of a program's text on a line; the JSON form has all of it.
const LINE_TEXT: usize = 100;

/// How many cases came to which verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    counts: BTreeMap<Verdict, u64>,
    /// Errors of `--pass` and `--fail`.
    expression_errors: u64,
}

impl Summary {
    /// Counts one.
    pub fn count(&mut self, outcome: &Outcome) {
        *self.counts.entry(outcome.verdict).or_default() += 1;
        let code = Some(Code::Name("expr_error".to_owned()));
        self.expression_errors += u64::from(outcome.code == code);
    }

    /// How many came to a verdict.
    pub fn of(&self, verdict: Verdict) -> u64 {
        self.counts.get(&verdict).copied().unwrap_or(0)
    }

    /// The exit code: failures and hangs first, then errors, those of
    /// expressions before others, then a run in which nothing
    /// was supported.
    pub fn exit_code(&self) -> u8 {
        let unsupported = self.of(Verdict::Unsupported);
        if self.of(Verdict::Fail) + self.of(Verdict::Hang) > 0 {
            exit::FAILED
        } else if self.expression_errors > 0 {
            exit::EXPRESSION
        } else if self.of(Verdict::Error) > 0 {
            exit::FILE
        } else if unsupported > 0 && unsupported == self.counts.values().sum::<u64>() {
            exit::UNSUPPORTED
        } else {
            exit::PASS
        }
    }
}

/// Prints one outcome.
///
/// # Errors
/// Those of `out`.
pub fn outcome(out: &mut dyn Write, outcome: &Outcome, json: bool) -> io::Result<()> {
    if json {
        let line = serde_json::to_string(outcome).map_err(io::Error::other)?;
        return writeln!(out, "{line}");
    }
    let text = on_one_line(outcome);
    let verdict = outcome.verdict.word();
    let (id, frames) = (&outcome.id, outcome.frames);
    writeln!(out, "{verdict:<12} {id:<48} {frames:>6}  {text}")
}

/// Prints the summary.
///
/// # Errors
/// Those of `out`.
pub fn summary(out: &mut dyn Write, summary: &Summary, json: bool) -> io::Result<()> {
    let counts = Verdict::ALL.map(|verdict| (verdict.word(), summary.of(verdict)));
    if json {
        let counts: Map<_, _> = counts
            .into_iter()
            .map(|(word, count)| (word.to_owned(), json!(count)))
            .collect();
        return writeln!(out, "{}", json!({ "summary": counts }));
    }
    let counts = counts.iter().filter(|(_, count)| *count > 0);
    let counts: Vec<String> = counts
        .map(|(word, count)| format!("{count} {word}"))
        .collect();
    writeln!(out, "{}", counts.join(", "))
}

/// A pass needs no words; otherwise the code and the beginning of the text.
fn on_one_line(outcome: &Outcome) -> String {
    if outcome.verdict == Verdict::Pass && outcome.tests.is_none() {
        return String::new();
    }
    let code = match &outcome.code {
        Some(Code::Number(number)) => format!("[{number}] "),
        Some(Code::Name(name)) => format!("[{name}] "),
        None => String::new(),
    };
    let text = outcome
        .text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let mut line: String = text.chars().take(LINE_TEXT).collect();
    if line.len() < text.len() {
        line.push_str("...");
    }
    code + &line
}
