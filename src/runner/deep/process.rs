//! Another process comes to the same: `nescope bench` prints digests of state, picture and
//! sound, and is run once here and once as a child.

use super::Subject;
use crate::runner::{
    args::{BenchArgs, BenchInput},
    bench,
};
use serde_json::Value;
use std::{path::Path, process::Command};

/// Frames run.
const FRAMES: u64 = 120;
/// The digests that a bench prints.
const HASHES: [&str; 3] = ["state_hash", "frame_hash", "sound_hash"];

/// Compares the digests of this process with those of a child.
pub fn check(subject: &Subject, program: &Path) -> Result<(), String> {
    let args = BenchArgs {
        roms: Vec::new(),
        frames: FRAMES,
        input: BenchInput::Mash,
        state_only: false,
        reference: false,
        instances: 1,
        json: true,
    };
    let here = bench::bench(subject.path, &args).map_err(|finding| finding.text)?;
    let here = serde_json::to_value(here).map_err(|error| error.to_string())?;
    let there = child(subject.path, program)?;
    match HASHES.iter().find(|hash| here[**hash] != there[**hash]) {
        None => Ok(()),
        Some(hash) => Err(format!(
            "{hash} of another process differs after {FRAMES} frames"
        )),
    }
}

/// What `nescope bench` prints in a process of its own.
fn child(path: &Path, program: &Path) -> Result<Value, String> {
    let mut command = Command::new(program);
    command.arg("bench").arg(path);
    command.args(["--frames", &FRAMES.to_string(), "--input", "mash", "--json"]);
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("another process: {said}"));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("another process: {error}"))
}
