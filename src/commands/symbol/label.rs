//! `symbol_add`, `symbol_remove` and `symbol_type`: one label at a time.

use super::{Row, row};
use crate::{
    commands::{Answer, CommandError, Context, place},
    debugger::{
        spaces,
        symbols::{Kind, Label, Source, home, spelled},
    },
    registry::types::Address,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Names that a reply lists when several labels are gone.
const MOST_NAMED: usize = 20;

/// Arguments of `symbol_add`.
#[derive(Debug, Deserialize)]
pub struct AddArgs {
    address: Address,
    name: String,
    size: Option<u32>,
    #[serde(rename = "type")]
    kind: Option<Kind>,
    comment: Option<String>,
}

/// Reply of `symbol_add` and `symbol_type`.
#[derive(Debug, Serialize)]
pub struct LabelReply {
    label: Row,
    expression: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    moved_from: Option<String>,
}

impl Answer for LabelReply {
    fn text(&self) -> String {
        let mut text = self.label.text();
        if self.expression != self.label.name {
            text.push_str(&format!("\nin expressions {}", self.expression));
        }
        if let Some(place) = &self.moved_from {
            text.push_str(&format!("\nit stood for {place} before"));
        }
        text
    }
}

/// Names a place.
pub fn add(context: &mut Context, args: AddArgs) -> Result<LabelReply, CommandError> {
    let session = &mut *context.session;
    let machine = session.machine()?;
    let (space, address) = place::resolve(machine, &args.address, None)?;
    let (space, address, cpu) = home(machine, space, address);
    let size = args.size.or(args.kind.and_then(Kind::bytes)).unwrap_or(1);
    let left = machine.space_length(space) - address;
    if size > left {
        return Err(CommandError::out_of_range(format!(
            "{} has {left} bytes behind it, not {size}",
            spaces::address_text(space, address)
        )));
    }
    let label = Label::new(&args.name, space, address, Source::User)
        .map_err(|error| CommandError::bad_value(error.to_string()))?;
    let mut label = label.sized(size);
    label = label.with_comment(args.comment.as_deref().unwrap_or_default());
    (label.cpu, label.kind) = (cpu, args.kind);
    let before = Arc::make_mut(&mut session.labels)
        .insert(label.clone())
        .map_err(|error| CommandError::limit(error.to_string()))?;
    let moved = before.filter(|before| (before.space, before.address) != (space, address));
    Ok(LabelReply {
        label: row(session, &label)?,
        expression: spelled(&label.name),
        moved_from: moved.map(|label| spaces::address_text(label.space, label.address)),
    })
}

/// Arguments of `symbol_remove`.
#[derive(Debug, Deserialize)]
pub struct RemoveArgs {
    name: Option<String>,
    source: Option<String>,
}

/// Reply of `symbol_remove`.
#[derive(Debug, Serialize)]
pub struct RemoveReply {
    removed: usize,
    names: Vec<String>,
}

impl Answer for RemoveReply {
    fn text(&self) -> String {
        let more = match self.removed > self.names.len() {
            true => " and more",
            false => "",
        };
        format!("{} removed: {}{more}", self.removed, self.names.join(" "))
    }
}

/// Removes one label, or all of a source.
pub fn remove(context: &mut Context, args: RemoveArgs) -> Result<RemoveReply, CommandError> {
    let session = &mut *context.session;
    let names: Vec<Arc<str>> = match (&args.name, &args.source) {
        (Some(name), None) => {
            let label = session.labels.get(name);
            label.map(|label| label.name.clone()).into_iter().collect()
        }
        (None, Some(source)) => {
            let rows = session.labels.iter();
            let rows = rows.filter(|label| label.source.word() == source);
            rows.map(|label| label.name.clone()).collect()
        }
        _ => return Err(CommandError::bad_value("give either a name or a source")),
    };
    if names.is_empty() {
        return Err(CommandError::not_found(
            "no such label; symbol_find lists labels and their sources",
        ));
    }
    let symbols = Arc::make_mut(&mut session.labels);
    let removed = names.iter().filter_map(|name| symbols.remove(name)).count();
    let named = names.iter().take(MOST_NAMED);
    Ok(RemoveReply {
        removed,
        names: named.map(|name| name.to_string()).collect(),
    })
}

/// Arguments of `symbol_type`.
#[derive(Debug, Deserialize)]
pub struct TypeArgs {
    address: Address,
    #[serde(rename = "type")]
    kind: Kind,
    size: Option<u32>,
}

/// Says what a label's bytes hold.
pub fn set_type(context: &mut Context, args: TypeArgs) -> Result<LabelReply, CommandError> {
    let session = &mut *context.session;
    let machine = session.machine()?;
    let (space, address) = place::resolve(machine, &args.address, None)?;
    let label = session.names()?.place(space, address).cloned();
    let mut label = label.ok_or_else(|| {
        CommandError::not_found(format!(
            "no label begins at {}; symbol_add names it",
            spaces::address_text(space, address)
        ))
    })?;
    let size = args.size.or(args.kind.bytes()).unwrap_or(label.size);
    if size
        > machine
            .space_length(label.space)
            .saturating_sub(label.address)
    {
        return Err(CommandError::out_of_range("the memory ends before"));
    }
    label = label.sized(size);
    label.kind = Some(args.kind);
    Arc::make_mut(&mut session.labels)
        .insert(label.clone())
        .map_err(|error| CommandError::limit(error.to_string()))?;
    Ok(LabelReply {
        label: row(session, &label)?,
        expression: spelled(&label.name),
        moved_from: None,
    })
}
