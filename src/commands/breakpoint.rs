//! Group `breakpoint`: execute breakpoints.

use super::{
    Answer, Bindings, CommandError, Context, NoArgs, Session, place, run::conditions::Conditions,
};
use crate::{
    debugger::{
        breakpoints::{Breakpoint, MOST_BREAKPOINTS},
        run::takes_breakpoints,
        spaces,
    },
    registry::types::AddressRange,
};
use serde::{Deserialize, Serialize};

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("breakpoint_add", add);
    bindings.bind("breakpoint_list", list);
    bindings.bind("breakpoint_remove", remove);
    bindings.bind("breakpoint_enable", enable);
}

/// Arguments of `breakpoint_add`.
#[derive(Debug, Deserialize)]
struct AddArgs {
    at: AddressRange,
    #[serde(rename = "if")]
    condition: Option<String>,
    hits: u64,
    temp: bool,
}

/// Reply of `breakpoint_add`.
#[derive(Debug, Serialize)]
struct AddReply {
    id: u32,
    text: String,
    bytes: u32,
}

impl Answer for AddReply {
    fn text(&self) -> String {
        format!(
            "breakpoint {}: {} ({} bytes)",
            self.id, self.text, self.bytes
        )
    }
}

fn add(context: &mut Context, args: AddArgs) -> Result<AddReply, CommandError> {
    let session = &mut *context.session;
    let span = place::range(session.machine()?, &args.at)?;
    if !takes_breakpoints(span.space) {
        return Err(CommandError::bad_value(format!(
            "instructions do not run in {}; break on a CPU or prg address",
            spaces::name(span.space)
        )));
    }
    if let Some(condition) = &args.condition {
        Conditions::new(&session.labels).check(condition)?;
    }
    let breakpoint = Breakpoint {
        id: 0,
        space: span.space,
        first: span.start,
        last: span.start + span.length - 1,
        condition: args.condition,
        hits_needed: args.hits,
        hits: 0,
        condition_false: 0,
        enabled: true,
        temp: args.temp,
    };
    let text = breakpoint.text();
    let id = session.breakpoints.add(breakpoint).ok_or_else(|| {
        CommandError::limit(format!("there are {MOST_BREAKPOINTS} breakpoints already"))
    })?;
    Ok(AddReply {
        id,
        text,
        bytes: span.length,
    })
}

/// Reply of `breakpoint_list`.
#[derive(Debug, Serialize)]
struct ListReply {
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
    temp: bool,
}

impl Answer for ListReply {
    fn text(&self) -> String {
        if self.breakpoints.is_empty() {
            return "no breakpoints; breakpoint_add makes one".to_string();
        }
        let line = |row: &Row| {
            let off = if row.enabled { "" } else { " (off)" };
            let temp = if row.temp { " (once)" } else { "" };
            let nearly = match row.condition_false {
                0 => String::new(),
                times => format!(", condition false {times} times"),
            };
            format!(
                "{}: {}{off}{temp}, {} hits{nearly}",
                row.id, row.text, row.hits
            )
        };
        let lines: Vec<_> = self.breakpoints.iter().map(line).collect();
        lines.join("\n")
    }
}

fn list(context: &mut Context, _args: NoArgs) -> Result<ListReply, CommandError> {
    let rows = context.session.breakpoints.iter().map(|breakpoint| Row {
        id: breakpoint.id,
        text: breakpoint.text(),
        enabled: breakpoint.enabled,
        hits: breakpoint.hits,
        condition_false: breakpoint.condition_false,
        temp: breakpoint.temp,
    });
    Ok(ListReply {
        breakpoints: rows.collect(),
    })
}

/// Which breakpoints: numbers, or the word `all`.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Which {
    Some(Vec<u32>),
    Word(String),
}

impl Which {
    /// The numbers meant, each of which exists.
    fn ids(&self, session: &Session) -> Result<Vec<u32>, CommandError> {
        match self {
            Which::Word(word) if word == "all" => {
                Ok(session.breakpoints.iter().map(|row| row.id).collect())
            }
            Which::Word(word) => Err(CommandError::bad_value(format!(
                "{word} is neither a list of numbers nor all"
            ))),
            Which::Some(ids) => {
                let missing = ids
                    .iter()
                    .find(|&&id| session.breakpoints.get(id).is_none());
                match missing {
                    None => Ok(ids.clone()),
                    Some(id) => Err(CommandError::not_found(format!(
                        "no breakpoint {id}; breakpoint_list shows them"
                    ))),
                }
            }
        }
    }
}

/// Arguments of `breakpoint_remove`.
#[derive(Debug, Deserialize)]
struct RemoveArgs {
    id: Which,
}

/// Reply of `breakpoint_remove`.
#[derive(Debug, Serialize)]
struct RemoveReply {
    removed: usize,
}

impl Answer for RemoveReply {
    fn text(&self) -> String {
        format!("{} removed", self.removed)
    }
}

fn remove(context: &mut Context, args: RemoveArgs) -> Result<RemoveReply, CommandError> {
    let session = &mut *context.session;
    let ids = args.id.ids(session)?;
    let removed = ids.iter().filter(|&&id| session.breakpoints.remove(id));
    Ok(RemoveReply {
        removed: removed.count(),
    })
}

/// Arguments of `breakpoint_enable`.
#[derive(Debug, Deserialize)]
struct EnableArgs {
    id: Which,
    on: bool,
}

/// Reply of `breakpoint_enable`.
#[derive(Debug, Serialize)]
struct EnableReply {
    changed: usize,
}

impl Answer for EnableReply {
    fn text(&self) -> String {
        format!("{} switched", self.changed)
    }
}

fn enable(context: &mut Context, args: EnableArgs) -> Result<EnableReply, CommandError> {
    let session = &mut *context.session;
    let mut changed = 0;
    for id in args.id.ids(session)? {
        if let Some(breakpoint) = session.breakpoints.get_mut(id) {
            changed += usize::from(breakpoint.enabled != args.on);
            breakpoint.enabled = args.on;
        }
    }
    Ok(EnableReply { changed })
}
