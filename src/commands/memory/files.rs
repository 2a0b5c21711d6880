//! `memory_save` and `memory_load`: memory to and from files.

use super::super::place::{self, Span};
use crate::{
    commands::{Answer, CommandError, Context},
    registry::types::{Address, AddressRange},
};
use serde::{Deserialize, Serialize};

/// Arguments of `memory_save`.
#[derive(Debug, Deserialize)]
pub struct SaveArgs {
    path: String,
    range: AddressRange,
}

/// Reply of `memory_save`.
#[derive(Debug, Serialize)]
pub struct SaveReply {
    path: String,
    bytes: usize,
}

impl Answer for SaveReply {
    fn text(&self) -> String {
        format!("{} bytes written to {}", self.bytes, self.path)
    }
}

/// Saves a range of memory to a file.
pub fn save(context: &mut Context, args: SaveArgs) -> Result<SaveReply, CommandError> {
    let machine = context.session.machine()?;
    let bytes = place::peek(machine, place::range(machine, &args.range)?);
    Ok(SaveReply {
        path: context.write_file(&args.path, "bin", &bytes)?,
        bytes: bytes.len(),
    })
}

/// Arguments of `memory_load`.
#[derive(Debug, Deserialize)]
pub struct LoadArgs {
    path: String,
    address: Address,
}

/// Reply of `memory_load`.
#[derive(Debug, Serialize)]
pub struct LoadReply {
    bytes: u32,
    changed: u32,
}

impl Answer for LoadReply {
    fn text(&self) -> String {
        format!("{} bytes loaded, {} changed", self.bytes, self.changed)
    }
}

/// Loads a whole file into memory from an address on.
pub fn load(context: &mut Context, args: LoadArgs) -> Result<LoadReply, CommandError> {
    let bytes = context.read_file(&args.path)?;
    if bytes.is_empty() {
        return Err(CommandError::bad_value(format!("{} is empty", args.path)));
    }
    let length = u32::try_from(bytes.len())
        .map_err(|_| CommandError::limit(format!("{} is too large", args.path)))?;
    let span: Span = place::span(context.session.machine()?, &args.address, length, None)?;
    Ok(LoadReply {
        bytes: length,
        changed: place::poke(context.session, span, &bytes)?,
    })
}
