//! What the prompt's commands answered, and notices: a bounded roll of lines.

use crate::console::views::cell::Line;
use std::collections::VecDeque;

/// Lines kept.
const MOST_LINES: usize = 500;
/// Characters kept of a line.
const MOST_CHARACTERS: usize = 1000;

/// The roll; its end is shown unless it is scrolled back.
#[derive(Clone, Debug, Default)]
pub struct Output {
    lines: VecDeque<Line>,
    /// Lines below the window.
    back: usize,
}

impl Output {
    /// Appends the lines of a text, the last ones if there are too many, and shows the end.
    pub fn push(&mut self, text: &Line) {
        let count = text.text.lines().count();
        let kept = text.text.lines().skip(count.saturating_sub(MOST_LINES));
        for line in kept {
            if self.lines.len() >= MOST_LINES {
                self.lines.pop_front();
            }
            let line: String = line.chars().take(MOST_CHARACTERS).collect();
            self.lines.push_back(Line::with(text.look, line));
        }
        self.back = 0;
    }

    /// Shows earlier lines (positive) or later ones.
    pub fn scroll(&mut self, rows: i32) {
        let most = self.lines.len().saturating_sub(1);
        let step = rows.unsigned_abs() as usize;
        self.back = match rows > 0 {
            true => (self.back + step).min(most),
            false => self.back.saturating_sub(step),
        };
    }

    /// The lines shown in a window of so many rows.
    pub fn window(&self, rows: u16) -> Vec<Line> {
        let end = self.lines.len() - self.back;
        let start = end.saturating_sub(rows.into());
        self.lines.range(start..end).cloned().collect()
    }
}
