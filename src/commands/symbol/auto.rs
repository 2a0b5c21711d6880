//! `symbol_auto`: labels found by looking at the program.

use super::Row;
use crate::{
    commands::{Answer, CommandError, Context, render},
    debugger::symbols::{
        MachineNames,
        auto::{self, Found},
    },
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Rows of a reply.
const MOST_SHOWN: usize = 20;

/// What to look for.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum What {
    All,
    Vectors,
    Hw,
    Subs,
    Ram,
}

impl What {
    fn found(self) -> &'static [Found] {
        match self {
            What::All => &[
                Found::Vectors,
                Found::Hardware,
                Found::Subroutines,
                Found::Ram,
            ],
            What::Vectors => &[Found::Vectors],
            What::Hw => &[Found::Hardware],
            What::Subs => &[Found::Subroutines],
            What::Ram => &[Found::Ram],
        }
    }
}

/// Arguments of `symbol_auto`.
#[derive(Debug, Deserialize)]
pub struct AutoArgs {
    what: What,
}

/// Reply of `symbol_auto`.
#[derive(Debug, Serialize)]
pub struct AutoReply {
    created: usize,
    labels: Vec<Row>,
}

impl Answer for AutoReply {
    fn text(&self) -> String {
        let mut lines = vec![format!(
            "{} made",
            render::counted(self.created as u64, "label")
        )];
        lines.extend(self.labels.iter().map(Row::text));
        if self.created > self.labels.len() {
            let left = self.created - self.labels.len();
            lines.push(format!("{left} more: symbol_find source=auto"));
        }
        lines.join("\n")
    }
}

/// Names what has no name yet.
pub fn auto(context: &mut Context, args: AutoArgs) -> Result<AutoReply, CommandError> {
    let session = &mut *context.session;
    let mut symbols = session.labels.clone();
    let machine = session.machine()?;
    let mut made = Vec::new();
    for &what in args.what.found() {
        made.extend(auto::name(Arc::make_mut(&mut symbols), machine, what));
    }
    let names = MachineNames::new(machine, &symbols);
    let shown = made.iter().take(MOST_SHOWN);
    let reply = AutoReply {
        created: made.len(),
        labels: shown.map(|label| Row::new(names, label)).collect(),
    };
    session.labels = symbols;
    Ok(reply)
}
