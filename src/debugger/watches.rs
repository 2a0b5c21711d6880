//! Watched expressions: what is shown beside the machine, and whether the last run changed it.

use super::expression::{Env, Expression, Memory, Scope};

/// Most expressions that can be watched.
pub const MOST_WATCHES: usize = 100;

/// A watched expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    /// Its number, from 1.
    pub id: u32,
    /// The expression.
    pub source: String,
    /// What it is called; the expression itself unless it was named.
    pub label: String,
    /// How its value is written, one of the forms of `expression_evaluate`.
    pub form: String,
    /// Its value where the last run began; `None` before any run or when it had none.
    pub before: Option<i64>,
}

/// The watched expressions of a session.
#[derive(Clone, Debug, Default)]
pub struct Watches {
    rows: Vec<Watch>,
    last_id: u32,
}

impl Watches {
    /// Adds one and returns its number; `None` when [`MOST_WATCHES`] exist.
    pub fn add(&mut self, source: &str, label: Option<&str>, form: &str) -> Option<u32> {
        if self.rows.len() >= MOST_WATCHES {
            return None;
        }
        self.last_id += 1;
        self.rows.push(Watch {
            id: self.last_id,
            source: source.to_string(),
            label: label.unwrap_or(source).to_string(),
            form: form.to_string(),
            before: None,
        });
        Some(self.last_id)
    }

    /// Removes one by number; false when there is none.
    pub fn remove(&mut self, id: u32) -> bool {
        let before = self.rows.len();
        self.rows.retain(|row| row.id != id);
        self.rows.len() != before
    }

    /// Removes all and returns how many there were.
    pub fn clear(&mut self) -> usize {
        std::mem::take(&mut self.rows).len()
    }

    /// All, in order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &Watch> {
        self.rows.iter()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Remembers the values at the start of a run.
    pub fn begin_run(&mut self, env: &(impl Env + Scope)) {
        for row in &mut self.rows {
            row.before = value(&row.source, env);
        }
    }
}

/// The value of a watched expression now; `None` when it has none.
pub fn value(source: &str, env: &(impl Env + Scope)) -> Option<i64> {
    let expression = Expression::new(source, env).ok()?;
    expression.evaluate(env, &mut Memory::default()).ok()
}
