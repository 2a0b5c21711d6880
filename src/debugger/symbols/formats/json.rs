//! nescope's own labels: one JSON object with everything a label has.
//!
//! ```json
//! { "format": "nescope labels", "version": 1,
//!   "labels": [ { "name": "Lives", "space": "ram", "address": 117, "type": "u8" } ] }
//! ```

use super::{Collector, Line, SymbolError};
use crate::debugger::{
    spaces,
    symbols::{Kind, Label},
};
use serde::{Deserialize, Serialize};

/// What the file says it is.
const FORMAT: &str = "nescope labels";
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    version: u32,
    labels: Vec<Row>,
}

#[derive(Serialize, Deserialize)]
struct Row {
    name: String,
    space: String,
    address: u32,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    size: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cpu: Option<u16>,
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<Kind>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

fn one() -> u32 {
    1
}

fn is_one(size: &u32) -> bool {
    *size == 1
}

/// Reads a file.
pub(super) fn read(text: &str, to: &mut Collector) -> Result<(), SymbolError> {
    let file: File =
        serde_json::from_str(text).map_err(|error| SymbolError::Json(error.to_string()))?;
    if file.format != FORMAT || file.version != VERSION {
        return Err(SymbolError::Json(format!(
            "format and version are not \"{FORMAT}\" and {VERSION}"
        )));
    }
    for (index, row) in file.labels.iter().enumerate() {
        let line = Line {
            number: index + 1,
            text: &row.name,
        };
        let Some(space) = spaces::find(&row.space) else {
            to.skip(line, "there is no such space");
            continue;
        };
        to.place(line, &row.name, (space, row.address), |label| {
            let label = label.sized(row.size);
            let mut label = label.with_comment(row.comment.as_deref().unwrap_or_default());
            (label.kind, label.cpu) = (row.kind, row.cpu);
            label
        });
    }
    Ok(())
}

/// Whether bytes are such a file, of any version.
pub fn is_labels(bytes: &[u8]) -> bool {
    let file: Option<serde_json::Value> = serde_json::from_slice(bytes).ok();
    file.is_some_and(|file| file["format"] == FORMAT)
}

/// Labels as such a file, by name.
pub fn write<'a>(labels: impl Iterator<Item = &'a Label>) -> Vec<u8> {
    let row = |label: &Label| Row {
        name: label.name.to_string(),
        space: spaces::name(label.space).to_string(),
        address: label.address,
        size: label.size,
        cpu: label.cpu,
        kind: label.kind,
        comment: label.comment.as_deref().map(str::to_string),
    };
    let file = File {
        format: FORMAT.to_string(),
        version: VERSION,
        labels: labels.map(row).collect(),
    };
    let mut bytes = serde_json::to_vec_pretty(&file).expect("labels are plain data");
    bytes.push(b'\n');
    bytes
}
