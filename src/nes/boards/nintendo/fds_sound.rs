//! The sound of the disk system: one channel that plays a table of 64 steps, with a second
//! table that bends its pitch.
//!
//! ```text
//! $4023 bit 1 on      $4040-$407F wave   $4080 volume envelope   $4082, $4083 pitch, halt
//! $4084 bend envelope $4085 bend counter $4086, $4087 bend pitch, halt   $4088 bend table
//! $4089 wave write enable, master volume $408A envelope speed
//! read: $4040-$407F wave, $4090 volume, $4091 wave place, $4092 bend, $4093 bend place, $4097 counter
//! ```
//!
//! Both tables advance every 16 CPU cycles. The low-pass filter of the RAM adapter, at about
//! 2 kHz, is not modeled.
//!
//! NESdev: FDS audio

use super::fds_envelope::Envelope;
use crate::nes::apu::{NEVER, Sound};
use serde::{Deserialize, Serialize};

/// CPU cycles between two steps of the accumulators.
const STEP: u64 = 16;
/// The farthest that a state's clock may lie behind, in CPU cycles.
const LAG: u64 = 1 << 16;
const HALF: usize = 32;
/// Bits of the wave accumulator below the place in the table.
const WAVE_SHIFT: u32 = 18;
const WAVE_MASK: u32 = (1 << 24) - 1;
/// Bits of the bend accumulator below the place in the table, every entry twice.
const BEND_SHIFT: u32 = 13;
const BEND_MASK: u32 = (1 << 18) - 1;
const BEND_FRACTION: u32 = (1 << 12) - 1;
/// The factor of the pitch, in 64ths, that does not bend it.
const UNBENT: i32 = 0x40;
/// Louder settings of the volume are cut to this.
const LOUDEST: u8 = 32;
/// Master volumes of 30ths.
const MASTER: [i32; 4] = [30, 20, 15, 12];
/// Amplitude of the highest step at full volume: 2.4 times a pulse channel's 4,470.
const PEAK: i32 = 10_728;
const TOP: i32 = 63 * LOUDEST as i32 * 30;

/// What an entry of the bend table adds to the counter; `None` sets it to zero.
const BENDS: [Option<i8>; 8] = [
    Some(0),
    Some(1),
    Some(2),
    Some(4),
    None,
    Some(-4),
    Some(-2),
    Some(-1),
];

/// The channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FdsSound {
    /// The cycle run to.
    clock: u64,
    on: bool,
    wave: [[u8; HALF]; 2],
    pitch: u16,
    /// `$4083` bits 7 and 6: wave halted, envelopes halted.
    halted: bool,
    held: bool,
    place: u32,
    writable: bool,
    master: u8,
    volume: Envelope,
    /// The volume in use: it is taken over at the start of the table.
    latched: u8,
    /// The step last played, which stays while the table is written.
    step: u8,
    bend: Envelope,
    bends: [u8; HALF],
    bend_pitch: u16,
    bend_halted: bool,
    bend_forced: bool,
    bend_place: u32,
    /// -64 to 63.
    counter: i8,
    speed: u8,
}

impl FdsSound {
    /// The channel as the BIOS leaves it, silent, in CPU cycle `cycle`.
    pub fn new(cycle: u64) -> FdsSound {
        const BIOS_SPEED: u8 = 0xE8;
        FdsSound {
            clock: cycle,
            on: true,
            wave: [[0; HALF]; 2],
            pitch: 0,
            halted: true,
            held: false,
            place: 0,
            writable: false,
            master: 0,
            volume: Envelope::new(),
            latched: 0,
            step: 0,
            bend: Envelope::new(),
            bends: [0; HALF],
            bend_pitch: 0,
            bend_halted: true,
            bend_forced: false,
            bend_place: 0,
            counter: 0,
            speed: BIOS_SPEED,
        }
    }

    /// The cycle it was run to.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// Whether a loaded state is possible when `cycle` is the next cycle.
    pub fn can_be_at(&self, cycle: u64) -> bool {
        let near = self.clock <= cycle && cycle - self.clock <= LAG;
        near && self.place <= WAVE_MASK
            && self.bend_place <= BEND_MASK
            && self.wave.iter().flatten().all(|&step| step < 64)
            && self.bends.iter().all(|&entry| entry < 8)
            && (-64..64).contains(&self.counter)
            && self.pitch < 0x1000
            && self.bend_pitch < 0x1000
            && self.master < 4
            && self.latched <= LOUDEST
            && self.step < 64
            && [&self.volume, &self.bend]
                .iter()
                .all(|envelope| envelope.can_be_at(self.clock))
    }

    /// A CPU write in cycle `cycle`, to which the channel was run.
    pub fn write(&mut self, address: u16, value: u8, cycle: u64) {
        match address {
            0x4023 => self.on = value & 2 != 0,
            _ if !self.on => {}
            0x4040..=0x407F if self.writable => {
                let at = usize::from(address & 63);
                self.wave[at / HALF][at % HALF] = value & 63;
            }
            0x4080 => self.volume.write(value),
            0x4082 => self.pitch = self.pitch & 0xF00 | u16::from(value),
            0x4083 => self.write_pitch_high(value),
            0x4084 => self.bend.write(value),
            0x4085 => self.counter = (value << 1) as i8 >> 1,
            0x4086 => self.bend_pitch = self.bend_pitch & 0xF00 | u16::from(value),
            0x4087 => self.write_bend_high(value),
            0x4088 => self.write_bend_table(value),
            0x4089 => {
                self.writable = value & 0x80 != 0;
                self.master = value & 3;
            }
            0x408A => self.speed = value,
            _ => return,
        }
        if matches!(address, 0x4080 | 0x4083 | 0x408A) {
            self.volume.restart(cycle, self.envelope_speed());
        }
        if matches!(address, 0x4083 | 0x4084 | 0x408A) {
            self.bend.restart(cycle, self.envelope_speed());
        }
        self.look();
    }

    fn write_pitch_high(&mut self, value: u8) {
        self.pitch = self.pitch & 0xFF | u16::from(value & 0x0F) << 8;
        self.halted = value & 0x80 != 0;
        self.held = value & 0x40 != 0;
        if self.halted {
            self.place = 0;
        }
    }

    fn write_bend_high(&mut self, value: u8) {
        self.bend_pitch = self.bend_pitch & 0xFF | u16::from(value & 0x0F) << 8;
        self.bend_halted = value & 0x80 != 0;
        self.bend_forced = value & 0x40 != 0;
        if self.bend_halted {
            self.bend_place &= !BEND_FRACTION;
        }
    }

    /// The table is written where it stands, and only while it does not move.
    fn write_bend_table(&mut self, value: u8) {
        if self.bend_halted {
            self.bends[(self.bend_place >> BEND_SHIFT) as usize % HALF] = value & 7;
            self.bend_place = (self.bend_place + (1 << BEND_SHIFT)) & BEND_MASK;
        }
    }

    /// What a CPU read gives; `None` where the chip has nothing.
    pub fn peek(&self, address: u16) -> Option<u8> {
        const OPEN: u8 = 0x40;
        let value = match address {
            _ if !self.on => return None,
            0x4040..=0x407F if self.writable => OPEN | self.at(usize::from(address & 63)),
            0x4040..=0x407F => OPEN | self.at((self.place >> WAVE_SHIFT) as usize),
            0x4090 => OPEN | self.volume.gain(),
            0x4091 => (self.place >> 12) as u8,
            0x4092 => OPEN | self.bend.gain(),
            0x4093 => (self.bend_place >> 5) as u8 & 0x7F,
            0x4097 => self.counter as u8 & 0x7F,
            _ => return None,
        };
        Some(value)
    }

    /// Runs up to and including CPU cycle `cycle`.
    pub fn run(&mut self, cycle: u64, first_voice: usize, sound: &mut Sound) {
        if self.clock >= cycle {
            return;
        }
        self.sound(first_voice, sound);
        loop {
            let event = self.event();
            if event > cycle {
                break;
            }
            self.clock = event;
            let speed = self.envelope_speed();
            self.volume.run(event, speed);
            self.bend.run(event, speed);
            if event.is_multiple_of(STEP) {
                self.advance();
            }
            self.look();
            self.sound(first_voice, sound);
        }
        self.clock = cycle;
        self.sound(first_voice, sound);
    }

    /// The next cycle in which anything happens.
    fn event(&self) -> u64 {
        let step = match self.halted && self.bend_halted {
            true => NEVER,
            false => (self.clock / STEP + 1) * STEP,
        };
        step.min(self.volume.next()).min(self.bend.next())
    }

    fn envelope_speed(&self) -> Option<u8> {
        (!self.halted && !self.held && self.speed != 0).then_some(self.speed)
    }

    fn advance(&mut self) {
        if !self.bend_halted {
            self.advance_bend();
        }
        if !self.halted {
            let pitch = u32::from(self.pitch) * self.factor();
            self.place = (self.place + (pitch & 0xF_FFFF)) & WAVE_MASK;
        }
    }

    /// A carry out of the fraction applies the entry that the table stands on.
    fn advance_bend(&mut self) {
        let before = self.bend_place;
        let fraction = (before & BEND_FRACTION) + u32::from(self.bend_pitch);
        let after = (before + u32::from(self.bend_pitch)) & BEND_MASK;
        if fraction <= BEND_FRACTION && !self.bend_forced {
            self.bend_place = after;
            return;
        }
        let entry = self.bends[(before >> BEND_SHIFT) as usize % HALF];
        self.counter = match BENDS[usize::from(entry & 7)] {
            Some(bend) => ((self.counter.wrapping_add(bend) as u8) << 1) as i8 >> 1,
            None => 0,
        };
        self.bend_place = after;
    }

    /// The factor of the pitch in 64ths: counter times gain, rounded up past a sixteenth in a
    /// way of its own, and wrapped to eight bits around [`UNBENT`].
    fn factor(&self) -> u32 {
        let mut product = i32::from(self.counter) * i32::from(self.bend.gain());
        if product & 0x0F != 0 && product & 0x800 == 0 {
            product += 0x20;
        }
        ((product + (UNBENT << 4)) >> 4 & 0xFF) as u32
    }

    /// Takes over the volume at the start of the table, and the step unless it is written.
    fn look(&mut self) {
        let place = (self.place >> WAVE_SHIFT) as usize;
        if place == 0 {
            self.latched = self.volume.gain().min(LOUDEST);
        }
        if !self.writable {
            self.step = self.at(place);
        }
    }

    fn at(&self, step: usize) -> u8 {
        self.wave[step / HALF % 2][step % HALF]
    }

    fn sound(&self, first_voice: usize, sound: &mut Sound) {
        if sound.enabled() {
            let volume = i32::from(self.latched) * MASTER[usize::from(self.master & 3)];
            let level = i32::from(self.step) * volume * PEAK / TOP;
            sound.expansion(first_voice, &[level as i16], self.clock);
        }
    }
}
