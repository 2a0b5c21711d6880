//! The sound of the MMC5: two pulse channels and an 8-bit converter.
//!
//! ```text
//! $5000-$5003 $5004-$5007 pulses, $5001 and $5005 unused   $5015 enable, status
//! $5010 bit 7 interrupt enable, bit 0 read mode            $5011 level
//! ```
//!
//! Envelopes and length counters are clocked at 240 Hz without a frame counter. In read mode
//! the converter takes what the CPU reads at `$8000-$BFFF`. A level of zero is not taken; it
//! trips the interrupt. All channels have the opposite polarity of the APU's, the pulses the
//! same strength, the converter the strength of the DMC with one bit more.
//!
//! NESdev: MMC5 audio

use super::pulse::Pulse;
use crate::nes::apu::{NEVER, Sound};
use serde::{Deserialize, Serialize};

/// Names of the channels.
pub const VOICES: &[&str] = &["MMC5 pulse 1", "MMC5 pulse 2", "MMC5 PCM"];

/// CPU cycles between two clocks of envelopes and length counters: 240 Hz on NTSC consoles.
const TICK_CYCLES: u64 = 7457;
/// Amplitude of one step of a pulse: an APU pulse at volume 15 alone is 4,470.
const PULSE_STEP: i16 = 298;
/// Amplitude of one step of the converter: near a DMC at level 127 alone, which is 17,200.
const PCM_STEP: i16 = 128;
/// The level that the converter has been seen to power on with.
const PCM_POWER_ON: u8 = 0xFF;

/// The sound registers and channels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mmc5Sound {
    /// Everything up to this CPU cycle has happened.
    now: u64,
    pulses: [Pulse; 2],
    tick_at: u64,
    level: u8,
    read_mode: bool,
    irq_enabled: bool,
    tripped: bool,
}

impl Default for Mmc5Sound {
    fn default() -> Self {
        Mmc5Sound::new()
    }
}

impl Mmc5Sound {
    /// The channels at power-on, at cycle 0.
    pub fn new() -> Mmc5Sound {
        Mmc5Sound {
            now: 0,
            pulses: [Pulse::new(), Pulse::new()],
            tick_at: TICK_CYCLES,
            level: PCM_POWER_ON,
            read_mode: false,
            irq_enabled: false,
            tripped: false,
        }
    }

    /// Whether a chip can be in this state before CPU cycle `cycle`.
    pub fn can_be_at(&self, cycle: u64) -> bool {
        self.now <= cycle
            && cycle - self.now <= 1
            && self.tick_at > self.now
            && self.tick_at - self.now <= TICK_CYCLES
            && self.pulses.iter().all(|pulse| pulse.is_possible(self.now))
    }

    /// Writes `$5000-$5015`; the chip was run to this cycle.
    pub fn write(&mut self, address: u16, value: u8) {
        match address {
            0x5000..=0x5003 => self.pulses[0].write(address, value),
            0x5004..=0x5007 => self.pulses[1].write(address, value),
            0x5010 => {
                self.read_mode = value & 1 != 0;
                self.irq_enabled = value & 0x80 != 0;
            }
            0x5011 if !self.read_mode => self.convert(value),
            0x5015 => {
                self.pulses[0].enable(value & 1 != 0);
                self.pulses[1].enable(value & 2 != 0);
            }
            _ => {}
        }
    }

    /// What a read of `$5010` or `$5015` gives; `None` elsewhere.
    pub fn peek(&self, address: u16) -> Option<u8> {
        match address {
            0x5010 => Some(u8::from(self.irq()) << 7 | u8::from(self.read_mode)),
            0x5015 => {
                let [first, second] = &self.pulses;
                Some(u8::from(first.running()) | u8::from(second.running()) << 1)
            }
            _ => None,
        }
    }

    /// The effect of a read of `$5010`.
    pub fn acknowledge(&mut self) {
        self.tripped = false;
    }

    /// Whether the converter takes what the CPU reads at `$8000-$BFFF`.
    pub fn reads_memory(&self) -> bool {
        self.read_mode
    }

    /// A byte for the converter.
    pub fn convert(&mut self, value: u8) {
        self.tripped = value == 0;
        if value != 0 {
            self.level = value;
        }
    }

    /// Whether the IRQ line is pulled.
    pub fn irq(&self) -> bool {
        self.tripped && self.irq_enabled
    }

    /// Runs everything up to and including CPU cycle `cycle`. The channels are `first` and
    /// the following of `sound`'s expansion channels.
    pub fn run(&mut self, cycle: u64, first: usize, sound: &mut Sound) {
        if cycle <= self.now {
            return;
        }
        self.emit(self.now, first, sound);
        while self.now < cycle {
            let until = self.tick_at.min(cycle);
            if sound.enabled() {
                self.play(until, first, sound);
            }
            for pulse in &mut self.pulses {
                pulse.skip(until);
            }
            self.now = until;
            if until == self.tick_at {
                self.tick_at += TICK_CYCLES;
                for pulse in &mut self.pulses {
                    pulse.tick();
                }
                self.emit(until, first, sound);
            }
        }
    }

    /// Clocks the audible pulses in time order up to and including CPU cycle `until`.
    fn play(&mut self, until: u64, first: usize, sound: &mut Sound) {
        loop {
            let edges = [self.pulses[0].next_edge(), self.pulses[1].next_edge()];
            let edge = edges[0].min(edges[1]);
            if edge == NEVER || edge > until {
                return;
            }
            for pulse in &mut self.pulses {
                pulse.skip(edge);
            }
            self.emit(edge, first, sound);
        }
    }

    /// Tells the sound every channel's level from `cycle` on.
    fn emit(&self, cycle: u64, first: usize, sound: &mut Sound) {
        if sound.enabled() {
            let pulse = |pulse: &Pulse| -i16::from(pulse.output()) * PULSE_STEP;
            let levels = [
                pulse(&self.pulses[0]),
                pulse(&self.pulses[1]),
                i16::from(PCM_POWER_ON - self.level) * PCM_STEP,
            ];
            sound.expansion(first, &levels, cycle);
        }
    }
}
