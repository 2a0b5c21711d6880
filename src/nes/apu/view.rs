//! What a debugger shows of the APU: one row for each channel, and the frame counter.
//!
//! Numbers only; notes are computed without a logarithm so that they are equal on every host.

use super::{Apu, mixer::Channel};
use serde::Serialize;

/// One channel at a cycle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChannelView {
    /// `pulse1`, `pulse2`, `triangle`, `noise` or `dmc`.
    pub name: &'static str,
    /// Whether it can be heard now.
    pub audible: bool,
    /// Level at the mixer now: 0 to 15, DMC 0 to 127.
    pub level: u8,
    /// Timer setting: 0 to 2047; CPU cycles of one clock for noise and DMC.
    pub period: u16,
    /// Frequency in hertz: of the tone, of noise shifts, of DMC bits.
    pub hertz: f64,
    /// Nearest note such as `A4`, for tones between 8 Hz and 13 kHz.
    pub note: Option<String>,
    /// Volume, 0 to 15; `None` for triangle and DMC.
    pub volume: Option<u8>,
    /// Whether the volume is constant (no decay).
    pub constant_volume: Option<bool>,
    /// Duty, 0 to 3, of a pulse channel.
    pub duty: Option<u8>,
    /// Length counter in half frames; `None` for the DMC.
    pub length: Option<u8>,
    /// Whether the length counter is halted.
    pub halted: Option<bool>,
    /// Sweep unit of a pulse channel.
    pub sweep: Option<SweepView>,
    /// Linear counter of the triangle in quarter frames.
    pub linear: Option<u8>,
    /// Short mode of the noise.
    pub short: Option<bool>,
    /// Sample reader of the DMC.
    pub sample: Option<SampleView>,
}

/// A sweep unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SweepView {
    /// Whether it bends the period.
    pub enabled: bool,
    /// Half frames between two steps, less one.
    pub period: u8,
    /// Whether the period gets shorter.
    pub negate: bool,
    /// Shift, 0 to 7.
    pub shift: u8,
    /// Period it aims at.
    pub target: u16,
    /// Whether it silences the channel.
    pub mutes: bool,
}

/// The DMC's sample reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SampleView {
    /// Rate setting, 0 to 15.
    pub rate: u8,
    /// Address of the next byte.
    pub address: u16,
    /// Bytes left to fetch.
    pub bytes: u16,
    /// Start address of the next (re)start.
    pub start: u16,
    /// Length in bytes of the next (re)start.
    pub length: u16,
    /// Byte waiting in the sample buffer.
    pub buffer: Option<u8>,
    /// Bits left in the output cycle.
    pub bits: u8,
    /// Whether it loops.
    pub looping: bool,
    /// Whether its end sets the IRQ flag.
    pub irq_enabled: bool,
    /// The IRQ flag.
    pub irq: bool,
}

/// The frame counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FrameCounterView {
    /// Steps of the sequence, 4 or 5.
    pub steps: u8,
    /// Index of the next step.
    pub next: u8,
    /// CPU cycles since the sequence started.
    pub position: u64,
    /// Whether the IRQ is inhibited.
    pub inhibit: bool,
    /// The frame flag.
    pub flag: bool,
}

/// Names of the channels in the order of [`Channel::ALL`].
pub const NAMES: [&str; 5] = ["pulse1", "pulse2", "triangle", "noise", "dmc"];

impl Apu {
    /// All channels as of the last cycle advanced to (see [`Apu::at`]); `cpu_hz` is CPU cycles
    /// a second.
    pub fn channels(&self, cpu_hz: f64) -> [ChannelView; 5] {
        [
            self.pulse_view(0, cpu_hz),
            self.pulse_view(1, cpu_hz),
            self.triangle_view(cpu_hz),
            self.noise_view(cpu_hz),
            self.dmc_view(cpu_hz),
        ]
    }

    /// The frame counter as of the last cycle advanced to.
    pub fn frame_counter(&self) -> FrameCounterView {
        FrameCounterView {
            steps: if self.frame.five() { 5 } else { 4 },
            next: self.frame.next_step(),
            position: self.frame.position(self.now),
            inhibit: self.frame.inhibit(),
            flag: self.frame.flag(),
        }
    }

    fn pulse_view(&self, index: usize, cpu_hz: f64) -> ChannelView {
        let pulse = &self.pulse[index];
        let (period, sweep) = (pulse.period(), &pulse.sweep);
        let hertz = cpu_hz / (16.0 * (f64::from(period) + 1.0));
        ChannelView {
            audible: pulse.audible(),
            level: pulse.output(),
            note: note(hertz),
            volume: Some(pulse.envelope.volume()),
            constant_volume: Some(pulse.envelope.constant()),
            duty: Some(pulse.duty()),
            length: Some(pulse.length.value()),
            halted: Some(pulse.length.halted()),
            sweep: Some(SweepView {
                enabled: sweep.enabled(),
                period: sweep.period(),
                negate: sweep.negate(),
                shift: sweep.shift(),
                target: sweep.target(period),
                mutes: sweep.mutes(period),
            }),
            ..blank(Channel::ALL[index], period, hertz)
        }
    }

    fn triangle_view(&self, cpu_hz: f64) -> ChannelView {
        let triangle = &self.triangle;
        let hertz = cpu_hz / (32.0 * (f64::from(triangle.period()) + 1.0));
        ChannelView {
            audible: triangle.audible(),
            level: triangle.output().min(15),
            note: note(hertz),
            length: Some(triangle.length.value()),
            halted: Some(triangle.length.halted()),
            linear: Some(triangle.linear()),
            ..blank(Channel::Triangle, triangle.period(), hertz)
        }
    }

    fn noise_view(&self, cpu_hz: f64) -> ChannelView {
        let noise = &self.noise;
        let cycles = noise.cycles() as u16;
        ChannelView {
            audible: noise.audible(),
            level: noise.output(),
            volume: Some(noise.envelope.volume()),
            constant_volume: Some(noise.envelope.constant()),
            length: Some(noise.length.value()),
            halted: Some(noise.length.halted()),
            short: Some(noise.short()),
            ..blank(Channel::Noise, cycles, cpu_hz / f64::from(cycles))
        }
    }

    fn dmc_view(&self, cpu_hz: f64) -> ChannelView {
        let dmc = &self.dmc;
        let cycles = dmc.cycles() as u16;
        ChannelView {
            audible: dmc.audible(),
            level: dmc.level(),
            sample: Some(SampleView {
                rate: dmc.rate(),
                address: dmc.address(),
                bytes: dmc.bytes(),
                start: dmc.start(),
                length: dmc.length(),
                buffer: dmc.buffer(),
                bits: dmc.bits(),
                looping: dmc.looping(),
                irq_enabled: dmc.irq_enabled(),
                irq: dmc.irq(),
            }),
            ..blank(Channel::Dmc, cycles, cpu_hz / f64::from(cycles))
        }
    }
}

fn blank(channel: Channel, period: u16, hertz: f64) -> ChannelView {
    ChannelView {
        name: NAMES[channel as usize],
        audible: false,
        level: 0,
        period,
        hertz,
        note: None,
        volume: None,
        constant_volume: None,
        duty: None,
        length: None,
        halted: None,
        sweep: None,
        linear: None,
        short: None,
        sample: None,
    }
}

/// The nearest note of the equal-tempered scale with A4 = 440 Hz.
pub fn note(hertz: f64) -> Option<String> {
    const SEMITONES: [&str; 12] = [
        "C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B",
    ];
    const LOWEST: f64 = 8.175_798_915_643_707;
    const SEMITONE: f64 = 1.059_463_094_359_295;
    const HALF_SEMITONE: f64 = 1.029_302_236_643_492;
    if !(8.0..13_000.0).contains(&hertz) {
        return None;
    }
    let mut number = 0;
    let mut upper = LOWEST * HALF_SEMITONE;
    while hertz >= upper {
        upper *= SEMITONE;
        number += 1;
    }
    Some(format!(
        "{}{}",
        SEMITONES[number % 12],
        number as i32 / 12 - 1
    ))
}
