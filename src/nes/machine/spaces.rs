//! Every memory by name, changed without side effects.

use super::{
    Machine,
    look::{PALETTE_START, Place, palette_cell},
};
use crate::nes::{
    event::Space,
    memory::{CPU_PAGE, PPU_PAGE, Page},
};

impl Machine {
    /// Bytes of a memory; zero when this machine has none of it.
    pub fn space_length(&self, space: Space) -> u32 {
        self.look().space_length(space)
    }

    /// Reads one byte of a memory without side effects; `None` outside its size.
    pub fn peek_space(&self, space: Space, address: u32) -> Option<u8> {
        self.look().peek_space(space, address)
    }

    /// Changes one byte; `None` when nothing there keeps it. `address` is in range.
    pub(super) fn poke_space(&mut self, space: Space, address: u32, value: u8) -> Option<()> {
        match (self.look().place(space), space) {
            (Place::Rom(region), _) => self.patch(region.start + address, value),
            (Place::Ram(region), _) => self.set_ram(region.start + address, value),
            (_, Space::Ppu) if address >= PALETTE_START.into() => {
                self.poke_palette(address as u16, value)
            }
            (_, Space::Pal) => self.poke_palette(address as u16, value),
            (_, Space::Ppu) => {
                let page = self.cartridge().memory.ppu_page(address as u16);
                self.poke_page(page, address as usize % PPU_PAGE, value)?
            }
            (_, Space::Oam) => self.state.bus.ppu.poke_oam(address as u8, value),
            (_, Space::Oam2) => self.state.bus.ppu.poke_secondary_oam(address as u8, value),
            (_, Space::Cpu) => {
                let page = self.cartridge().memory.cpu_page(address as u16);
                self.poke_page(page, address as usize % CPU_PAGE, value)?
            }
            _ => return None,
        }
        Some(())
    }

    fn poke_page(&mut self, page: Page, within: usize, value: u8) -> Option<()> {
        match page {
            Page::Rom(start) => self.patch(start + within as u32, value),
            Page::Ram { offset, .. } => self.set_ram(offset + within as u32, value),
            Page::Open | Page::Registers => return None,
        }
        Some(())
    }

    fn set_ram(&mut self, offset: u32, value: u8) {
        self.state.bus.cartridge.memory.ram[offset as usize] = value;
    }

    fn poke_palette(&mut self, address: u16, value: u8) {
        let cell = palette_cell(address) as u8;
        self.state.bus.ppu.poke_palette(cell, value);
    }
}
