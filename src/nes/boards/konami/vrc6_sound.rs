//! VRC6 sound: two pulse channels and a sawtooth, mixed by one linear converter.
//!
//! ```text
//! $9000 $A000  MDDDVVVV  constant level, duty, volume        $B000  ..AAAAAA  rate
//! $9001 $A001 $B001  period low     $9002 $A002 $B002  E...FFFF  enable, period high
//! $9003  .....ABH  period / 256, period / 16, halt
//! ```
//!
//! A pulse has 16 steps and is high in the last `D + 1`; the sawtooth adds its rate every
//! second clock and starts over at the fourteenth. Timers count CPU cycles, `period + 1` a
//! clock. One unit is as loud as one of an APU pulse at volume 15 divided by 15, so that both
//! consoles' pulses are equally loud at full volume.
//!
//! NESdev: VRC6 audio; nes-audio-tests (db_vrc6)

use crate::nes::apu::Sound;
use serde::{Deserialize, Serialize};

/// The channels' names.
pub const VOICES: &[&str] = &["VRC6 pulse 1", "VRC6 pulse 2", "VRC6 saw"];

/// Amplitude of one unit: a fifteenth of an APU pulse alone, 4,470.
const UNIT: i16 = 298;
/// Steps of a pulse.
const PULSE_STEPS: u64 = 16;
/// Clocks of a sawtooth.
const SAW_STEPS: u64 = 14;
const HIGHEST_PERIOD: u16 = 0xFFF;
/// Most cycles that a loaded state may be behind.
const LONGEST_GAP: u64 = 0x10000;
const NEVER: u64 = u64::MAX;

/// The sound part of the chip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vrc6Sound {
    pulses: [Pulse; 2],
    saw: Saw,
    control: u8,
    now: u64,
}

impl Default for Vrc6Sound {
    fn default() -> Vrc6Sound {
        Vrc6Sound::new()
    }
}

impl Vrc6Sound {
    /// The chip at power-on, silent.
    pub fn new() -> Vrc6Sound {
        Vrc6Sound {
            pulses: [Pulse::new(), Pulse::new()],
            saw: Saw::new(),
            control: 0,
            now: 0,
        }
    }

    /// Writes a register, `$9000-$9003`, `$A000-$A002` or `$B000-$B002`; others are ignored.
    pub fn write(&mut self, address: u16, value: u8) {
        match address {
            0x9003 => self.control = value,
            0x9000..=0x9002 => self.pulses[0].write(address & 3, value),
            0xA000..=0xA002 => self.pulses[1].write(address & 3, value),
            0xB000..=0xB002 => self.saw.write(address & 3, value),
            _ => {}
        }
    }

    /// Runs up to and including CPU cycle `cycle`; the levels go to the voices from `first` on.
    pub fn run(&mut self, cycle: u64, first: usize, sound: &mut Sound) {
        if cycle <= self.now {
            return;
        }
        if sound.enabled() {
            sound.expansion(first, &self.levels(), self.now);
            while let Some(edge) = self.next_edge().filter(|&edge| edge <= cycle) {
                self.skip(edge);
                sound.expansion(first, &self.levels(), edge);
            }
        }
        self.skip(cycle);
    }

    /// Whether this can be a chip before CPU cycle `cycle`.
    pub fn can_be_at(&self, cycle: u64) -> bool {
        self.now <= cycle
            && cycle - self.now <= LONGEST_GAP
            && self.pulses.iter().all(Pulse::is_possible)
            && self.saw.is_possible()
    }

    /// Amplitudes of the channels.
    fn levels(&self) -> [i16; 3] {
        let [first, second] = &self.pulses;
        [first.output(), second.output(), self.saw.output()].map(|level| i16::from(level) * UNIT)
    }

    /// The cycle of the next change of a level.
    fn next_edge(&self) -> Option<u64> {
        let shift = self.shift()?;
        let [first, second] = &self.pulses;
        let edges = [
            first.timer.cycles(first.clocks_to_edge(), shift),
            second.timer.cycles(second.clocks_to_edge(), shift),
            self.saw.timer.cycles(self.saw.clocks_to_edge(), shift),
        ];
        let nearest = edges.into_iter().min().unwrap_or(NEVER);
        (nearest != NEVER).then(|| self.now + nearest)
    }

    /// Clocks everything up to and including `cycle`.
    fn skip(&mut self, cycle: u64) {
        let cycles = cycle - self.now;
        self.now = cycle;
        if let Some(shift) = self.shift() {
            for pulse in &mut self.pulses {
                let clocks = pulse.timer.skip(cycles, shift);
                pulse.clock(clocks);
            }
            let clocks = self.saw.timer.skip(cycles, shift);
            self.saw.clock(clocks);
        }
    }

    /// How far periods are shifted right; `None` when all is halted.
    fn shift(&self) -> Option<u32> {
        match self.control & 7 {
            control if control & 1 != 0 => None,
            control if control & 4 != 0 => Some(8),
            control if control & 2 != 0 => Some(4),
            _ => Some(0),
        }
    }
}

/// A timer with its enable bit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Timer {
    period: u16,
    enabled: bool,
    /// Cycles until the next clock, 1 to 4096.
    left: u16,
}

impl Timer {
    fn new() -> Timer {
        Timer {
            period: 0,
            enabled: false,
            left: 1,
        }
    }

    fn write_low(&mut self, value: u8) {
        self.period = self.period & 0xF00 | u16::from(value);
    }

    fn write_high(&mut self, value: u8) {
        self.period = self.period & 0x0FF | u16::from(value & 0x0F) << 8;
        self.enabled = value & 0x80 != 0;
    }

    /// Cycles until clock number `clocks`; `NEVER` stays.
    fn cycles(&self, clocks: u64, shift: u32) -> u64 {
        if clocks == NEVER {
            return NEVER;
        }
        u64::from(self.left) + (clocks - 1) * self.cycles_a_clock(shift)
    }

    /// Counts cycles; gives the clocks in them.
    fn skip(&mut self, cycles: u64, shift: u32) -> u64 {
        let left = u64::from(self.left);
        if cycles < left {
            self.left -= cycles as u16;
            return 0;
        }
        let (over, each) = (cycles - left, self.cycles_a_clock(shift));
        self.left = (each - over % each) as u16;
        over / each + 1
    }

    fn cycles_a_clock(&self, shift: u32) -> u64 {
        u64::from(self.period >> shift) + 1
    }

    fn is_possible(&self) -> bool {
        self.period <= HIGHEST_PERIOD && (1..=HIGHEST_PERIOD + 1).contains(&self.left)
    }
}

/// A pulse channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Pulse {
    timer: Timer,
    constant: bool,
    duty: u8,
    volume: u8,
    /// Steps left, 15 to 0.
    step: u8,
}

impl Pulse {
    fn new() -> Pulse {
        Pulse {
            timer: Timer::new(),
            constant: false,
            duty: 0,
            volume: 0,
            step: 15,
        }
    }

    fn write(&mut self, register: u16, value: u8) {
        match register {
            0 => {
                self.constant = value & 0x80 != 0;
                self.duty = value >> 4 & 7;
                self.volume = value & 0x0F;
            }
            1 => self.timer.write_low(value),
            _ => {
                self.timer.write_high(value);
                if !self.timer.enabled {
                    self.step = 15;
                }
            }
        }
    }

    /// The level, 0 to 15.
    fn output(&self) -> u8 {
        let high = self.constant || self.step <= self.duty;
        if self.timer.enabled && high {
            self.volume
        } else {
            0
        }
    }

    fn clocks_to_edge(&self) -> u64 {
        if !self.timer.enabled || self.constant || self.volume == 0 {
            return NEVER;
        }
        u64::from(match self.step <= self.duty {
            true => self.step + 1,
            false => self.step - self.duty,
        })
    }

    fn clock(&mut self, clocks: u64) {
        if self.timer.enabled {
            let steps = (clocks % PULSE_STEPS) as u8;
            self.step = self.step.wrapping_sub(steps) & 0x0F;
        }
    }

    fn is_possible(&self) -> bool {
        self.timer.is_possible() && self.duty < 8 && self.volume < 16 && self.step < 16
    }
}

/// The sawtooth channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Saw {
    timer: Timer,
    rate: u8,
    accumulator: u8,
    /// Clocks since it started over, 0 to 13.
    step: u8,
}

impl Saw {
    fn new() -> Saw {
        Saw {
            timer: Timer::new(),
            rate: 0,
            accumulator: 0,
            step: 0,
        }
    }

    fn write(&mut self, register: u16, value: u8) {
        match register {
            0 => self.rate = value & 0x3F,
            1 => self.timer.write_low(value),
            _ => {
                self.timer.write_high(value);
                if !self.timer.enabled {
                    self.step = 0;
                    self.accumulator = 0;
                }
            }
        }
    }

    /// The level, 0 to 31.
    fn output(&self) -> u8 {
        self.accumulator >> 3
    }

    fn clocks_to_edge(&self) -> u64 {
        if !self.timer.enabled || self.rate == 0 && self.accumulator == 0 {
            return NEVER;
        }
        u64::from(2 - (self.step & 1))
    }

    fn clock(&mut self, clocks: u64) {
        if !self.timer.enabled {
            return;
        }
        let total = u64::from(self.step) + clocks;
        let mut step = u64::from(self.step);
        if total >= SAW_STEPS {
            self.accumulator = 0;
            step = 0;
        }
        self.step = (total % SAW_STEPS) as u8;
        let additions = self.step / 2 - (step / 2) as u8;
        let added = self.rate.wrapping_mul(additions);
        self.accumulator = self.accumulator.wrapping_add(added);
    }

    fn is_possible(&self) -> bool {
        self.timer.is_possible() && self.rate < 0x40 && u64::from(self.step) < SAW_STEPS
    }
}
