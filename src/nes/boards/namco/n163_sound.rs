//! The sound of the Namco 163: up to eight wave channels out of 128 bytes of RAM.
//!
//! ```text
//! $F800 address (6-0), step on after each access (7)      $4800 the byte there
//! $78 $7A $7C(1-0) frequency, 18 bits    $79 $7B $7D phase, 24 bits   $7C(7-2) 64 - length / 4
//! $7E place of the wave in 4-bit samples, low half first   $7F volume (3-0), channels less 1 (6-4)
//! ```
//!
//! These are channel 8's; channel n has them `8 * (8 - n)` bytes lower. The chip serves one
//! channel every 15 CPU cycles: adds the frequency to the phase, which is in the RAM where
//! the CPU can read it, and puts out that channel's sample until the next one is served.
//!
//! The output is made as the chip makes it, one channel after the other: the mean of n
//! channels is 1/n of each, the switching tone of seven and eight channels is there, and
//! that of fewer lies above the band that is kept.
//!
//! Uncertain: the order is taken to run from channel 8 down, and a chip whose sound is
//! disabled to leave the RAM alone, since cartridges keep saved games there.
//!
//! NESdev: Namco 163 audio

use crate::nes::apu::{Sound, mixer::FULL_SCALE};
use serde::{Deserialize, Serialize};

/// Names of the channels.
pub const VOICES: &[&str] = &[
    "N163 1", "N163 2", "N163 3", "N163 4", "N163 5", "N163 6", "N163 7", "N163 8",
];
/// CPU cycles for which one channel is put out.
pub const SLOT: u64 = 15;
/// Bytes of RAM.
pub const RAM: usize = 128;

const CHANNELS: usize = 8;
/// Row of the RAM with the registers of channel 1; the eight rows up to the end are theirs.
const FIRST_ROW: usize = 8;
const FREQUENCY: [usize; 3] = [0, 2, 4];
const PHASE: [usize; 3] = [1, 3, 5];
const LENGTH: usize = 4;
const PLACE: usize = 6;
const VOLUME: usize = 7;
const STEP_ON: u8 = 0x80;
/// Fraction bits of a phase.
const FRACTION: u32 = 16;
/// The sample that is the center.
const CENTER: i32 = 8;
/// Output from lowest to highest at full volume.
const SPAN: f64 = 15.0 * 15.0;
/// A mix of one APU pulse channel at volume 15.
const APU_PULSE: f64 = FULL_SCALE * 95.88 / (8128.0 / 15.0 + 100.0);

/// How loud the mixing resistor of a cartridge makes the chip.
///
/// NESdev: INES Mapper 019, submappers; Namco 163 audio, Mixing
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Loudness {
    /// The sound pin is not connected.
    Silent,
    /// 12 dB above the loudest APU square: Final Lap, Megami Tensei II.
    Low,
    /// 16.5 dB: Rolling Thunder; also where nothing is known.
    Middle,
    /// 18.75 dB: King of Kings, Youkai Douchuuki.
    High,
}

impl Loudness {
    /// Amplitude of one unit of output.
    fn unit(self) -> i32 {
        let factor = match self {
            Loudness::Silent => 0.0,
            Loudness::Low => 3.981_071_705_5,
            Loudness::Middle => 6.683_439_175_7,
            Loudness::High => 8.659_643_233_6,
        };
        (factor * APU_PULSE / SPAN + 0.5) as i32
    }
}

/// The sound half of the chip, with its RAM.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct N163Sound {
    /// The CPU cycle run to.
    now: u64,
    loudness: Loudness,
    disabled: bool,
    address: u8,
    ram: [[u8; 8]; RAM / 8],
    /// How many channels were served in this round.
    served: u8,
    /// The row of the channel that is put out.
    row: u8,
    /// What it puts out, -120 to 105.
    output: i8,
}

impl N163Sound {
    /// The chip at power-on, its sound disabled so that it does not touch saved RAM.
    pub fn new(loudness: Loudness) -> N163Sound {
        N163Sound {
            now: 0,
            loudness,
            disabled: true,
            address: 0,
            ram: [[0; 8]; RAM / 8],
            served: 0,
            row: (FIRST_ROW + CHANNELS - 1) as u8,
            output: 0,
        }
    }

    /// Whether a chip that was run to `cycle` or the cycle before can be in this state.
    pub fn can_be_at(&self, cycle: u64) -> bool {
        self.now <= cycle
            && cycle - self.now <= 1
            && usize::from(self.served) < CHANNELS
            && (FIRST_ROW..RAM / 8).contains(&usize::from(self.row))
            && (-120..=105).contains(&self.output)
    }

    /// How loud the cartridge makes it.
    pub fn loudness(&self) -> Loudness {
        self.loudness
    }

    /// The RAM.
    pub fn ram(&self) -> &[u8] {
        self.ram.as_flattened()
    }

    /// Fills the RAM from its beginning, as a battery does.
    pub fn restore(&mut self, image: &[u8]) {
        let ram = self.ram.as_flattened_mut();
        let length = image.len().min(RAM);
        ram[..length].copy_from_slice(&image[..length]);
    }

    /// A write of `$F800` (address) or `$4800` (value) in the cycle run to.
    pub fn write(&mut self, address: u16, value: u8) {
        if address >= 0x8000 {
            self.address = value;
        } else {
            let place = self.place();
            self.ram.as_flattened_mut()[place] = value;
            self.step_on();
        }
    }

    /// A read of `$4800`.
    pub fn read(&mut self) -> u8 {
        let value = self.peek();
        self.step_on();
        value
    }

    /// What a read of `$4800` would give.
    pub fn peek(&self) -> u8 {
        self.ram.as_flattened()[self.place()]
    }

    /// Disables the sound or enables it: bit 6 of `$E000`.
    pub fn disable(&mut self, disabled: bool) {
        self.disabled = disabled;
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
        self.serve(cycle / SLOT - self.now / SLOT);
        self.now = cycle;
    }

    /// The amplitudes of the eight channels now; all but one are 0.
    pub fn levels(&self) -> [i16; CHANNELS] {
        let mut levels = [0; CHANNELS];
        if !self.disabled {
            let level = i32::from(self.output) * self.loudness.unit();
            levels[usize::from(self.row) - FIRST_ROW] = level as i16;
        }
        levels
    }

    fn play(&mut self, cycle: u64, first_voice: usize, sound: &mut Sound) {
        if self.disabled || self.loudness == Loudness::Silent {
            return;
        }
        while self.now / SLOT < cycle / SLOT {
            self.serve(1);
            self.now = (self.now / SLOT + 1) * SLOT;
            sound.expansion(first_voice, &self.levels(), self.now);
        }
    }

    /// Serves `slots` channels in turn. Only phases change meanwhile, each by its own
    /// frequency, so that many steps of one are one multiplication.
    fn serve(&mut self, slots: u64) {
        if slots == 0 || self.disabled {
            return;
        }
        let channels = u64::from(self.ram[RAM / 8 - 1][VOLUME] >> 4 & 7) + 1;
        let served = u64::from(self.served);
        let start = if served < channels { served } else { 0 };
        for channel in 0..channels {
            let wait = (channel + channels - start) % channels;
            if wait < slots {
                self.step_phase(row(channel), (slots - wait - 1) / channels + 1);
            }
        }
        let last = (start + slots - 1) % channels;
        self.served = ((last + 1) % channels) as u8;
        self.row = row(last) as u8;
        self.output = self.sample(row(last));
    }

    fn step_phase(&mut self, row: usize, steps: u64) {
        let registers = &mut self.ram[row];
        let frequency = word(registers, FREQUENCY) & 0x3_FFFF;
        let length = 256 - u64::from(registers[LENGTH] & 0xFC);
        let phase = (word(registers, PHASE) + steps * frequency) % (length << FRACTION);
        for (place, byte) in PHASE.into_iter().zip(phase.to_le_bytes()) {
            registers[place] = byte;
        }
    }

    /// The output of the channel with its registers in `row`.
    fn sample(&self, row: usize) -> i8 {
        let registers = &self.ram[row];
        let place = usize::from(registers[PLACE].wrapping_add(registers[PHASE[2]]));
        let byte = self.ram.as_flattened()[place / 2];
        let sample = i32::from(byte >> (4 * (place % 2)) & 0x0F);
        ((sample - CENTER) * i32::from(registers[VOLUME] & 0x0F)) as i8
    }

    fn place(&self) -> usize {
        usize::from(self.address & !STEP_ON)
    }

    fn step_on(&mut self) {
        if self.address & STEP_ON != 0 {
            self.address = self.address.wrapping_add(1) | STEP_ON;
        }
    }
}

/// The row of the channel served as number `turn` of a round.
fn row(turn: u64) -> usize {
    FIRST_ROW + CHANNELS - 1 - turn as usize
}

fn word(registers: &[u8; 8], places: [usize; 3]) -> u64 {
    places
        .iter()
        .rev()
        .fold(0, |word, &place| word << 8 | u64::from(registers[place]))
}
