//! The group `console`: commands that only make sense for a person at the prompt.

use super::live::{Panel, ViewOptions};
use crate::{
    commands::{Answer, CommandError},
    hub::{Bindings, Context, Room},
};
use serde::{Deserialize, Serialize};
use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    path::Path,
};

/// What this room brings to a hub.
pub const ROOM: Room = Room {
    specs: &[("console.json", include_str!("../../specs/console.json"))],
    bind,
};

/// Only this much of the history's end is read.
const MOST_HISTORY_BYTES: u64 = 1 << 20;

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("exit", exit);
    bindings.bind("console_history", history);
    bindings.bind("console_view", view);
}

/// Arguments and reply of `exit`.
#[derive(Serialize, Deserialize)]
pub struct Exit {
    code: u8,
}

impl Answer for Exit {
    fn text(&self) -> String {
        "bye".to_string()
    }
}

/// The console ends when it sees this reply.
fn exit(_: &mut Context<'_>, args: Exit) -> Result<Exit, CommandError> {
    Ok(args)
}

impl Answer for ViewOptions {
    fn text(&self) -> String {
        format!("the view, at most {} pictures a second", self.fps)
    }
}

/// The console opens the view when it sees this reply.
fn view(_: &mut Context<'_>, args: ViewOptions) -> Result<ViewOptions, CommandError> {
    if args.panels.len() > 1 && args.panels.contains(&Panel::None) {
        return Err(CommandError::bad_value(
            "none stands alone: it shows the picture without panels",
        ));
    }
    Ok(args)
}

/// Arguments of `console_history`.
#[derive(Deserialize)]
pub struct HistoryArgs {
    lines: usize,
}

/// Reply of `console_history`.
#[derive(Serialize)]
pub struct HistoryReply {
    lines: Vec<String>,
}

impl Answer for HistoryReply {
    fn text(&self) -> String {
        match self.lines.is_empty() {
            true => "no history".to_string(),
            false => self.lines.join("\n"),
        }
    }
}

fn history(_: &mut Context<'_>, args: HistoryArgs) -> Result<HistoryReply, CommandError> {
    let text = crate::host::history_file().map(|path| end_of(&path));
    let text = text.unwrap_or_default();
    // The first line only names the file's format.
    let lines = text.lines().filter(|line| !line.starts_with("#V"));
    let lines: Vec<String> = lines.map(str::to_string).collect();
    let skipped = lines.len().saturating_sub(args.lines);
    Ok(HistoryReply {
        lines: lines[skipped..].to_vec(),
    })
}

fn end_of(path: &Path) -> String {
    let read = || -> std::io::Result<Vec<u8>> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(MOST_HISTORY_BYTES)))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    String::from_utf8_lossy(&read().unwrap_or_default()).into_owned()
}
