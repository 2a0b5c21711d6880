//! `cartridge_export`: the cartridge as it is now, as a file or a patch.

use super::patch::Row;
use crate::{
    commands::{Answer, CommandError, Context, file_form},
    debugger::{
        cheats::{Cheat, Effect},
        patches::{bps, ips},
        rom_file,
    },
};
use serde::{Deserialize, Serialize};

/// Changed runs that are listed.
const CHANGES_LISTED: usize = 50;

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    Nes,
    Ips,
    Bps,
}

/// Arguments of `cartridge_export`.
#[derive(Debug, Deserialize)]
pub struct ExportArgs {
    path: String,
    format: Option<Format>,
}

/// Reply of `cartridge_export`.
#[derive(Debug, Serialize)]
pub struct ExportReply {
    path: String,
    bytes: usize,
    changed: usize,
    total: usize,
    changes: Vec<Row>,
    crc32_source: String,
    crc32_target: String,
    cheats: usize,
}

impl Answer for ExportReply {
    fn text(&self) -> String {
        let mut lines = vec![format!(
            "{}: {} bytes; {} ROM bytes differ from the file as loaded (runs: {}); CRC-32 {} -> {}",
            self.path, self.bytes, self.changed, self.total, self.crc32_source, self.crc32_target
        )];
        lines.extend(self.changes.iter().map(Row::text));
        if self.total > self.changes.len() {
            lines.push(format!("and {} more runs", self.total - self.changes.len()));
        }
        if self.cheats > 0 {
            lines.push(format!(
                "what cheats replace ({} codes) is in it; cheat_remove all takes it out",
                self.cheats
            ));
        }
        lines.join("\n")
    }
}

fn replaces(cheat: &&Cheat) -> bool {
    matches!(cheat.effect, Effect::Replace { .. })
}

/// Extensions of the formats.
const EXTENSIONS: [(&str, Format); 3] = [
    ("nes", Format::Nes),
    ("ips", Format::Ips),
    ("bps", Format::Bps),
];

/// Writes the file as it is now, or the way from the loaded file to it.
pub fn export(context: &mut Context, args: ExportArgs) -> Result<ExportReply, CommandError> {
    let path = Some(args.path.as_str());
    let format = file_form::by_extension(path, args.format, Format::Nes, &EXTENSIONS)?;
    let machine = context.session.machine()?;
    let source = match &context.session.unpatched {
        Some(file) => file,
        None => &machine.rom().file,
    };
    let target = rom_file::current(machine);
    let changes = rom_file::changes(machine, source, &target);
    let (bytes, extension) = match format {
        Format::Nes => (target.clone(), "nes"),
        Format::Bps => (bps::create(source, &target), "bps"),
        Format::Ips => {
            let patch = ips::create(source, &target);
            let patch = patch.ok_or_else(|| {
                CommandError::limit(
                    "IPS reaches 16 MiB only and keeps the size of the file; format=bps has no such end",
                )
            })?;
            (patch, "ips")
        }
    };
    Ok(ExportReply {
        path: context.write_file(&args.path, extension, &bytes)?,
        bytes: bytes.len(),
        changed: changes.iter().map(|change| change.within.len()).sum(),
        total: changes.len(),
        changes: changes.iter().take(CHANGES_LISTED).map(Row::of).collect(),
        crc32_source: format!("{:08x}", crc32fast::hash(source)),
        crc32_target: format!("{:08x}", crc32fast::hash(&target)),
        cheats: context.session.cheats.iter().filter(replaces).count(),
    })
}
