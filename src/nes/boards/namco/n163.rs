//! Namco 129 and 163: banks everywhere, nametables and CIRAM among them, a cycle counter, sound.
//!
//! ```text
//! $4800 sound RAM   $5000, $5800 interrupt counter    $8000-$BFFF CHR banks of 1 KiB
//! $C000-$DFFF nametables   $E000 PRG bank at $8000, sound off (6)
//! $E800 PRG bank at $A000; no CIRAM at $0000 (6), at $1000 (7)   $F000 PRG bank at $C000
//! $F800 address of the sound RAM; writes to $6000-$7FFF: 0100 in 7-4, and 0 for each 2 KiB
//! ```
//!
//! CHR banks `$E0` to `$FF` are CIRAM, in the pattern tables unless `$E800` says otherwise;
//! on a cartridge with both CHR ROM and CHR RAM they are CHR RAM. Every register is one of
//! 2 KiB.
//!
//! Not done: pin 22 and pin 44, and the debug output of PRG bank `$3F` at `$F000`.
//!
//! NESdev: INES Mapper 019

use super::{
    n163_irq::Counter,
    n163_sound::{Loudness, N163Sound, VOICES},
};
use crate::nes::{
    apu::Sound,
    boards::{BoardLogic, Setup},
    memory::{Layout, Memory, PPU_PAGE, Page, Pages},
};
use serde::{Deserialize, Serialize};

/// First of the banks that are RAM.
const RAM_BANK: u8 = 0xE0;
const BANK: u8 = 0x3F;
const SOUND_OFF: u8 = 0x40;
/// Bits of `$E800`: no RAM in the lower, in the upper pattern table.
const NO_RAM: [u8; 2] = [0x40, 0x80];
/// What the high half of `$F800` has to be for writes.
const WRITE_KEY: u8 = 0x40;
/// CPU pages of `$4800-$5FFF`.
const PORTS: std::ops::Range<usize> = 9..12;
/// CPU pages of `$6000-$7FFF`.
const RAM_PAGES: std::ops::Range<usize> = 12..16;
/// First PPU page of the nametables.
const NAMETABLES: usize = 8;

/// The chip's registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct N163 {
    /// The CPU cycle run to.
    now: u64,
    /// Banks of eight pattern and four nametable pages.
    chr: [u8; 12],
    /// `$E000`, `$E800`, `$F000` with their other bits.
    prg: [u8; 3],
    protect: u8,
    battery: bool,
    counter: Counter,
    sound: N163Sound,
}

impl N163 {
    /// The chip at power-on: banks in order, nametables as the header has them, RAM protected.
    pub fn new(setup: &Setup) -> N163 {
        let nametables = setup.header.mirroring.pages();
        let mut sound = N163Sound::new(match setup.header.submapper {
            1 | 2 => Loudness::Silent,
            3 => Loudness::Low,
            5 => Loudness::High,
            _ => Loudness::Middle,
        });
        if let (true, Some(image)) = (setup.header.battery, &setup.options.battery) {
            let after = setup.header.prg_nvram as usize;
            sound.restore(image.get(after..).unwrap_or(&[]));
        }
        N163 {
            now: 0,
            chr: std::array::from_fn(|page| match page.checked_sub(NAMETABLES) {
                Some(table) => RAM_BANK | nametables[table] & 1,
                None => page as u8,
            }),
            prg: [SOUND_OFF, 1, 2],
            protect: 0,
            battery: setup.header.battery,
            counter: Counter::default(),
            sound,
        }
    }

    fn map_ram(&self, layout: &Layout, pages: &mut Pages) {
        pages.prg_ram(layout, 0, true);
        let unlocked = self.protect & 0xF0 == WRITE_KEY;
        for (window, page) in pages.cpu[RAM_PAGES].iter_mut().enumerate() {
            if let Page::Ram { writable, .. } = page {
                *writable = unlocked && self.protect & 1 << window == 0;
            }
        }
    }

    fn map_chr(&self, layout: &Layout, pages: &mut Pages) {
        for (page, &bank) in self.chr.iter().enumerate() {
            let ram_allowed = match page / 4 {
                half @ (0 | 1) => self.prg[1] & NO_RAM[half] == 0,
                _ => true,
            };
            if bank >= RAM_BANK && ram_allowed {
                pages.ppu[page] = ram_page(layout, bank);
            } else {
                let address = (page * PPU_PAGE) as u16;
                pages.chr(layout, address, PPU_PAGE, i32::from(bank));
            }
        }
        pages
            .ppu
            .copy_within(NAMETABLES..NAMETABLES + 4, NAMETABLES + 4);
    }
}

impl BoardLogic for N163 {
    fn map(&self, layout: &Layout, pages: &mut Pages) {
        pages.cpu[PORTS].fill(Page::Registers);
        self.map_ram(layout, pages);
        for (bank, address) in self.prg.iter().zip([0x8000, 0xA000, 0xC000]) {
            pages.prg_rom(layout, address, 0x2000, i32::from(bank & BANK));
        }
        pages.prg_rom(layout, 0xE000, 0x2000, -1);
        self.map_chr(layout, pages);
    }

    fn write(&mut self, address: u16, value: u8, _cycle: u64, _memory: &mut Memory) -> bool {
        match address & 0xF800 {
            0x4800 => self.sound.write(0x4800, value),
            port @ (0x5000 | 0x5800) => self.counter.write(port, value),
            port @ 0x8000..=0xD800 => {
                self.chr[usize::from(port - 0x8000) >> 11] = value;
                return true;
            }
            port @ 0xE000..=0xF000 => {
                self.prg[usize::from(port - 0xE000) >> 11] = value;
                self.sound.disable(self.prg[0] & SOUND_OFF != 0);
                return true;
            }
            0xF800 => {
                self.sound.write(0xF800, value);
                self.protect = value;
                return true;
            }
            _ => {}
        }
        false
    }

    fn read(&mut self, address: u16, memory: &Memory) -> Option<u8> {
        match address & 0xF800 {
            0x4800 => Some(self.sound.read()),
            _ => self.peek(address, memory),
        }
    }

    fn peek(&self, address: u16, _memory: &Memory) -> Option<u8> {
        match address & 0xF800 {
            0x4800 => Some(self.sound.peek()),
            port @ (0x5000 | 0x5800) => Some(self.counter.peek(port)),
            _ => None,
        }
    }

    fn runs(&self) -> bool {
        true
    }

    fn run(&mut self, cycle: u64, sound: &mut Sound) {
        if cycle > self.now {
            self.counter.run(cycle - self.now);
            self.sound.run(cycle, 0, sound);
            self.now = cycle;
        }
    }

    fn irq(&self) -> bool {
        self.counter.line()
    }

    fn irq_cycle(&self) -> u64 {
        self.counter.irq_cycle(self.now)
    }

    fn can_be_at(&self, cycle: u64) -> bool {
        self.now <= cycle && cycle - self.now <= 1 && self.sound.can_be_at(cycle)
    }

    fn can_follow(&self, present: &Self) -> bool {
        self.sound.loudness() == present.sound.loudness() && self.battery == present.battery
    }

    fn battery(&self) -> &[u8] {
        if self.battery { self.sound.ram() } else { &[] }
    }

    fn voices(&self) -> &'static [&'static str] {
        VOICES
    }
}

/// The page of a bank from `$E0` on.
fn ram_page(layout: &Layout, bank: u8) -> Page {
    let extra = layout.chr_rom.length > 0 && layout.chr_ram.length > 0;
    let (memory, number) = if extra {
        (layout.chr_ram, u32::from(bank - RAM_BANK))
    } else {
        (layout.ciram, u32::from(bank & 1))
    };
    let page = PPU_PAGE as u32;
    Page::Ram {
        offset: memory.start + number % (memory.length / page) * page,
        writable: true,
    }
}
