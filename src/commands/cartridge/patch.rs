//! `cartridge_patch`: a patch file onto the cartridge.

use crate::{
    commands::{Answer, CommandError, Context, Session, machine::insert},
    debugger::{
        rom_file::{self, Change, Headered, MOST_LIVE_CHANGES, Patched},
        spaces,
    },
    nes::{event::Event, machine::Machine},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Changed runs that are listed.
const CHANGES_LISTED: usize = 50;

/// Whether offsets of the patch count the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum HeaderedWord {
    Auto,
    Yes,
    No,
}

/// Arguments of `cartridge_patch`.
#[derive(Debug, Deserialize)]
pub struct PatchArgs {
    path: String,
    headered: HeaderedWord,
    power: bool,
}

/// Reply of `cartridge_patch`.
#[derive(Debug, Serialize)]
pub struct PatchReply {
    format: &'static str,
    headered: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    misfit: Option<[u64; 2]>,
    verified: bool,
    changed: usize,
    total: usize,
    changes: Vec<Row>,
    size_before: usize,
    size: usize,
    crc32: String,
    powered: bool,
}

/// A run of changed bytes.
#[derive(Debug, Serialize)]
pub struct Row {
    file: usize,
    length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
}

impl Row {
    /// For a reply.
    pub fn of(change: &Change) -> Row {
        Row {
            file: change.within.start,
            length: change.within.len(),
            address: change
                .place
                .map(|(space, offset)| spaces::address_text(space, offset)),
        }
    }

    /// For a text.
    pub fn text(&self) -> String {
        let address = self.address.as_deref().unwrap_or("no ROM");
        format!("file ${:05X}  {address}  {} bytes", self.file, self.length)
    }
}

impl Answer for PatchReply {
    fn text(&self) -> String {
        let header = if self.headered { "with" } else { "without" };
        let how = match (self.misfit, self.verified) {
            (Some([with, without]), _) => format!(
                "offsets count the file {header} its header (misfit with {with}, without {without}); IPS has no checksums"
            ),
            (None, _) => format!("for the file {header} its header; checksums right"),
        };
        let power = match self.powered {
            true => format!(
                "the patched cartridge of {} bytes (before: {}) was put in and powered on",
                self.size, self.size_before
            ),
            false if self.changed == 0 => "the patch is applied already".to_string(),
            false => "the running machine's ROM was patched; machine_reset restarts it".to_string(),
        };
        let mut lines = vec![
            format!("{} patch, {how}", self.format.to_uppercase()),
            format!(
                "{} bytes changed (runs: {}); {power}",
                self.changed, self.total
            ),
        ];
        lines.extend(self.changes.iter().map(Row::text));
        if self.total > self.changes.len() {
            lines.push(format!("and {} more runs", self.total - self.changes.len()));
        }
        lines.join("\n")
    }
}

/// Applies a patch file.
pub fn patch(context: &mut Context, args: PatchArgs) -> Result<PatchReply, CommandError> {
    let patch = context.read_file(&args.path)?;
    let headered = match args.headered {
        HeaderedWord::Auto => Headered::Auto,
        HeaderedWord::Yes => Headered::Yes,
        HeaderedWord::No => Headered::No,
    };
    let machine = context.session.machine()?;
    let now = rom_file::without_cheats(machine, &context.session.cheats);
    let patched = rom_file::apply(machine, now, &patch, headered)
        .map_err(|error| CommandError::new("bad_patch", error.to_string()))?;
    let changes = rom_file::changes(machine, &patched.source, &patched.target);
    let changed = changes.iter().map(|change| change.within.len()).sum();
    let another = args.power || changed > MOST_LIVE_CHANGES || !is_live(&patched, &changes);
    match another {
        true => put_in(context, &patched.target)?,
        false => poke(context, &patched.target, &changes)?,
    }
    let listed = changes.iter().take(CHANGES_LISTED);
    Ok(PatchReply {
        format: patched.format.name(),
        headered: patched.headered,
        misfit: patched.misfit,
        verified: patched.checksums.is_some(),
        changed,
        total: changes.len(),
        changes: listed.map(Row::of).collect(),
        size_before: patched.source.len(),
        size: patched.target.len(),
        crc32: format!("{:08x}", crc32fast::hash(&patched.target)),
        powered: another,
    })
}

/// Whether the change is one of ROM bytes alone.
fn is_live(patched: &Patched, changes: &[Change]) -> bool {
    let in_rom = changes.iter().all(|change| change.place.is_some());
    in_rom && patched.source.len() == patched.target.len()
}

fn poke(context: &mut Context, target: &[u8], changes: &[Change]) -> Result<(), CommandError> {
    for change in changes {
        let Some((space, offset)) = change.place else {
            continue;
        };
        for (address, &value) in (offset..).zip(&target[change.within.clone()]) {
            context.session.apply(&Event::Poke {
                space,
                address,
                value,
            })?;
        }
    }
    Ok(())
}

/// Powers on with another file, the same options and the battery RAM as it is. Labels stay
/// where they still mean the same bytes; a notice tells what is gone.
fn put_in(context: &mut Context, file: &[u8]) -> Result<(), CommandError> {
    let session = &*context.session;
    let machine = session.machine()?;
    let mut options = machine.options().clone();
    options.battery = machine.battery();
    let sizes = rom_sizes(machine);
    let labels = session.labels.clone();
    let loaded = || Arc::new(machine.rom().file.clone());
    let unpatched = session.unpatched.clone().unwrap_or_else(loaded);
    let mut gone = ended(session);
    let name = session.rom_name.clone();
    let path = session.rom_path.clone();
    insert(context, file, &name, path, &options)?;
    let session = &mut *context.session;
    session.unpatched = Some(unpatched);
    match rom_sizes(session.machine()?) == sizes {
        true => session.labels = labels,
        false => gone.push("labels (the ROM has another size)".to_string()),
    }
    if !gone.is_empty() {
        let notice = format!("gone with the cartridge before: {}", gone.join(", "));
        context.notice("cartridge", notice);
    }
    Ok(())
}

fn rom_sizes(machine: &Machine) -> [u32; 2] {
    let header = &machine.rom().header;
    [header.prg_rom, header.chr_rom]
}

/// What ends with the cartridge, as far as there is any.
fn ended(session: &Session) -> Vec<String> {
    let counts = [
        ("cheats", session.cheats.iter().count()),
        ("snapshots", session.snapshots.iter().count()),
        ("states in memory", session.states.len()),
        ("memory_search", usize::from(session.search.is_some())),
    ];
    let some = counts.iter().filter(|(_, count)| *count > 0);
    some.map(|(what, count)| format!("{what}: {count}"))
        .collect()
}
