//! Every memory by name, read and changed without side effects.

use super::Machine;
use crate::nes::{
    event::Space,
    memory::{CPU_PAGE, PPU_PAGE, Page, Region},
    ppu::VideoBus,
};

const PPU_SPACE: u32 = 0x4000;
const PALETTE_START: u16 = 0x3F00;
const PALETTE: u32 = 32;
const OAM: u32 = 256;
const SECONDARY_OAM: u32 = 32;

/// Where a memory's bytes are kept.
enum Place {
    Rom(Region),
    Ram(Region),
    Elsewhere,
}

impl Machine {
    fn place(&self, space: Space) -> Place {
        let layout = &self.cartridge().memory.layout;
        match space {
            Space::Prg => Place::Rom(layout.prg_rom),
            Space::Chr => Place::Rom(layout.chr_rom),
            Space::Ram => Place::Ram(layout.work_ram),
            Space::Wram => Place::Ram(layout.volatile_ram),
            Space::Sram => Place::Ram(layout.battery_ram),
            Space::ChrRam => Place::Ram(layout.chr_ram),
            Space::Nt => Place::Ram(layout.ciram),
            Space::Cpu | Space::Ppu | Space::Pal | Space::Oam | Space::Oam2 | Space::File => {
                Place::Elsewhere
            }
        }
    }

    /// Bytes of a memory; zero when this machine has none of it.
    pub fn space_length(&self, space: Space) -> u32 {
        match (self.place(space), space) {
            (Place::Rom(region) | Place::Ram(region), _) => region.length,
            (_, Space::Ppu) => PPU_SPACE,
            (_, Space::Pal) => PALETTE,
            (_, Space::Oam) => OAM,
            (_, Space::Oam2) => SECONDARY_OAM,
            (_, Space::File) => self.rom().file.len() as u32,
            _ => 0x10000,
        }
    }

    /// Reads one byte of a memory without side effects; `None` outside its size.
    pub fn peek_space(&self, space: Space, address: u32) -> Option<u8> {
        if address >= self.space_length(space) {
            return None;
        }
        let memory = &self.cartridge().memory;
        let index = address as usize;
        Some(match (self.place(space), space) {
            (Place::Rom(region), _) => memory.rom[region.range()][index],
            (Place::Ram(region), _) => memory.ram[region.range()][index],
            (_, Space::Ppu) => self.peek_ppu(address as u16),
            (_, Space::Pal) => self.ppu().palette()[index],
            (_, Space::Oam) => self.ppu().oam()[index],
            (_, Space::Oam2) => self.ppu().secondary_oam()[index],
            (_, Space::File) => self.rom().file[index],
            _ => self.peek(address as u16),
        })
    }

    fn peek_ppu(&self, address: u16) -> u8 {
        if address >= PALETTE_START {
            return self.ppu().palette()[palette_cell(address)];
        }
        self.cartridge().peek(address)
    }

    /// Changes one byte; `None` when nothing there keeps it. `address` is in range.
    pub(super) fn poke_space(&mut self, space: Space, address: u32, value: u8) -> Option<()> {
        match (self.place(space), space) {
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

/// The palette cell behind an address: the backdrop cells of the sprite palettes are those
/// of the background palettes.
///
/// NESdev: PPU palettes
fn palette_cell(address: u16) -> usize {
    let cell = usize::from(address & 0x1F);
    if cell.is_multiple_of(4) {
        cell & 0x0F
    } else {
        cell
    }
}
