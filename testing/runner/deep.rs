//! The deep check: save, load, copy and look anywhere, on our own programs and on a sample of
//! the corpus that changes from day to day. `nescope test --deep` checks all of it.

use crate::{
    nes::program::{BUSY, file},
    runner::program::Folder,
    seed, shared,
};
use nescope::{
    nes::{cartridge::Rom, machine::Machine, options::PowerOptions},
    runner::{
        deep::{self, Depth, Subject},
        inputs::Script,
        manifest::{Entry, Manifest},
    },
};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The program under test.
fn program() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_nescope"))
}

fn shallow(seed: u64) -> Depth {
    Depth {
        seed,
        points: 2,
        reach: 40,
        looks: false,
        program: None,
        cancel: Default::default(),
    }
}

fn check(path: &Path, id: &str, script: &Script, depth: &Depth) -> Result<(), String> {
    let bytes = std::fs::read(path).expect("the ROM is there");
    let Ok(rom) = Rom::parse(&bytes) else {
        return Ok(());
    };
    let (rom, options) = (Arc::new(rom), PowerOptions::default());
    if Machine::power_on(rom.clone(), options.clone()).is_err() {
        return Ok(());
    }
    let subject = Subject {
        id,
        path,
        rom: &rom,
        options: &options,
        script,
        frames: 600,
    };
    deep::check(&subject, depth)
}

/// One entry of each board, and every twelfth of all; which ones depends on the seed.
fn sample(roms: &Path, seed: u64) -> Vec<Entry> {
    const SHARE: u64 = 12;
    let manifest = Manifest::read(&roms.join("manifest.json")).expect("the manifest reads");
    let mut boards: BTreeMap<u16, Vec<Entry>> = BTreeMap::new();
    for entry in manifest.entries {
        let bytes = std::fs::read(roms.join(&entry.path)).expect("the ROM is there");
        let mapper = Rom::parse(&bytes).map_or(u16::MAX, |rom| rom.header.mapper);
        boards.entry(mapper).or_default().push(entry);
    }
    let mut sample = Vec::new();
    for entries in boards.into_values() {
        let chosen = (seed % entries.len() as u64) as usize;
        let numbered = entries.into_iter().enumerate();
        let some = numbered
            .filter(|&(index, _)| index == chosen || (index as u64 + seed).is_multiple_of(SHARE));
        sample.extend(some.map(|(_, entry)| entry));
    }
    sample
}

#[test]
fn every_board_goes_on_alike_after_a_load_and_as_a_copy() {
    let Some(roms) = shared::roms() else { return };
    let today = seed::today();
    let sample = sample(&roms, today);
    assert!(sample.len() > 40, "only {} ROMs", sample.len());
    for entry in sample {
        let script = Script::new(&entry.input).expect("the manifest names buttons");
        let checked = check(&roms.join(&entry.path), &entry.id, &script, &shallow(today));
        assert_eq!(
            checked,
            Ok(()),
            "{}; {}={today} repeats it",
            entry.id,
            seed::VARIABLE
        );
    }
}

#[test]
fn a_debugger_that_reads_everything_and_another_process_come_to_the_same() {
    let folder = Folder::new();
    let path = folder.write("busy.nes", file(BUSY));
    let script = Script::default();
    let today = seed::today();
    // Some of these ids are chosen to run in another process.
    for id in ["a", "b", "c", "d", "e", "f"] {
        let depth = Depth {
            points: 1,
            looks: id == "a",
            program: Some(program()),
            ..shallow(today)
        };
        let checked = check(&path, id, &script, &depth);
        assert_eq!(
            checked,
            Ok(()),
            "{id}; {}={today} repeats it",
            seed::VARIABLE
        );
    }
}

#[test]
fn a_process_that_says_something_else_is_a_difference() {
    let folder = Folder::new();
    let path = folder.write("busy.nes", file(BUSY));
    let depth = Depth {
        points: 1,
        program: Some(PathBuf::from("no/such/program")),
        ..shallow(0)
    };
    let ids = (0..20).map(|id| id.to_string());
    let failed = ids.filter(|id| {
        let checked = check(&path, id, &Script::default(), &depth);
        checked.is_err_and(|text| text.starts_with("seed 0: "))
    });
    let failed = failed.count();
    assert!((1..20).contains(&failed), "{failed} of 20 ids were chosen");
}
