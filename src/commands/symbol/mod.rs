//! Group `symbol`: labels and source lines.

mod auto;
mod files;
mod find;
mod label;
mod line;

use super::{Bindings, CommandError, Session};
use crate::{
    debugger::{
        spaces,
        symbols::{Label, MachineNames},
    },
    nes::event::Space,
};
use serde::Serialize;

/// The registers of the PPU, with their mirrors, and of the 2A03.
const REGISTERS: std::ops::Range<u16> = 0x2000..0x4020;

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("symbol_load", files::load);
    bindings.bind("symbol_save", files::save);
    bindings.bind("symbol_add", label::add);
    bindings.bind("symbol_remove", label::remove);
    bindings.bind("symbol_find", find::find);
    bindings.bind("symbol_type", label::set_type);
    bindings.bind("symbol_line", line::line);
    bindings.bind("symbol_auto", auto::auto);
}

/// One label in replies.
#[derive(Debug, Serialize)]
struct Row {
    name: String,
    space: &'static str,
    address: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu: Option<u16>,
    size: u32,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    source: String,
    #[serde(skip)]
    place: String,
}

impl Row {
    fn new(names: MachineNames, label: &Label) -> Row {
        Row {
            name: label.name.to_string(),
            space: spaces::name(label.space),
            address: label.address,
            cpu: register(label).or_else(|| names.cpu_address(label.space, label.address)),
            size: label.size,
            kind: label.kind.map(|kind| kind.word()),
            value: names.value(label),
            comment: label.comment.as_deref().map(str::to_string),
            source: label.source.word().to_string(),
            place: spaces::address_text(label.space, label.address),
        }
    }

    /// One line: place, where it is mapped, name, type and value, comment.
    fn text(&self) -> String {
        let cpu = match self.cpu {
            Some(cpu) if self.space != "cpu" => format!("${cpu:04X}"),
            Some(_) => String::new(),
            None => "-".to_string(),
        };
        let mut text = format!("{:<11} {cpu:<5}  {}", self.place, self.name);
        if self.size > 1 {
            text.push_str(&format!("  {} bytes", self.size));
        }
        if let Some(kind) = self.kind {
            text.push_str(&format!("  {kind}"));
        }
        if let Some(value) = self.value {
            text.push_str(&match self.kind {
                Some("ptr") => format!(" = ${value:04X}"),
                _ => format!(" = {value}"),
            });
        }
        if let Some(comment) = &self.comment {
            text.push_str(&format!("  ; {}", comment.replace('\n', " / ")));
        }
        text
    }
}

/// The address of a label in the registers of the console, which always answer.
fn register(label: &Label) -> Option<u16> {
    let address = u16::try_from(label.address).ok()?;
    (label.space == Space::Cpu && REGISTERS.contains(&address)).then_some(address)
}

/// The names of the session over its machine, as a row needs them.
///
/// Errors: `no_rom`.
fn row(session: &Session, label: &Label) -> Result<Row, CommandError> {
    Ok(Row::new(session.names()?, label))
}
