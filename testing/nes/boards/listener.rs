//! A cartridge with sound beside an APU that is silent, driven cycle by cycle and listened to.

use crate::nes::apu::spectrum::{LENGTH, LOBE, magnitudes};
use nescope::nes::{
    apu::{Apu, Sound, meter::Reading},
    cartridge::Cartridge,
    region::Region,
};

/// CPU cycles of an NTSC second.
pub const CPU_HZ: f64 = 236_250_000.0 / 11.0 / 12.0;
/// Cycles of one call, fewer than the sound output takes at once.
const CHUNK: u64 = 10_000;
/// Cycles after which the switch-on of the console's channels has died away.
const QUIET: u64 = 900_000;

/// A cartridge and its listener.
pub struct Listener {
    /// The cartridge.
    pub cartridge: Cartridge,
    /// The sound output.
    pub sound: Sound,
    apu: Apu,
    /// The cycle everything was run to.
    pub cycle: u64,
}

impl Listener {
    /// Listens to a cartridge from its power-on, when the console has become quiet.
    pub fn new(cartridge: Cartridge) -> Listener {
        let mut listener = Listener {
            cartridge,
            sound: Sound::new(Region::Ntsc),
            apu: Apu::new(Region::Ntsc),
            cycle: 0,
        };
        listener.apu.advance(1, &mut listener.sound);
        listener.run(QUIET);
        listener.sound.drain(&mut Vec::new());
        listener
    }

    /// Runs some cycles.
    pub fn run(&mut self, cycles: u64) {
        let end = self.cycle + cycles;
        while self.cycle < end {
            self.cycle = end.min(self.cycle + CHUNK);
            self.cartridge.run(self.cycle, &mut self.sound);
            self.apu.advance(self.cycle, &mut self.sound);
        }
    }

    /// A write four cycles later.
    pub fn write(&mut self, address: u16, value: u8) {
        self.run(4);
        self.cartridge.cpu_write(address, value, self.cycle);
    }

    /// What channel `voice` does during some cycles from now on.
    pub fn reading(&mut self, voice: usize, cycles: u64) -> Reading {
        // A write of this cycle is told to the sound with the next one.
        self.run(1);
        self.sound.reset_meter();
        self.run(cycles);
        self.sound.voice_readings()[voice]
    }

    /// Samples of about a second from now on, after a fifth of a second.
    pub fn samples(&mut self) -> Vec<i16> {
        self.run((CPU_HZ / 5.0) as u64);
        let mut samples = Vec::new();
        self.sound.drain(&mut samples);
        samples.clear();
        while samples.len() < LENGTH {
            self.run(CHUNK);
            self.sound.drain(&mut samples);
        }
        samples.truncate(LENGTH);
        samples
    }

    /// The strongest frequency in hertz and its amplitude.
    pub fn strongest(&mut self) -> (f64, f64) {
        let magnitudes = magnitudes(&self.samples());
        let strongest = (LOBE..LENGTH / 2)
            .max_by(|&a, &b| magnitudes[a].total_cmp(&magnitudes[b]))
            .expect("there are bins");
        let hertz = strongest as f64 * 48_000.0 / LENGTH as f64;
        (
            hertz,
            magnitudes[strongest] / (LENGTH as f64 * 0.35875 / 2.0),
        )
    }
}

/// A ratio of amplitudes in dB.
pub fn decibels(amplitude: f64, reference: f64) -> f64 {
    20.0 * (amplitude / reference).log10()
}
