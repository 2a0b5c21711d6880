//! The delta modulation channel: output unit, sample buffer and the memory reader's requests.
//!
//! The reader does not read by itself: it publishes a [`DmcRequest`], the machine's DMA unit
//! halts the CPU and delivers the byte. Two counters know about a stop: `bytes` at once (it is
//! what `$4015` shows), `enabled` only at the effect cycle E, and requests follow `enabled`.
//!
//! ```text
//! load    $4015 bit 4 set, buffer empty at E            first halt attempt E (get)
//! reload  output unit empties the buffer in G (get)     first halt attempt G+1 (put)
//! stop    bit 4 cleared at W: E of W; last byte fetched at S without loop: S+4
//!         a pending request dies there, unless its get happens in that very cycle
//! ```
//!
//! Later chips (2A03H, 2A03G from about 1990) take a byte that arrives just as the output unit
//! wants it at once, and then ask for the next: the only byte of a sample can be fetched and
//! played once more. In earlier ones it waits in the buffer for the next output cycle.
//!
//! NESdev: APU DMC; DMA; AccuracyCoin, Explicit and Implicit DMA abort

use super::{FARTHEST_EVENT, NEVER, can_come, delayed::Delayed, effect_cycle};
use crate::nes::options::{CpuRevision, LoadDma};
use serde::{Deserialize, Serialize};

/// CPU cycles of one bit for each rate, NTSC.
pub const NTSC_PERIODS: [u16; 16] = [
    428, 380, 340, 320, 286, 254, 226, 214, 190, 160, 142, 128, 106, 84, 72, 54,
];
/// CPU cycles of one bit for each rate, PAL.
pub const PAL_PERIODS: [u16; 16] = [
    398, 354, 316, 298, 276, 236, 210, 198, 176, 148, 132, 118, 98, 78, 66, 50,
];

/// Bits of one output cycle.
const BITS: u8 = 8;
/// The highest output level.
pub const HIGHEST_LEVEL: u8 = 127;

/// A DMA the DMC waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DmcRequest {
    /// The address its get cycle reads.
    pub address: u16,
    /// The first cycle in which it may halt the CPU.
    pub first_halt_cycle: u64,
    /// The cycle in which it dies, or [`NEVER`]; see [`DmcRequest::alive`].
    pub dies_at: u64,
}

impl DmcRequest {
    /// Whether the request still counts in `cycle`; `getting` says that its halt and dummy
    /// cycles are over and that this cycle is a get cycle: a get in the dying cycle completes.
    pub fn alive(&self, cycle: u64, getting: bool) -> bool {
        cycle < self.dies_at || getting && cycle == self.dies_at
    }
}

/// The DMC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dmc {
    pal: bool,
    takes_late_byte: bool,
    /// Cycles by which a load DMA is late.
    load_delay: u64,
    rate: u8,
    irq_enabled: bool,
    looping: bool,
    irq: bool,
    start_register: u8,
    length_register: u8,
    address: u16,
    bytes: u16,
    buffer: Option<u8>,
    shifter: u8,
    bits: u8,
    silent: bool,
    level: u8,
    clock_at: u64,
    /// The get cycle in which the last output cycle ended.
    ended_at: u64,
    /// Whether the reader asks for bytes.
    enabled: bool,
    switches: Delayed<bool>,
    /// The cycle in which the end of the sample clears `enabled`.
    exhausted_at: u64,
    /// First halt attempt of the pending request, or [`NEVER`].
    halt_from: u64,
    /// Cycle after which a dying request is gone.
    dead_at: u64,
}

impl Dmc {
    /// Whether a running chip can be in this state when everything up to `now` has happened.
    pub(super) fn is_possible(&self, now: u64) -> bool {
        let ranges = self.rate < 16 && (1..=BITS).contains(&self.bits);
        let times = [self.clock_at, self.exhausted_at, self.dead_at];
        ranges
            && self.load_delay <= LoadDma::Third.delay()
            && self.level <= HIGHEST_LEVEL
            && self.clock_at != NEVER
            && times.iter().all(|&at| can_come(at, now))
            && (self.halt_from == NEVER || self.halt_from <= now + FARTHEST_EVENT)
            && self.switches.is_possible(now)
    }

    /// The channel of a chip at power-on, with NTSC or PAL rates.
    pub fn new(pal: bool, chip: CpuRevision, load: LoadDma) -> Dmc {
        let periods = if pal { PAL_PERIODS } else { NTSC_PERIODS };
        Dmc {
            pal,
            takes_late_byte: chip.takes_late_byte(),
            load_delay: load.delay(),
            rate: 0,
            irq_enabled: false,
            looping: false,
            irq: false,
            start_register: 0,
            length_register: 0,
            address: 0xC000,
            bytes: 0,
            buffer: None,
            shifter: 0,
            bits: BITS,
            silent: true,
            level: 0,
            clock_at: u64::from(periods[0]),
            ended_at: 0,
            enabled: false,
            switches: Delayed::new(),
            exhausted_at: NEVER,
            halt_from: NEVER,
            dead_at: NEVER,
        }
    }

    /// Writes `$4010`: IRQ enable, loop, rate. Clearing the IRQ enable clears the flag.
    pub fn write_control(&mut self, value: u8) {
        self.irq_enabled = value & 0x80 != 0;
        self.looping = value & 0x40 != 0;
        self.rate = value & 0x0F;
        self.irq &= self.irq_enabled;
    }

    /// Writes `$4011`: the output level.
    pub fn write_level(&mut self, value: u8) {
        self.level = value & HIGHEST_LEVEL;
    }

    /// Writes `$4012`: start address `$C000 + value * 64` of the next (re)start.
    pub fn write_start(&mut self, value: u8) {
        self.start_register = value;
    }

    /// Writes `$4013`: length `value * 16 + 1` bytes of the next (re)start.
    pub fn write_length(&mut self, value: u8) {
        self.length_register = value;
    }

    /// A `$4015` write in `cycle`: clears the IRQ flag, starts or stops the sample.
    pub fn write_enable(&mut self, enable: bool, cycle: u64) {
        self.irq = false;
        if !enable {
            self.bytes = 0;
        } else if self.bytes == 0 {
            self.rewind();
        }
        self.switches.write(enable, cycle);
    }

    /// The reset button.
    pub fn reset(&mut self) {
        self.irq = false;
        self.bytes = 0;
        self.level &= 1;
        self.enabled = false;
        self.switches = Delayed::new();
        self.exhausted_at = NEVER;
        self.drop_request();
    }

    /// The pending request.
    #[inline]
    pub fn request(&self) -> Option<DmcRequest> {
        if self.halt_from == NEVER {
            return None;
        }
        let dies_at = if self.dead_at != NEVER {
            self.dead_at - 1
        } else {
            self.exhausted_at.min(self.switches.next_of(false))
        };
        Some(DmcRequest {
            address: self.address,
            first_halt_cycle: self.halt_from,
            dies_at,
        })
    }

    /// Takes the byte read in get cycle `cycle`.
    pub fn deliver(&mut self, byte: u8, cycle: u64) {
        self.drop_request();
        if self.bytes > 0 {
            self.count_byte(cycle);
        }
        if self.ended_at == cycle && self.takes_late_byte {
            // The output unit empties the buffer in the cycle that fills it.
            self.silent = false;
            self.shifter = byte;
            self.ask(cycle + 1);
        } else {
            self.buffer = Some(byte);
        }
    }

    /// One timer clock.
    #[inline]
    pub fn clock(&mut self) {
        if !self.silent {
            self.move_level();
        }
        self.shifter >>= 1;
        self.bits -= 1;
        if self.bits == 0 {
            self.end_output_cycle();
        }
        self.clock_at += self.cycles();
    }

    /// Clocks the timer up to and including cycle `until`.
    pub fn skip(&mut self, until: u64) {
        while self.clock_at <= until {
            self.clock();
        }
    }

    /// The next cycle in which a delayed effect acts.
    pub fn next_effect(&self) -> u64 {
        self.switches
            .next()
            .min(self.exhausted_at)
            .min(self.dead_at)
    }

    /// Lets the delayed effects of exactly this cycle act, after its timer clock.
    pub fn effects(&mut self, cycle: u64) {
        if self.dead_at == cycle {
            self.drop_request();
        }
        if self.exhausted_at == cycle {
            self.exhausted_at = NEVER;
            self.switch(false, cycle);
        }
        if let Some(enable) = self.switches.take(cycle) {
            self.switch(enable, cycle);
        }
    }

    /// The next cycle after `now` in which [`Dmc::request`] may change by itself.
    pub fn horizon(&self, now: u64) -> u64 {
        let reload = if self.enabled && self.buffer.is_some() {
            self.output_end() + 1
        } else {
            NEVER
        };
        let halt = if self.halt_from > now {
            self.halt_from
        } else {
            NEVER
        };
        self.next_effect().min(reload).min(halt)
    }

    /// The level that goes to the mixer, 0 to 127.
    #[inline]
    pub fn level(&self) -> u8 {
        self.level
    }

    /// The cycle of the next timer clock.
    #[inline]
    pub fn clock_at(&self) -> u64 {
        self.clock_at
    }

    /// Whether the output can change before the next control event.
    pub fn audible(&self) -> bool {
        !self.silent || self.buffer.is_some()
    }

    /// Whether bytes remain, `$4015` bit 4.
    #[inline]
    pub fn active(&self) -> bool {
        self.bytes > 0
    }

    /// The IRQ flag, which is also its part of the IRQ line.
    #[inline]
    pub fn irq(&self) -> bool {
        self.irq
    }

    /// CPU cycles of one bit.
    pub fn cycles(&self) -> u64 {
        let periods = if self.pal { PAL_PERIODS } else { NTSC_PERIODS };
        u64::from(periods[usize::from(self.rate)])
    }

    /// The rate setting, 0 to 15.
    pub fn rate(&self) -> u8 {
        self.rate
    }

    /// Whether the sample loops.
    pub fn looping(&self) -> bool {
        self.looping
    }

    /// Whether the end of the sample sets the IRQ flag.
    pub fn irq_enabled(&self) -> bool {
        self.irq_enabled
    }

    /// The address of the next byte.
    pub fn address(&self) -> u16 {
        self.address
    }

    /// The start address of the next (re)start.
    pub fn start(&self) -> u16 {
        0xC000 | u16::from(self.start_register) << 6
    }

    /// The length in bytes of the next (re)start.
    pub fn length(&self) -> u16 {
        u16::from(self.length_register) << 4 | 1
    }

    /// Bytes left to fetch.
    pub fn bytes(&self) -> u16 {
        self.bytes
    }

    /// The byte waiting in the sample buffer.
    pub fn buffer(&self) -> Option<u8> {
        self.buffer
    }

    /// Bits left in the output cycle, 1 to 8.
    pub fn bits(&self) -> u8 {
        self.bits
    }

    fn rewind(&mut self) {
        self.address = self.start();
        self.bytes = self.length();
    }

    fn count_byte(&mut self, cycle: u64) {
        self.address = if self.address == 0xFFFF {
            0x8000
        } else {
            self.address + 1
        };
        self.bytes -= 1;
        if self.bytes > 0 {
            return;
        }
        if self.looping {
            self.rewind();
        } else {
            self.address = self.start();
            self.exhausted_at = effect_cycle(cycle);
            self.irq |= self.irq_enabled;
        }
    }

    fn switch(&mut self, enable: bool, cycle: u64) {
        self.enabled = enable;
        if enable {
            self.dead_at = NEVER;
            if self.buffer.is_none() {
                self.ask(cycle + self.load_delay);
            }
        } else if self.halt_from != NEVER {
            // A get in this very cycle still completes.
            self.dead_at = cycle + 1;
        }
    }

    /// Requests a byte unless one is on its way already.
    fn ask(&mut self, halt_from: u64) {
        if self.enabled && self.halt_from == NEVER {
            self.halt_from = halt_from;
        }
    }

    fn drop_request(&mut self) {
        self.halt_from = NEVER;
        self.dead_at = NEVER;
    }

    fn move_level(&mut self) {
        if self.shifter & 1 != 0 {
            if self.level <= HIGHEST_LEVEL - 2 {
                self.level += 2;
            }
        } else if self.level >= 2 {
            self.level -= 2;
        }
    }

    fn end_output_cycle(&mut self) {
        self.bits = BITS;
        self.ended_at = self.clock_at;
        self.silent = self.buffer.is_none();
        if let Some(byte) = self.buffer.take() {
            self.shifter = byte;
            self.ask(self.clock_at + 1);
        }
    }

    fn output_end(&self) -> u64 {
        self.clock_at + u64::from(self.bits - 1) * self.cycles()
    }
}
