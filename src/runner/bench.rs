//! `nescope bench`: frames a second, and hashes that let runs be compared.
//!
//! The frames are cut into slices; their median and spread tell a quiet machine from a
//! busy one. Hashes are taken between slices and do not count as time.

use super::{
    args::{BenchArgs, BenchInput},
    exit, inputs,
    run::read_rom,
    verdict::{Finding, Verdict},
};
use crate::nes::{
    cartridge::Rom, digest, event::Buttons, machine::Machine, observer::Silent,
    options::PowerOptions,
};
use serde::Serialize;
use std::{
    io::{self, Write},
    path::Path,
    sync::{Arc, Barrier},
    thread,
    time::Instant,
};

/// Slices a run is cut into.
const SLICES: u64 = 20;

/// The figures of one ROM.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// The file.
    pub rom: String,
    /// Frames run by each machine.
    pub frames: u64,
    /// Machines at a time.
    pub instances: u16,
    /// `full`, or `state_only` without picture and sound; with `_reference` when asked for.
    pub mode: String,
    /// Seconds from the first frame to the last, of the slowest machine.
    pub seconds: f64,
    /// Frames a second of all machines together.
    pub fps: f64,
    /// Median over slices and machines of one machine's frames a second.
    pub median_fps: f64,
    /// Fastest minus slowest slice, as a part of the median.
    pub spread: f64,
    /// SHA-256 of the last frame's palette indexes, a byte each.
    pub frame_hash: Option<String>,
    /// SHA-256 of all samples, little-endian.
    pub sound_hash: Option<String>,
    /// SHA-256 of the serialized state.
    pub state_hash: String,
}

/// What one machine came to.
struct Run {
    slices: Vec<f64>,
    seconds: f64,
    frame_hash: Option<String>,
    sound_hash: Option<String>,
    state_hash: String,
}

/// Runs `nescope bench`. Returns the exit code.
pub fn run_bench(args: &BenchArgs, out: &mut dyn Write, errors: &mut dyn Write) -> u8 {
    for path in &args.roms {
        let figures = match bench(path, args) {
            Ok(figures) => figures,
            Err(finding) => {
                let _ = writeln!(
                    errors,
                    "nescope bench: {}: {}",
                    path.display(),
                    finding.text
                );
                return exit_code(&finding);
            }
        };
        if print(out, &figures, args.json).is_err() {
            return exit::FILE;
        }
    }
    exit::PASS
}

fn exit_code(finding: &Finding) -> u8 {
    match finding.verdict {
        Verdict::Unsupported => exit::UNSUPPORTED,
        Verdict::Fail => exit::INTERNAL,
        _ => exit::FILE,
    }
}

fn print(out: &mut dyn Write, figures: &Figures, json: bool) -> io::Result<()> {
    if json {
        let line = serde_json::to_string(figures).map_err(io::Error::other)?;
        return writeln!(out, "{line}");
    }
    writeln!(
        out,
        "{}: {:.0} frames a second ({} x {} frames in {:.3} s, {}), median {:.0}, spread {:.0} %",
        figures.rom,
        figures.fps,
        figures.instances,
        figures.frames,
        figures.seconds,
        figures.mode,
        figures.median_fps,
        figures.spread * 100.0
    )
}

/// Times one ROM.
///
/// # Errors
/// A finding that says why the ROM can not be run, or that its machines disagree.
pub fn bench(path: &Path, args: &BenchArgs) -> Result<Figures, Finding> {
    let rom = read_rom(path)?;
    let runs = run_all(&rom, args)?;
    let first = &runs[0];
    let differs = |run: &Run| {
        (&run.state_hash, &run.frame_hash, &run.sound_hash)
            != (&first.state_hash, &first.frame_hash, &first.sound_hash)
    };
    if runs.iter().any(differs) {
        return Err(Finding::new(
            Verdict::Fail,
            "the machines came to different states",
        ));
    }
    let seconds = runs.iter().map(|run| run.seconds).fold(0.0, f64::max);
    let mut slices: Vec<f64> = runs.iter().flat_map(|run| run.slices.clone()).collect();
    slices.sort_by(f64::total_cmp);
    let median = slices[slices.len() / 2];
    Ok(Figures {
        rom: path.display().to_string(),
        frames: args.frames,
        instances: args.instances,
        mode: mode(args),
        seconds,
        fps: (args.frames * u64::from(args.instances)) as f64 / seconds,
        median_fps: median,
        spread: (slices[slices.len() - 1] - slices[0]) / median,
        frame_hash: first.frame_hash.clone(),
        sound_hash: first.sound_hash.clone(),
        state_hash: first.state_hash.clone(),
    })
}

fn mode(args: &BenchArgs) -> String {
    let output = if args.state_only {
        "state_only"
    } else {
        "full"
    };
    let executors = if args.reference { "_reference" } else { "" };
    format!("{output}{executors}")
}

/// All machines, each on a thread of its own, from one start.
fn run_all(rom: &Arc<Rom>, args: &BenchArgs) -> Result<Vec<Run>, Finding> {
    let barrier = Barrier::new(usize::from(args.instances));
    let power_on = || {
        let mut machine = Machine::power_on(Arc::clone(rom), PowerOptions::default())
            .map_err(|error| super::run::refused(&error))?;
        machine.set_reference(args.reference);
        Ok(machine)
    };
    let machines: Vec<Machine> = (0..args.instances)
        .map(|_| power_on())
        .collect::<Result<_, _>>()?;
    thread::scope(|scope| {
        let threads: Vec<_> = machines
            .into_iter()
            .map(|machine| {
                scope.spawn(|| {
                    barrier.wait();
                    run_one(machine, args)
                })
            })
            .collect();
        let join = |thread: thread::ScopedJoinHandle<'_, Run>| {
            thread
                .join()
                .map_err(|_| Finding::new(Verdict::Fail, "a machine panicked"))
        };
        threads.into_iter().map(join).collect()
    })
}

fn run_one(mut machine: Machine, args: &BenchArgs) -> Run {
    let output = !args.state_only;
    machine.set_output(output, output);
    let mut sound = digest::Sound::default();
    let mut samples = Vec::new();
    let mut slices = Vec::new();
    let (mut frame, mut seconds) = (0, 0.0);
    for slice in 1..=SLICES.min(args.frames) {
        let end = args.frames * slice / SLICES.min(args.frames);
        let start = Instant::now();
        run_slice(&mut machine, args.input, frame..end, &mut samples);
        let elapsed = start.elapsed().as_secs_f64().max(f64::MIN_POSITIVE);
        slices.push((end - frame) as f64 / elapsed);
        seconds += elapsed;
        frame = end;
        sound.add(&samples);
        samples.clear();
    }
    Run {
        slices,
        seconds,
        frame_hash: output.then(|| digest::picture(machine.pixels())),
        sound_hash: output.then(|| sound.finish()),
        state_hash: digest::bytes(&machine.save()),
    }
}

/// Runs frames. A jammed CPU still makes frames: the picture goes on without it.
fn run_slice(
    machine: &mut Machine,
    input: BenchInput,
    frames: std::ops::Range<u64>,
    samples: &mut Vec<i16>,
) {
    for frame in frames {
        let before = match frame {
            0 => Buttons(0),
            _ => inputs::bench(input, frame - 1),
        };
        inputs::hold(machine, 1, before, inputs::bench(input, frame));
        machine.run_until_frame(frame + 1, &mut Silent);
        machine.drain_samples(samples);
    }
}
