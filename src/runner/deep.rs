//! The deep check: saving, loading and running again must give the same machine.
//!
//! ```text
//! power on, run N, save, run M, hash  =  load, run M, hash  =  power on, run N + M, hash
//! ```
//!
//! N lies anywhere in a frame. The points come from a seed, so a failure can be repeated.

use super::{inputs::Script, run::run_frame};
use crate::nes::{cartridge::Rom, machine::Machine, observer::Silent, options::PowerOptions};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// Points tried in one ROM.
const POINTS: u64 = 3;
/// Frames within which the points lie.
const REACH: u64 = 400;
/// Frames run after each save: enough to finish two whole pictures.
const AFTER: u64 = 3;
/// Instructions run on from a frame's start before saving, at most.
const INTO_FRAME: u64 = 8000;

/// State and picture.
type Hash = [u8; 32];

/// Checks a ROM at a few points.
///
/// # Errors
/// What differed, and where.
pub fn check(
    rom: &Arc<Rom>,
    options: &PowerOptions,
    script: &Script,
    frames: u64,
    seed: &str,
) -> Result<(), String> {
    let digest = Sha256::digest(seed.as_bytes());
    let random = |i: usize| u64::from(digest[i]) << 8 | u64::from(digest[i + 1]);
    for point in 0..POINTS as usize {
        let frame = 1 + random(point * 4) % frames.clamp(1, REACH);
        let instructions = random(point * 4 + 2) % INTO_FRAME;
        check_point(rom, options, script, (frame, instructions))
            .map_err(|text| format!("frame {frame} + {instructions} instructions: {text}"))?;
    }
    Ok(())
}

fn check_point(
    rom: &Arc<Rom>,
    options: &PowerOptions,
    script: &Script,
    point: (u64, u64),
) -> Result<(), String> {
    let mut machine = at_point(rom, options, script, point)?;
    let saved = machine.save();
    let first = run_on(&mut machine, script);
    machine.load(&saved).map_err(|error| error.to_string())?;
    if machine.save() != saved {
        return Err("a loaded state saves differently".to_owned());
    }
    if run_on(&mut machine, script) != first {
        return Err("running on from the loaded state differs".to_owned());
    }
    let mut again = at_point(rom, options, script, point)?;
    if again.save() != saved || run_on(&mut again, script) != first {
        return Err("a second run from power-on differs".to_owned());
    }
    Ok(())
}

fn at_point(
    rom: &Arc<Rom>,
    options: &PowerOptions,
    script: &Script,
    (frame, instructions): (u64, u64),
) -> Result<Machine, String> {
    let power_on = Machine::power_on(Arc::clone(rom), options.clone());
    let mut machine = power_on.map_err(|error| error.to_string())?;
    for frame in 0..frame {
        run_frame(&mut machine, script, frame);
    }
    script.apply(&mut machine, frame);
    for _ in 0..instructions {
        if !machine.step(&mut Silent) {
            break;
        }
    }
    Ok(machine)
}

/// Runs some frames on and hashes state and picture.
fn run_on(machine: &mut Machine, script: &Script) -> Hash {
    let start = machine.position().frame;
    machine.run_until_frame(start + 1, &mut Silent);
    for frame in start + 1..start + AFTER {
        run_frame(machine, script, frame);
    }
    let mut hash = Sha256::new();
    hash.update(machine.save());
    for pixel in machine.pixels() {
        hash.update(pixel.to_le_bytes());
    }
    hash.finalize().into()
}
