//! Sound programs of the collection, measured: levels, pitches and silence within bounds.
//!
//! `measured.json` has a row for each figure, with the reason for its bound. `NESCOPE_BLESS` in
//! the environment rewrites what was measured and the page, never what is expected.

use super::{entries, page};
use nescope::runner::{
    manifest::{Entry, Press, Protocol},
    run,
};
use serde::{Deserialize, Serialize};
use std::{
    env,
    f64::consts::{PI, SQRT_2},
    fs,
    path::Path,
};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testing/runner/measured.json");
const SAMPLE_RATE: f64 = 48000.0;
/// Pitches looked at on either side of the expected one, and the step between them.
const PITCHES: i32 = 80;
const PITCH_STEP: f64 = 0.00025;
/// How far a figure may be from the one in the table, which is rounded to two digits.
const ROUNDED: f64 = 0.02;
/// Silence in sample units, so that levels of nothing are finite.
const NOTHING: f64 = 0.01;
/// A suite whose verdict says only that the program has ended.
const JUDGED_BY_EAR_TOO: &str = "apu_mixer/";

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Quantity {
    /// Root mean square in sample units, at most `within`.
    Silence,
    /// Decibels of the window, or of its frequency `at`, relative to the window `against`,
    /// or to its frequency `to`.
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
    /// The frequency in hertz that the level is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<f64>,
    /// The window that levels are relative to; without it the same one.
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<[usize; 2]>,
    /// The frequency in hertz that the level is relative to.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<f64>,
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
        let at = self.at.map_or(String::new(), |at| format!(" at {at} Hz"));
        format!(
            "| `{}` | {from}-{to} | {}{unit}{at} | {bound} | {} |\n",
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
        let mut machine = entries::power_on(entry, folder);
        machine.set_output(false, true);
        let script = entries::script(entry, rows[0].input.as_ref());
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

    /// Root mean square of the window, or of one frequency in it.
    fn strength(&self, window: [usize; 2], frequency: Option<f64>) -> f64 {
        let strength = match frequency {
            None => self.root_mean_square(window),
            Some(frequency) => tone(&weighted(self.window(window)), frequency),
        };
        strength.max(NOTHING)
    }

    fn figure(&self, row: &Row) -> f64 {
        let figure = match row.quantity {
            Quantity::Silence => self.root_mean_square(row.frames),
            Quantity::Level | Quantity::Quieter => {
                let against = row.against.unwrap_or(row.frames);
                let ratio = self.strength(row.frames, row.at) / self.strength(against, row.to);
                20.0 * ratio.log10()
            }
            Quantity::Hertz => pitch(&self.window(row.frames), row.expected),
        };
        // Zero has no sign in the table.
        (figure * 100.0).round() / 100.0 + 0.0
    }
}

/// The frequency near `expected` that is strongest.
fn pitch(samples: &[f64], expected: f64) -> f64 {
    let samples = weighted(samples.to_vec());
    let steps = (-PITCHES..=PITCHES).map(|step| expected * (1.0 + f64::from(step) * PITCH_STEP));
    let best = steps.max_by(|a, b| tone(&samples, *a).total_cmp(&tone(&samples, *b)));
    best.expect("there are steps")
}

/// Samples under a window that falls to zero at both ends and has a mean of 1.
fn weighted(mut samples: Vec<f64>) -> Vec<f64> {
    let turn = 2.0 * PI / samples.len() as f64;
    for (i, sample) in samples.iter_mut().enumerate() {
        *sample *= 1.0 - (turn * i as f64).cos();
    }
    samples
}

/// Root mean square of one frequency in weighted samples.
fn tone(samples: &[f64], frequency: f64) -> f64 {
    let (sine, cosine) = (2.0 * PI * frequency / SAMPLE_RATE).sin_cos();
    let (mut x, mut y) = (1.0, 0.0);
    let (mut real, mut imaginary) = (0.0, 0.0);
    for sample in samples {
        real += sample * x;
        imaginary += sample * y;
        (x, y) = (x * cosine - y * sine, x * sine + y * cosine);
    }
    SQRT_2 * real.hypot(imaginary) / samples.len() as f64
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(DATA).expect("the table is there");
    serde_json::from_str(&text).expect("the table is well formed")
}

/// A row as one line of the table.
fn json(row: &Row) -> String {
    serde_json::to_string(row).expect("a row is JSON")
}

#[test]
fn every_entry_that_only_an_ear_can_judge_is_measured() {
    let Some(manifest) = entries::manifest() else {
        return;
    };
    let rows = rows();
    let sounds = manifest.entries.iter().filter(|entry| is_sound(entry));
    let missing: Vec<_> = sounds
        .map(|entry| &entry.id)
        .filter(|id| rows.iter().all(|row| row.id != **id))
        .collect();
    assert!(missing.is_empty(), "not measured: {missing:?}");
}

fn is_sound(entry: &Entry) -> bool {
    entry.id.starts_with(JUDGED_BY_EAR_TOO) || matches!(entry.pass, Protocol::ScreenHashNone { .. })
}

#[test]
fn the_page_shows_the_measurements() {
    let lines: String = rows().iter().map(Row::line).collect();
    let head = "| entry | frames | measured | expected | why |\n|---|---|---|---|---|\n";
    page::check("Sound", &format!("{head}{lines}"));
}

#[test]
fn every_sound_is_as_loud_and_as_high_as_it_should_be() {
    let Some(manifest) = entries::manifest() else {
        return;
    };
    let mut rows = rows();
    let mut wrong = Vec::new();
    for rows in rows.chunk_by_mut(|a, b| (&a.id, &a.input) == (&b.id, &b.input)) {
        let entry = entries::entry(&manifest, &rows[0].id);
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
        let lines: Vec<_> = rows.iter().map(json).collect();
        let text = format!("[\n{}\n]\n", lines.join(",\n"));
        fs::write(DATA, text).expect("the table can be written");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
