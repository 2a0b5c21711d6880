//! The sound of the Sunsoft 5B, a YM2149F: three tones, one noise, one envelope.
//!
//! ```text
//! $C000 register choice; with any of bits 7-4 set, $E000 does nothing      $E000 its value
//! 0-5 tone periods, 12 bits   6 noise period   7 noise (5-3) and tone (2-0) off
//! 8-A envelope (4), volume    B-C envelope period   D envelope shape
//! ```
//!
//! All of it moves in ticks of 16 CPU cycles: a tone flips every `period` ticks, the noise
//! shifts every second `period` ticks, the envelope steps every `period` ticks. Nothing ever
//! halts, whatever is heard. Outputs go through a DAC of 1.5 dB a step of the envelope, which
//! is 3 dB a step of the volume.
//!
//! Not done: the amplifier behind it flattens the loudest sums, and with them the console's own
//! sound; no curve of it is published. Here the three channels are added as they are.
//!
//! NESdev: Sunsoft 5B audio; NESdev forum: VRC7 and 5B amplifier investigation; nes-audio-tests
//! (clip_5b, db_5b)

use super::{sunsoft5b_envelope::Envelope, sunsoft5b_timer::Timer};
use crate::nes::apu::{Sound, mixer::FULL_SCALE};
use serde::{Deserialize, Serialize};

/// Names of the channels.
pub const VOICES: &[&str] = &["5B tone A", "5B tone B", "5B tone C"];
/// CPU cycles of one tick.
pub const TICK: u64 = 16;

const CHANNELS: usize = 3;
const NOISE_PERIOD: usize = 6;
const OFF: usize = 7;
const VOLUME: usize = 8;
const ENVELOPE_PERIOD: usize = 11;
const ENVELOPE_SHAPE: u8 = 13;
/// Bit of a volume register: the envelope decides.
const BY_ENVELOPE: u8 = 0x10;
/// Bits of `$C000` that keep `$E000` from doing anything.
const DESELECT: u8 = 0xF0;
/// Length of the noise's sequence.
const NOISE_CYCLE: u64 = (1 << 17) - 1;

/// Factor from one envelope level to the one below, -1.5 dB.
const STEP: f64 = 0.841_395_141_645_195_1;
/// The level of volume 12.
const LEVEL_OF_12: usize = 25;
/// A square of volume 12 against the loudest APU square, -1.3 dB, as the test ROM db_5b compares
/// them. Uncertain by a decibel or two: by the forum one channel, before it is flattened,
/// reaches about 8 dB above an APU square, and volume 15 is 9 dB above volume 12.
const VOLUME_12: f64 = 0.860_993_752_184_6;
/// A mix of one APU pulse channel at volume 15.
const APU_PULSE: f64 = FULL_SCALE * 95.88 / (8128.0 / 15.0 + 100.0);
/// Amplitudes of the 32 levels; the lowest two are silent.
const DAC: [i16; 32] = dac();

/// The chip's registers and generators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sunsoft5b {
    /// The CPU cycle run to.
    now: u64,
    select: u8,
    registers: [u8; 16],
    tones: [Tone; CHANNELS],
    noise: Timer,
    /// The noise's shift register, 17 bits; bit 16 is heard.
    shifter: u32,
    envelope: Envelope,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Tone {
    timer: Timer,
    high: bool,
}

impl Sunsoft5b {
    /// The chip at power-on, silent.
    pub fn new() -> Sunsoft5b {
        Sunsoft5b {
            now: 0,
            select: 0,
            registers: [0; 16],
            tones: Default::default(),
            noise: Timer::default(),
            shifter: 1,
            envelope: Envelope::default(),
        }
    }

    /// Whether a chip that was run to `cycle` or the cycle before can be in this state.
    pub fn can_be_at(&self, cycle: u64) -> bool {
        self.now <= cycle
            && cycle - self.now <= 1
            && (1..1 << 17).contains(&self.shifter)
            && self.envelope.is_possible()
    }

    /// A write of `$C000` (register choice) or `$E000` (value) in the cycle run to.
    pub fn write(&mut self, address: u16, value: u8) {
        if address < 0xE000 {
            self.select = value;
        } else if self.select & DESELECT == 0 {
            self.registers[usize::from(self.select)] = value;
            if self.select == ENVELOPE_SHAPE {
                self.envelope.write_shape(value);
            }
        }
    }

    /// Runs up to and including CPU cycle `cycle`.
    pub fn run(&mut self, cycle: u64, first_voice: usize, sound: &mut Sound) {
        if cycle <= self.now {
            return;
        }
        if sound.enabled() {
            // What was written in the cycle run to is heard from there on.
            sound.expansion(first_voice, &self.levels(), self.now);
            self.play(cycle, first_voice, sound);
        }
        self.advance(cycle / TICK - self.now / TICK);
        self.now = cycle;
    }

    /// The amplitudes of the three channels now.
    pub fn levels(&self) -> [i16; CHANNELS] {
        std::array::from_fn(|channel| {
            if self.is_high(channel) {
                DAC[usize::from(self.level(channel))]
            } else {
                0
            }
        })
    }

    /// Runs from one change of what is heard to the next, all ticks before `cycle` ends.
    fn play(&mut self, cycle: u64, first_voice: usize, sound: &mut Sound) {
        loop {
            let tick = self.now / TICK + self.until_next();
            if tick > cycle / TICK {
                return;
            }
            self.advance(tick - self.now / TICK);
            self.now = tick * TICK;
            sound.expansion(first_voice, &self.levels(), self.now);
        }
    }

    /// Ticks until something that is heard can change; one far away when nothing is.
    fn until_next(&self) -> u64 {
        const FAR: u64 = 1 << 20;
        let mut next = FAR;
        for (channel, tone) in self.tones.iter().enumerate() {
            let volume = self.registers[VOLUME + channel];
            let by_envelope = volume & BY_ENVELOPE != 0;
            if by_envelope {
                let steps = self.envelope.until_next(self.envelope_period());
                next = next.min(steps.unwrap_or(FAR));
            }
            if !by_envelope && volume & 0x0F == 0 {
                continue;
            }
            if !self.tone_off(channel) {
                next = next.min(tone.timer.until_next(self.tone_period(channel)));
            }
            if !self.noise_off(channel) {
                next = next.min(self.until_noise());
            }
        }
        next
    }

    /// Ticks until the noise shifts, which it does on even ticks.
    fn until_noise(&self) -> u64 {
        let odd = self.now / TICK % 2;
        2 * self.noise.until_next(self.noise_period()) - odd
    }

    /// Makes `ticks` ticks from the one of `now` on.
    fn advance(&mut self, ticks: u64) {
        for channel in 0..CHANNELS {
            let period = self.tone_period(channel);
            let tone = &mut self.tones[channel];
            tone.high ^= tone.timer.advance(ticks, period) & 1 != 0;
        }
        let tick = self.now / TICK;
        let noise_steps = (tick + ticks) / 2 - tick / 2;
        let shifts = self.noise.advance(noise_steps, self.noise_period());
        for _ in 0..shifts % NOISE_CYCLE {
            let feedback = (self.shifter >> 16 ^ self.shifter >> 13) & 1;
            self.shifter = self.shifter << 1 & 0x1_FFFF | feedback;
        }
        self.envelope.advance(ticks, self.envelope_period());
    }

    fn tone_period(&self, channel: usize) -> u16 {
        let high = u16::from(self.registers[2 * channel + 1] & 0x0F);
        high << 8 | u16::from(self.registers[2 * channel])
    }

    fn noise_period(&self) -> u16 {
        u16::from(self.registers[NOISE_PERIOD] & 0x1F)
    }

    fn envelope_period(&self) -> u16 {
        u16::from_le_bytes([
            self.registers[ENVELOPE_PERIOD],
            self.registers[ENVELOPE_PERIOD + 1],
        ])
    }

    fn tone_off(&self, channel: usize) -> bool {
        self.registers[OFF] & 1 << channel != 0
    }

    fn noise_off(&self, channel: usize) -> bool {
        self.registers[OFF] & 8 << channel != 0
    }

    /// What is switched off counts as high; both off give a constant level.
    fn is_high(&self, channel: usize) -> bool {
        (self.tones[channel].high || self.tone_off(channel))
            && (self.shifter >> 16 != 0 || self.noise_off(channel))
    }

    /// The channel's level, 0 to 31.
    fn level(&self, channel: usize) -> u8 {
        let volume = self.registers[VOLUME + channel];
        if volume & BY_ENVELOPE != 0 {
            self.envelope.level()
        } else {
            (volume & 0x0F) * 2 + 1
        }
    }
}

impl Default for Sunsoft5b {
    fn default() -> Sunsoft5b {
        Sunsoft5b::new()
    }
}

const fn dac() -> [i16; 32] {
    let mut table = [0; 32];
    let mut value = APU_PULSE * VOLUME_12;
    let mut level = LEVEL_OF_12;
    while level < 31 {
        value /= STEP;
        level += 1;
    }
    while level > 1 {
        table[level] = (value + 0.5) as i16;
        value *= STEP;
        level -= 1;
    }
    table
}
