//! `expression_watch`: expressions shown beside the machine.

use super::{Form, Forms};
use crate::{
    commands::{
        Answer, CommandError, Context, Session,
        run::conditions::{self, SessionRecords},
    },
    debugger::{
        expression::MachineEnv,
        watches::{self, MOST_WATCHES},
    },
};
use serde::{Deserialize, Serialize};

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Operation {
    List,
    Add,
    Del,
}

/// Arguments of `expression_watch`.
#[derive(Debug, Deserialize)]
pub struct WatchArgs {
    op: Operation,
    expression: Option<String>,
    #[serde(rename = "as")]
    form: String,
    label: Option<String>,
    id: Option<u32>,
}

/// Reply of `expression_watch`.
#[derive(Debug, Serialize)]
pub struct WatchReply {
    watches: Vec<Row>,
}

/// A watched expression.
#[derive(Debug, Serialize)]
struct Row {
    id: u32,
    label: String,
    expression: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i64>,
    changed: bool,
    text: String,
}

impl Answer for WatchReply {
    fn text(&self) -> String {
        if self.watches.is_empty() {
            return "nothing is watched; expression_watch add [$10] begins".to_string();
        }
        let line = |row: &Row| {
            let changed = if row.changed { " *" } else { "" };
            format!("{}: {} = {}{changed}", row.id, row.label, row.text)
        };
        let lines: Vec<_> = self.watches.iter().map(line).collect();
        lines.join("\n")
    }
}

/// Adds, removes or lists watched expressions.
pub fn watch(context: &mut Context, args: WatchArgs) -> Result<WatchReply, CommandError> {
    let session = &mut *context.session;
    match args.op {
        Operation::List => {}
        Operation::Add => add(session, &args)?,
        Operation::Del => delete(session, args.id)?,
    }
    table(session)
}

fn add(session: &mut Session, args: &WatchArgs) -> Result<(), CommandError> {
    let missing = || CommandError::new("missing_argument", "add needs an expression");
    let source = args.expression.as_ref().ok_or_else(missing)?;
    conditions::compile(source, &session.labels)?;
    let label = args.label.as_deref();
    let added = session.watches.add(source, label, &args.form);
    let full = || CommandError::limit(format!("{MOST_WATCHES} expressions are watched already"));
    added.map(|_| ()).ok_or_else(full)
}

fn delete(session: &mut Session, id: Option<u32>) -> Result<(), CommandError> {
    match id {
        None => {
            session.watches.clear();
            Ok(())
        }
        Some(id) if session.watches.remove(id) => Ok(()),
        Some(id) => Err(CommandError::not_found(format!("no watch {id}"))),
    }
}

fn table(session: &Session) -> Result<WatchReply, CommandError> {
    let records = SessionRecords { session };
    let env = MachineEnv::new(session.machine()?, &session.labels).with_records(&records);
    let rows = session.watches.iter().map(|watch| {
        let value = watches::value(&watch.source, &env);
        Row {
            id: watch.id,
            label: watch.label.clone(),
            expression: watch.source.clone(),
            value,
            changed: watch.before.is_some_and(|before| Some(before) != value),
            text: match value {
                Some(value) => Forms::of(value).text(value, Form::of(&watch.form)),
                None => "no value".to_string(),
            },
        }
    });
    Ok(WatchReply {
        watches: rows.collect(),
    })
}
