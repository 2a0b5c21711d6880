//! Pictures a person has looked at, compared with two other emulators and approved.
//!
//! `approved.json` has a row for each: the picture's digest says that it has not changed
//! since, the texts say what was seen and where the others differ. `NESCOPE_BLESS` in the
//! environment rewrites digests and the page, never what was seen: look before you bless.

use super::page;
use crate::shared;
use nescope::{
    nes::{digest, machine::Machine, options::PowerOptions},
    runner::{
        inputs::Script,
        manifest::{Entry, Manifest, Press},
        run,
    },
};
use serde::{Deserialize, Serialize};
use std::{
    env, fs,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testing/runner/approved.json");
/// Frames drawn at the end; the ones before need not be.
const DRAWN: u64 = 2;
const WORKERS: usize = 2;

/// One picture.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// Entry of the collection's manifest.
    id: String,
    /// Frames run before the picture is taken.
    frame: u64,
    /// Buttons, when they are not those of the manifest.
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<Vec<Press>>,
    /// SHA-256 of its palette indexes, as `screen_shot` gives it.
    sha256: String,
    /// What is seen, and whether that is right.
    seen: String,
    /// Where Nestopia and FCEUmm differ, and why; `equal` when they do not.
    others: String,
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(DATA).expect("the table is there");
    serde_json::from_str(&text).expect("the table is well formed")
}

/// The digest of a row's picture.
fn picture(row: &Row, entry: &Entry, folder: &Path) -> String {
    let rom = run::read_rom(&folder.join(&entry.path)).expect("the ROM is supported");
    let options = PowerOptions {
        region: entry.region,
        ..PowerOptions::default()
    };
    let mut machine = Machine::power_on(rom, options).expect("the machine starts");
    let input = row.input.as_ref().unwrap_or(&entry.input);
    let script = Script::new(input).expect("the buttons exist");
    machine.set_output(false, false);
    for frame in 0..row.frame {
        if frame + DRAWN == row.frame {
            machine.set_output(true, false);
        }
        run::run_frame(&mut machine, &script, frame);
    }
    digest::picture(machine.pixels())
}

/// Digests of all rows, in their order.
fn pictures(rows: &[Row], manifest: &Manifest) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(row) = rows.get(number) else {
                return found;
            };
            let entry = manifest.entries.iter().find(|entry| entry.id == row.id);
            let entry = entry.unwrap_or_else(|| panic!("no entry {}", row.id));
            found.push((number, picture(row, entry, &manifest.folder)));
        }
    };
    let mut found = thread::scope(|scope| {
        let workers = [(); WORKERS].map(|()| scope.spawn(work));
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("no picture panics"))
            .collect::<Vec<_>>()
    });
    found.sort();
    found.into_iter().map(|(_, digest)| digest).collect()
}

/// The table as a section of the page.
fn section(rows: &[Row]) -> String {
    let mut text =
        "| entry | frame | what is seen | Nestopia, FCEUmm |\n|---|---|---|---|\n".to_owned();
    for row in rows {
        text += &format!(
            "| `{}` | {} | {} | {} |\n",
            row.id, row.frame, row.seen, row.others
        );
    }
    text
}

#[test]
fn the_page_shows_the_approved_pictures() {
    page::check("Pictures", &section(&rows()));
}

#[test]
fn every_picture_is_the_one_that_was_approved() {
    let Some(folder) = shared::roms() else {
        return;
    };
    let manifest = Manifest::read(&folder.join("manifest.json")).expect("the manifest is there");
    let mut rows = rows();
    let found = pictures(&rows, &manifest);
    if env::var_os("NESCOPE_BLESS").is_some() {
        for (row, digest) in rows.iter_mut().zip(&found) {
            row.sha256.clone_from(digest);
        }
        let text = serde_json::to_string_pretty(&rows).expect("a table is JSON");
        fs::write(DATA, text + "\n").expect("the table can be written");
    }
    let changed: Vec<String> = rows
        .iter()
        .zip(found)
        .filter(|(row, digest)| row.sha256 != *digest)
        .map(|(row, digest)| format!("{} at frame {}: {digest}", row.id, row.frame))
        .collect();
    assert!(changed.is_empty(), "{changed:#?}");
}
