//! What the commands inside one call have used up: how many there were, and how much they said.
//!
//! Commands that run commands could call each other a thousandfold at each of the levels that
//! are allowed, by aliases that name themselves. The bound on depth alone would not end that.

use super::call::Reply;
use serde_json::Value;
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// Most commands run inside one call.
pub const MOST_INNER_CALLS: usize = 20_000;

/// Most bytes that the replies inside one call may hold together, counted roughly.
pub const MOST_INNER_BYTES: usize = 64 << 20;

/// Bytes that a JSON value takes by itself, counted roughly.
const VALUE_BYTES: usize = 16;

/// The account of one call; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Spending {
    calls: Arc<AtomicUsize>,
    bytes: Arc<AtomicUsize>,
}

impl Spending {
    /// Whether nothing more may run inside this call.
    pub fn is_over(&self) -> bool {
        self.calls.load(Ordering::Relaxed) >= MOST_INNER_CALLS
            || self.bytes.load(Ordering::Relaxed) >= MOST_INNER_BYTES
    }

    /// Enters a reply.
    pub fn add(&self, reply: &Reply) {
        let attached = reply
            .attachments
            .iter()
            .map(|attached| attached.bytes.len());
        let bytes = reply.text.len() + weight(&reply.result) + attached.sum::<usize>();
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }
}

fn weight(value: &Value) -> usize {
    VALUE_BYTES
        + match value {
            Value::String(text) => text.len(),
            Value::Array(values) => values.iter().map(weight).sum(),
            Value::Object(fields) => fields
                .iter()
                .map(|(key, value)| key.len() + weight(value))
                .sum(),
            _ => 0,
        }
}
