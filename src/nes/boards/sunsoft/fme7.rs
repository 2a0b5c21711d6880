//! FME-7, 5A and 5B: sixteen commands, RAM or ROM at `$6000`, a cycle counter; sound on the 5B.
//!
//! ```text
//! $8000 command   $A000 its parameter   $C000, $E000 sound
//! 0-7 CHR banks of 1 KiB   8 $6000: RAM on (7), RAM (6), bank   9-B PRG banks of 8 KiB
//! C mirroring   D counts (7), interrupts (0); acknowledges   E, F counter low, high
//! ```
//!
//! RAM that is chosen but not switched on leaves the bus open. One mapper number stands for
//! all three chips, so that the sound is always there.
//!
//! NESdev: Sunsoft FME-7; INES Mapper 069

use super::sunsoft5b::{Sunsoft5b, VOICES};
use crate::nes::{
    apu::{NEVER, Sound},
    boards::{BoardLogic, Setup},
    memory::{Layout, Memory, Mirroring, Pages},
};
use serde::{Deserialize, Serialize};

const RAM_ON: u8 = 0x80;
const RAM_CHOSEN: u8 = 0x40;
const BANK: u8 = 0x3F;
const COUNTS: u8 = 0x80;
const INTERRUPTS: u8 = 0x01;

/// The chip's registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fme7 {
    /// The CPU cycle run to.
    now: u64,
    command: u8,
    chr: [u8; 8],
    /// Commands 8 to B.
    prg: [u8; 4],
    mirroring: Mirroring,
    control: u8,
    counter: u16,
    line: bool,
    sound: Sunsoft5b,
}

impl Fme7 {
    /// The chip at power-on: CHR banks in order, ROM at `$6000`, nothing counting.
    pub fn new(setup: &Setup) -> Fme7 {
        Fme7 {
            now: 0,
            command: 0,
            chr: std::array::from_fn(|bank| bank as u8),
            prg: [0, 0, 1, 2],
            mirroring: setup.header.mirroring,
            control: 0,
            counter: 0,
            line: false,
            sound: Sunsoft5b::new(),
        }
    }

    fn map_6000(&self, layout: &Layout, pages: &mut Pages) {
        let bank = i32::from(self.prg[0] & BANK);
        match self.prg[0] & (RAM_ON | RAM_CHOSEN) {
            RAM_CHOSEN => pages.no_prg_ram(),
            chosen if chosen & RAM_CHOSEN != 0 => pages.prg_ram(layout, bank, true),
            _ => pages.prg_rom(layout, 0x6000, 0x2000, bank),
        }
    }

    /// Carries out a command; tells whether the mapping changed.
    fn parameter(&mut self, value: u8) -> bool {
        match self.command {
            0..=7 => self.chr[usize::from(self.command)] = value,
            8..=11 => self.prg[usize::from(self.command - 8)] = value,
            12 if self.mirroring == Mirroring::FourScreen => return false,
            12 => self.mirroring = mirroring(value),
            13 => {
                self.control = value;
                self.line = false;
                return false;
            }
            14 => {
                self.counter = self.counter & 0xFF00 | u16::from(value);
                return false;
            }
            _ => {
                self.counter = self.counter & 0xFF | u16::from(value) << 8;
                return false;
            }
        }
        true
    }

    fn counts(&self) -> bool {
        self.control & COUNTS != 0
    }

    fn interrupts(&self) -> bool {
        self.control & INTERRUPTS != 0
    }

    /// Counts down; going below zero interrupts.
    fn count(&mut self, cycles: u64) {
        if self.counts() {
            self.line |= self.interrupts() && cycles > u64::from(self.counter);
            self.counter = self.counter.wrapping_sub(cycles as u16);
        }
    }
}

impl BoardLogic for Fme7 {
    fn map(&self, layout: &Layout, pages: &mut Pages) {
        self.map_6000(layout, pages);
        for (bank, address) in self.prg[1..].iter().zip([0x8000, 0xA000, 0xC000]) {
            pages.prg_rom(layout, address, 0x2000, i32::from(bank & BANK));
        }
        pages.prg_rom(layout, 0xE000, 0x2000, -1);
        for (bank, address) in self.chr.iter().zip((0..).step_by(0x400)) {
            pages.chr(layout, address, 0x400, i32::from(*bank));
        }
        pages.mirror(layout, self.mirroring);
    }

    fn write(&mut self, address: u16, value: u8, _cycle: u64, _memory: &mut Memory) -> bool {
        match address & 0xE000 {
            0x8000 => self.command = value & 0x0F,
            0xA000 => return self.parameter(value),
            port @ (0xC000 | 0xE000) => self.sound.write(port, value),
            _ => {}
        }
        false
    }

    fn runs(&self) -> bool {
        true
    }

    fn run(&mut self, cycle: u64, sound: &mut Sound) {
        if cycle > self.now {
            self.count(cycle - self.now);
            self.sound.run(cycle, 0, sound);
            self.now = cycle;
        }
    }

    fn irq(&self) -> bool {
        self.line
    }

    fn irq_cycle(&self) -> u64 {
        if self.line || !self.counts() || !self.interrupts() {
            return NEVER;
        }
        self.now + u64::from(self.counter) + 1
    }

    fn can_be_at(&self, cycle: u64) -> bool {
        self.now <= cycle && cycle - self.now <= 1 && self.sound.can_be_at(cycle)
    }

    fn can_follow(&self, present: &Self) -> bool {
        let four = |mirroring| mirroring == Mirroring::FourScreen;
        self.command <= 0x0F && four(self.mirroring) == four(present.mirroring)
    }

    fn voices(&self) -> &'static [&'static str] {
        VOICES
    }
}

fn mirroring(value: u8) -> Mirroring {
    match value & 3 {
        0 => Mirroring::Vertical,
        1 => Mirroring::Horizontal,
        2 => Mirroring::OneScreenLower,
        _ => Mirroring::OneScreenUpper,
    }
}
