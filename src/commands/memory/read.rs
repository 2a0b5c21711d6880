//! `memory_read`: bytes of any space, many places in one call.

use crate::{
    commands::{
        Answer, CommandError, Context,
        place::{self, Span},
        render,
    },
    debugger::spaces,
    nes::{event::Space, machine::Machine},
    registry::types::{Address, AddressRange},
};
use serde::{Deserialize, Serialize};

/// How the bytes are rendered and decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    Hex,
    U8,
    U16,
    S8,
    Bcd,
    Text,
    Markdown,
}

/// Arguments of `memory_read`.
#[derive(Debug, Deserialize)]
pub struct ReadArgs {
    address: Option<Address>,
    length: u32,
    #[serde(rename = "as")]
    form: Form,
    items: Option<Vec<AddressRange>>,
    space: Option<Space>,
}

/// Reply of `memory_read`.
#[derive(Debug, Serialize)]
pub struct ReadReply {
    space: &'static str,
    address: u32,
    length: u32,
    bytes: Vec<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<i64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<Vec<Item>>,
    #[serde(skip)]
    text: String,
}

#[derive(Debug, Serialize)]
struct Item {
    address: String,
    bytes: Vec<u8>,
}

impl Answer for ReadReply {
    fn text(&self) -> String {
        self.text.clone()
    }
}

/// Reads bytes without side effects.
pub fn read(context: &mut Context, args: ReadArgs) -> Result<ReadReply, CommandError> {
    let machine = context.session.machine()?;
    if let Some(items) = &args.items {
        if args.address.is_some() {
            return Err(CommandError::bad_value(
                "give an address or items, not both",
            ));
        }
        return read_items(machine, items, args.space);
    }
    let address = args.address.ok_or_else(|| {
        CommandError::new("missing_argument", "address is missing; or give items")
    })?;
    let span = place::span(machine, &address, args.length, args.space)?;
    let bytes = place::peek(machine, span);
    let values = decode(args.form, &bytes);
    Ok(ReadReply {
        space: spaces::name(span.space),
        address: span.start,
        length: span.length,
        text: match &context.session.text_table {
            Some(table) if args.form == Form::Text => table.decode(&bytes),
            _ => text(args.form, span, &bytes, values.as_deref()),
        },
        bytes,
        values,
        items: None,
    })
}

fn read_items(
    machine: &Machine,
    items: &[AddressRange],
    space: Option<Space>,
) -> Result<ReadReply, CommandError> {
    let mut rows = Vec::with_capacity(items.len());
    for item in items {
        let span = place::span(machine, &item.start, item.length, space)?;
        rows.push(Item {
            address: spaces::address_text(span.space, span.start),
            bytes: place::peek(machine, span),
        });
    }
    let lines: Vec<_> = rows
        .iter()
        .map(|item| format!("{}  {}", item.address, render::hex(&item.bytes)))
        .collect();
    Ok(ReadReply {
        space: spaces::name(space.unwrap_or(Space::Cpu)),
        address: items.first().map_or(0, |item| item.start.value),
        length: rows.iter().map(|item| item.bytes.len() as u32).sum(),
        bytes: rows.iter().flat_map(|item| item.bytes.clone()).collect(),
        values: None,
        items: Some(rows),
        text: lines.join("\n"),
    })
}

/// The numbers that the bytes stand for; none for the forms that show bytes.
fn decode(form: Form, bytes: &[u8]) -> Option<Vec<i64>> {
    let values = match form {
        Form::U8 => bytes.iter().map(|&byte| i64::from(byte)).collect(),
        Form::S8 => bytes.iter().map(|&byte| i64::from(byte as i8)).collect(),
        Form::U16 => bytes
            .chunks_exact(2)
            .map(|pair| i64::from(u16::from_le_bytes([pair[0], pair[1]])))
            .collect(),
        Form::Bcd => bytes.iter().map(|&byte| bcd(byte)).collect(),
        Form::Hex | Form::Text | Form::Markdown => return None,
    };
    Some(values)
}

/// Two decimal digits; a nibble above 9 counts as it stands.
fn bcd(byte: u8) -> i64 {
    i64::from(byte >> 4) * 10 + i64::from(byte & 0x0F)
}

fn text(form: Form, span: Span, bytes: &[u8], values: Option<&[i64]>) -> String {
    let width = spaces::width(span.space);
    match (form, values) {
        (_, Some(values)) => {
            let step = if form == Form::U16 { 2 } else { 1 };
            render::number_rows(span.start, step, values, width)
        }
        (Form::Text, _) => render::printable(bytes),
        (Form::Markdown, _) => render::markdown_dump(span.start, bytes, width),
        _ => render::hex_dump(span.start, bytes, width),
    }
}
