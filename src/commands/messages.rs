//! The bounded queue of notices that are no replies.

use super::call::Message;
use std::collections::VecDeque;

/// Most notices kept; the oldest make room.
pub const MOST_MESSAGES: usize = 10_000;

/// A notice and how many came before it.
#[derive(Clone, Debug)]
struct Numbered {
    number: u64,
    message: Message,
}

/// Notices by channel, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    rows: VecDeque<Numbered>,
    pushed: u64,
    dropped: u64,
}

impl Messages {
    /// Adds a notice.
    pub fn push(&mut self, channel: &str, text: impl Into<String>) {
        if self.rows.len() >= MOST_MESSAGES {
            self.rows.pop_front();
            self.dropped += 1;
        }
        self.rows.push_back(Numbered {
            number: self.pushed,
            message: Message {
                channel: channel.to_string(),
                text: text.into(),
            },
        });
        self.pushed += 1;
    }

    /// How many were ever added.
    pub fn pushed(&self) -> u64 {
        self.pushed
    }

    /// What was added since `pushed` was that many, and still waits.
    pub fn since(&self, pushed: u64) -> impl Iterator<Item = &Message> {
        let rows = self.rows.iter();
        rows.filter(move |row| row.number >= pushed)
            .map(|row| &row.message)
    }

    /// Takes out up to `most` notices of a channel, or of all, oldest first.
    pub fn drain(&mut self, channel: Option<&str>, most: usize) -> Vec<Message> {
        let mut taken = Vec::new();
        self.rows.retain(|row| {
            let wanted = channel.is_none_or(|channel| channel == row.message.channel);
            if wanted && taken.len() < most {
                taken.push(row.message.clone());
                return false;
            }
            true
        });
        taken
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// How many were lost because the queue was full, since this was last asked.
    pub fn take_dropped(&mut self) -> u64 {
        std::mem::take(&mut self.dropped)
    }
}
