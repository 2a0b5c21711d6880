//! Replies as lines on a terminal or in a pipe.

use crate::hub::Reply;
use std::io::{self, IsTerminal, Write};

const RED: &str = "\x1b[31m";
const DIM: &str = "\x1b[2m";
const PLAIN: &str = "\x1b[0m";

/// How replies are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// One JSON object a line and nothing else.
    pub json: bool,
    /// Whether colors are used.
    pub color: bool,
    /// Most bytes of a reply's text.
    pub text_limit: usize,
}

impl Style {
    /// The style for this process: colors only on a terminal and without NO_COLOR.
    pub fn of_process(json: bool) -> Style {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Style {
            json,
            color: io::stdout().is_terminal() && !refused,
            text_limit: usize::MAX,
        }
    }
}

/// Writes a reply: results to `out`, failures to `complaints` unless in JSON.
///
/// Errors: the pipe is closed.
pub fn reply(
    reply: &Reply,
    style: Style,
    out: &mut dyn Write,
    complaints: &mut dyn Write,
) -> io::Result<()> {
    if style.json || reply.json {
        writeln!(out, "{}", reply.to_json())?;
        return out.flush();
    }
    for message in &reply.messages {
        let line = format!("[{}] {}", message.channel, message.text);
        writeln!(out, "{}", painted(&line, DIM, style))?;
    }
    match reply.ok {
        true => success(reply, style, out)?,
        false => writeln!(complaints, "{}", painted(&reply.text, RED, style))?,
    }
    out.flush()
}

fn success(reply: &Reply, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let text = shortened(&reply.text, style.text_limit);
    if !text.is_empty() {
        writeln!(out, "{text}")?;
    }
    if text.len() < reply.text.len() {
        let left = reply.text.len() - text.len();
        let line = format!("... {left} more bytes; set text_limit shows more");
        writeln!(out, "{}", painted(&line, DIM, style))?;
    }
    for attachment in &reply.attachments {
        let line = format!("({}, {} bytes)", attachment.mime, attachment.bytes.len());
        writeln!(out, "{}", painted(&line, DIM, style))?;
    }
    Ok(())
}

fn painted(text: &str, color: &str, style: Style) -> String {
    match style.color {
        true => format!("{color}{text}{PLAIN}"),
        false => text.to_string(),
    }
}

/// The start of a text, cut at a line's end where there is one.
fn shortened(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    let mut end = most;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let start = &text[..end];
    start.rfind('\n').map_or(start, |at| &start[..at])
}
