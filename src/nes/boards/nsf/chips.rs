//! The sound chips that a music file asks for, and what the CPU sees of them.
//!
//! NESdev: NSF, sound chip support

use crate::nes::{
    apu::Sound,
    boards::{
        konami::{vrc6_sound::Vrc6Sound, vrc7_sound::Vrc7Sound},
        namco::n163_sound::{self, Loudness, N163Sound},
        nintendo::{FdsSound, mmc5::sound::Mmc5Sound},
        sunsoft::sunsoft5b::Sunsoft5b,
    },
    cartridge::SoundChips,
};
use serde::{Deserialize, Serialize};
use std::ops::{Range, RangeInclusive};

/// Names of all channels. One chip alone has only its own.
const VOICES: [&str; 24] = [
    "FDS",
    "MMC5 pulse 1",
    "MMC5 pulse 2",
    "MMC5 PCM",
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
    "VRC6 pulse 1",
    "VRC6 pulse 2",
    "VRC6 saw",
    "VRC7 FM 1",
    "VRC7 FM 2",
    "VRC7 FM 3",
    "VRC7 FM 4",
    "VRC7 FM 5",
    "VRC7 FM 6",
];
/// Chips and their channels in [`VOICES`].
const PLACES: [(u8, Range<usize>); 6] = [
    (SoundChips::FDS, 0..1),
    (SoundChips::MMC5, 1..4),
    (SoundChips::N163, 4..12),
    (SoundChips::S5B, 12..15),
    (SoundChips::VRC6, 15..18),
    (SoundChips::VRC7, 18..24),
];
/// Registers of the Namco 163 and the Sunsoft 5B.
const N163_DATA: u16 = 0x4800;
const N163_ADDRESS: u16 = 0xF800;
const S5B_SELECT: u16 = 0xC000;
const S5B_DATA: u16 = 0xE000;
const S5B_REGISTERS: u8 = 14;
/// Registers of the MMC5: volumes, converter, enables, multiplier.
const MMC5_START: u16 = 0x5000;
const MMC5_PCM_MODE: u16 = 0x5010;
const MMC5_PCM: u16 = 0x5011;
const MMC5_ENABLE: u16 = 0x5015;
const FACTORS: u16 = 0x5205;
const FACTORS_END: u16 = 0x5206;
/// Registers of the VRC6's channels, and those of the VRC7: choice and data.
const VRC6_REGISTERS: [RangeInclusive<u16>; 3] =
    [0x9000..=0x9003, 0xA000..=0xA002, 0xB000..=0xB002];
const VRC7_SELECT: u16 = 0x9010;
const VRC7_DATA: u16 = 0x9030;
/// The address of the 163 moves on by itself.
const AUTO: u8 = 0x80;

/// The chips there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chips {
    fds: Option<FdsSound>,
    mmc5: Option<Mmc5Sound>,
    /// The MMC5's multiplier.
    factors: [u8; 2],
    n163: Option<N163Sound>,
    s5b: Option<Sunsoft5b>,
    vrc6: Option<Vrc6Sound>,
    vrc7: Option<Vrc7Sound>,
}

impl Chips {
    /// The chips at power-on, silent.
    pub fn new(wanted: SoundChips) -> Chips {
        Chips {
            fds: wanted.has(SoundChips::FDS).then(|| FdsSound::new(0)),
            mmc5: wanted.has(SoundChips::MMC5).then(Mmc5Sound::new),
            factors: [0xFF; 2],
            n163: wanted.has(SoundChips::N163).then(n163),
            s5b: wanted.has(SoundChips::S5B).then(Sunsoft5b::new),
            vrc6: wanted.has(SoundChips::VRC6).then(Vrc6Sound::new),
            vrc7: wanted.has(SoundChips::VRC7).then(Vrc7Sound::new),
        }
    }

    /// Silences the chips for the next song; they stay on their clocks.
    pub fn reset(&mut self) {
        if let Some(chip) = &mut self.fds {
            *chip = FdsSound::new(chip.clock());
        }
        if let Some(chip) = &mut self.mmc5 {
            for address in [MMC5_PCM_MODE, MMC5_PCM, MMC5_ENABLE] {
                chip.write(address, 0);
            }
            self.factors = [0xFF; 2];
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
        if let Some(chip) = &mut self.vrc6 {
            for address in VRC6_REGISTERS.into_iter().flatten() {
                chip.write(address, 0);
            }
        }
        if let Some(chip) = &mut self.vrc7 {
            chip.write_reset(true);
            chip.write_reset(false);
        }
    }

    /// Whether saved chips are the same as the `present` ones.
    pub fn can_follow(&self, present: &Chips) -> bool {
        let wired = |chips: &Chips| {
            let n163 = chips.n163.as_ref().map(N163Sound::loudness);
            let others = [
                chips.fds.is_some(),
                chips.mmc5.is_some(),
                chips.s5b.is_some(),
                chips.vrc6.is_some(),
                chips.vrc7.is_some(),
            ];
            (others, n163)
        };
        wired(self) == wired(present)
    }

    /// Whether their clocks are possible in a state whose next cycle is `cycle`.
    pub fn can_be_at(&self, cycle: u64) -> bool {
        self.fds.as_ref().is_none_or(|chip| chip.can_be_at(cycle))
            && self.mmc5.as_ref().is_none_or(|chip| chip.can_be_at(cycle))
            && self.n163.as_ref().is_none_or(|chip| chip.can_be_at(cycle))
            && self.s5b.as_ref().is_none_or(|chip| chip.can_be_at(cycle))
            && self.vrc6.as_ref().is_none_or(|chip| chip.can_be_at(cycle))
            && self.vrc7.as_ref().is_none_or(|chip| chip.can_be_at(cycle))
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
        if let Some(chip) = &mut self.mmc5 {
            chip.run(cycle, first(wanted, SoundChips::MMC5), sound);
        }
        if let Some(chip) = &mut self.n163 {
            chip.run(cycle, first(wanted, SoundChips::N163), sound);
        }
        if let Some(chip) = &mut self.s5b {
            chip.run(cycle, first(wanted, SoundChips::S5B), sound);
        }
        if let Some(chip) = &mut self.vrc6 {
            chip.run(cycle, first(wanted, SoundChips::VRC6), sound);
        }
        if let Some(chip) = &mut self.vrc7 {
            chip.run(cycle, first(wanted, SoundChips::VRC7), sound);
        }
    }

    /// A CPU write in cycle `cycle`; every chip takes what is its own.
    pub fn write(&mut self, address: u16, value: u8, cycle: u64) {
        if let Some(chip) = &mut self.fds {
            chip.write(address, value, cycle);
        }
        match (address, &mut self.mmc5) {
            (MMC5_START..=MMC5_ENABLE, Some(chip)) => chip.write(address, value),
            (FACTORS..=FACTORS_END, Some(_)) => {
                self.factors[usize::from(address - FACTORS)] = value;
            }
            _ => {}
        }
        match (address, &mut self.n163, &mut self.s5b) {
            (N163_DATA | N163_ADDRESS, Some(chip), _) => chip.write(address, value),
            (S5B_SELECT | S5B_DATA, _, Some(chip)) => chip.write(address, value),
            _ => {}
        }
        match (address, &mut self.vrc6, &mut self.vrc7) {
            (VRC7_SELECT | VRC7_DATA, _, Some(chip)) => chip.write(address, value),
            (_, Some(chip), _) => chip.write(address, value),
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
            (MMC5_START..=FACTORS_END, _) => self.peek_mmc5(address),
            _ => self.fds.as_ref().and_then(|chip| chip.peek(address)),
        }
    }
}

impl Chips {
    fn peek_mmc5(&self, address: u16) -> Option<u8> {
        let chip = self.mmc5.as_ref()?;
        let [a, b] = self.factors.map(u16::from);
        match address {
            FACTORS..=FACTORS_END => Some((a * b).to_le_bytes()[usize::from(address - FACTORS)]),
            _ => chip.peek(address),
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
