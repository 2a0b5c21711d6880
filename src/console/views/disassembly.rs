//! The reply of `code_disassemble` as lines.

use super::cell::{Line, Look};
use serde_json::Value;

/// One instruction a line, bytes in front of it, labels on lines of their own; the first, which
/// runs next, stands out.
pub fn lines(result: &Value) -> Vec<Line> {
    let rows = result["lines"].as_array().map_or(&[][..], Vec::as_slice);
    let mut lines = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        if let Some(label) = row["label"].as_str() {
            lines.push(Line::with(Look::Dim, format!("{label}:")));
        }
        let look = if index == 0 { Look::Bold } else { Look::Plain };
        lines.push(Line::with(look, instruction(row, index == 0)));
    }
    lines
}

fn instruction(row: &Value, next: bool) -> String {
    let data = row["data"] == true;
    let bytes = row["bytes"].as_array().map_or(&[][..], Vec::as_slice);
    // The text of a row of data shows its bytes.
    let bytes = if data { &[] } else { bytes };
    let bytes = bytes
        .iter()
        .map(|byte| format!("{:02X} ", byte.as_u64().unwrap_or_default()));
    format!(
        "{}{:04X} {:9}{}",
        if next { '>' } else { ' ' },
        row["address"].as_u64().unwrap_or_default(),
        bytes.collect::<String>(),
        row["text"].as_str().unwrap_or_default()
    )
}
