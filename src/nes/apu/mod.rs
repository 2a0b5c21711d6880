//! The APU of the 2A03/2A07: five channels, the frame counter and the DMC's requests.
//!
//! Everything happens at CPU cycles counted from power-on. [`Apu::advance`] runs event to
//! event, not cycle by cycle: between two control events (a frame counter step, the delayed
//! effect of a write) no channel can influence another, so their timers jump.
//!
//! ```text
//! cycle      even = get (first half of an APU cycle), odd = put
//! timers     pulse, noise, DMC on get cycles; triangle on every cycle
//! in a cycle timers first, then control events, then the CPU's access
//! ```
//!
//! Sound is a by-product: amplitude changes go to a [`Sound`], which is no part of the state.
//!
//! NESdev: APU; APU Frame Counter; APU DMC; DMA

pub mod delayed;
pub mod dmc;
pub mod envelope;
pub mod expansion;
pub mod filters;
pub mod frame_counter;
pub mod length;
pub mod meter;
pub mod mixer;
pub mod noise;
pub mod pulse;
pub mod registers;
pub mod sound;
pub mod sweep;
pub mod synthesis;
pub mod triangle;
pub mod view;

pub use dmc::DmcRequest;
pub use sound::Sound;

use super::options::{CpuRevision, LoadDma};
use super::region::Region;
use dmc::Dmc;
use frame_counter::FrameCounter;
use mixer::Channel;
use noise::Noise;
use pulse::Pulse;
use serde::{Deserialize, Serialize};
use triangle::Triangle;

/// A cycle that never comes.
pub const NEVER: u64 = u64::MAX;

/// Whether a CPU cycle is a get cycle, the half of an APU cycle in which a DMA may read.
///
/// This is the machine's only definition of the phase.
///
/// NESdev: DMA
#[inline]
pub const fn is_get(cycle: u64) -> bool {
    cycle & 1 == 0
}

/// Whether a CPU cycle is a put cycle, the half of an APU cycle in which a DMA may write.
#[inline]
pub const fn is_put(cycle: u64) -> bool {
    !is_get(cycle)
}

/// The get cycle in which a write of `$4015` bit 4 or `$4017` made in `write` acts:
/// three cycles later after a put cycle, four after a get cycle.
pub const fn effect_cycle(write: u64) -> u64 {
    if is_put(write) { write + 3 } else { write + 4 }
}

/// No event of a running chip lies farther ahead than this many cycles.
const FARTHEST_EVENT: u64 = 1 << 17;

/// Whether an event can be due in cycle `at` when everything up to `now` has happened.
fn can_come(at: u64, now: u64) -> bool {
    at == NEVER || at > now && at - now <= FARTHEST_EVENT
}

/// The whole APU state; cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Apu {
    /// Every event of this cycle and before has happened.
    now: u64,
    pulse: [Pulse; 2],
    triangle: Triangle,
    noise: Noise,
    dmc: Dmc,
    frame: FrameCounter,
    /// Cycle in which length counter writes of the cycle before act.
    settle_at: u64,
}

impl Apu {
    /// Whether a running chip can be in this state after CPU cycle `cycle`; a loaded state
    /// may come from anywhere.
    pub fn is_possible(&self, cycle: u64) -> bool {
        let now = self.now;
        now <= cycle
            && cycle - now <= 1
            && can_come(self.settle_at, now)
            && self.pulse.iter().all(|pulse| pulse.is_possible(now))
            && self.triangle.is_possible(now)
            && self.noise.is_possible(now)
            && self.dmc.is_possible(now)
            && self.frame.is_possible(now)
    }

    /// The APU of the default chip at power-on, at cycle 0.
    pub fn new(region: Region) -> Apu {
        Apu::of(region, CpuRevision::default(), LoadDma::default())
    }

    /// The APU of a chip at power-on, at cycle 0.
    ///
    /// NESdev: CPU power up state
    pub fn of(region: Region, chip: CpuRevision, load: LoadDma) -> Apu {
        let pal = region.timing().pal_apu;
        Apu {
            now: 0,
            pulse: [Pulse::first(), Pulse::second()],
            triangle: Triangle::new(),
            noise: Noise::new(pal, chip),
            dmc: Dmc::new(pal, chip, load),
            frame: FrameCounter::of(pal, chip),
            settle_at: NEVER,
        }
    }

    /// The reset button, when `cycle` is the first cycle of the reset sequence and the APU was
    /// advanced to the cycle before it.
    ///
    /// NESdev: CPU power up state; test ROMs apu_reset
    pub fn reset(&mut self, cycle: u64) {
        for pulse in &mut self.pulse {
            pulse.reset();
        }
        self.triangle.reset();
        self.noise.reset();
        self.dmc.reset();
        self.frame.reset(cycle);
        self.settle_at = NEVER;
    }

    /// Runs every event up to and including `to_cycle`, as an access in that cycle sees it.
    /// Does nothing for the past.
    pub fn advance(&mut self, to_cycle: u64, sound: &mut Sound) {
        if to_cycle <= self.now {
            return;
        }
        self.follow(sound);
        while self.now < to_cycle {
            let control = self.next_control();
            let until = control.min(to_cycle);
            self.run_channels(until, sound);
            self.now = until;
            if control == until {
                self.control(until);
                self.emit(sound);
            }
        }
        sound.run_to(to_cycle);
    }

    /// Reads `$4015` in `cycle`: bits 7, 6 and 4 to 0; bit 5 is left 0 for the internal bus.
    ///
    /// NESdev: APU (status); APU Frame Counter
    pub fn read_status(&mut self, cycle: u64, sound: &mut Sound) -> u8 {
        self.advance(cycle, sound);
        let status = self.status();
        self.frame.acknowledge(cycle);
        status
    }

    /// What [`Apu::read_status`] would give as of the last cycle advanced to, without side
    /// effects; see [`Apu::at`] for later cycles.
    pub fn peek_status(&self) -> u8 {
        self.status()
    }

    /// A copy of this APU advanced to `cycle` in silence, for looking at.
    pub fn at(&self, cycle: u64) -> Apu {
        let mut copy = self.clone();
        copy.advance(cycle, &mut Sound::silent());
        copy
    }

    /// Whether the APU pulls the IRQ line low, as of the last cycle advanced to.
    #[inline]
    pub fn irq(&self) -> bool {
        self.frame_irq() || self.dmc_irq()
    }

    /// The frame counter's part of [`Apu::irq`].
    #[inline]
    pub fn frame_irq(&self) -> bool {
        self.frame.irq()
    }

    /// The DMC's part of [`Apu::irq`].
    #[inline]
    pub fn dmc_irq(&self) -> bool {
        self.dmc.irq()
    }

    /// The earliest cycle, later than the last one advanced to, at which [`Apu::irq`] or
    /// [`Apu::dmc_request`] may change by itself. Accesses and deliveries may move it.
    pub fn horizon(&self) -> u64 {
        self.frame.irq_horizon().min(self.dmc.horizon(self.now))
    }

    /// The DMC's pending DMA, if any; see [`DmcRequest`] for when it may halt and when it dies.
    #[inline]
    pub fn dmc_request(&self) -> Option<DmcRequest> {
        self.dmc.request()
    }

    /// Gives the DMC the byte its get cycle `cycle` read; ends the request. The APU must have
    /// been advanced to that cycle.
    pub fn dmc_deliver(&mut self, byte: u8, cycle: u64) {
        debug_assert_eq!(self.now, cycle, "delivered outside its cycle");
        self.dmc.deliver(byte, cycle);
    }

    fn status(&self) -> u8 {
        u8::from(self.pulse[0].length.running())
            | u8::from(self.pulse[1].length.running()) << 1
            | u8::from(self.triangle.length.running()) << 2
            | u8::from(self.noise.length.running()) << 3
            | u8::from(self.dmc.active()) << 4
            | u8::from(self.frame.flag()) << 6
            | u8::from(self.dmc.irq()) << 7
    }

    fn next_control(&self) -> u64 {
        self.frame
            .next_event()
            .min(self.dmc.next_effect())
            .min(self.settle_at)
    }

    fn control(&mut self, cycle: u64) {
        let clocks = self.frame.step(cycle);
        if clocks.quarter {
            self.quarter_frame();
        }
        if clocks.half {
            self.half_frame();
        }
        if self.settle_at == cycle {
            self.settle_lengths();
        }
        self.dmc.effects(cycle);
    }

    fn quarter_frame(&mut self) {
        for pulse in &mut self.pulse {
            pulse.envelope.clock();
        }
        self.triangle.clock_linear();
        self.noise.envelope.clock();
    }

    fn half_frame(&mut self) {
        for pulse in &mut self.pulse {
            pulse.half_frame();
        }
        self.triangle.length.clock();
        self.noise.length.clock();
    }

    fn settle_lengths(&mut self) {
        self.settle_at = NEVER;
        for pulse in &mut self.pulse {
            pulse.length.settle();
        }
        self.triangle.length.settle();
        self.noise.length.settle();
    }

    /// Clocks all timers up to and including `until`; no control event lies before it.
    fn run_channels(&mut self, until: u64, sound: &mut Sound) {
        if sound.enabled() {
            self.play(until, sound);
        }
        for pulse in &mut self.pulse {
            pulse.skip(until);
        }
        self.triangle.skip(until);
        self.noise.skip(until);
        self.dmc.skip(until);
    }

    /// Clocks the audible channels in time order, since the mix is not linear.
    fn play(&mut self, until: u64, sound: &mut Sound) {
        let audible = [
            self.pulse[0].audible(),
            self.pulse[1].audible(),
            self.triangle.audible(),
            self.noise.audible(),
            self.dmc.audible(),
        ];
        let due = |audible: bool, cycle: u64| if audible { cycle } else { NEVER };
        let mut next = [
            due(audible[0], self.pulse[0].next_edge()),
            due(audible[1], self.pulse[1].next_edge()),
            due(audible[2], self.triangle.clock_at()),
            due(audible[3], self.noise.clock_at()),
            due(audible[4], self.dmc.clock_at()),
        ];
        loop {
            let (channel, cycle) = earliest(&next);
            if cycle > until {
                return;
            }
            match channel {
                0 | 1 => {
                    let pulse = &mut self.pulse[channel];
                    pulse.skip(cycle);
                    sound.level(Channel::ALL[channel], pulse.output(), cycle);
                    next[channel] = pulse.next_edge();
                }
                2 => {
                    self.triangle.clock();
                    sound.level(Channel::Triangle, self.triangle.output(), cycle);
                    next[2] = self.triangle.clock_at();
                }
                3 => {
                    self.noise.clock();
                    sound.level(Channel::Noise, self.noise.output(), cycle);
                    next[3] = self.noise.clock_at();
                }
                _ => {
                    self.dmc.clock();
                    sound.level(Channel::Dmc, self.dmc.level(), cycle);
                    next[4] = self.dmc.clock_at();
                }
            }
        }
    }

    /// Makes the sound continue from this state if it does not already.
    pub(super) fn follow(&self, sound: &mut Sound) {
        if sound.enabled() && sound.now() != self.now {
            sound.restart(self.now);
            self.emit(sound);
        }
    }

    /// Tells the sound every channel's present level.
    fn emit(&self, sound: &mut Sound) {
        if !sound.enabled() {
            return;
        }
        sound.level(Channel::Pulse1, self.pulse[0].output(), self.now);
        sound.level(Channel::Pulse2, self.pulse[1].output(), self.now);
        sound.level(Channel::Triangle, self.triangle.output(), self.now);
        sound.level(Channel::Noise, self.noise.output(), self.now);
        sound.level(Channel::Dmc, self.dmc.level(), self.now);
    }
}

fn earliest(next: &[u64; 5]) -> (usize, u64) {
    let mut found = (0, next[0]);
    for (channel, &cycle) in next.iter().enumerate().skip(1) {
        if cycle < found.1 {
            found = (channel, cycle);
        }
    }
    found
}
