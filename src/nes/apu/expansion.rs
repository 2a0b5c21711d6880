//! The sound that comes in through the cartridge connector.
//!
//! Expansion chips have their own converters; their channels are added to the console's mix.
//! Each channel is one level in amplitude units, weighted by its chip already.
//!
//! NESdev: Expansion audio

use super::meter::{Level, Reading};

/// Most channels at once: an NSF file may ask for every chip together.
pub const VOICES: usize = 24;

/// The channels of the cartridge.
#[derive(Clone, Debug, Default)]
pub struct Expansion {
    voices: [Voice; VOICES],
    /// Sum of the levels that are not muted.
    sum: i32,
    /// The part of the sum that has become sound.
    sounded: i32,
}

#[derive(Clone, Debug, Default)]
struct Voice {
    meter: Level,
    muted: bool,
}

impl Voice {
    fn heard(&self) -> i32 {
        if self.muted { 0 } else { self.meter.now() }
    }
}

impl Expansion {
    /// Takes the levels of channels `first..` from `cycle` on; those beyond [`VOICES`] are
    /// dropped.
    pub fn set(&mut self, first: usize, levels: &[i16], cycle: u64) {
        for (voice, &level) in self.voices.iter_mut().skip(first).zip(levels) {
            let level = i32::from(level);
            if level != voice.meter.now() {
                self.sum -= voice.heard();
                voice.meter.set(level, cycle);
                self.sum += voice.heard();
            }
        }
    }

    /// Puts every level to 0 without a step and without counting it as a change.
    pub fn silence(&mut self) {
        for voice in &mut self.voices {
            voice.meter.silence();
        }
        (self.sum, self.sounded) = (0, 0);
    }

    /// Mutes a channel or lets it sound; channels that do not exist are ignored.
    pub fn mute(&mut self, index: usize, muted: bool) {
        if let Some(voice) = self.voices.get_mut(index) {
            self.sum -= voice.heard();
            voice.muted = muted;
            self.sum += voice.heard();
        }
    }

    /// Whether a channel is muted.
    pub fn muted(&self, index: usize) -> bool {
        self.voices.get(index).is_some_and(|voice| voice.muted)
    }

    /// How far the sum has moved since it was last asked, in amplitude units.
    pub fn moved(&mut self) -> i32 {
        self.sum - std::mem::replace(&mut self.sounded, self.sum)
    }

    /// What each channel did up to `cycle`.
    pub fn readings(&mut self, cycle: u64) -> [Reading; VOICES] {
        std::array::from_fn(|index| self.voices[index].meter.reading(cycle))
    }

    /// Starts the statistics anew at `cycle`.
    pub fn reset_meters(&mut self, cycle: u64) {
        for voice in &mut self.voices {
            voice.meter.reset(cycle);
        }
    }

    /// Continues at another cycle without counting the gap.
    pub fn restart(&mut self, cycle: u64) {
        for voice in &mut self.voices {
            voice.meter.restart(cycle);
        }
    }
}
