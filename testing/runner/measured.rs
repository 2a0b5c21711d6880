//! Sound programs of the collection, measured: levels, pitches and silence within bounds.
//!
//! `measured.json` has a row for each figure, with the reason for its bound. `NESCOPE_BLESS` in
//! the environment rewrites what was measured and the page, never what is expected.

use super::page;
use crate::shared;
use nescope::{
    nes::{machine::Machine, options::PowerOptions},
    runner::{
        inputs::Script,
        manifest::{Entry, Manifest, Press},
        run,
    },
};
use serde::{Deserialize, Serialize};
use std::{env, f64::consts::PI, fs, path::Path};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testing/runner/measured.json");
const SAMPLE_RATE: f64 = 48000.0;
/// Pitches looked at on either side of the expected one, and the step between them.
const PITCHES: i32 = 80;
const PITCH_STEP: f64 = 0.00025;
/// How far a figure may be from the one in the table, which is rounded to two digits.
const ROUNDED: f64 = 0.02;

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Quantity {
    /// Root mean square in sample units, at most `within`.
    Silence,
    /// Decibels relative to the window `against`.
    Level,
    /// The same, at most `expected`.
    Quieter,
    /// Frequency of the strongest tone near the expected one.
    Hertz,
}

/// One figure.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// Entry of the collection's manifest.
    id: String,
    /// Buttons, when they are not those of the manifest.
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<Vec<Press>>,
    /// First frame of the window and the one after its last.
    frames: [usize; 2],
    quantity: Quantity,
    /// The window that levels are relative to.
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<[usize; 2]>,
    expected: f64,
    within: f64,
    measured: f64,
    /// Where the expectation comes from.
    why: String,
}

impl Row {
    fn fits(&self, figure: f64) -> bool {
        match self.quantity {
            Quantity::Silence => figure <= self.within,
            Quantity::Quieter => figure <= self.expected,
            Quantity::Level | Quantity::Hertz => (figure - self.expected).abs() <= self.within,
        }
    }

    fn line(&self) -> String {
        let (unit, bound) = match self.quantity {
            Quantity::Silence => ("", format!("silence, at most {}", self.within)),
            Quantity::Quieter => (" dB", format!("below {}", self.expected)),
            Quantity::Level => (" dB", format!("{} ± {}", self.expected, self.within)),
            Quantity::Hertz => (" Hz", format!("{} ± {}", self.expected, self.within)),
        };
        let [from, to] = self.frames;
        format!(
            "| `{}` | {from}-{to} | {}{unit} | {bound} | {} |\n",
            self.id, self.measured, self.why
        )
    }
}

/// A recording and where its frames begin.
struct Recording {
    samples: Vec<f64>,
    starts: Vec<usize>,
}

impl Recording {
    fn of(rows: &[Row], entry: &Entry, folder: &Path) -> Recording {
        let rom = run::read_rom(&folder.join(&entry.path)).expect("the ROM is supported");
        let options = PowerOptions {
            region: entry.region,
            ..PowerOptions::default()
        };
        let mut machine = Machine::power_on(rom, options).expect("the machine starts");
        machine.set_output(false, true);
        let input = rows[0].input.as_ref().unwrap_or(&entry.input);
        let script = Script::new(input).expect("the buttons exist");
        let frames = rows.iter().map(|row| row.frames[1]).max().unwrap_or(0);
        let (mut samples, mut starts) = (Vec::new(), vec![0]);
        for frame in 0..frames {
            run::run_frame(&mut machine, &script, frame as u64);
            machine.drain_samples(&mut samples);
            starts.push(samples.len());
        }
        let samples = samples.into_iter().map(f64::from).collect();
        Recording { samples, starts }
    }

    /// The samples of a window, without their mean.
    fn window(&self, [from, to]: [usize; 2]) -> Vec<f64> {
        let samples = &self.samples[self.starts[from]..self.starts[to]];
        let mean = samples.iter().sum::<f64>() / samples.len() as f64;
        samples.iter().map(|sample| sample - mean).collect()
    }

    fn root_mean_square(&self, window: [usize; 2]) -> f64 {
        let samples = self.window(window);
        (samples.iter().map(|x| x * x).sum::<f64>() / samples.len() as f64).sqrt()
    }

    fn figure(&self, row: &Row) -> f64 {
        let figure = match row.quantity {
            Quantity::Silence => self.root_mean_square(row.frames),
            Quantity::Level | Quantity::Quieter => {
                let against = row.against.expect("a level is relative to a window");
                let ratio = self.root_mean_square(row.frames) / self.root_mean_square(against);
                20.0 * ratio.log10()
            }
            Quantity::Hertz => pitch(&self.window(row.frames), row.expected),
        };
        // Zero has no sign in the table.
        (figure * 100.0).round() / 100.0 + 0.0
    }
}

/// The frequency near `expected` that holds most energy.
fn pitch(samples: &[f64], expected: f64) -> f64 {
    let steps = (-PITCHES..=PITCHES).map(|step| expected * (1.0 + f64::from(step) * PITCH_STEP));
    let best = steps.max_by(|a, b| energy(samples, *a).total_cmp(&energy(samples, *b)));
    best.expect("there are steps")
}

/// Energy of a frequency, with a window that falls to zero at both ends.
fn energy(samples: &[f64], frequency: f64) -> f64 {
    let (turn, length) = (2.0 * PI * frequency / SAMPLE_RATE, samples.len() as f64);
    let (mut real, mut imaginary) = (0.0, 0.0);
    for (i, sample) in samples.iter().enumerate() {
        let i = i as f64;
        let weighted = sample * (1.0 - (2.0 * PI * i / length).cos());
        real += weighted * (turn * i).cos();
        imaginary += weighted * (turn * i).sin();
    }
    real.hypot(imaginary)
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(DATA).expect("the table is there");
    serde_json::from_str(&text).expect("the table is well formed")
}

#[test]
fn the_page_shows_the_measurements() {
    let lines: String = rows().iter().map(Row::line).collect();
    let head = "| entry | frames | measured | expected | why |\n|---|---|---|---|---|\n";
    page::check("Sound", &format!("{head}{lines}"));
}

#[test]
fn every_sound_is_as_loud_and_as_high_as_it_should_be() {
    let Some(folder) = shared::roms() else {
        return;
    };
    let manifest = Manifest::read(&folder.join("manifest.json")).expect("the manifest is there");
    let mut rows = rows();
    let mut wrong = Vec::new();
    for rows in rows.chunk_by_mut(|a, b| a.id == b.id) {
        let entry = manifest.entries.iter().find(|entry| entry.id == rows[0].id);
        let entry = entry.unwrap_or_else(|| panic!("no entry {}", rows[0].id));
        let recording = Recording::of(rows, entry, &manifest.folder);
        for row in rows {
            let figure = recording.figure(row);
            if env::var_os("NESCOPE_BLESS").is_some() {
                row.measured = figure;
            }
            if !row.fits(figure) || (figure - row.measured).abs() > ROUNDED {
                wrong.push(format!("{}: {:?} {figure}", row.id, row.frames));
            }
        }
    }
    if env::var_os("NESCOPE_BLESS").is_some() {
        let text = serde_json::to_string_pretty(&rows).expect("a table is JSON");
        fs::write(DATA, text + "\n").expect("the table can be written");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
