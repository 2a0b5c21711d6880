//! `code_xref`.

use crate::{
    commands::{Answer, CommandError, Context, render},
    debugger::code::references::{self, Use},
    registry::types::Address,
};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    All,
    Call,
    Jump,
    Read,
    Write,
}

/// Arguments of `code_xref`.
#[derive(Debug, Deserialize)]
pub struct XrefArgs {
    address: Address,
    kind: Kind,
    max: usize,
    cursor: usize,
}

/// Reply of `code_xref`.
#[derive(Debug, Serialize)]
pub struct XrefReply {
    address: u16,
    references: Vec<Reference>,
    total: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<usize>,
    #[serde(skip)]
    name: String,
}

/// One instruction that names the address.
#[derive(Debug, Serialize)]
struct Reference {
    from: u16,
    kind: Use,
    indexed: bool,
    text: String,
}

impl Answer for XrefReply {
    fn text(&self) -> String {
        let rows = self.references.iter();
        let mut rows: Vec<String> = rows
            .map(|found| {
                let indexed = if found.indexed { " indexed" } else { "" };
                let kind = found.kind.name();
                format!("${:04X}  {:<24} {kind}{indexed}", found.from, found.text)
            })
            .collect();
        rows.push(format!(
            "{} of the known code {} {}",
            render::counted(self.total as u64, "instruction"),
            if self.total == 1 { "names" } else { "name" },
            self.name
        ));
        if let Some(cursor) = self.cursor {
            rows.push(format!("cursor={cursor} goes on"));
        }
        rows.join("\n")
    }
}

/// Lists the instructions that name an address.
pub fn xref(context: &mut Context, args: XrefArgs) -> Result<XrefReply, CommandError> {
    let session = &*context.session;
    let (view, address) = super::view(session.machine()?, &args.address)?;
    let names = super::names(session, view)?;
    let flow = super::follow(&view, session.machine()?.cpu().pc);
    let mut found = references::to(&view, &flow, address);
    found.retain(|reference| args.kind.includes(reference.how));
    let page = found.iter().skip(args.cursor).take(args.max);
    let references: Vec<Reference> = page
        .map(|reference| Reference {
            from: reference.instruction.address,
            kind: reference.how,
            indexed: reference.indexed,
            text: reference.instruction.text(&names),
        })
        .collect();
    let shown = args.cursor + references.len();
    Ok(XrefReply {
        address,
        references,
        total: found.len(),
        cursor: (shown < found.len()).then_some(shown),
        name: names.shown(address),
    })
}

impl Kind {
    fn includes(self, how: Use) -> bool {
        let asked = match self {
            Kind::All => return true,
            Kind::Call => Use::Call,
            Kind::Jump => Use::Jump,
            Kind::Read => Use::Read,
            Kind::Write => Use::Write,
        };
        how.answers(asked)
    }
}
