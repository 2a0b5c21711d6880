//! The deep check: a machine may be saved, loaded, copied and looked at anywhere, and goes on as
//! if nothing had been.
//!
//! ```text
//! power on, run N, save, run M                      the run that nothing disturbs
//!                        load, run M                into the same machine, and into a new one
//!                  copy, run M
//! power on, run to the end in one go                without any of these stops
//! power on, run N, debugger reads everything, run M   (looking)
//! another process, run                              (process)
//! ```
//!
//! N ends at any master clock of a frame: on odd points in the middle of an instruction, on
//! even ones at the boundary after it. All must be equal in state, picture and sound.
//!
//! A loaded state begins its sound at rest (`Sound::forget`), so what is heard then depends on
//! the state alone. It is compared with that of the undisturbed machine whose sound output,
//! and nothing else, was made to begin anew at the same place; a copy is compared as it is.
//!
//! The points come from a seed and the id of the case, so a failure can be repeated.

mod ending;
mod looking;
mod process;

use super::{inputs::Script, run::run_frame};
use crate::{
    hub::Cancel,
    nes::{cartridge::Rom, digest, machine::Machine, observer::Silent, options::PowerOptions},
};
use ending::{Ending, run_on};
use sha2::{Digest, Sha256};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// Dots of a scanline.
const LINE_DOTS: u64 = 341;
/// One case in so many is repeated in another process.
const PROCESS_SHARE: u64 = 4;

/// What is checked.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The id of the case; it chooses the points together with the seed.
    pub id: &'a str,
    /// The file, for those who read it themselves.
    pub path: &'a Path,
    /// The cartridge.
    pub rom: &'a Arc<Rom>,
    /// Power-on options.
    pub options: &'a PowerOptions,
    /// Buttons to press.
    pub script: &'a Script,
    /// Frames of the case; the points lie within them.
    pub frames: u64,
}

/// How much is checked.
#[derive(Clone, Debug)]
pub struct Depth {
    /// Chooses the points.
    pub seed: u64,
    /// Points to save, load and copy at.
    pub points: usize,
    /// Frames within which the points lie, at least 1.
    pub reach: u64,
    /// Whether to let a debugger read everything as well.
    pub looks: bool,
    /// This program, to run some cases in another process.
    pub program: Option<PathBuf>,
    /// Leaves the rest unchecked when raised.
    pub cancel: Cancel,
}

impl Depth {
    /// Everything that `nescope test --deep` checks.
    pub fn whole(seed: u64, program: Option<PathBuf>, cancel: Cancel) -> Depth {
        Depth {
            seed,
            points: 4,
            reach: 400,
            looks: true,
            program,
            cancel,
        }
    }
}

/// A place to stop at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Point {
    frame: u64,
    /// Where in the frame; the remainder by the clocks left in it counts.
    within: u64,
}

/// Checks a case.
///
/// # Errors
/// What differed, with the seed and the place.
pub fn check(subject: &Subject, depth: &Depth) -> Result<(), String> {
    let with_seed = |text| format!("seed {}: {text}", depth.seed);
    let checked = check_points(subject, depth)
        .and_then(|()| match depth.looks && !depth.cancel.is_cancelled() {
            true => looking::check(subject, depth.seed),
            false => Ok(()),
        })
        .and_then(|()| match &depth.program {
            Some(program)
                if random(subject, depth.seed, "process").is_multiple_of(PROCESS_SHARE) =>
            {
                process::check(subject, program)
            }
            _ => Ok(()),
        });
    checked.map_err(with_seed)
}

/// A number that seed, case and purpose decide.
fn random(subject: &Subject, seed: u64, purpose: &str) -> u64 {
    let digest = Sha256::digest(format!("{seed}/{}/{purpose}", subject.id));
    let bytes = digest[..8].try_into().expect("a digest is longer");
    u64::from_le_bytes(bytes)
}

fn points(subject: &Subject, depth: &Depth) -> Vec<Point> {
    let frames = subject.frames.clamp(1, depth.reach);
    let point = |index: usize| Point {
        frame: random(subject, depth.seed, &format!("frame {index}")) % frames,
        within: random(subject, depth.seed, &format!("clock {index}")),
    };
    let mut points: Vec<_> = (0..depth.points).map(point).collect();
    points.sort_unstable();
    points.dedup_by_key(|point| point.frame);
    points
}

/// Walks through the case with stops at the points, then without.
fn check_points(subject: &Subject, depth: &Depth) -> Result<(), String> {
    let points = points(subject, depth);
    let mut machine = power_on(subject)?;
    let mut walk = Walk::default();
    for (index, point) in points.iter().enumerate() {
        if depth.cancel.is_cancelled() {
            return Ok(());
        }
        walk.run(&mut machine, subject.script, point.frame);
        stop_at(&mut machine, subject.script, *point, index % 2 == 1);
        let position = machine.position();
        let place = format!(
            "frame {} line {} dot {}, cycle {}, clock {}",
            position.frame, position.scanline, position.dot, position.cycle, position.clock
        );
        check_point(subject, &machine).map_err(|text| format!("{place}: {text}"))?;
        walk.finish(&mut machine);
    }
    let mut straight = power_on(subject)?;
    let mut other = Walk::default();
    other.run(&mut straight, subject.script, walk.frame);
    let stopped = walk.end(&machine);
    match stopped.difference(&other.end(&straight)) {
        None => Ok(()),
        Some(part) => Err(format!(
            "without stops {part} differs in frame {}",
            walk.frame
        )),
    }
}

fn power_on(subject: &Subject) -> Result<Machine, String> {
    Machine::power_on(Arc::clone(subject.rom), subject.options.clone())
        .map_err(|error| error.to_string())
}

/// A run frame by frame, and all it sounded like.
#[derive(Default)]
struct Walk {
    /// The frame to run next.
    frame: u64,
    sound: digest::Sound,
    samples: Vec<i16>,
}

impl Walk {
    fn run(&mut self, machine: &mut Machine, script: &Script, until: u64) {
        while self.frame < until {
            run_frame(machine, script, self.frame);
            self.next(machine);
        }
    }

    /// Completes a frame that was begun.
    fn finish(&mut self, machine: &mut Machine) {
        machine.run_until_frame(self.frame + 1, &mut Silent);
        self.next(machine);
    }

    fn next(&mut self, machine: &mut Machine) {
        self.frame += 1;
        self.samples.clear();
        machine.drain_samples(&mut self.samples);
        self.sound.add(&self.samples);
    }

    fn end(&self, machine: &Machine) -> Ending {
        Ending::of(machine, self.sound.clone())
    }
}

/// Runs into a frame, to a point before its end.
fn stop_at(machine: &mut Machine, script: &Script, point: Point, inside: bool) {
    script.apply(machine, point.frame);
    let position = machine.position();
    let timing = machine.region().timing();
    let passed = u64::from(position.scanline) * LINE_DOTS + u64::from(position.dot);
    // The last dot may be dropped.
    let left = (u64::from(timing.scanlines) * LINE_DOTS - 1).saturating_sub(passed);
    let clocks = point.within % (left * timing.dot_divider).max(1);
    machine.run_to_clock(position.clock + clocks, &mut Silent);
    if !inside {
        machine.finish_instruction();
    }
}

/// Saves, loads and copies the machine as it stands.
fn check_point(subject: &Subject, machine: &Machine) -> Result<(), String> {
    let script = subject.script;
    let saved = machine.save();
    let start = ending::frame_of(machine);
    let mut copy = machine.clone();
    let mut undisturbed = machine.clone();
    let wanted = run_on(&mut undisturbed, script, start);
    if let Some(part) = wanted.difference(&run_on(&mut copy, script, start)) {
        return Err(format!("of a copy {part} differs"));
    }
    let mut restarted = machine.clone();
    restarted.sound_mut().forget();
    let from_rest = run_on(&mut restarted, script, start);
    if let Some(part) = wanted.silent().difference(&from_rest.silent()) {
        return Err(format!("with a restarted sound output {part} differs"));
    }
    let new = power_on(subject)?;
    for (mut machine, kind) in [(undisturbed, "the same machine"), (new, "a new machine")] {
        machine.load(&saved).map_err(|error| error.to_string())?;
        if machine.save() != saved {
            return Err(format!("{kind} saves what it loaded differently"));
        }
        if let Some(part) = from_rest.difference(&run_on(&mut machine, script, start)) {
            return Err(format!("loaded into {kind}, {part} differs"));
        }
    }
    Ok(())
}
