//! The sound output: mixer, band-limited synthesis, output filters and a bounded sample queue.
//!
//! It is fed by the APU and lies outside the saved state. Switched off it costs one compare;
//! the APU's state is the same either way.
//!
//! NESdev: APU Mixer

use super::{
    NEVER,
    expansion::{Expansion, VOICES},
    filters::Filters,
    meter::{Meter, Reading},
    mixer::{CHANNELS, Channel, MIXER},
    synthesis::{SPAN, Synthesis},
};
use crate::nes::region::Region;

/// Most samples kept, one second; when they are that many, the older half is dropped.
pub const QUEUE: usize = 48_000;

/// The sound output.
#[derive(Clone, Debug)]
pub struct Sound {
    enabled: bool,
    /// The cycle up to which levels are complete.
    now: u64,
    /// The next restart begins at rest.
    forgotten: bool,
    /// The cycle at which it last began at rest: levels of that cycle are no steps.
    rest_cycle: u64,
    levels: [u8; CHANNELS],
    muted: [bool; CHANNELS],
    pulses: i32,
    others: i32,
    expansion: Expansion,
    synthesis: Synthesis,
    filters: Filters,
    meter: Meter,
    queue: Vec<i16>,
}

impl Sound {
    /// An enabled output at 48 kHz.
    pub fn new(region: Region) -> Sound {
        let timing = region.timing();
        let (numerator, denominator) = timing.master_hz;
        Sound {
            enabled: true,
            synthesis: Synthesis::new((numerator, denominator * timing.cpu_divider)),
            queue: Vec::with_capacity(QUEUE),
            ..Sound::silent()
        }
    }

    /// An output that can never be enabled.
    pub fn silent() -> Sound {
        Sound {
            enabled: false,
            now: NEVER,
            forgotten: false,
            rest_cycle: NEVER,
            levels: [0; CHANNELS],
            muted: [false; CHANNELS],
            pulses: 0,
            others: 0,
            expansion: Expansion::default(),
            synthesis: Synthesis::silent(),
            filters: Filters::new(),
            meter: Meter::default(),
            queue: Vec::new(),
        }
    }

    /// Whether sound is made.
    #[inline]
    pub fn enabled(&self) -> bool {
        self.enabled
    }

    /// Switches sound making on or off; a silent output stays off.
    pub fn enable(&mut self, enabled: bool) {
        self.enabled = enabled && self.synthesis.sounds();
        self.now = if self.enabled { self.now } else { NEVER };
    }

    /// Makes the next advance of the APU start over, as after loading a state: at rest with the
    /// levels of that moment, with filters that have settled, and on the raster of samples of
    /// a sound that ran from power-on. What follows depends on the machine's state alone.
    /// Samples made so far stay.
    pub fn forget(&mut self) {
        self.finish();
        self.now = NEVER;
        self.forgotten = true;
    }

    /// Mutes a channel or lets it sound, at once.
    pub fn mute(&mut self, channel: Channel, muted: bool) {
        self.muted[channel as usize] = muted;
        if self.enabled && self.now != NEVER {
            self.mix(channel, self.now);
        }
    }

    /// Whether a channel is muted.
    pub fn muted(&self, channel: Channel) -> bool {
        self.muted[channel as usize]
    }

    /// Mutes an expansion channel, 0 to 23, or lets it sound, at once.
    pub fn mute_voice(&mut self, index: usize, muted: bool) {
        self.expansion.mute(index, muted);
        if self.enabled && self.now != NEVER {
            self.sound_expansion(self.now);
        }
    }

    /// Whether an expansion channel is muted.
    pub fn voice_muted(&self, index: usize) -> bool {
        self.expansion.muted(index)
    }

    /// The samples made by the last [`Sound::finish`] and not drained: 48 kHz, mono, 16 bits.
    pub fn samples(&self) -> &[i16] {
        &self.queue
    }

    /// Makes the samples up to the last cycle advanced to, less the 32 that may still change.
    pub fn finish(&mut self) {
        if self.enabled && self.now != NEVER {
            self.collect(self.now);
        }
    }

    /// Finishes, and moves all samples to the end of `samples`.
    pub fn drain(&mut self, samples: &mut Vec<i16>) {
        self.finish();
        samples.append(&mut self.queue);
    }

    /// What each channel's level did since [`Sound::reset_meter`], muted or not.
    pub fn readings(&mut self) -> [Reading; CHANNELS] {
        let now = if self.now == NEVER { 0 } else { self.now };
        self.meter.readings(now)
    }

    /// What the level of each expansion channel did since [`Sound::reset_meter`], in amplitude
    /// units, muted or not.
    pub fn voice_readings(&mut self) -> [Reading; VOICES] {
        let now = if self.now == NEVER { 0 } else { self.now };
        self.expansion.readings(now)
    }

    /// Starts the level statistics anew.
    pub fn reset_meter(&mut self) {
        let now = if self.now == NEVER { 0 } else { self.now };
        self.meter.reset(now);
        self.expansion.reset_meters(now);
    }

    /// Takes the levels of the expansion channels from `first` on, at `cycle`. The unit is
    /// amplitude, of which [`FULL_SCALE`] is a mix of 1.0; one step is made for their sum.
    /// `cycle` lies between the cycle up to which the sound is complete and the farthest one
    /// it can take.
    ///
    /// [`FULL_SCALE`]: super::mixer::FULL_SCALE
    pub fn expansion(&mut self, first: usize, levels: &[i16], cycle: u64) {
        if self.enabled {
            // Between two stops a debugger's access can take the APU one cycle ahead.
            let cycle = cycle.max(self.synthesis.base_cycle());
            self.expansion.set(first, levels, cycle);
            self.sound_expansion(cycle);
        }
    }

    /// The last cycle whose levels can be taken while those of this one are still to come.
    pub(in crate::nes) fn farthest(&self) -> u64 {
        if self.enabled {
            self.synthesis.base_cycle() + SPAN
        } else {
            NEVER
        }
    }

    /// The cycle up to which the sound is complete.
    pub(super) fn now(&self) -> u64 {
        self.now
    }

    /// Continues at another cycle.
    pub(super) fn restart(&mut self, cycle: u64) {
        if self.now != NEVER {
            self.collect(self.now);
        }
        self.now = cycle;
        if std::mem::take(&mut self.forgotten) {
            self.rest_cycle = cycle;
            self.expansion.silence();
            self.synthesis.start(cycle, self.pulses + self.others);
            self.filters.settle(self.synthesis.level());
        } else {
            self.synthesis.restart(cycle);
        }
        self.meter.restart(cycle);
        self.expansion.restart(cycle);
    }

    /// Says that all levels up to `cycle` are known.
    #[inline]
    pub(super) fn run_to(&mut self, cycle: u64) {
        if !self.enabled {
            return;
        }
        self.now = cycle;
        if cycle - self.synthesis.base_cycle() >= SPAN {
            self.collect(cycle);
        }
    }

    /// Takes a channel's level from `cycle` on.
    #[inline]
    pub(super) fn level(&mut self, channel: Channel, level: u8, cycle: u64) {
        if self.levels[channel as usize] == level {
            return;
        }
        self.levels[channel as usize] = level;
        self.meter.level(channel, level, cycle);
        self.mix(channel, cycle);
    }

    #[inline]
    fn mix(&mut self, channel: Channel, cycle: u64) {
        let heard = |channel: Channel| {
            if self.muted[channel as usize] {
                0
            } else {
                self.levels[channel as usize]
            }
        };
        let height = if matches!(channel, Channel::Pulse1 | Channel::Pulse2) {
            let mixed = MIXER.pulses(heard(Channel::Pulse1), heard(Channel::Pulse2));
            mixed - std::mem::replace(&mut self.pulses, mixed)
        } else {
            let mixed = MIXER.others(
                heard(Channel::Triangle),
                heard(Channel::Noise),
                heard(Channel::Dmc),
            );
            mixed - std::mem::replace(&mut self.others, mixed)
        };
        self.step(height, cycle);
    }

    fn sound_expansion(&mut self, cycle: u64) {
        let mut height = self.expansion.moved();
        const MOST: i32 = i16::MAX as i32;
        while height.abs() > MOST {
            let part = height.clamp(-MOST, MOST);
            self.step(part, cycle);
            height -= part;
        }
        self.step(height, cycle);
    }

    /// Adds a step of `height`, which fits 16 bits.
    #[inline]
    fn step(&mut self, height: i32, cycle: u64) {
        if cycle == self.rest_cycle {
            self.synthesis.shift(height);
            self.filters.settle(self.synthesis.level());
        } else if height != 0 {
            if cycle - self.synthesis.base_cycle() > SPAN {
                self.collect(cycle);
            }
            self.synthesis.step(height as i16, cycle);
        }
    }

    /// Turns everything before `cycle` into samples.
    #[cold]
    fn collect(&mut self, cycle: u64) {
        loop {
            let until = cycle.min(self.synthesis.base_cycle() + SPAN);
            let (filters, queue) = (&mut self.filters, &mut self.queue);
            self.synthesis.collect(until, |sample| {
                if queue.len() == QUEUE {
                    queue.drain(..QUEUE / 2);
                }
                queue.push(filters.run(sample));
            });
            if until == cycle {
                return;
            }
        }
    }
}
