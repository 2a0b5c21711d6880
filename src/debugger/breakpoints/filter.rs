//! Where a run has to look closer: one bit for each CPU address.
//!
//! Ranges of memories that boards map in pages match at every address that shows the same
//! place of a page; what is really mapped there is asked when one is met. Video memory is
//! reached through `$2007` and OAM through `$2004`.

use super::{Accesses, Span};
use crate::nes::{event::Space, memory::CPU_PAGE};

/// No board maps memory below this address.
const FIRST_BOARD_PAGE: u32 = 0x4000;
const WORK_RAM_END: u32 = 0x2000;
const WORK_RAM: u32 = 0x800;
const PPU_END: u32 = 0x4000;
const PPU_REGISTERS: u32 = 8;
const OAM_DATA: u32 = 0x2004;
const PPU_DATA: u32 = 0x2007;
const WORDS: usize = 0x10000 / 64;

/// One bit for each CPU address; takes no memory while none is set.
#[derive(Clone, Debug, Default)]
pub struct Addresses {
    /// One bit for each page of 256 addresses that has any: most questions end here.
    pages: [u64; 4],
    bits: Vec<u64>,
}

impl Addresses {
    /// Whether an address is among them.
    #[inline(always)]
    pub fn contains(&self, address: u16) -> bool {
        let page = self.pages[usize::from(address >> 14)] >> (address >> 8 & 63) & 1;
        page != 0 && self.has(address)
    }

    fn has(&self, address: u16) -> bool {
        let word = self.bits.get(usize::from(address >> 6));
        word.is_some_and(|word| word >> (address & 63) & 1 != 0)
    }

    /// Whether there is no such address.
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// How many addresses there are.
    pub fn count(&self) -> u32 {
        self.bits.iter().map(|word| word.count_ones()).sum()
    }

    /// Adds every address at which an access can concern the range.
    pub fn mark(&mut self, accesses: &Accesses) {
        let Span { space, first, last } = accesses.span;
        match space {
            Space::Cpu if accesses.mirrors => (first..=last).for_each(|at| self.mirrors(at)),
            Space::Cpu => (first..=last).for_each(|at| self.set(at)),
            Space::Ram => (first..=last).for_each(|at| self.mirrors(at)),
            Space::Oam => self.mirrors(OAM_DATA),
            Space::Ppu | Space::Nt | Space::Pal | Space::Chr | Space::ChrRam => {
                self.mirrors(PPU_DATA);
            }
            _ => self.pages(first, last),
        }
    }

    /// Adds one address.
    pub fn set(&mut self, address: u32) {
        let address = address as u16;
        self.bits.resize(WORDS, 0);
        self.bits[usize::from(address >> 6)] |= 1 << (address & 63);
        self.pages[usize::from(address >> 14)] |= 1 << (address >> 8 & 63);
    }

    fn mirrors(&mut self, address: u32) {
        let (start, end, size) = match address {
            0..WORK_RAM_END => (0, WORK_RAM_END, WORK_RAM),
            WORK_RAM_END..PPU_END => (WORK_RAM_END, PPU_END, PPU_REGISTERS),
            _ => return self.set(address),
        };
        let first = start + address % size;
        (first..end)
            .step_by(size as usize)
            .for_each(|at| self.set(at));
    }

    fn pages(&mut self, first: u32, last: u32) {
        let page = CPU_PAGE as u32;
        let length = (last - first).min(page - 1);
        for start in (FIRST_BOARD_PAGE..=0xFFFF).step_by(CPU_PAGE) {
            (first..=first + length).for_each(|at| self.set(start + at % page));
        }
    }
}

/// Whether breakpoints can lie in a memory, and whether instructions can run there.
pub fn takes_breakpoints(space: Space) -> (bool, bool) {
    match space {
        Space::Cpu | Space::Ram | Space::Wram | Space::Sram | Space::Prg => (true, true),
        Space::Chr | Space::ChrRam | Space::Ppu | Space::Nt | Space::Pal | Space::Oam => {
            (true, false)
        }
        Space::Oam2 | Space::File => (false, false),
    }
}
