//! `memory_search`: finding the place of a number by watching it change.

use crate::{
    commands::{Answer, CommandError, Context, Session, run::conditions::evaluate},
    debugger::{
        image::ImageError,
        memory_search::{Candidate, Form, Search, Test},
        spaces,
        symbols::MachineNames,
    },
    nes::event::Space,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What to do with the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Op {
    List,
    New,
    Eq,
    Ne,
    Lt,
    Gt,
    Inc,
    Dec,
    Changed,
    Same,
    By,
    Undo,
}

/// Arguments of `memory_search`.
#[derive(Debug, Deserialize)]
pub struct SearchArgs {
    op: Op,
    value: Option<String>,
    size: Option<usize>,
    signed: Option<bool>,
    spaces: Vec<Space>,
    max: usize,
    cursor: usize,
}

/// Reply of `memory_search`.
#[derive(Debug, Serialize)]
pub struct SearchReply {
    count: usize,
    size: usize,
    signed: bool,
    spaces: Vec<&'static str>,
    steps: usize,
    candidates: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<usize>,
}

/// One place that is still possible.
#[derive(Debug, Serialize)]
struct Row {
    space: &'static str,
    offset: u32,
    address: String,
    value: i64,
    previous: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

impl Answer for SearchReply {
    fn text(&self) -> String {
        let mut lines = vec![format!(
            "{} candidate{} in {} (size {}{}), {} step{} to undo",
            self.count,
            plural(self.count),
            self.spaces.join(" "),
            self.size,
            if self.signed { ", signed" } else { "" },
            self.steps,
            plural(self.steps)
        )];
        lines.extend(self.candidates.iter().map(|row| {
            let label = row.label.as_deref().unwrap_or_default();
            let line = format!(
                "{:<13} {:>6}  was {:>6}  {label}",
                row.address, row.value, row.previous
            );
            line.trim_end().to_string()
        }));
        lines.extend(
            self.cursor
                .map(|cursor| format!("more: memory_search cursor={cursor}")),
        );
        lines.join("\n")
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// Begins, narrows, takes back or shows a search.
pub fn search(context: &mut Context, args: SearchArgs) -> Result<SearchReply, CommandError> {
    let session = &mut *context.session;
    match args.op {
        Op::New => begin(session, &args)?,
        _ => {
            let form = under_way(session)?.form();
            check_meant(&args, form)?;
            match args.op {
                Op::Undo => undo(session)?,
                Op::List => {}
                _ => narrow(session, &args, form)?,
            }
        }
    }
    reply(session, &args)
}

fn begin(session: &mut Session, args: &SearchArgs) -> Result<(), CommandError> {
    let size = args.size.unwrap_or(1);
    if !matches!(size, 1 | 2 | 4) {
        return Err(CommandError::bad_value("size is 1, 2 or 4 bytes"));
    }
    let form = Form {
        size,
        signed: args.signed.unwrap_or(false),
    };
    let value = number(session, args, form)?;
    let machine = session.machine()?;
    let mut search = Search::begin(machine, &args.spaces, form).map_err(image_error)?;
    if let Some(value) = value {
        search.narrow(machine, Test::Equal(value));
        search.start_here();
    }
    session.search = Some(Arc::new(search));
    Ok(())
}

/// Arguments that the op does not use are refused, as far as they would mean anything else.
fn check_meant(args: &SearchArgs, form: Form) -> Result<(), CommandError> {
    let other_size = args.size.is_some_and(|size| size != form.size);
    if other_size || args.signed.is_some_and(|signed| signed != form.signed) {
        return Err(CommandError::bad_value(
            "size and signed belong to the whole search; memory_search new begins another",
        ));
    }
    let compares = matches!(args.op, Op::Eq | Op::Ne | Op::Lt | Op::Gt | Op::By);
    if args.value.is_some() && !compares {
        let op = word(args.op);
        return Err(CommandError::bad_value(format!(
            "{op} takes no value; eq, ne, lt, gt and by compare with one"
        )));
    }
    Ok(())
}

fn narrow(session: &mut Session, args: &SearchArgs, form: Form) -> Result<(), CommandError> {
    let test = test(args.op, number(session, args, form)?)?;
    let mut search = under_way(session)?.clone();
    search.narrow(session.machine()?, test);
    session.search = Some(Arc::new(search));
    Ok(())
}

fn test(op: Op, value: Option<i64>) -> Result<Test, CommandError> {
    let needed = || value.ok_or_else(|| missing_value(op));
    Ok(match op {
        Op::Ne => Test::NotEqual(needed()?),
        Op::Lt => Test::Less(needed()?),
        Op::Gt => Test::Greater(needed()?),
        Op::By => Test::By(needed()?),
        Op::Inc => Test::Increased,
        Op::Dec => Test::Decreased,
        Op::Changed => Test::Changed,
        Op::Same => Test::Same,
        Op::Eq | Op::List | Op::New | Op::Undo => Test::Equal(needed()?),
    })
}

fn word(op: Op) -> String {
    format!("{op:?}").to_lowercase()
}

fn missing_value(op: Op) -> CommandError {
    let op = word(op);
    CommandError::new(
        "missing_argument",
        format!("{op} compares with a value; give one: memory_search {op} 3"),
    )
}

fn undo(session: &mut Session) -> Result<(), CommandError> {
    let mut search = under_way(session)?.clone();
    if !search.undo() {
        return Err(CommandError::not_found("no step is left to take back"));
    }
    session.search = Some(Arc::new(search));
    Ok(())
}

/// The value to compare with, if one is given.
fn number(session: &Session, args: &SearchArgs, form: Form) -> Result<Option<i64>, CommandError> {
    let Some(source) = &args.value else {
        return Ok(None);
    };
    let value = evaluate(source, session)?;
    if value < 0 && !form.signed && args.op != Op::By {
        return Err(CommandError::out_of_range(format!(
            "{value} is no unsigned number; memory_search new signed searches negative ones"
        )));
    }
    match form.holds(value) {
        true => Ok(Some(value)),
        false => Err(CommandError::out_of_range(format!(
            "{value} does not fit in {} byte{}; memory_search new size=2 or size=4 searches wider numbers",
            form.size,
            plural(form.size)
        ))),
    }
}

fn under_way(session: &Session) -> Result<&Search, CommandError> {
    let search = session.search.as_deref();
    search.ok_or_else(|| {
        CommandError::not_found(
            "no search has begun on this cartridge; memory_search new begins one",
        )
    })
}

/// An image that could not be taken, as the answer to a call.
pub fn image_error(error: ImageError) -> CommandError {
    match error {
        ImageError::Nothing(_) => CommandError::out_of_range(error.to_string()),
        ImageError::TooLarge { .. } => CommandError::limit(error.to_string()),
    }
}

fn reply(session: &Session, args: &SearchArgs) -> Result<SearchReply, CommandError> {
    let search = under_way(session)?;
    let names = session.names()?;
    let found = search.candidates(session.machine()?, args.cursor, args.max);
    let shown = args.cursor.min(search.count()) + found.len();
    Ok(SearchReply {
        count: search.count(),
        size: search.form().size,
        signed: search.form().signed,
        spaces: search.spaces().map(spaces::name).collect(),
        steps: search.steps(),
        candidates: found.iter().map(|found| row(&names, found)).collect(),
        cursor: (shown < search.count()).then_some(shown),
    })
}

fn row(names: &MachineNames, found: &Candidate) -> Row {
    let in_cpu = names.cpu_address(found.space, found.offset);
    let label = in_cpu.and_then(|address| names.label(address));
    let label = label.or_else(|| names.place(found.space, found.offset));
    Row {
        space: spaces::name(found.space),
        offset: found.offset,
        address: spaces::address_text(found.space, found.offset),
        value: found.value,
        previous: found.previous,
        label: label.map(|label| label.name.to_string()),
    }
}
