//! Bench figures.

use super::program::{self, Folder};
use crate::shared;
use nescope::runner::{BenchArgs, args::BenchInput, bench, run_bench};
use std::path::PathBuf;

fn args(rom: PathBuf) -> BenchArgs {
    BenchArgs {
        roms: vec![rom],
        frames: 30,
        input: BenchInput::Mash,
        state_only: false,
        reference: false,
        instances: 1,
        json: true,
    }
}

#[test]
fn hashes_depend_on_nothing_but_rom_and_input() {
    let folder = Folder::new();
    let rom = folder.write("a.nes", program::silent());
    let run = |change: fn(&mut BenchArgs)| {
        let mut args = args(rom.clone());
        change(&mut args);
        bench::bench(&rom, &args).expect("the ROM runs")
    };
    let plain = run(|_| ());
    let twice = run(|args| args.instances = 2);
    let state_only = run(|args| args.state_only = true);
    let reference = run(|args| args.reference = true);
    assert_eq!(plain.frame_hash, twice.frame_hash);
    assert_eq!(plain.sound_hash, twice.sound_hash);
    assert_eq!(
        (&state_only.frame_hash, &state_only.sound_hash),
        (&None, &None)
    );
    for other in [&twice, &state_only, &reference] {
        assert_eq!(other.state_hash, plain.state_hash);
    }
    assert!(plain.fps > 0.0 && plain.median_fps > 0.0);
}

#[test]
fn roms_that_can_not_run_end_the_bench() {
    let folder = Folder::new();
    let broken = folder.write("a.nes", b"hello");
    let mut foreign = program::silent();
    (foreign[6], foreign[7]) = (0x40, 0x60);
    let foreign = folder.write("b.nes", foreign);
    for (rom, code) in [(broken, 5), (foreign, 8), (PathBuf::from("no.nes"), 5)] {
        assert_eq!(
            run_bench(&args(rom), &mut Vec::new(), &mut Vec::new()),
            code
        );
    }
}

#[test]
fn the_reference_and_the_fast_executors_agree_on_every_game() {
    let mut roms = vec![PathBuf::from("demo")];
    if let Some(shared) = shared::roms() {
        let games = std::fs::read_dir(shared.join("games")).expect("the collection has games");
        roms.extend(games.map(|entry| entry.expect("a readable folder").path()));
    }
    for rom in roms {
        let hashes = |reference| {
            let mut args = args(rom.clone());
            (args.frames, args.reference) = (150, reference);
            let figures = bench::bench(&rom, &args).expect("the game runs");
            (figures.state_hash, figures.frame_hash, figures.sound_hash)
        };
        assert_eq!(hashes(false), hashes(true), "{}", rom.display());
    }
}
