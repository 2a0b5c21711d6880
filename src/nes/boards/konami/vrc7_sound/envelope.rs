//! The envelope generator of an operator: an attenuation of 0 to 127 in steps of 0.375 dB.
//!
//! A key-on first damps what still sounds, then attacks from 127 to 0, decays to the sustain
//! level and holds it or goes on at the release rate. A rate of 0 to 63 is four times the
//! instrument's rate plus a share of the note's height. One counter of samples serves all
//! operators: its upper bits choose the steps that are taken.
//!
//! Sources: YM2413 application manual (envelope times); published YM2413 measurements.

use super::voice::{Note, Tone};
use serde::{Deserialize, Serialize};

/// The most attenuation.
pub const SILENT: u8 = 127;
/// From here on an operator is off.
pub const OFF: u8 = 124;

const DAMP_RATE: u8 = 12;
const RELEASE_WITH_SUSTAIN: u8 = 5;
const RELEASE_OF_PERCUSSION: u8 = 7;
/// Rates from here on attack at once.
const INSTANT: u8 = 60;

/// Steps taken in eight turns, by the lower two bits of the rate.
const STEPS: [[u8; 8]; 4] = [
    [0, 1, 0, 1, 0, 1, 0, 1],
    [0, 1, 0, 1, 1, 1, 0, 1],
    [0, 1, 1, 1, 0, 1, 1, 1],
    [0, 1, 1, 1, 1, 1, 1, 1],
];
/// Further steps of the fastest rates.
const FURTHER: [[u8; 4]; 4] = [[0, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 1], [0, 1, 1, 1]];

/// What the generator is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Damp,
    Attack,
    Decay,
    Sustain,
    Release,
}

/// One generator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Envelope {
    stage: Stage,
    attenuation: u8,
}

impl Envelope {
    /// A silent generator.
    pub fn new() -> Envelope {
        Envelope {
            stage: Stage::Release,
            attenuation: SILENT,
        }
    }

    /// The attenuation, 0 to 127.
    pub fn attenuation(&self) -> u8 {
        self.attenuation
    }

    /// Whether it waits to attack and nothing sounds any more.
    pub fn is_damped(&self) -> bool {
        self.stage == Stage::Damp && self.attenuation >= OFF
    }

    /// The key goes down.
    pub fn key_on(&mut self) {
        self.stage = Stage::Damp;
    }

    /// The key goes up.
    pub fn key_off(&mut self) {
        self.stage = Stage::Release;
    }

    /// Begins the attack.
    pub fn attack(&mut self, tone: &Tone, note: &Note) {
        let instant = note.rate(tone.attack, tone.scales_rate) >= INSTANT;
        (self.stage, self.attenuation) = match instant {
            true => (Stage::Decay, 0),
            false => (Stage::Attack, SILENT),
        };
    }

    /// One sample; `counter` counts samples.
    pub fn clock(&mut self, tone: &Tone, note: &Note, counter: u16) {
        if self.stage == Stage::Attack {
            self.rise(note.rate(tone.attack, tone.scales_rate), counter);
            return;
        }
        if self.stage == Stage::Decay && self.attenuation >= tone.sustain_level * 8 {
            self.stage = Stage::Sustain;
        }
        let rate = match self.stage {
            Stage::Damp => DAMP_RATE,
            Stage::Decay => tone.decay,
            Stage::Sustain if tone.sustained => 0,
            Stage::Release if note.sustain => RELEASE_WITH_SUSTAIN,
            Stage::Release if !tone.sustained => RELEASE_OF_PERCUSSION,
            _ => tone.release,
        };
        let step = fall(note.rate(rate, tone.scales_rate), counter);
        self.attenuation = (self.attenuation + step).min(SILENT);
    }

    /// A step of the attack, which is the faster the more there is to go.
    fn rise(&mut self, rate: u8, counter: u16) {
        if let Some(shift) = attack_shift(rate, counter) {
            let step = (self.attenuation >> shift) + 1;
            self.attenuation = self.attenuation.saturating_sub(step);
        }
        if self.attenuation == 0 {
            self.stage = Stage::Decay;
        }
    }

    /// Whether the attenuation is within its range.
    pub fn is_possible(&self) -> bool {
        self.attenuation <= SILENT
    }
}

/// How much attenuation a sample adds.
fn fall(rate: u8, counter: u16) -> u8 {
    let row = usize::from(rate & 3);
    match rate >> 2 {
        0 => 0,
        15 => 2,
        14 => 1 + FURTHER[row][usize::from(counter & 3)],
        high => turn(13 - high, row, counter),
    }
}

/// The part of the attenuation that an attack takes in this sample, as a shift.
fn attack_shift(rate: u8, counter: u16) -> Option<u8> {
    let row = usize::from(rate & 3);
    match rate >> 2 {
        0 => None,
        high @ 12.. => Some(16 - high - FURTHER[row][usize::from(counter >> 2 & 3)]),
        high => (turn(11 - high, row, counter) == 1).then_some(4),
    }
}

/// The step of a turn of `1 << shift` samples, taken in the first of them.
fn turn(shift: u8, row: usize, counter: u16) -> u8 {
    if counter & ((1 << shift) - 1) != 0 {
        return 0;
    }
    STEPS[row][usize::from(counter >> shift & 7)]
}
