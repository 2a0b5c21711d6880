//! VRC7 sound: six FM channels, a YM2413 (OPLL) without rhythm and with other instruments.
//!
//! ```text
//! $00-$07 custom instrument   $0F test   $10-$15 number   $20-$25 ..STOOOH   $30-$35 IIIIVVVV
//! ```
//!
//! A sample is made every 36 CPU cycles, 49.7 kHz. All arithmetic is in integers. A pulse-like
//! tone at full volume is 11 dB above an APU pulse. Writes take effect at once: the wait that
//! the chip asks for between them is not needed.
//!
//! The amplifier behind the chip clips the sum of its channels, flatly and from a little less
//! than two of them at full volume on, on one side of the wave before the other; the console's
//! own sound passes unharmed. Where exactly it clips on either side is an estimate.
//!
//! NESdev: VRC7 audio; NESdev forum: VRC7 and 5B amplifier investigation (11 dB, clipping);
//! nes-audio-tests (db_vrc7, clip_vrc7, test_vrc7)

mod envelope;
mod tables;
mod voice;

use crate::nes::apu::Sound;
use serde::{Deserialize, Serialize};
use voice::{Moment, Voice};

/// The channels' names.
pub const VOICES: &[&str] = &[
    "VRC7 FM 1",
    "VRC7 FM 2",
    "VRC7 FM 3",
    "VRC7 FM 4",
    "VRC7 FM 5",
    "VRC7 FM 6",
];

const CHANNELS: usize = 6;
/// CPU cycles of a sample.
const SAMPLE: u64 = 36;
/// Amplitude of one step of a channel's converter.
const UNIT: i16 = 34;
/// One channel at full volume, in steps of the converter.
const FULL: i32 = 256;
/// Sum of the channels below which the amplifier clips, in steps of the converter.
const LOWEST: i32 = -FULL * 19 / 10;
/// Sum above which it clips.
const HIGHEST: i32 = FULL * 21 / 10;
/// Samples of one turn of the tremolo: up 105 steps and down, 64 samples each.
const TREMOLO_SAMPLES: u16 = 210 * TREMOLO_STEP;
const TREMOLO_STEP: u16 = 64;
/// Samples of one turn of the vibrato: eight steps.
const VIBRATO_SAMPLES: u16 = 8 * VIBRATO_STEP;
const VIBRATO_STEP: u16 = 1024;
/// Test register: envelopes do not attenuate.
const TEST_LEVEL: u8 = 0x01;
/// Test register: tremolo and vibrato stay at their start.
const TEST_STEADY: u8 = 0x02;
/// Test register: phases stay at 0.
const TEST_STILL: u8 = 0x04;
/// Test register: tremolo and vibrato take a step every sample.
const TEST_FAST: u8 = 0x08;
/// Most cycles that a loaded state may be behind.
const LONGEST_GAP: u64 = 0x10000;

/// The sound part of the chip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vrc7Sound {
    custom: [u8; 8],
    test: u8,
    selected: u8,
    /// Held in reset.
    silenced: bool,
    voices: [Voice; CHANNELS],
    counter: u16,
    tremolo: u16,
    vibrato: u16,
    now: u64,
    /// Cycles until the next sample, 1 to 36.
    left: u8,
}

impl Default for Vrc7Sound {
    fn default() -> Vrc7Sound {
        Vrc7Sound::new()
    }
}

impl Vrc7Sound {
    /// The chip at power-on, silent.
    pub fn new() -> Vrc7Sound {
        Vrc7Sound {
            custom: [0; 8],
            test: 0,
            selected: 0,
            silenced: false,
            voices: std::array::from_fn(|_| Voice::new()),
            counter: 0,
            tremolo: 0,
            vibrato: 0,
            now: 0,
            left: SAMPLE as u8,
        }
    }

    /// Writes `$9010`, the register choice, or `$9030`, its value. Nothing is taken while the
    /// chip is held in reset.
    pub fn write(&mut self, address: u16, value: u8) {
        match address {
            _ if self.silenced => {}
            0x9010 => self.selected = value,
            0x9030 => self.write_register(value),
            _ => {}
        }
    }

    /// Holds the chip in reset or lets it go: it is silent, its registers are cleared and the
    /// tremolo starts over; the vibrato goes on.
    pub fn write_reset(&mut self, reset: bool) {
        if reset {
            *self = Vrc7Sound {
                counter: self.counter,
                vibrato: self.vibrato,
                now: self.now,
                left: self.left,
                ..Vrc7Sound::new()
            };
        }
        self.silenced = reset;
    }

    /// Runs up to and including CPU cycle `cycle`; the levels go to the voices from `first` on.
    pub fn run(&mut self, cycle: u64, first: usize, sound: &mut Sound) {
        if cycle <= self.now {
            return;
        }
        sound.expansion(first, &self.levels(), self.now);
        while self.now + u64::from(self.left) <= cycle {
            self.now += u64::from(self.left);
            self.left = SAMPLE as u8;
            self.clock();
            sound.expansion(first, &self.levels(), self.now);
        }
        self.left -= (cycle - self.now) as u8;
        self.now = cycle;
    }

    /// Whether this can be a chip before CPU cycle `cycle`.
    pub fn can_be_at(&self, cycle: u64) -> bool {
        self.now <= cycle
            && cycle - self.now <= LONGEST_GAP
            && (1..=SAMPLE as u8).contains(&self.left)
            && self.tremolo < TREMOLO_SAMPLES
            && self.vibrato < VIBRATO_SAMPLES
            && self.voices.iter().all(Voice::is_possible)
    }

    fn write_register(&mut self, value: u8) {
        let channel = usize::from(self.selected & 0x0F);
        match (self.selected >> 4, self.voices.get_mut(channel)) {
            (0, _) if channel < 8 => self.custom[channel] = value,
            (0, _) if channel == 0x0F => self.test = value,
            (1, Some(voice)) => voice.write_low(value),
            (2, Some(voice)) => voice.write_high(value),
            (3, Some(voice)) => voice.write_choice(value),
            _ => {}
        }
    }

    /// Amplitudes of the channels; where their sum is clipped, each has its share of the rest.
    fn levels(&self) -> [i16; CHANNELS] {
        let outputs = self
            .voices
            .each_ref()
            .map(|voice| i32::from(voice.output()));
        let sum: i32 = outputs.iter().sum();
        let heard = sum.clamp(LOWEST, HIGHEST);
        outputs.map(|output| match heard == sum {
            true => output as i16 * UNIT,
            false => (output * heard * i32::from(UNIT) / sum) as i16,
        })
    }

    /// One sample.
    fn clock(&mut self) {
        self.count();
        let moment = self.moment();
        for voice in &mut self.voices {
            let instrument = match voice.instrument() {
                0 => &self.custom,
                number => &tables::INSTRUMENTS[usize::from(number) - 1],
            };
            voice.clock(instrument, &moment);
        }
    }

    fn count(&mut self) {
        self.counter = self.counter.wrapping_add(1);
        let (tremolo, vibrato) = match self.test & TEST_FAST {
            0 => (1, 1),
            _ => (TREMOLO_STEP, VIBRATO_STEP),
        };
        self.tremolo = (self.tremolo + tremolo) % TREMOLO_SAMPLES;
        self.vibrato = (self.vibrato + vibrato) % VIBRATO_SAMPLES;
        if self.test & TEST_STEADY != 0 {
            self.tremolo = 0;
            self.vibrato = 0;
        }
    }

    fn moment(&self) -> Moment {
        let step = self.tremolo / TREMOLO_STEP;
        let half = TREMOLO_SAMPLES / TREMOLO_STEP / 2;
        let height = half - half.abs_diff(step);
        Moment {
            counter: self.counter,
            tremolo: (height >> 3) as u8,
            vibrato: (self.vibrato / VIBRATO_STEP) as u8,
            full_level: self.test & TEST_LEVEL != 0,
            still: self.test & TEST_STILL != 0,
        }
    }
}
