//! The sound chips that a music file asks for, and what the CPU sees of them.
//!
//! NESdev: NSF, sound chip support

use crate::nes::{
    apu::Sound,
    boards::{
        namco::n163_sound::{self, Loudness, N163Sound},
        nintendo::FdsSound,
        sunsoft::sunsoft5b::Sunsoft5b,
    },
    cartridge::SoundChips,
};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Names of all channels. One chip alone has only its own.
const VOICES: [&str; 12] = [
    "FDS",
    "N163 1",
    "N163 2",
    "N163 3",
    "N163 4",
    "N163 5",
    "N163 6",
    "N163 7",
    "N163 8",
    "5B tone A",
    "5B tone B",
    "5B tone C",
];
/// Chips and their channels in [`VOICES`].
const PLACES: [(u8, Range<usize>); 3] = [
    (SoundChips::FDS, 0..1),
    (SoundChips::N163, 1..9),
    (SoundChips::S5B, 9..12),
];
/// Registers of the Namco 163 and the Sunsoft 5B.
const N163_DATA: u16 = 0x4800;
const N163_ADDRESS: u16 = 0xF800;
const S5B_SELECT: u16 = 0xC000;
const S5B_DATA: u16 = 0xE000;
const S5B_REGISTERS: u8 = 14;
/// The address of the 163 moves on by itself.
const AUTO: u8 = 0x80;

/// The chips there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chips {
    fds: Option<FdsSound>,
    n163: Option<N163Sound>,
    s5b: Option<Sunsoft5b>,
}

impl Chips {
    /// The chips at power-on, silent.
    pub fn new(wanted: SoundChips) -> Chips {
        Chips {
            fds: wanted.has(SoundChips::FDS).then(|| FdsSound::new(0)),
            n163: wanted.has(SoundChips::N163).then(n163),
            s5b: wanted.has(SoundChips::S5B).then(Sunsoft5b::new),
        }
    }

    /// Silences the chips for the next song; they stay on their clocks.
    pub fn reset(&mut self) {
        if let Some(chip) = &mut self.fds {
            *chip = FdsSound::new(chip.clock());
        }
        if let Some(chip) = &mut self.n163 {
            chip.write(N163_ADDRESS, AUTO);
            for _ in 0..n163_sound::RAM {
                chip.write(N163_DATA, 0);
            }
            chip.write(N163_ADDRESS, 0);
        }
        if let Some(chip) = &mut self.s5b {
            for register in 0..S5B_REGISTERS {
                chip.write(S5B_SELECT, register);
                chip.write(S5B_DATA, 0);
            }
        }
    }

    /// Whether saved chips are the same as the `present` ones.
    pub fn can_follow(&self, present: &Chips) -> bool {
        let wired = |chips: &Chips| {
            let n163 = chips.n163.as_ref().map(N163Sound::loudness);
            (chips.fds.is_some(), n163, chips.s5b.is_some())
        };
        wired(self) == wired(present)
    }

    /// Whether their clocks are possible in a state whose next cycle is `cycle`.
    pub fn can_be_at(&self, cycle: u64) -> bool {
        self.fds.as_ref().is_none_or(|chip| chip.can_be_at(cycle))
            && self.n163.as_ref().is_none_or(|chip| chip.can_be_at(cycle))
            && self.s5b.as_ref().is_none_or(|chip| chip.can_be_at(cycle))
    }

    /// Names of the channels.
    pub fn voices(wanted: SoundChips) -> &'static [&'static str] {
        match PLACES.iter().find(|(chip, _)| wanted.0 == *chip) {
            Some((_, place)) => &VOICES[place.clone()],
            None if wanted.0 == 0 => &[],
            None => &VOICES,
        }
    }

    /// Runs all chips to `cycle`.
    pub fn run(&mut self, wanted: SoundChips, cycle: u64, sound: &mut Sound) {
        if let Some(chip) = &mut self.fds {
            chip.run(cycle, first(wanted, SoundChips::FDS), sound);
        }
        if let Some(chip) = &mut self.n163 {
            chip.run(cycle, first(wanted, SoundChips::N163), sound);
        }
        if let Some(chip) = &mut self.s5b {
            chip.run(cycle, first(wanted, SoundChips::S5B), sound);
        }
    }

    /// A CPU write in cycle `cycle`; every chip takes what is its own.
    pub fn write(&mut self, address: u16, value: u8, cycle: u64) {
        if let Some(chip) = &mut self.fds {
            chip.write(address, value, cycle);
        }
        match (address, &mut self.n163, &mut self.s5b) {
            (N163_DATA | N163_ADDRESS, Some(chip), _) => chip.write(address, value),
            (S5B_SELECT | S5B_DATA, _, Some(chip)) => chip.write(address, value),
            _ => {}
        }
    }

    /// A CPU read.
    pub fn read(&mut self, address: u16) -> Option<u8> {
        match (address, &mut self.n163) {
            (N163_DATA, Some(chip)) => Some(chip.read()),
            _ => self.peek(address),
        }
    }

    /// What a read gives.
    pub fn peek(&self, address: u16) -> Option<u8> {
        match (address, &self.n163) {
            (N163_DATA, Some(chip)) => Some(chip.peek()),
            _ => self.fds.as_ref().and_then(|chip| chip.peek(address)),
        }
    }
}

/// The 163's sound, switched on.
fn n163() -> N163Sound {
    let mut chip = N163Sound::new(Loudness::Middle);
    chip.disable(false);
    chip
}

/// The first channel of a chip.
fn first(wanted: SoundChips, chip: u8) -> usize {
    let place = PLACES.iter().find(|(other, _)| *other == chip);
    match place {
        Some((_, place)) if wanted.0 != chip => place.start,
        _ => 0,
    }
}
