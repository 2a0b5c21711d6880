//! The reply of `expression_watch` as lines.

use super::cell::Line;
use serde_json::Value;

/// The command's own table, a line a watch; nothing when nothing is watched.
pub fn lines(result: &Value, text: &str) -> Vec<Line> {
    let mut fields = result
        .as_object()
        .into_iter()
        .flat_map(|object| object.values());
    let rows = fields.find_map(Value::as_array);
    match rows.is_some_and(|rows| !rows.is_empty()) {
        true => text.lines().map(Line::plain).collect(),
        false => Vec::new(),
    }
}
