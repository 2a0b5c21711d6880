//! `code_free`.

use crate::{
    commands::{Answer, CommandError, Context},
    debugger::{
        code::{CodeView, unused},
        spaces,
    },
    nes::event::Space,
};
use serde::{Deserialize, Serialize};

/// Arguments of `code_free`.
#[derive(Debug, Deserialize)]
pub struct FreeArgs {
    min: u32,
    max: usize,
    cursor: usize,
}

/// Reply of `code_free`.
#[derive(Debug, Serialize)]
pub struct FreeReply {
    runs: Vec<Run>,
    total: usize,
    bytes: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<usize>,
}

/// One run.
#[derive(Debug, Serialize)]
struct Run {
    prg: u32,
    length: u32,
    value: u8,
    address: u16,
    mapped: bool,
}

impl Answer for FreeReply {
    fn text(&self) -> String {
        let mut rows: Vec<String> = self.runs.iter().map(Run::row).collect();
        rows.push(format!(
            "{} runs, {} bytes of PRG ROM; they can still be data of that value",
            self.total, self.bytes
        ));
        if let Some(cursor) = self.cursor {
            rows.push(format!("cursor={cursor} goes on"));
        }
        rows.join("\n")
    }
}

impl Run {
    fn row(&self) -> String {
        format!(
            "{}  ${:04X}{}  {} bytes of ${:02X}",
            spaces::address_text(Space::Prg, self.prg),
            self.address,
            if self.mapped { "" } else { " (not mapped)" },
            self.length,
            self.value
        )
    }
}

/// Lists runs of fill bytes.
pub fn unused(context: &mut Context, args: FreeArgs) -> Result<FreeReply, CommandError> {
    let machine = context.session.machine()?;
    let flow = super::follow(&CodeView::now(machine), machine.cpu().pc);
    let found = unused::runs(machine, &flow, args.min);
    let page = found.iter().skip(args.cursor).take(args.max);
    let runs: Vec<Run> = page
        .map(|run| Run {
            prg: run.prg,
            length: run.length,
            value: run.value,
            address: run.address,
            mapped: run.mapped,
        })
        .collect();
    let shown = args.cursor + runs.len();
    Ok(FreeReply {
        runs,
        total: found.len(),
        bytes: found.iter().map(|run| run.length).sum(),
        cursor: (shown < found.len()).then_some(shown),
    })
}
