//! The player of music files: a cartridge that calls a song's routines in time.
//!
//! ```text
//! $401B-$401D interrupt timer of NSF2      $4020-$4092 disk system sound
//! $4100-$4177 the player's program         $41F0-$41F2 its registers
//! $5C00-$5FF5 MMC5 RAM                     $5FF6-$5FFF banks, 4 KiB each
//! $6000-$7FFF RAM                          $8000-$FFFF the file
//! ```
//!
//! With disk system sound all of `$6000-$DFFF` is RAM, banks included, into which the file
//! is copied when a song begins. The vectors are the player's during reset; the programs of
//! NSF2 that take interrupts never see those of the file, and have RAM at `$FFFE`.
//!
//! NESdev: NSF; NSF2

mod chips;
mod driver;
mod timers;

use super::BoardLogic;
use crate::nes::{
    apu::{NEVER, Sound},
    cartridge::{BANK, Nsf, SoundChips, WINDOWS},
    memory::{CPU_PAGE, Layout, Memory, Mirroring, Page, Pages},
    region::Region,
};
use chips::Chips;
pub use driver::IGNORE as UNEXPECTED;
use serde::{Deserialize, Serialize};
use timers::{IrqTimer, PlayTimer};

const BANK_REGISTERS: std::ops::RangeInclusive<u16> = 0x5FF6..=0x5FFF;
const CHIP_RAM: std::ops::RangeInclusive<u16> = 0x5C00..=0x5FF5;
/// Where the first window lies.
const WINDOWS_START: u16 = 0x6000;
/// From here on nothing is RAM.
const FIXED_START: u16 = 0xE000;
const NMI_VECTOR: u16 = 0xFFFA;
const RESET_VECTOR: u16 = 0xFFFC;
const IRQ_VECTOR: u16 = 0xFFFE;
/// Pages of 2 KiB: `$4800`, `$5000`, `$5800`, and the one with the vectors.
const DATA_PORT_PAGE: usize = 9;
const MMC5_PAGES: std::ops::Range<usize> = 10..12;
const VECTOR_PAGE: usize = 31;

/// What does not change while the file is in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Wiring {
    init: u16,
    play: u16,
    /// Number of the song, from 0.
    song: u8,
    /// 0 NTSC and Dendy, 1 PAL.
    system: u8,
    chips: SoundChips,
    irq: bool,
    init_stays: bool,
    no_play: bool,
    banked: bool,
    banks: [Option<u8>; WINDOWS],
    bank_count: u16,
}

impl Wiring {
    /// Whether both are of one file, whatever song they play.
    fn is_of_the_file_of(&self, other: &Wiring) -> bool {
        let song = other.song;
        Wiring {
            song,
            ..self.clone()
        } == *other
    }
}

/// The player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NsfPlayer {
    wiring: Wiring,
    banks: [Option<u8>; WINDOWS],
    /// Whether the reset vector is still the player's.
    beginning: bool,
    /// Whether PLAY runs in an NMI.
    playing: bool,
    irq_vector: [u8; 2],
    play_timer: PlayTimer,
    irq_timer: IrqTimer,
    chips: Chips,
}

impl NsfPlayer {
    /// The player at power-on. `song` counts from 1 and is one of the file's.
    pub fn new(nsf: &Nsf, song: u8, region: Region) -> NsfPlayer {
        let wiring = Wiring {
            init: nsf.init,
            play: nsf.play,
            song: song.saturating_sub(1),
            system: u8::from(region == Region::Pal),
            chips: nsf.chips,
            irq: nsf.irq,
            init_stays: nsf.init_stays,
            no_play: nsf.no_play,
            banked: nsf.banked,
            banks: nsf.banks,
            bank_count: nsf.bank_count() as u16,
        };
        NsfPlayer {
            banks: wiring.banks,
            beginning: true,
            playing: false,
            irq_vector: driver::IGNORE.to_le_bytes(),
            play_timer: PlayTimer::new(nsf.period(region), region),
            irq_timer: IrqTimer::new(),
            chips: Chips::new(nsf.chips),
            wiring,
        }
    }

    /// The song that plays, counted from 1.
    pub fn song(&self) -> u16 {
        u16::from(self.wiring.song) + 1
    }

    fn disk(&self) -> bool {
        self.wiring.chips.has(SoundChips::FDS)
    }

    fn own_vectors(&self) -> bool {
        self.wiring.irq || self.wiring.init_stays
    }

    /// The page of a window's half; banks beyond the file are open.
    fn page(&self, layout: &Layout, window: usize, half: usize) -> Page {
        let Some(bank) =
            self.banks[window].filter(|&bank| u16::from(bank) < self.wiring.bank_count)
        else {
            return Page::Open;
        };
        let offset = (usize::from(bank) * BANK + half * CPU_PAGE) as u32;
        match self.disk() {
            true => Page::Ram {
                offset: layout.prg_ram.start + offset,
                writable: WINDOWS_START as usize + window * BANK < usize::from(FIXED_START),
            },
            false => Page::Rom(offset),
        }
    }

    /// The byte of the bank in a window, below the vectors.
    fn banked(&self, address: u16, memory: &Memory) -> Option<u8> {
        let within = usize::from(address.checked_sub(WINDOWS_START)?);
        let half = within % BANK / CPU_PAGE;
        match self.page(&memory.layout, within / BANK, half) {
            Page::Rom(offset) => memory.rom.get(offset as usize + within % CPU_PAGE),
            Page::Ram { offset, .. } => memory.ram.get(offset as usize + within % CPU_PAGE),
            _ => None,
        }
        .copied()
    }

    /// The player's own vectors and the RAM of the third.
    fn vector(&self, address: u16) -> Option<u8> {
        let word = match address & !1 {
            NMI_VECTOR if self.own_vectors() => driver::NMI.to_le_bytes(),
            RESET_VECTOR if self.own_vectors() || self.beginning => driver::START.to_le_bytes(),
            IRQ_VECTOR if self.own_vectors() => self.irq_vector,
            _ => return None,
        };
        Some(word[usize::from(address & 1)])
    }

    /// A byte of the player's program.
    fn instruction(&self, address: u16) -> u8 {
        let wiring = &self.wiring;
        let routine = |places: [u16; 2], target: u16| {
            let place = places.iter().find(|&&place| address & !1 == place & !1);
            place.map(|place| target.to_le_bytes()[usize::from(address - place)])
        };
        match address {
            driver::FIRST_Y if wiring.init_stays => driver::Y_OF_TWO,
            driver::THEN if wiring.init_stays => driver::AGAIN as u8,
            driver::THEN => driver::WAIT as u8,
            driver::WAIT_OPERAND if self.play_timer.due() => driver::PLAY as u8,
            driver::WAIT_OPERAND => driver::WAIT as u8,
            _ if driver::SONGS.contains(&address) => wiring.song,
            _ if driver::SYSTEMS.contains(&address) => wiring.system,
            _ => routine(driver::INITS, wiring.init)
                .or_else(|| routine(driver::PLAYS, wiring.play))
                .unwrap_or(driver::PROGRAM[usize::from(address - driver::START)]),
        }
    }

    /// Whether the player itself answers below the windows.
    fn is_own(&self, address: u16) -> bool {
        let timer = IrqTimer::LOW..=IrqTimer::CONTROL;
        timer.contains(&address) && self.wiring.irq
            || driver::RANGE.contains(&address)
            || address == driver::CLAIM
            || CHIP_RAM.contains(&address)
    }

    /// Whether an NMI would be the timer's.
    fn claims(&self) -> bool {
        self.wiring.init_stays && self.play_timer.due() && !self.playing
    }

    /// Gives the song its memory: RAM is cleared, a disk's is filled.
    fn begin(&mut self, memory: &mut Memory) {
        let layout = memory.layout;
        memory.ram[layout.prg_ram.range()].fill(0);
        memory.ram[layout.chip_ram.range()].fill(0);
        if self.disk() {
            let ram = &mut memory.ram[layout.prg_ram.range()];
            for (place, &byte) in ram.iter_mut().zip(memory.rom.iter()) {
                *place = byte;
            }
        }
        self.beginning = false;
    }

    fn chip_ram(address: u16, memory: &Memory) -> Option<usize> {
        let offset = usize::from(address - CHIP_RAM.start());
        let region = memory.layout.chip_ram;
        (offset < region.length as usize).then_some(region.start as usize + offset)
    }
}

impl BoardLogic for NsfPlayer {
    fn map(&self, layout: &Layout, pages: &mut Pages) {
        let chips = self.wiring.chips;
        if chips.has(SoundChips::N163) {
            pages.cpu[DATA_PORT_PAGE] = Page::Registers;
        }
        if chips.has(SoundChips::MMC5) {
            pages.cpu[MMC5_PAGES].fill(Page::Registers);
        }
        if !self.disk() {
            pages.prg_ram(layout, 0, true);
        }
        let first = usize::from(WINDOWS_START) / CPU_PAGE;
        for window in 0..WINDOWS {
            for half in 0..2 {
                if self.disk() || window >= 2 {
                    pages.cpu[first + window * 2 + half] = self.page(layout, window, half);
                }
            }
        }
        if self.beginning || self.own_vectors() {
            pages.cpu[VECTOR_PAGE] = Page::Registers;
        }
        pages.mirror(layout, Mirroring::Vertical);
    }

    fn write(&mut self, address: u16, value: u8, cycle: u64, memory: &mut Memory) -> bool {
        match address {
            IrqTimer::LOW..=IrqTimer::CONTROL if self.wiring.irq => {
                self.irq_timer.write(address, value, cycle);
            }
            driver::BEGIN => {
                self.begin(memory);
                return true;
            }
            driver::TIMER if !self.wiring.no_play => self.play_timer.begin(cycle),
            IRQ_VECTOR.. if self.own_vectors() => {
                self.irq_vector[usize::from(address & 1)] = value;
            }
            _ if CHIP_RAM.contains(&address) => {
                if let Some(offset) = NsfPlayer::chip_ram(address, memory) {
                    memory.ram[offset] = value;
                }
            }
            _ if BANK_REGISTERS.contains(&address) && self.wiring.banked => {
                let window = usize::from(address - BANK_REGISTERS.start());
                if window < 2 && !self.disk() {
                    return false;
                }
                self.banks[window] = Some(value);
                return true;
            }
            _ => self.chips.write(address, value, cycle),
        }
        false
    }

    fn read(&mut self, address: u16, memory: &Memory) -> Option<u8> {
        if !self.is_own(address) && address < WINDOWS_START {
            return self.chips.read(address);
        }
        let value = self.peek(address, memory);
        match address {
            IrqTimer::CONTROL if self.wiring.irq => self.irq_timer.acknowledge(),
            driver::WAIT_OPERAND => {
                self.play_timer.take();
            }
            driver::CLAIM if self.claims() => self.playing = self.play_timer.take(),
            driver::RETURN => self.playing = false,
            _ => {}
        }
        value
    }

    fn peek(&self, address: u16, memory: &Memory) -> Option<u8> {
        match address {
            IrqTimer::LOW..=IrqTimer::CONTROL if self.wiring.irq => {
                Some(self.irq_timer.peek(address))
            }
            driver::CLAIM => Some(u8::from(self.claims()) << 7),
            NMI_VECTOR.. => self
                .vector(address)
                .or_else(|| self.banked(address, memory)),
            _ if driver::RANGE.contains(&address) => Some(self.instruction(address)),
            _ if CHIP_RAM.contains(&address) => {
                NsfPlayer::chip_ram(address, memory).map(|offset| memory.ram[offset])
            }
            WINDOWS_START.. => self.banked(address, memory),
            _ => self.chips.peek(address),
        }
    }

    fn runs(&self) -> bool {
        true
    }

    fn run(&mut self, cycle: u64, sound: &mut Sound) {
        self.play_timer.run(cycle);
        self.irq_timer.run(cycle);
        self.chips.run(self.wiring.chips, cycle, sound);
    }

    fn voices(&self) -> &'static [&'static str] {
        Chips::voices(self.wiring.chips)
    }

    fn irq(&self) -> bool {
        self.irq_timer.line()
    }

    fn irq_cycle(&self) -> u64 {
        let play = match self.wiring.init_stays {
            // The detector has to see the line high in the cycle before.
            true => self.play_timer.next().saturating_sub(1),
            false => NEVER,
        };
        play.min(self.irq_timer.next())
    }

    fn nmi(&self) -> bool {
        self.claims()
    }

    fn reset(&mut self) {
        self.banks = self.wiring.banks;
        self.beginning = true;
        self.playing = false;
        self.irq_vector = driver::IGNORE.to_le_bytes();
        self.play_timer.stop();
        self.irq_timer = IrqTimer::new();
        self.chips.reset();
    }

    fn can_follow(&self, present: &Self) -> bool {
        self.wiring.is_of_the_file_of(&present.wiring)
            && self.play_timer.can_follow(&present.play_timer)
            && self.chips.can_follow(&present.chips)
    }

    fn can_be_at(&self, cycle: u64) -> bool {
        self.play_timer.can_be_at(cycle)
            && self.irq_timer.can_be_at(cycle)
            && self.chips.can_be_at(cycle)
    }
}
