//! `breakpoint_list`: what exists, how often each was hit, and what came nearest.

use super::add::is_mapped;
use crate::{
    commands::{Answer, CommandError, Context, NoArgs},
    debugger::{
        breakpoints::{Breakpoint, What},
        stop::Place,
    },
    nes::machine::Machine,
};
use serde::Serialize;

/// Reply of `breakpoint_list`.
#[derive(Debug, Serialize)]
pub struct ListReply {
    breakpoints: Vec<Row>,
}

/// One breakpoint.
#[derive(Debug, Serialize)]
struct Row {
    id: u32,
    text: String,
    enabled: bool,
    hits: u64,
    condition_false: u64,
    dummies: u64,
    forbidden: u64,
    temp: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_hit: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<String>,
}

impl Row {
    fn new(machine: &Machine, breakpoint: &Breakpoint) -> Row {
        let tally = breakpoint.tally;
        Row {
            id: breakpoint.id,
            text: breakpoint.text(),
            enabled: breakpoint.enabled,
            hits: tally.hits,
            condition_false: tally.condition_false,
            dummies: tally.dummies,
            forbidden: tally.forbidden,
            temp: breakpoint.temp,
            last_hit: tally.last_hit,
            nearest: nearest(machine, breakpoint),
        }
    }

    fn line(&self) -> String {
        let off = if self.enabled { "" } else { " (off)" };
        let hits = match (self.hits, &self.last_hit) {
            (0, _) | (_, None) => format!("{} hits", self.hits),
            (hits, Some(at)) => format!(
                "{hits} hits, last at frame {} line {} dot {}",
                at.frame, at.scanline, at.dot
            ),
        };
        let nearest = match &self.nearest {
            Some(nearest) => format!(", {nearest}"),
            None => String::new(),
        };
        let forbidden = match self.forbidden {
            0 => String::new(),
            times => format!(", kept from stopping {times} times"),
        };
        format!(
            "{}: {}{off}, {hits}{nearest}{forbidden}",
            self.id, self.text
        )
    }
}

/// Why a breakpoint has not been hit so far: what came nearest.
fn nearest(machine: &Machine, breakpoint: &Breakpoint) -> Option<String> {
    let tally = breakpoint.tally;
    if tally.hits > 0 {
        return None;
    }
    if tally.errors > 0 {
        return Some("its condition could not be evaluated".to_string());
    }
    if tally.condition_false > 0 {
        return Some(format!("condition false {} times", tally.condition_false));
    }
    if tally.dummies > 0 {
        return Some(format!(
            "only {} dummy accesses matched; dummy=true counts them",
            tally.dummies
        ));
    }
    match &breakpoint.what {
        What::Access(accesses) if !is_mapped(machine, &accesses.span) => {
            Some("not mapped now".to_string())
        }
        _ => Some("never met".to_string()),
    }
}

impl Answer for ListReply {
    fn text(&self) -> String {
        if self.breakpoints.is_empty() {
            return "no breakpoints; breakpoint_add makes one".to_string();
        }
        let lines: Vec<_> = self.breakpoints.iter().map(Row::line).collect();
        lines.join("\n")
    }
}

/// Lists all breakpoints.
pub fn list(context: &mut Context, _args: NoArgs) -> Result<ListReply, CommandError> {
    let machine = context.session.machine()?;
    let rows = context.session.breakpoints.iter();
    Ok(ListReply {
        breakpoints: rows.map(|row| Row::new(machine, row)).collect(),
    })
}
