//! Whole test ROMs of the corpus on the whole machine.

mod coin;
mod judge;

use crate::shared;
use judge::Verdict;
use serde_json::Value;
use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering},
};

/// Suites about the CPU, its interrupts and DMA, every judged entry of which passes.
const CPU_SUITES: [&str; 13] = [
    "instr_test_v5",
    "instr_test_v3",
    "nes_instr_test",
    "instr_misc",
    "instr_timing",
    "branch_timing",
    "cpu_interrupts_v2",
    "cpu_dummy",
    "cpu_exec_space",
    "cpu_reset",
    "cpu_misc",
    "sprdma_and_dmc_dma",
    "dmc_dma_during_read4",
];

/// The manifest's entries for which `wanted` holds, or nothing (said aloud).
pub fn entries(wanted: impl Fn(&Value) -> bool) -> Vec<Value> {
    let Some(roms) = shared::roms() else {
        return Vec::new();
    };
    let text = std::fs::read_to_string(roms.join("manifest.json")).expect("a manifest");
    let all: Vec<Value> = serde_json::from_str(&text).expect("the manifest is JSON");
    all.into_iter().filter(|entry| wanted(entry)).collect()
}

/// Judges entries on all cores; gives what did not pass.
fn failures(entries: &[Value]) -> Vec<String> {
    let Some(roms) = shared::roms() else {
        return Vec::new();
    };
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(Vec::new());
    let work = || {
        while let Some(entry) = entries.get(next.fetch_add(1, Ordering::Relaxed)) {
            let verdict = judge::judge(&roms, entry);
            if !matches!(verdict, Verdict::Pass | Verdict::Other(_)) {
                let line = format!("{}: {verdict:?}", entry["id"]);
                failed.lock().expect("no judge panicked").push(line);
            }
        }
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        for _ in 0..cores {
            scope.spawn(work);
        }
    });
    failed.into_inner().expect("no judge panicked")
}

#[test]
fn every_judged_rom_about_the_cpu_interrupts_and_dma_passes() {
    let chosen = entries(|entry| {
        let suite = entry["suite"].as_str().unwrap_or_default();
        CPU_SUITES.contains(&suite)
    });
    let failed = failures(&chosen);
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
