//! What a run came to: state, picture and sound, and in which of them two runs differ.

use super::Script;
use crate::nes::{digest, machine::Machine, observer::Silent, state};

/// Frames run on from a point: enough to finish two whole pictures.
const AFTER: u64 = 3;

/// The end of a run.
#[derive(Clone)]
pub struct Ending {
    state: Vec<u8>,
    picture: Vec<u16>,
    /// Digest of all samples; `None` when they are not to be compared.
    sound: Option<String>,
}

impl Ending {
    /// The machine as it is now, with what it sounded like until now.
    pub fn of(machine: &Machine, sound: digest::Sound) -> Ending {
        Ending {
            state: machine.save(),
            picture: machine.pixels().to_vec(),
            sound: Some(sound.finish()),
        }
    }

    /// The same without the sound.
    pub fn silent(&self) -> Ending {
        Ending {
            sound: None,
            ..self.clone()
        }
    }

    /// The first part that differs.
    pub fn difference(&self, other: &Ending) -> Option<String> {
        section(&self.state, &other.state)
            .or_else(|| pixel(&self.picture, &other.picture))
            .or_else(|| (self.sound != other.sound).then(|| "the sound".to_owned()))
    }
}

/// The first section in which two states differ.
fn section(a: &[u8], b: &[u8]) -> Option<String> {
    if a == b {
        return None;
    }
    let (a, b) = (state::sections(a), state::sections(b));
    let differs = a.iter().zip(&b).find(|(a, b)| a != b);
    Some(match differs {
        Some(((tag, a), (_, b))) => {
            let at = a.iter().zip(*b).position(|(a, b)| a != b);
            let at = at.unwrap_or(a.len().min(b.len()));
            format!("the state (section {tag}, byte {at})")
        }
        None => "the state".to_owned(),
    })
}

fn pixel(a: &[u16], b: &[u16]) -> Option<String> {
    const WIDTH: usize = 256;
    let at = a.iter().zip(b).position(|(a, b)| a != b)?;
    let (line, column) = (at / WIDTH, at % WIDTH);
    Some(format!("the picture (line {line}, column {column})"))
}

/// The frame in which a machine runs on: that of the instruction in whose middle it stands.
pub fn frame_of(machine: &Machine) -> u64 {
    let mut machine = machine.clone();
    machine.leave_instruction();
    machine.position().frame
}

/// Runs some frames on from the middle of frame `start`.
pub fn run_on(machine: &mut Machine, script: &Script, start: u64) -> Ending {
    let mut sound = digest::Sound::default();
    let mut samples = Vec::new();
    machine.drain_samples(&mut samples);
    for frame in start..start + AFTER {
        if frame != start {
            script.apply(machine, frame);
        }
        machine.run_until_frame(frame + 1, &mut Silent);
        samples.clear();
        machine.drain_samples(&mut samples);
        sound.add(&samples);
    }
    Ending::of(machine, sound)
}
