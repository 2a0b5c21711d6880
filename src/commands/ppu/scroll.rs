//! `ppu_scroll`.

use super::past;
use crate::{
    commands::{Answer, CommandError, Context, Session, render},
    debugger::raster::{
        replay,
        scroll_lines::{LineScroll, ScrollWatch, Span},
    },
    registry::types::Position,
};
use serde::{Deserialize, Serialize};

/// Spans of a text.
const MOST_SPANS: usize = 40;

/// Arguments of `ppu_scroll`.
#[derive(Debug, Deserialize)]
pub struct ScrollArgs {
    frame: Position,
    lines: bool,
}

/// Reply of `ppu_scroll`.
#[derive(Debug, Serialize)]
pub struct ScrollReply {
    frame: u64,
    spans: Vec<Span>,
    /// First lines of all spans but the top one.
    splits: Vec<u16>,
    changed_within: Vec<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<LineScroll>>,
}

impl Answer for ScrollReply {
    fn text(&self) -> String {
        let mut lines = vec![format!(
            "frame {}: {}",
            self.frame,
            render::counted(self.splits.len() as u64, "split")
        )];
        lines.extend(self.spans.iter().take(MOST_SPANS).map(span_text));
        if self.spans.len() > MOST_SPANS {
            let more = self.spans.len() - MOST_SPANS;
            lines.push(format!("{more} more spans are in the data"));
        }
        if !self.changed_within.is_empty() {
            let count = render::counted(self.changed_within.len() as u64, "line");
            let first = self.changed_within[0];
            lines.push(format!("changed within {count}, first {first}"));
        }
        lines.join("\n")
    }
}

fn span_text(span: &Span) -> String {
    let lines = format!("lines {:3}-{:3}", span.first, span.last);
    if !span.rendering {
        return format!("{lines}: not rendered");
    }
    let cause = span.cause.map(|write| {
        let (address, value, pc) = (write.address, write.value, write.pc);
        format!(", after ${address:04X} = ${value:02X} at ${pc:04X}")
    });
    format!(
        "{lines}: scroll {},{} shows row {} (v=${:04X} x={}){}",
        span.x,
        span.scroll_y,
        span.y,
        span.v,
        span.fine_x,
        cause.unwrap_or_default()
    )
}

/// The scroll of every line of a recent frame.
pub fn scroll(context: &mut Context, args: ScrollArgs) -> Result<ScrollReply, CommandError> {
    let (frame, watch) = watched(context.session, &args.frame)?;
    let spans = watch.spans();
    if spans.is_empty() {
        return Err(past::not_drawn(frame));
    }
    let changed = watch.lines().iter().filter(|line| line.changed_within);
    Ok(ScrollReply {
        frame,
        splits: spans.iter().skip(1).map(|span| span.first).collect(),
        changed_within: changed.map(|line| line.line).collect(),
        lines: args.lines.then(|| watch.lines().to_vec()),
        spans,
    })
}

/// The spans of the frame of a position.
///
/// # Errors
/// Those of a frame that is not kept.
pub fn spans(session: &Session, at: &Position) -> Result<Vec<Span>, CommandError> {
    Ok(watched(session, at)?.1.spans())
}

fn watched(session: &Session, at: &Position) -> Result<(u64, ScrollWatch), CommandError> {
    let frame = past::frame(session, at, replay::last_picture)?;
    let prerender = session.machine()?.region().timing().prerender_scanline;
    let mut watch = ScrollWatch::new(frame, prerender);
    past::watch(session, frame, &mut watch)?;
    Ok((frame, watch))
}
