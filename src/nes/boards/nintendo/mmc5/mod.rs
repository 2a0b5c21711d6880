//! MMC5: Nintendo's largest chip.
//!
//! ```text
//! prg         $5100 $5102 $5103 $5113-$5117     chr        $5101 $5120-$5130
//! extended    $5104-$5107 $5200-$5202 $5C00     scanline   $5203 $5204
//! arithmetic  $5205 $5206 $5209 $520A           sound      $5000-$5015, with pulse
//! ```
//!
//! It watches `$2000` (sprite size) and `$2001` (rendering) on the CPU bus, at exactly these
//! addresses, and every PPU read. Where it only chooses memory, pages are published; while
//! tiles have extended attributes or the split is on, it answers PPU reads itself. The last
//! CPU page is its own while an interrupt is pending, to notice a read of the NMI vector.
//!
//! NESdev: MMC5; MMC5 audio

mod arithmetic;
mod chr;
mod extended;
mod prg;
mod pulse;
mod scanline;
pub mod sound;

use crate::nes::{
    apu::Sound,
    boards::{BoardLogic, Setup},
    memory::{CPU_PAGE, Layout, Memory, PPU_PAGE, Page, Pages},
};
use arithmetic::{Multiplier, Timer};
use chr::{ChrBanks, Set};
use extended::{Extended, Source};
use prg::PrgBanks;
use scanline::Scanlines;
use serde::{Deserialize, Serialize};
use sound::{Mmc5Sound, VOICES};

/// `$2000` bit 5: sprites are 8x16.
const TALL_SPRITES: u8 = 0x20;
/// `$2001` bits 3 and 4: rendering.
const RENDERING: u8 = 0x18;
/// First address of extended RAM.
const EXTENDED_RAM: u16 = 0x5C00;
/// First CPU page of the chip, at `$5000`, and the two of them.
const REGISTER_PAGES: std::ops::Range<usize> = 10..12;
/// CPU pages at `$8000-$BFFF`, which the converter listens to in read mode.
const PCM_PAGES: std::ops::Range<usize> = 16..24;
/// The CPU page with the vectors.
const VECTOR_PAGE: usize = 31;
/// The NMI vector.
const NMI_VECTOR: [u16; 2] = [0xFFFA, 0xFFFB];

/// The chip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mmc5 {
    prg: PrgBanks,
    chr: ChrBanks,
    extended: Extended,
    scanlines: Scanlines,
    multiplier: Multiplier,
    timer: Timer,
    sound: Mmc5Sound,
    tall_sprites: bool,
    rendering: bool,
    /// The CPU cycle run to.
    cycle: u64,
    /// The latest read changed the mapping.
    remap: bool,
}

impl Mmc5 {
    /// The chip at power-on.
    pub fn new(setup: &Setup) -> Mmc5 {
        Mmc5 {
            prg: PrgBanks::new(),
            chr: ChrBanks::new(),
            extended: Extended::new(),
            scanlines: Scanlines::new(setup.cpu_divider),
            multiplier: Multiplier::new(),
            timer: Timer::new(),
            sound: Mmc5Sound::new(),
            tall_sprites: false,
            rendering: false,
            cycle: 0,
            remap: false,
        }
    }

    /// The CHR registers in use for the next PPU read.
    fn set(&self) -> Set {
        if !(self.tall_sprites && self.rendering) {
            Set::A
        } else if !self.scanlines.in_frame() {
            self.chr.written()
        } else if self.scanlines.fetches_sprites() {
            Set::A
        } else {
            Set::B
        }
    }

    /// Whether the chip may answer reads of tiles itself.
    fn substitutes(&self) -> bool {
        self.rendering && self.extended.substitutes()
    }

    /// What answers at a PPU address when the chip makes no substitution.
    fn video_page(&self, layout: &Layout, address: u16) -> Page {
        if address < 0x2000 {
            return self.chr.page(layout, self.set(), address);
        }
        match self.extended.nametable(layout, address) {
            Source::Memory(page) => page,
            Source::Zeros | Source::Fill => Page::Registers,
        }
    }

    /// The byte at a PPU address when the chip makes no substitution.
    fn plain(&self, address: u16, memory: &Memory) -> Option<u8> {
        let within = usize::from(address) % PPU_PAGE;
        if address >= 0x2000 {
            match self.extended.nametable(&memory.layout, address) {
                Source::Zeros => return Some(0),
                Source::Fill => return Some(self.extended.fill(address)),
                Source::Memory(page) => return memory.byte(page, within),
            }
        }
        memory.byte(self.video_page(&memory.layout, address), within)
    }

    fn write_extended_ram(&self, address: u16, value: u8, memory: &mut Memory) {
        let in_frame = self.scanlines.in_frame();
        if address >= EXTENDED_RAM && self.extended.writable(in_frame) {
            let offset = extended_offset(address, memory);
            if let Some(byte) = memory.ram.get_mut(offset) {
                *byte = value;
            }
        }
    }

    /// PRG memory on a page published as registers.
    fn prg_byte(&self, address: u16, memory: &Memory) -> Option<u8> {
        let page = self.prg.page(&memory.layout, address);
        memory.byte(page, usize::from(address) % CPU_PAGE)
    }

    fn read_prg(&mut self, address: u16, memory: &Memory) -> Option<u8> {
        let value = self.prg_byte(address, memory);
        if let (Some(value), ..0xC000) = (value, address)
            && self.sound.reads_memory()
        {
            self.sound.convert(value);
        }
        if NMI_VECTOR.contains(&address) {
            self.scanlines.start_over();
            self.remap = true;
        }
        value
    }

    fn write_register(&mut self, address: u16, value: u8, cycle: u64) -> bool {
        match address {
            0x5000..=0x5015 => {
                self.sound.write(address, value);
                return address == 0x5010;
            }
            0x5100 => self.prg.write_mode(value),
            0x5101 => self.chr.write_mode(value),
            0x5102 | 0x5103 => self.prg.write_protect(address, value),
            0x5113..=0x5117 => self.prg.write_bank(address, value),
            0x5120..=0x512B => self.chr.write_bank(address, value),
            0x5130 => self.chr.write_upper(value),
            0x5104..=0x5107 | 0x5200..=0x5202 => self.extended.write(address, value),
            0x5203 => self.scanlines.write_target(value),
            0x5204 => self.scanlines.write_enable(value),
            0x5205 | 0x5206 => self.multiplier.write(address, value),
            0x5209 | 0x520A => self.timer.write(address, value, cycle),
            _ => return false,
        }
        address < 0x5203
    }
}

impl BoardLogic for Mmc5 {
    fn map(&self, layout: &Layout, pages: &mut Pages) {
        pages.cpu[REGISTER_PAGES].fill(Page::Registers);
        for i in 12..pages.cpu.len() {
            pages.cpu[i] = self.prg.page(layout, (i * CPU_PAGE) as u16);
        }
        if self.sound.reads_memory() {
            pages.cpu[PCM_PAGES].fill(Page::Registers);
        }
        if self.scanlines.pending() {
            pages.cpu[VECTOR_PAGE] = Page::Registers;
        }
        for i in 0..pages.ppu.len() {
            pages.ppu[i] = if self.substitutes() {
                Page::Registers
            } else {
                self.video_page(layout, (i * PPU_PAGE) as u16)
            };
        }
    }

    fn write(&mut self, address: u16, value: u8, cycle: u64, memory: &mut Memory) -> bool {
        let ended = self.scanlines.notice_idle(cycle);
        match address {
            0x5000..=0x57FF => self.write_register(address, value, cycle) || ended,
            0x5800..=0x5FFF => {
                self.write_extended_ram(address, value, memory);
                ended
            }
            0x8000.. if memory.cpu_page(address) == Page::Registers => {
                let page = self.prg.page(&memory.layout, address);
                memory.set_byte(page, usize::from(address) % CPU_PAGE, value);
                ended
            }
            _ => ended,
        }
    }

    fn read(&mut self, address: u16, memory: &Memory) -> Option<u8> {
        if address >= 0x8000 {
            return self.read_prg(address, memory);
        }
        let value = self.peek(address, memory);
        match address {
            0x5010 => self.sound.acknowledge(),
            0x5204 => self.remap |= self.scanlines.acknowledge(),
            0x5209 => self.timer.acknowledge(),
            _ => {}
        }
        value
    }

    fn peek(&self, address: u16, memory: &Memory) -> Option<u8> {
        match address {
            0x5010 | 0x5015 => self.sound.peek(address),
            0x5204 => Some(self.scanlines.status(self.cycle)),
            0x5205 | 0x5206 => Some(self.multiplier.read(address)),
            0x5209 => Some(self.timer.status()),
            EXTENDED_RAM..=0x5FFF if self.extended.readable() => {
                let offset = extended_offset(address, memory);
                memory.ram.get(offset).copied()
            }
            0x8000.. => self.prg_byte(address, memory),
            _ => None,
        }
    }

    fn read_remaps(&mut self) -> bool {
        std::mem::take(&mut self.remap)
    }

    fn runs(&self) -> bool {
        true
    }

    fn run(&mut self, cycle: u64, sound: &mut Sound) {
        self.cycle = self.cycle.max(cycle);
        self.timer.run(cycle);
        self.sound.run(cycle, 0, sound);
    }

    fn voices(&self) -> &'static [&'static str] {
        VOICES
    }

    fn irq(&self) -> bool {
        self.scanlines.irq() || self.sound.irq() || self.timer.irq()
    }

    fn irq_cycle(&self) -> u64 {
        self.timer.irq_cycle()
    }

    fn horizon(&self, now: u64) -> u64 {
        self.scanlines.horizon(now)
    }

    fn watches_fetches(&self) -> bool {
        true
    }

    fn fetched(&mut self, address: u16, clock: u64) -> bool {
        let pending = self.scanlines.pending();
        let changed = self.scanlines.fetched(address, clock);
        changed && (self.tall_sprites && self.rendering || pending != self.scanlines.pending())
    }

    fn video_read(&mut self, address: u16, memory: &Memory) -> Option<u8> {
        if address >= 0x2000
            && self.extended.has_attributes()
            && let Some(read) = self.scanlines.tile_read()
            && read.step == 0
        {
            let ram = &memory.ram[memory.layout.chip_ram.range()];
            self.extended.latch(ram, address);
        }
        self.video_peek(address, memory)
    }

    fn video_peek(&self, address: u16, memory: &Memory) -> Option<u8> {
        let Some(read) = self.scanlines.tile_read().filter(|_| self.substitutes()) else {
            return self.plain(address, memory);
        };
        let layout = &memory.layout;
        let split = self.extended.split_bank(read);
        if address >= 0x2000 {
            if split.is_some() && read.step < 2 {
                let ram = &memory.ram[layout.chip_ram.range()];
                return Some(self.extended.split_byte(ram, read));
            }
            if split.is_none() && self.extended.has_attributes() && read.step == 1 {
                return Some(self.extended.attribute_byte());
            }
            return self.plain(address, memory);
        }
        let page = match split {
            Some(bank) => chr::four_kib(layout, i64::from(bank), address),
            None if self.extended.has_attributes() => {
                let bank = self.extended.attribute_bank();
                self.chr.extended_page(layout, bank, address)
            }
            None => self.chr.page(layout, self.set(), address),
        };
        memory.byte(page, usize::from(address) % PPU_PAGE)
    }

    fn video_write(&mut self, address: u16, value: u8, memory: &mut Memory) {
        let page = self.video_page(&memory.layout, address);
        memory.set_byte(page, usize::from(address) % PPU_PAGE, value);
    }

    fn snoops(&self) -> bool {
        true
    }

    fn snoop(&mut self, address: u16, value: u8) -> bool {
        let ended = self.scanlines.notice_idle(self.cycle);
        match address {
            0x2000 => self.tall_sprites = value & TALL_SPRITES != 0,
            0x2001 => {
                let before = std::mem::replace(&mut self.rendering, value & RENDERING != 0);
                match (before, self.rendering) {
                    (_, false) => self.scanlines.leave(),
                    (false, true) => self.scanlines.start_over(),
                    _ => return ended,
                }
            }
            _ => return ended,
        }
        true
    }

    /// The chip notices the gap in M2: it disables the scanline interrupt and clears the timer.
    fn reset(&mut self) {
        self.scanlines.reset();
        self.timer = Timer::new();
    }

    fn can_follow(&self, present: &Self) -> bool {
        self.scanlines.can_follow(&present.scanlines)
            && self.chr.is_possible()
            && self.extended.is_possible()
    }

    fn can_be_at(&self, cycle: u64) -> bool {
        self.cycle <= cycle
            && self.scanlines.can_be_at(cycle)
            && self.timer.can_be_at(cycle)
            && self.sound.can_be_at(cycle)
    }
}

fn extended_offset(address: u16, memory: &Memory) -> usize {
    memory.layout.chip_ram.start as usize + usize::from(address & 0x3FF)
}
