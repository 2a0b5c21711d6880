//! Hearing without ears: samples and levels of a run, and WAV files.

use crate::nes::{
    apu::{
        Sound,
        meter::Reading,
        mixer::{self, Channel},
        view::NAMES,
    },
    boards::BoardLogic,
    digest,
    machine::Machine,
    observer::Silent,
    region::Region,
};
use serde::Serialize;

/// Samples a second.
pub const SAMPLE_RATE: u32 = 48_000;
/// The greatest level of each channel at the mixer.
const FULL: [u16; 5] = [15, 15, 15, 15, 127];
/// What the level of a cartridge's channel is measured against: an amplitude of full scale.
const FULL_SCALE: u16 = mixer::FULL_SCALE as u16;

/// A channel that can be muted and measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// Its name as a word: `pulse1`, `vrc6_saw`.
    pub name: String,
    source: Source,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Console(Channel),
    Cartridge(usize),
}

impl Heard {
    /// Every channel of the machine: the console's five, then the cartridge's.
    pub fn all(machine: &Machine) -> Vec<Heard> {
        let console = Channel::ALL.into_iter().zip(NAMES);
        let console = console.map(|(channel, name)| Heard {
            name: name.to_owned(),
            source: Source::Console(channel),
        });
        let voices = machine.cartridge().board.voices().iter().enumerate();
        let voices = voices.map(|(index, name)| Heard {
            name: name.to_lowercase().replace(' ', "_"),
            source: Source::Cartridge(index),
        });
        console.chain(voices).collect()
    }

    /// Mutes it in what a machine gives out, or lets it sound.
    pub fn mute(&self, sound: &mut Sound, muted: bool) {
        match self.source {
            Source::Console(channel) => sound.mute(channel, muted),
            Source::Cartridge(index) => sound.mute_voice(index, muted),
        }
    }
}

/// CPU cycles a second.
pub fn cpu_hertz(region: Region) -> f64 {
    let timing = region.timing();
    let (clocks, seconds) = timing.master_hz;
    clocks as f64 / (seconds * timing.cpu_divider) as f64
}

/// Collects the samples of a machine, frame by frame.
pub struct Listener {
    /// Samples so far, 48 kHz, mono.
    pub samples: Vec<i16>,
}

impl Listener {
    /// Drops what the machine had made before, and starts its level statistics anew.
    pub fn new(machine: &mut Machine) -> Listener {
        let mut before = Vec::new();
        machine.drain_samples(&mut before);
        machine.sound_mut().reset_meter();
        Listener {
            samples: Vec::new(),
        }
    }

    /// Runs to the next frame and takes its samples.
    pub fn frame(&mut self, machine: &mut Machine) {
        let next = machine.position().frame + 1;
        machine.run_until_frame(next, &mut Silent);
        machine.drain_samples(&mut self.samples);
    }
}

/// How loud the mix was.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MixLevel {
    /// Root mean square, full scale 1.
    pub rms: f64,
    /// Largest magnitude, full scale 1.
    pub peak: f64,
    /// Digest of the samples as little-endian words.
    pub sha256: String,
}

/// Measures samples.
pub fn mix_level(samples: &[i16]) -> MixLevel {
    let scaled = |&sample: &i16| f64::from(sample) / 32768.0;
    let squares: f64 = samples.iter().map(|s| scaled(s).powi(2)).sum();
    let peak = samples.iter().map(|s| scaled(s).abs()).fold(0.0, f64::max);
    let mut sound = digest::Sound::default();
    sound.add(samples);
    MixLevel {
        rms: (squares / samples.len().max(1) as f64).sqrt(),
        peak,
        sha256: sound.finish(),
    }
}

/// How much one channel moved, before mixing and whether muted or not.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChannelLevel {
    /// Channel.
    pub name: String,
    /// Root mean square about the mean, in the channel's levels.
    pub rms: f64,
    /// Half the span between lowest and highest level.
    pub peak: f64,
    /// What its levels are measured against: 15 or 127, on the cartridge 30,000.
    pub full: u16,
    /// Level changes.
    pub changes: u64,
    /// Whether it never changed.
    pub silent: bool,
}

/// What each channel did since the listener began.
pub fn channel_levels(machine: &mut Machine) -> Vec<ChannelLevel> {
    let channels = Heard::all(machine);
    let console = machine.sound_mut().readings();
    let cartridge = machine.sound_mut().voice_readings();
    let row = |channel: Heard| match channel.source {
        Source::Console(which) => {
            let index = which as usize;
            channel_level(channel.name, &console[index], FULL[index])
        }
        Source::Cartridge(index) => channel_level(channel.name, &cartridge[index], FULL_SCALE),
    };
    channels.into_iter().map(row).collect()
}

fn channel_level(name: String, reading: &Reading, full: u16) -> ChannelLevel {
    ChannelLevel {
        name,
        rms: reading.rms(),
        peak: reading.peak(),
        full,
        changes: reading.changes,
        silent: reading.changes == 0,
    }
}

/// A WAV file of mono samples at 48 kHz.
pub fn wav(samples: &[i16]) -> Vec<u8> {
    let format = hound::WavSpec {
        channels: 1,
        sample_rate: SAMPLE_RATE,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut bytes = std::io::Cursor::new(Vec::with_capacity(44 + samples.len() * 2));
    let written = hound::WavWriter::new(&mut bytes, format).and_then(|mut writer| {
        for &sample in samples {
            writer.write_sample(sample)?;
        }
        writer.finalize()
    });
    written.expect("writing to memory can not fail");
    bytes.into_inner()
}
