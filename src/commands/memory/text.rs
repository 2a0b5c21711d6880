//! `memory_table`: which characters the game's bytes stand for.

use crate::{
    commands::{Answer, CommandError, Context, Session},
    debugger::text_table::{MOST_FILE_BYTES, SkippedLine, TextTable},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Skipped lines that are told.
const SKIPPED_TOLD: usize = 20;

/// Arguments of `memory_table`.
#[derive(Debug, Deserialize)]
pub struct TableArgs {
    path: Option<String>,
    off: bool,
}

/// Reply of `memory_table`.
#[derive(Debug, Serialize)]
pub struct TableReply {
    loaded: bool,
    entries: usize,
    skipped: usize,
    problems: Vec<String>,
}

impl Answer for TableReply {
    fn text(&self) -> String {
        if !self.loaded {
            return "no table of text; memory_table FILE.tbl loads one".to_string();
        }
        let mut lines = vec![format!(
            "a table of {} codes; {} lines skipped",
            self.entries, self.skipped
        )];
        lines.extend(self.problems.iter().cloned());
        lines.join("\n")
    }
}

/// Loads, drops or tells the table of text.
pub fn table(context: &mut Context, args: TableArgs) -> Result<TableReply, CommandError> {
    let skipped = match (&args.path, args.off) {
        (Some(_), true) => {
            return Err(CommandError::bad_value("give a path, or off, not both"));
        }
        (None, false) => Vec::new(),
        (None, true) => {
            context.session.text_table = None;
            Vec::new()
        }
        (Some(path), false) => load(context, path)?,
    };
    Ok(reply(context.session, &skipped))
}

fn load(context: &mut Context, path: &str) -> Result<Vec<SkippedLine>, CommandError> {
    let (table, skipped) = read_table(context, path)?;
    context.session.text_table = Some(Arc::new(table));
    Ok(skipped)
}

/// Reads a table of text and the lines passed over.
///
/// Errors: `io`, `limit`, `bad_value`.
pub fn read_table(
    context: &Context,
    path: &str,
) -> Result<(TextTable, Vec<SkippedLine>), CommandError> {
    let bytes = context.read_file(path)?;
    if bytes.len() > MOST_FILE_BYTES {
        return Err(CommandError::limit(format!("{path} is larger than 4 MiB")));
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| CommandError::bad_value(format!("{path} is no UTF-8 text")))?;
    let (table, skipped) = TextTable::parse(&text);
    if table.length() == 0 {
        return Err(CommandError::bad_value(format!(
            "{path} has no line of the form 41=A"
        )));
    }
    Ok((table, skipped))
}

fn reply(session: &Session, skipped: &[SkippedLine]) -> TableReply {
    let told = skipped.iter().take(SKIPPED_TOLD);
    TableReply {
        loaded: session.text_table.is_some(),
        entries: session
            .text_table
            .as_ref()
            .map_or(0, |table| table.length()),
        skipped: skipped.len(),
        problems: told
            .map(|line| format!("line {}: {}", line.line, line.why))
            .collect(),
    }
}
