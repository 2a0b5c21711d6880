//! `symbol_find`: labels by part of their name.

use super::Row;
use crate::{
    commands::{Answer, CommandError, Context},
    debugger::{
        spaces,
        symbols::{Label, Source},
    },
};
use serde::{Deserialize, Serialize};

/// Arguments of `symbol_find`.
#[derive(Debug, Deserialize)]
pub struct FindArgs {
    filter: Option<String>,
    space: Option<String>,
    source: Option<String>,
    max: usize,
    cursor: usize,
}

/// Reply of `symbol_find`.
#[derive(Debug, Serialize)]
pub struct FindReply {
    labels: Vec<Row>,
    total: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<usize>,
}

impl Answer for FindReply {
    fn text(&self) -> String {
        if self.labels.is_empty() {
            return "no labels; symbol_load and symbol_add bring some".to_string();
        }
        let mut lines: Vec<String> = self.labels.iter().map(Row::text).collect();
        if let Some(cursor) = self.cursor {
            let left = self.total - cursor;
            lines.push(format!("{left} more: symbol_find with cursor={cursor}"));
        }
        lines.join("\n")
    }
}

/// Lists labels by memory and address, those of the hardware last.
pub fn find(context: &mut Context, args: FindArgs) -> Result<FindReply, CommandError> {
    let names = context.session.names()?;
    let space = args.space.as_deref().and_then(spaces::find);
    let filter = args.filter.unwrap_or_default().to_ascii_lowercase();
    let wanted = |label: &&Label| {
        space.is_none_or(|space| label.space == space)
            && args
                .source
                .as_deref()
                .is_none_or(|source| label.source.word() == source)
            && label.name.to_ascii_lowercase().contains(&filter)
    };
    let mut found: Vec<&Label> = names.symbols.iter().filter(wanted).collect();
    found.sort_by_key(|label| {
        let is_hardware = label.source == Source::Hardware;
        (is_hardware, label.space as u8, label.address)
    });
    let total = found.len();
    let page = found.into_iter().skip(args.cursor).take(args.max);
    let labels: Vec<Row> = page.map(|label| Row::new(names, label)).collect();
    let next = args.cursor.saturating_add(labels.len());
    Ok(FindReply {
        labels,
        total,
        cursor: (next < total).then_some(next),
    })
}
