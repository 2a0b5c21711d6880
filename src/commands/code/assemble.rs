//! `code_assemble`.

use crate::{
    commands::{
        Answer, CommandError, Context,
        place::{self, Span},
        render,
    },
    debugger::{
        assembler,
        code::{CodeNames, CodeView, patch},
        disassembler::Instruction,
    },
    nes::event::Space,
    registry::types::Address,
};
use serde::{Deserialize, Serialize};

const NOP: u8 = 0xEA;
/// Most bytes written by one call.
const MOST_BYTES: usize = 4096;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Fill {
    Nop,
    None,
}

/// Arguments of `code_assemble`.
#[derive(Debug, Deserialize)]
pub struct AssembleArgs {
    address: Address,
    code: String,
    fill: Fill,
}

/// Reply of `code_assemble`.
#[derive(Debug, Serialize)]
pub struct AssembleReply {
    address: u16,
    bytes: Vec<u8>,
    old: Vec<u8>,
    text: String,
    replaced: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
}

impl Answer for AssembleReply {
    fn text(&self) -> String {
        let warning = self.warning.iter().map(|text| format!("\nwarning: {text}"));
        format!(
            "${:04X}: {} -> {}  {}{}",
            self.address,
            render::hex(&self.old),
            render::hex(&self.bytes),
            self.text,
            warning.collect::<String>()
        )
    }
}

/// Assembles over what is there.
pub fn assemble(context: &mut Context, args: AssembleArgs) -> Result<AssembleReply, CommandError> {
    let session = &mut *context.session;
    let machine = session.machine()?;
    let (view, address) = super::view(machine, &args.address)?;
    let names = super::names(session, view)?;
    let mut bytes = assembled(&names, address, &args.code)?;
    let replaced = patch::Replaced::by(&view, address, &bytes);
    let text = |instruction: &Instruction| instruction.text(&names);
    let pads = args.fill == Fill::Nop;
    let warning = replaced.warning(pads, &text);
    if pads {
        bytes.resize(replaced.covered(), NOP);
    }
    let span = span(&view, address, bytes.len())?;
    let reply = AssembleReply {
        address,
        text: joined(&patch::decode(address, &bytes), &text),
        replaced: joined(&replaced.old, &text),
        old: place::peek(machine, span),
        bytes,
        warning,
    };
    place::poke(session, span, &reply.bytes)?;
    Ok(reply)
}

fn joined(code: &[Instruction], text: &dyn Fn(&Instruction) -> String) -> String {
    let texts: Vec<String> = code.iter().map(text).collect();
    texts.join("; ")
}

fn assembled(names: &CodeNames, address: u16, code: &str) -> Result<Vec<u8>, CommandError> {
    let lookup = |name: &str| names.find(name).map(i64::from);
    let bad = |message: String| CommandError::new("bad_code", message);
    let bytes = assembler::assemble_line(address, &statements(code), &lookup)
        .map_err(|error| bad(error.to_string()))?;
    match bytes.len() {
        0 => Err(bad("there is no instruction".to_string())),
        length if length > MOST_BYTES => Err(bad(format!(
            "the code takes {length} bytes; {MOST_BYTES} are possible at once"
        ))),
        _ => Ok(bytes),
    }
}

/// One statement a line: `;` separates them, except inside quotes.
fn statements(code: &str) -> String {
    let mut quote = None;
    let separate = |c: char| match (quote, c) {
        (None, ';') => '\n',
        (None, '"' | '\'') => {
            quote = Some(c);
            c
        }
        (Some(open), _) if open == c => {
            quote = None;
            c
        }
        _ => c,
    };
    code.chars().map(separate).collect()
}

fn span(view: &CodeView, address: u16, length: usize) -> Result<Span, CommandError> {
    let (space, start) = match view.prg(address).filter(|_| view.shows_unmapped_bank()) {
        Some(offset) => (Space::Prg, offset),
        None => (Space::Cpu, u32::from(address)),
    };
    let length = length as u32;
    if start + length > view.machine().space_length(space) {
        return Err(CommandError::out_of_range(
            "the code runs past the end of its memory",
        ));
    }
    Ok(Span {
        space,
        start,
        length,
    })
}
