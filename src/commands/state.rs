//! Named states: files beside the ROM for the operator, memory for agents.

use super::{
    answer::{Answer, CommandError, Done},
    bindings::{Bindings, NoArgs},
    context::Context,
    run::{place, stand},
};
use crate::{
    debugger::{
        rom_file,
        stop::{Place, Reason},
    },
    nes::{digest, event::Event},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Most states kept in memory.
pub const MOST_STATES: usize = 64;
/// Most bytes of all states in memory together.
pub const MOST_STATE_BYTES: usize = 16 << 20;

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("state_save", save);
    bindings.bind("state_load", load);
    bindings.bind("state_list", list);
    bindings.bind("state_delete", delete);
}

/// Arguments of `state_save`.
#[derive(Deserialize)]
pub struct SaveArgs {
    name: String,
    export: bool,
}

/// Reply of `state_save`.
#[derive(Serialize)]
pub struct SaveReply {
    name: String,
    bytes: usize,
    sha256: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    position: Place,
}

impl Answer for SaveReply {
    fn text(&self) -> String {
        let place = self.path.as_deref().unwrap_or("memory");
        format!(
            "saved {} in {place}: {} bytes at frame {}, sha256 {}",
            self.name,
            self.bytes,
            self.position.frame,
            &self.sha256[..16]
        )
    }
}

fn save(context: &mut Context<'_>, args: SaveArgs) -> Result<SaveReply, CommandError> {
    check_name(&args.name)?;
    let machine = context.session.machine()?;
    let position = place(machine);
    let state = machine.save();
    let (bytes, sha256) = (state.len(), digest::bytes(&state));
    let mut path = None;
    if args.export {
        path = Some(context.write_file(&args.name, "state", &state)?);
    }
    match files(context) {
        Some(rom) => path = path.or(Some(context.host.save_state(&rom, &args.name, &state)?)),
        None => keep(context, &args.name, state)?,
    }
    Ok(SaveReply {
        name: args.name,
        bytes,
        sha256,
        path,
        position,
    })
}

/// The ROM beside which this caller's states are files, or `None` when they stay in memory.
fn files(context: &Context<'_>) -> Option<String> {
    match context.scope.origin.owns_files() {
        true => context.session.rom_path.clone(),
        false => None,
    }
}

fn keep(context: &mut Context<'_>, name: &str, state: Vec<u8>) -> Result<(), CommandError> {
    let states = &mut context.session.states;
    let others = states.iter().filter(|(known, _)| *known != name);
    let (count, bytes) = others.fold((0, 0), |(count, bytes), (_, state)| {
        (count + 1, bytes + state.len())
    });
    if count >= MOST_STATES || bytes + state.len() > MOST_STATE_BYTES {
        return Err(CommandError::limit(format!(
            "{count} states with {bytes} bytes are in memory; state_delete makes room"
        )));
    }
    states.insert(name.to_string(), Arc::new(state));
    Ok(())
}

fn check_name(name: &str) -> Result<(), CommandError> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    match (1..=64).contains(&name.len()) && name.chars().all(fits) {
        true => Ok(()),
        false => Err(CommandError::bad_value(
            "a state's name is 1 to 64 letters, digits, _ or -",
        )),
    }
}

/// Arguments of `state_load` and `state_delete`.
#[derive(Deserialize)]
pub struct NameArgs {
    name: String,
}

/// Reply of `state_load`.
#[derive(Serialize)]
pub struct LoadReply {
    name: String,
    position: Place,
}

impl Answer for LoadReply {
    fn text(&self) -> String {
        let Place {
            frame,
            scanline,
            dot,
            cycle,
            ..
        } = self.position;
        format!(
            "loaded {}: frame {frame} line {scanline} dot {dot} cycle {cycle}",
            self.name
        )
    }
}

fn load(context: &mut Context<'_>, args: NameArgs) -> Result<LoadReply, CommandError> {
    check_name(&args.name)?;
    let state = match files(context) {
        Some(rom) => context.host.load_state(&rom, &args.name)?,
        None => {
            let state = context.session.states.get(&args.name);
            let state = state.ok_or_else(|| unknown(&args.name))?;
            state.as_ref().clone()
        }
    };
    context.session.live = None;
    let before = rom(context)?;
    context.session.apply(&Event::LoadState(state))?;
    tell_patches(context, &before)?;
    let stop = stand(context, Reason::Done)?;
    let position = stop.position;
    context.session.last_stop = Some(stop);
    Ok(LoadReply {
        name: args.name,
        position,
    })
}

/// The ROM file as it is now, cheats aside.
fn rom(context: &Context<'_>) -> Result<Vec<u8>, CommandError> {
    let session = &*context.session;
    Ok(rom_file::without_cheats(
        session.machine()?,
        &session.cheats,
    ))
}

/// A notice when a state has brought back other ROM bytes than there were.
fn tell_patches(context: &mut Context<'_>, before: &[u8]) -> Result<(), CommandError> {
    let now = rom(context)?;
    if now != before {
        let loaded = &context.session.machine()?.rom().file;
        let patched = now.iter().zip(loaded).filter(|(now, was)| now != was);
        let notice = match patched.count() {
            0 => "no ROM byte of the state is patched; patches made since are gone".to_string(),
            count => format!("{count} ROM bytes of the state are patched"),
        };
        context.notice("state", notice);
    }
    Ok(())
}

/// The bytes of a named state; `None` when none of that name can be read.
pub(super) fn find(context: &Context<'_>, name: &str) -> Option<Vec<u8>> {
    check_name(name).ok()?;
    match files(context) {
        Some(rom) => context.host.load_state(&rom, name).ok(),
        None => context.session.states.get(name).map(|state| state.to_vec()),
    }
}

fn unknown(name: &str) -> CommandError {
    CommandError::not_found(format!("no state {name}; state_list lists them"))
}

/// One named state.
#[derive(Serialize)]
pub struct StateRow {
    name: String,
    bytes: u64,
}

/// Reply of `state_list`.
#[derive(Serialize)]
pub struct ListReply {
    states: Vec<StateRow>,
}

impl Answer for ListReply {
    fn text(&self) -> String {
        if self.states.is_empty() {
            return "no states; state_save makes one".to_string();
        }
        let rows = self.states.iter();
        let rows = rows.map(|row| format!("{:16} {} bytes", row.name, row.bytes));
        rows.collect::<Vec<_>>().join("\n")
    }
}

fn list(context: &mut Context<'_>, _: NoArgs) -> Result<ListReply, CommandError> {
    let states = match files(context) {
        Some(rom) => {
            let states = context.host.states(&rom).into_iter();
            let rows = states.map(|state| StateRow {
                name: state.name,
                bytes: state.bytes,
            });
            rows.collect()
        }
        None => {
            let states = context.session.states.iter();
            let rows = states.map(|(name, state)| StateRow {
                name: name.clone(),
                bytes: state.len() as u64,
            });
            rows.collect()
        }
    };
    Ok(ListReply { states })
}

fn delete(context: &mut Context<'_>, args: NameArgs) -> Result<Done, CommandError> {
    check_name(&args.name)?;
    match files(context) {
        Some(rom) => context.host.delete_state(&rom, &args.name)?,
        None => {
            let removed = context.session.states.remove(&args.name);
            removed.ok_or_else(|| unknown(&args.name))?;
        }
    }
    Ok(Done::saying(format!("deleted {}", args.name)))
}
