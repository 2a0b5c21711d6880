//! One channel: a modulator that shifts the phase of a carrier.
//!
//! A phase has 19 bits, of which the upper ten choose a point of the sine. The sine is a
//! logarithm, to which all attenuation is added before the power of two makes it a number of
//! twelve bits and a sign; the converter takes the upper eight.
//!
//! Sources: YM2413 application manual; published die photographs and measurements.

use super::{
    envelope::{Envelope, OFF, SILENT},
    tables::{EXPONENT, LOG_SINE},
};
use serde::{Deserialize, Serialize};

const PHASE_BITS: u32 = 19;
/// Bits of the phase below the point of the sine.
const PHASE_FRACTION: u32 = 9;
/// The most an operator gives.
const HIGHEST_OUTPUT: i16 = 4095;

/// Twice the frequency factors of the multiplier.
const MULTIPLIERS: [u32; 16] = [1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 20, 24, 24, 30, 30];
/// Key scaling at the highest octave, in steps of 0.75 dB at 6 dB an octave.
const KEY_SCALE: [u8; 16] = [
    0, 32, 40, 45, 48, 51, 53, 55, 56, 58, 59, 60, 61, 62, 63, 64,
];

/// What an instrument says of one operator.
#[derive(Clone, Copy, Debug)]
pub struct Tone {
    /// Whether the tremolo acts.
    pub tremolo: bool,
    /// Whether the vibrato acts.
    pub vibrato: bool,
    /// Whether the level is held until key-off.
    pub sustained: bool,
    /// Whether rates follow the note's height fully.
    pub scales_rate: bool,
    /// Multiplier number, 0 to 15.
    pub multiplier: u8,
    /// Key scaling of the level: 0, 1.5, 3 or 6 dB an octave.
    pub key_scale: u8,
    /// Attenuation in steps of 0.375 dB.
    pub level: u8,
    /// Whether the lower half of the sine is cut off.
    pub half_sine: bool,
    /// Attack rate, 0 to 15.
    pub attack: u8,
    /// Decay rate, 0 to 15.
    pub decay: u8,
    /// Sustain level in steps of 3 dB, 0 to 15.
    pub sustain_level: u8,
    /// Release rate, 0 to 15.
    pub release: u8,
}

impl Tone {
    /// The modulator of an instrument.
    fn modulator(instrument: &[u8; 8]) -> Tone {
        Tone {
            key_scale: instrument[2] >> 6,
            level: (instrument[2] & 0x3F) * 2,
            half_sine: instrument[3] & 0x08 != 0,
            ..Tone::operator(instrument, 0)
        }
    }

    /// The carrier of an instrument at a volume, 0 (loud) to 15.
    fn carrier(instrument: &[u8; 8], volume: u8) -> Tone {
        Tone {
            key_scale: instrument[3] >> 6,
            level: volume * 8,
            half_sine: instrument[3] & 0x10 != 0,
            ..Tone::operator(instrument, 1)
        }
    }

    fn operator(instrument: &[u8; 8], index: usize) -> Tone {
        let flags = instrument[index];
        Tone {
            tremolo: flags & 0x80 != 0,
            vibrato: flags & 0x40 != 0,
            sustained: flags & 0x20 != 0,
            scales_rate: flags & 0x10 != 0,
            multiplier: flags & 0x0F,
            key_scale: 0,
            level: 0,
            half_sine: false,
            attack: instrument[4 + index] >> 4,
            decay: instrument[4 + index] & 0x0F,
            sustain_level: instrument[6 + index] >> 4,
            release: instrument[6 + index] & 0x0F,
        }
    }
}

/// What the channel's registers say of the note.
#[derive(Clone, Copy, Debug)]
pub struct Note {
    /// Frequency number, 0 to 511.
    pub number: u16,
    /// Octave, 0 to 7.
    pub octave: u8,
    /// Whether the release is slow.
    pub sustain: bool,
}

impl Note {
    /// A rate of 0 to 63 from an instrument's rate of 0 to 15.
    pub fn rate(&self, rate: u8, scales: bool) -> u8 {
        let height = self.octave << 1 | (self.number >> 8) as u8;
        match (rate, scales) {
            (0, _) => 0,
            (_, true) => (rate * 4 + height).min(63),
            (_, false) => (rate * 4 + (height >> 2)).min(63),
        }
    }

    /// Attenuation by the note's height in steps of 0.375 dB.
    fn scaling(&self, key_scale: u8) -> u8 {
        let top = KEY_SCALE[usize::from(self.number >> 5)];
        let scaling = top.saturating_sub(8 * (8 - self.octave));
        match key_scale {
            0 => 0,
            1 => scaling >> 1,
            2 => scaling,
            _ => scaling << 1,
        }
    }

    /// How far a phase moves in a sample.
    fn increment(&self, tone: &Tone, vibrato: u8) -> u32 {
        let swing = if tone.vibrato { self.swing(vibrato) } else { 0 };
        let doubled = i32::from(self.number) * 2 + swing;
        ((doubled.max(0) as u32 * MULTIPLIERS[usize::from(tone.multiplier)]) << self.octave) >> 2
    }

    /// The vibrato's share of twice the number, in its eight turns.
    fn swing(&self, vibrato: u8) -> i32 {
        let full = i32::from(self.number >> 6);
        let half = full >> 1;
        [0, half, full, half, 0, -half, -full, -half][usize::from(vibrato & 7)]
    }
}

/// What all channels share in a sample.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Samples counted.
    pub counter: u16,
    /// Attenuation by the tremolo, 0 to 13.
    pub tremolo: u8,
    /// Turn of the vibrato, 0 to 7.
    pub vibrato: u8,
    /// Test: envelopes do not attenuate.
    pub full_level: bool,
    /// Test: phases stay at 0.
    pub still: bool,
}

/// One operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Operator {
    envelope: Envelope,
    phase: u32,
}

impl Operator {
    fn new() -> Operator {
        Operator {
            envelope: Envelope::new(),
            phase: 0,
        }
    }

    /// One sample, `shift` points away from its phase.
    fn clock(&mut self, tone: &Tone, note: &Note, moment: &Moment, shift: i32) -> i16 {
        self.envelope.clock(tone, note, moment.counter);
        let phase = self.phase + note.increment(tone, moment.vibrato);
        self.phase = match moment.still {
            true => 0,
            false => phase & ((1 << PHASE_BITS) - 1),
        };
        let envelope = match moment.full_level {
            true => 0,
            false => self.envelope.attenuation(),
        };
        if envelope >= OFF {
            return 0;
        }
        let tremolo = if tone.tremolo { moment.tremolo } else { 0 };
        let attenuation = u16::from(envelope)
            + u16::from(tone.level)
            + u16::from(note.scaling(tone.key_scale))
            + u16::from(tremolo);
        let point = (self.phase >> PHASE_FRACTION) as i32 + shift;
        sine(point, attenuation.min(u16::from(SILENT)), tone.half_sine)
    }

    fn is_possible(&self) -> bool {
        self.envelope.is_possible() && self.phase < 1 << PHASE_BITS
    }
}

/// The sine at a point, of which 1024 are a turn, attenuated in steps of 0.375 dB.
fn sine(point: i32, attenuation: u16, half_sine: bool) -> i16 {
    let negative = point & 0x200 != 0;
    if negative && half_sine {
        return 0;
    }
    let quarter = if point & 0x100 != 0 { !point } else { point };
    let logarithm = LOG_SINE[(quarter & 0xFF) as usize] + attenuation * 16;
    let mantissa = (EXPONENT[usize::from(!logarithm & 0xFF)] + 0x400) << 1;
    let magnitude = (mantissa >> (logarithm >> 8)) as i16;
    if negative { !magnitude } else { magnitude }
}

/// One channel's registers and operators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voice {
    low: u8,
    high: u8,
    /// Instrument and volume.
    choice: u8,
    modulator: Operator,
    carrier: Operator,
    /// The modulator's last two outputs.
    history: [i16; 2],
    output: i16,
}

impl Voice {
    /// A silent channel.
    pub fn new() -> Voice {
        Voice {
            low: 0,
            high: 0,
            choice: 0,
            modulator: Operator::new(),
            carrier: Operator::new(),
            history: [0; 2],
            output: 0,
        }
    }

    /// Writes register `$1x`: the low eight bits of the number.
    pub fn write_low(&mut self, value: u8) {
        self.low = value;
    }

    /// Writes register `$2x`: sustain, key, octave, the number's highest bit. A key-off
    /// reaches the carrier only.
    pub fn write_high(&mut self, value: u8) {
        const KEY: u8 = 0x10;
        let changed = (self.high ^ value) & KEY != 0;
        self.high = value;
        if changed && value & KEY != 0 {
            self.modulator.envelope.key_on();
            self.carrier.envelope.key_on();
        } else if changed {
            self.carrier.envelope.key_off();
        }
    }

    /// Writes register `$3x`: instrument and volume.
    pub fn write_choice(&mut self, value: u8) {
        self.choice = value;
    }

    /// The instrument, 0 (the custom one) to 15.
    pub fn instrument(&self) -> u8 {
        self.choice >> 4
    }

    /// The converter's value, -256 to 255.
    pub fn output(&self) -> i16 {
        self.output
    }

    /// One sample.
    pub fn clock(&mut self, instrument: &[u8; 8], moment: &Moment) {
        let note = self.note();
        let tone = Tone::modulator(instrument);
        let carrier = Tone::carrier(instrument, self.choice & 0x0F);
        if self.carrier.envelope.is_damped() {
            self.modulator.envelope.attack(&tone, &note);
            self.carrier.envelope.attack(&carrier, &note);
            self.modulator.phase = 0;
            self.carrier.phase = 0;
        }
        let feedback = self.feedback(instrument[3] & 7);
        let shift = self.modulator.clock(&tone, &note, moment, feedback);
        self.history = [shift, self.history[0]];
        let shift = i32::from(shift) & !1;
        self.output = self.carrier.clock(&carrier, &note, moment, shift) >> 4;
    }

    /// How far the modulator's own output shifts it: the mean of two samples, at most 4 pi.
    fn feedback(&self, factor: u8) -> i32 {
        let sum = i32::from(self.history[0]) + i32::from(self.history[1]);
        match factor {
            0 => 0,
            factor => sum >> (9 - factor),
        }
    }

    fn note(&self) -> Note {
        Note {
            number: u16::from(self.low) | u16::from(self.high & 1) << 8,
            octave: self.high >> 1 & 7,
            sustain: self.high & 0x20 != 0,
        }
    }

    /// Whether all of it is within its ranges.
    pub fn is_possible(&self) -> bool {
        let range = !HIGHEST_OUTPUT..=HIGHEST_OUTPUT;
        self.modulator.is_possible()
            && self.carrier.is_possible()
            && self.history.iter().all(|output| range.contains(output))
            && (-256..256).contains(&self.output)
    }
}
