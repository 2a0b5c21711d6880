//! What a symbol file had that became no label, grouped by why.

use serde::Serialize;

/// Most characters of a line that is shown.
const MOST_SHOWN: usize = 80;

/// One reason, and the first line it applied to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SkippedRow {
    /// Why.
    pub reason: &'static str,
    /// Lines or entries it applied to.
    pub count: usize,
    /// Number of the first one, from 1.
    pub line: usize,
    /// Text of the first one, cut to 80 characters.
    pub text: String,
}

/// Everything skipped, by reason in the order met.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Skipped(Vec<SkippedRow>);

impl Skipped {
    /// Counts one more for a reason.
    pub fn add(&mut self, reason: &'static str, line: usize, text: &str) {
        match self.0.iter_mut().find(|row| row.reason == reason) {
            Some(row) => row.count += 1,
            None => self.0.push(SkippedRow {
                reason,
                count: 1,
                line,
                text: shown(text),
            }),
        }
    }

    /// The rows, one a reason.
    pub fn rows(&self) -> &[SkippedRow] {
        &self.0
    }

    /// How much was skipped in all.
    pub fn count(&self) -> usize {
        self.0.iter().map(|row| row.count).sum()
    }
}

fn shown(text: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = text.chars().take(MOST_SHOWN).map(clean).collect();
    text.trim().to_string()
}
