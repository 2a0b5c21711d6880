//! Group `code`: disassemble, assemble in place, search, measure, follow.

mod assemble;
mod cycles;
mod disassemble;
mod find;
mod function;
mod opcode;
mod unused;
mod xref;

use super::{Bindings, CommandError, Session, place};
use crate::{
    debugger::{
        code::{CodeNames, CodeView, Flow, flow},
        spaces,
    },
    nes::machine::Machine,
    registry::types::Address,
};

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("code_disassemble", disassemble::disassemble);
    bindings.bind("code_assemble", assemble::assemble);
    bindings.bind("code_opcode", opcode::opcode);
    bindings.bind("code_find", find::find);
    bindings.bind("code_cycles", cycles::cycles);
    bindings.bind("code_function", function::function);
    bindings.bind("code_xref", xref::xref);
    bindings.bind("code_free", unused::unused);
}

/// The view in which code at an address is read, and its CPU address.
///
/// Errors: those of [`place::resolve`]; `bad_value` for a memory that can hold no code.
fn view<'a>(machine: &'a Machine, address: &Address) -> Result<(CodeView<'a>, u16), CommandError> {
    let (space, offset) = place::resolve(machine, address, None)?;
    CodeView::of(machine, space, offset).ok_or_else(|| {
        CommandError::bad_value(format!(
            "the CPU can not run code at {} now",
            spaces::address_text(space, offset)
        ))
    })
}

/// What is known to be code in a view, `entry` included.
fn follow(view: &CodeView, entry: u16) -> Flow {
    let mut starts = flow::known_starts(view.machine());
    starts.push(entry);
    Flow::follow(view, starts)
}

/// What the addresses of a view are called.
fn names<'a>(session: &'a Session, view: CodeView<'a>) -> Result<CodeNames<'a>, CommandError> {
    Ok(CodeNames {
        view,
        names: session.names()?,
    })
}
