//! A look at a machine, also in the middle of a run: every memory by name, and the beam.

use super::{Machine, Position};
use crate::nes::{
    apu::Apu,
    bus::Bus,
    cartridge::{Cartridge, Rom},
    cpu::Cpu,
    event::Space,
    input::Input,
    memory::{Page, Region as Arena},
    ppu::{Ppu, VideoBus},
    region::Region,
};

/// Dots of a scanline.
const DOTS: u16 = 341;
/// The bits of PPUMASK that let the PPU render.
const RENDERING: u8 = 0x18;
const PPU_SPACE: u32 = 0x4000;
pub(super) const PALETTE_START: u16 = 0x3F00;
const PALETTE: u32 = 32;
const OAM: u32 = 256;
const SECONDARY_OAM: u32 = 32;

/// Where a memory's bytes are kept.
pub(super) enum Place {
    Rom(Arena),
    Ram(Arena),
    Elsewhere,
}

/// Everything a machine shows at one moment. Nothing here has side effects.
///
/// An observer makes one from what it is shown; chips may then lag behind the CPU where
/// `Observer` says so.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The CPU; in mid-instruction its registers are those before the instruction.
    pub cpu: &'a Cpu,
    /// Everything but the CPU.
    pub bus: &'a Bus,
    /// The cartridge's file.
    pub rom: &'a Rom,
    /// The region that runs.
    pub region: Region,
    /// Instructions since power-on.
    pub instructions: u64,
    /// Master clocks since power-on.
    pub clock: u64,
    /// Dots before the one that the picture chip is about to run, at which the beam is looked
    /// at: less than a scanline.
    pub dots_back: u16,
}

impl<'a> From<&'a Machine> for Look<'a> {
    fn from(machine: &'a Machine) -> Look<'a> {
        machine.look()
    }
}

impl<'a> Look<'a> {
    /// Where the machine is. Where the picture chip lags behind the CPU, the beam is where the
    /// chip will be: nothing can change its course in between.
    pub fn position(&self) -> Position {
        let ppu = self.ppu();
        let (mut frame, mut scanline, mut dot) = (ppu.frame(), ppu.scanline(), ppu.dot());
        if dot < self.dots_back {
            dot += DOTS;
            frame -= u64::from(scanline == 0);
            let lines = self.region.timing().scanlines;
            scanline = scanline.checked_sub(1).unwrap_or(lines - 1);
        }
        dot -= self.dots_back;
        let timing = self.region.timing();
        let behind = self.clock.saturating_sub(ppu.clock());
        let mut ahead = behind.div_ceil(timing.dot_divider);
        while ahead > 0 {
            let step = ahead.min(u64::from(DOTS - dot));
            (dot, ahead) = (dot + step as u16, ahead - step);
            if dot == DOTS {
                (dot, scanline) = (0, scanline + 1);
            }
            if scanline == timing.scanlines {
                let drops = ppu.frame_drops_dot(ppu.frame().abs_diff(frame));
                dot += u16::from(drops && ppu.mask() & RENDERING != 0);
                (scanline, frame) = (0, frame + 1);
            }
        }
        Position {
            frame,
            scanline,
            dot,
            cycle: self.bus.cycle(),
            instructions: self.instructions,
            clock: self.clock,
        }
    }

    /// The picture chip.
    pub fn ppu(&self) -> &'a Ppu {
        self.bus.ppu()
    }

    /// The sound chip.
    pub fn apu(&self) -> &'a Apu {
        self.bus.apu()
    }

    /// The controller ports.
    pub fn input(&self) -> &'a Input {
        self.bus.input()
    }

    /// Board and memory.
    pub fn cartridge(&self) -> &'a Cartridge {
        self.bus.cartridge()
    }

    /// Reads one byte from the CPU address space without side effects.
    pub fn peek(&self, address: u16) -> u8 {
        self.bus.peek(address)
    }

    pub(super) fn place(&self, space: Space) -> Place {
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
            (_, Space::File) => self.rom.file.len() as u32,
            _ => 0x10000,
        }
    }

    /// Reads one byte of a memory without side effects; `None` outside its size.
    pub fn peek_space(&self, space: Space, address: u32) -> Option<u8> {
        if space == Space::Cpu {
            return u16::try_from(address).ok().map(|at| self.peek(at));
        }
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
            _ => self.rom.file[index],
        })
    }

    fn peek_ppu(&self, address: u16) -> u8 {
        if address >= PALETTE_START {
            return self.ppu().palette()[palette_cell(address)];
        }
        self.cartridge().peek(address)
    }

    /// The page behind a CPU address.
    pub fn cpu_page(&self, address: u16) -> Page {
        self.cartridge().memory.cpu_page(address)
    }
}

/// The palette cell behind an address: the backdrop cells of the sprite palettes are those
/// of the background palettes.
///
/// NESdev: PPU palettes
pub fn palette_cell(address: u16) -> usize {
    let cell = usize::from(address & 0x1F);
    if cell.is_multiple_of(4) {
        cell & 0x0F
    } else {
        cell
    }
}
