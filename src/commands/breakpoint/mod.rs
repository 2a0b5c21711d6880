//! Group `breakpoint`: what stops a run, is counted, or is written down on the way.

mod add;
mod file;
mod list;

use super::{Answer, Bindings, CommandError, Context, Session};
use crate::{
    commands::run::conditions,
    debugger::breakpoints::{Breakpoint, Format, MOST_BREAKPOINTS, What},
};
use serde::{Deserialize, Serialize};

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("breakpoint_add", add::add);
    bindings.bind("breakpoint_add_change", add::change);
    bindings.bind("breakpoint_add_condition", add::condition);
    bindings.bind("breakpoint_add_event", add::event);
    bindings.bind("breakpoint_add_log", add::log);
    bindings.bind("breakpoint_list", list::list);
    bindings.bind("breakpoint_remove", remove);
    bindings.bind("breakpoint_enable", enable);
    bindings.bind("breakpoint_edit", edit);
    bindings.bind("breakpoint_forbid", add::forbid);
    bindings.bind("breakpoint_budget", add::budget);
    bindings.bind("breakpoint_file", file::file);
}

/// Refuses a breakpoint whose expressions do not read.
///
/// Errors: `bad_expression`, `bad_value` for a format.
fn check(session: &Session, breakpoint: &Breakpoint) -> Result<(), CommandError> {
    let symbols = &session.labels;
    if let Some(condition) = &breakpoint.condition {
        match breakpoint.is_at_access() {
            true => conditions::compile_at_access(condition, symbols)?,
            false => conditions::compile_for_run(condition, symbols)?,
        };
    }
    if let Some(log) = &breakpoint.log {
        let scope = conditions::access_scope(symbols);
        Format::new(&log.format, &scope)
            .map_err(|error| CommandError::new("bad_expression", error.to_string()))?;
    }
    Ok(())
}

/// Adds a breakpoint whose expressions read, and returns its number.
///
/// Errors: those of [`check`]; `limit`.
fn put(session: &mut Session, breakpoint: Breakpoint) -> Result<u32, CommandError> {
    check(session, &breakpoint)?;
    let full = || CommandError::limit(format!("there are {MOST_BREAKPOINTS} breakpoints already"));
    session.breakpoints.add(breakpoint).ok_or_else(full)
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

/// Arguments of `breakpoint_edit`.
#[derive(Debug, Deserialize)]
struct EditArgs {
    id: u32,
    #[serde(rename = "if")]
    condition: Option<String>,
    hits: Option<u64>,
    temp: Option<bool>,
    #[serde(rename = "do")]
    script: Option<String>,
}

/// Reply of `breakpoint_edit`.
#[derive(Debug, Serialize)]
struct EditReply {
    text: String,
}

impl Answer for EditReply {
    fn text(&self) -> String {
        self.text.clone()
    }
}

fn edit(context: &mut Context, args: EditArgs) -> Result<EditReply, CommandError> {
    let script = add::script(context, args.script);
    let session = &mut *context.session;
    let missing = || CommandError::not_found(format!("no breakpoint {}", args.id));
    let mut edited = session
        .breakpoints
        .get(args.id)
        .ok_or_else(missing)?
        .clone();
    let is_condition = matches!(edited.what, What::Condition(_));
    if is_condition && args.condition.as_ref().is_some_and(String::is_empty) {
        return Err(CommandError::bad_value(
            "it is a breakpoint on this condition; breakpoint_remove takes it away",
        ));
    }
    let stops = edited.log.is_none() && !matches!(edited.what, What::Forbid(_) | What::Budget(_));
    if !stops && (args.hits.is_some() || args.temp.is_some() || script.is_some()) {
        return Err(CommandError::bad_value(
            "hits, temp and do belong to breakpoints that stop a run at something",
        ));
    }
    if let Some(condition) = args.condition {
        edited.condition = Some(condition).filter(|text| !text.is_empty());
    }
    if let Some(script) = script {
        edited.script = Some(script).filter(|script| !script.line.is_empty());
    }
    edited.hits_needed = args.hits.unwrap_or(edited.hits_needed);
    edited.temp = args.temp.unwrap_or(edited.temp);
    check(session, &edited)?;
    let text = edited.text();
    if let Some(kept) = session.breakpoints.get_mut(args.id) {
        *kept = edited;
    }
    Ok(EditReply { text })
}
