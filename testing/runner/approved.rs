//! Pictures a person has looked at, compared with two other emulators and approved.
//!
//! `approved.json` has a row for each: the picture's digest says that it has not changed
//! since, the texts say what was seen and where the others differ. `NESCOPE_BLESS` in the
//! environment rewrites digests and the page, never what was seen: look before you bless.

use super::{entries, page};
use nescope::{
    nes::{digest, machine::Machine},
    runner::{
        devices,
        manifest::{Entry, Manifest, Press, Protocol},
        run,
    },
};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeSet,
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

/// Runs one row from `start` on and gives the digest of its picture, and the machine as it was
/// at frame `branch`.
fn draw(
    row: &Row,
    entry: &Entry,
    start: (u64, Machine),
    branch: Option<u64>,
) -> (String, Option<Machine>) {
    let script = entries::script(entry, row.input.as_ref());
    let (start, mut machine) = start;
    let mut kept = None;
    for frame in start..row.frame {
        if branch == Some(frame) {
            kept = Some(machine.clone());
        }
        machine.set_output(frame + DRAWN >= row.frame, false);
        run::run_frame(&mut machine, &script, frame);
    }
    (digest::picture(machine.pixels()), kept)
}

/// The frame to which the next row of the same entry does what this one does.
fn branch(row: &Row, next: &Row, entry: &Entry) -> u64 {
    let [script, other] = [row, next].map(|row| entries::script(entry, row.input.as_ref()));
    let parting = script.parting(&other);
    parting.min(row.frame - 1).min(next.frame - DRAWN)
}

/// The digests of the pictures of one entry. Each run begins where it parts from the one before.
fn draw_entry(rows: &[Row], entry: &Entry, folder: &Path) -> Vec<String> {
    let mut kept: Option<(u64, Machine)> = None;
    let mut digests = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let branch = rows.get(index + 1).map(|next| branch(row, next, entry));
        let start = kept.take();
        let start = start.unwrap_or_else(|| (0, entries::power_on(entry, folder)));
        let (digest, machine) = draw(row, entry, start, branch);
        kept = branch.zip(machine);
        digests.push(digest);
    }
    digests
}

/// Digests of all rows, in their order.
fn pictures(rows: &[Row], manifest: &Manifest) -> Vec<String> {
    let chunks: Vec<&[Row]> = rows.chunk_by(|a, b| a.id == b.id).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(rows) = chunks.get(number) else {
                return found;
            };
            let entry = entries::entry(manifest, &rows[0].id);
            found.push((number, draw_entry(rows, entry, &manifest.folder)));
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
    found.into_iter().flat_map(|(_, digests)| digests).collect()
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
    let Some(manifest) = entries::manifest() else {
        return;
    };
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

#[test]
fn every_entry_that_a_person_judges_has_a_picture_unless_its_device_is_not_here() {
    let Some(manifest) = entries::manifest() else {
        return;
    };
    let rows = rows();
    let shown: BTreeSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let judged = manifest.entries.iter();
    let judged = judged.filter(|entry| matches!(entry.pass, Protocol::Visual { .. }));
    let lacks = |needs: &String| devices::named(needs).is_none();
    let (absent, wanted): (Vec<_>, Vec<_>) =
        judged.partition(|entry| entry.needs.as_ref().is_some_and(lacks));
    let wanted: BTreeSet<&str> = wanted.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(shown, wanted);
    assert!(
        absent
            .iter()
            .all(|entry| entry.needs.as_deref() == Some("fds-bios"))
    );
}
