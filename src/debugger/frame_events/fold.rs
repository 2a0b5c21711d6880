//! Folds a polling loop's reads into one event.

use super::{Kind, Row};
use serde::Serialize;

/// Equal events one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Folded {
    /// The first of them.
    #[serde(flatten)]
    pub row: Row,
    /// How many they are.
    pub times: u32,
    /// Line of the last, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_scanline: Option<u16>,
    /// Dot of the last, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_dot: Option<u16>,
}

/// Folds neighbors that differ in nothing but time, if `folds`; only reads repeat like that.
pub fn fold(rows: Vec<Row>, folds: bool) -> Vec<Folded> {
    let mut folded: Vec<Folded> = Vec::new();
    for row in rows {
        match folded.last_mut() {
            Some(last) if folds && repeats(&last.row, &row) => {
                last.times += 1;
                last.last_scanline = Some(row.scanline);
                last.last_dot = Some(row.dot);
            }
            _ => folded.push(Folded {
                row,
                times: 1,
                last_scanline: None,
                last_dot: None,
            }),
        }
    }
    folded
}

fn repeats(first: &Row, next: &Row) -> bool {
    let at = |row: &Row| (row.kind, row.pc, row.address, row.value, row.dummy);
    first.kind == Kind::Read && at(first) == at(next)
}
