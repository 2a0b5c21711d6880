//! What an access reaches: CPU addresses, the memories behind them, and what lies behind the
//! data ports of the PPU.

use crate::{
    debugger::{
        breakpoints::{Accesses, Span},
        memory_map::{self, Answers},
        spaces,
    },
    nes::{
        event::Space,
        machine::{Look, palette_cell},
    },
};
use std::ops::Range;

const WORK_RAM: (Range<u32>, u32) = (0..0x2000, 0x800);
const PPU_REGISTERS: (Range<u32>, u32) = (0x2000..0x4000, 8);
const OAM_DATA: u16 = 4;
const PPU_DATA: u16 = 7;
const PALETTE: u32 = 0x3F00;
const PALETTE_CELLS: u32 = 0x20;
const PPU_ADDRESSES: u16 = 0x3FFF;

/// The number, 0 to 7, of the PPU register at a CPU address.
pub fn ppu_register(address: u16) -> Option<u16> {
    let is_ppu = PPU_REGISTERS.0.contains(&u32::from(address));
    is_ppu.then_some(address & 7)
}

/// The memories that an access to a CPU address reaches.
#[derive(Clone, Copy, Debug)]
pub struct Behind {
    cpu: Answers,
    /// Through `$2007`: the PPU address, and the memory there.
    ppu: Option<(u32, Answers)>,
    /// Through `$2004`: the OAM address.
    oam: Option<u32>,
}

impl Behind {
    /// What an access to a CPU address reaches now.
    pub fn new(look: &Look, address: u16) -> Behind {
        if WORK_RAM.0.contains(&u32::from(address)) {
            let offset = u32::from(address) % WORK_RAM.1;
            return Behind {
                cpu: Answers::Memory(Space::Ram, offset),
                ppu: None,
                oam: None,
            };
        }
        let register = ppu_register(address);
        let ppu = (register == Some(PPU_DATA)).then(|| {
            let address = look.ppu().v() & PPU_ADDRESSES;
            (u32::from(address), memory_map::behind_ppu(*look, address))
        });
        let oam = (register == Some(OAM_DATA)).then(|| u32::from(look.ppu().oam_address()));
        Behind {
            cpu: memory_map::behind_cpu(*look, address),
            ppu,
            oam,
        }
    }

    /// The byte there before a write; `None` where none is kept.
    pub fn old(&self, look: &Look, address: u16) -> Option<u8> {
        match (self.ppu, self.oam, self.cpu) {
            (Some((address, _)), ..) => look.peek_space(Space::Ppu, address),
            (_, Some(address), _) => look.peek_space(Space::Oam, address),
            (.., Answers::Memory(..)) => Some(look.peek(address)),
            _ => None,
        }
    }

    /// The name of the memory that answers, `cpu` for registers and open bus.
    pub fn space(&self) -> &'static str {
        match (self.cpu, self.ppu, self.oam) {
            (_, _, Some(_)) => spaces::name(Space::Oam),
            (_, Some((address, _)), _) if address >= PALETTE => spaces::name(Space::Pal),
            (_, Some((_, Answers::Memory(space, _))), _) => spaces::name(space),
            (Answers::Memory(space, _), _, _) => spaces::name(space),
            _ => spaces::name(Space::Cpu),
        }
    }

    /// The offset in the memory that answers.
    pub fn offset(&self) -> Option<u32> {
        match (self.cpu, self.ppu, self.oam) {
            (_, _, Some(address)) => Some(address),
            (_, Some((address, _)), _) if address >= PALETTE => {
                Some(palette_cell(address as u16) as u32)
            }
            (_, Some((_, Answers::Memory(_, offset))), _) => Some(offset),
            (Answers::Memory(_, offset), _, _) => Some(offset),
            _ => None,
        }
    }

    /// The offset as a range of this memory counts it, for what lies behind the PPU.
    pub fn offset_in(&self, space: Space) -> Option<u32> {
        match (space, self.ppu) {
            (Space::Ppu, Some((address, _))) => Some(address),
            _ => None,
        }
    }

    /// Whether a data access to a CPU address concerns the range.
    pub fn concerns(&self, accesses: &Accesses, address: u16) -> bool {
        let span = &accesses.span;
        match span.space {
            Space::Cpu => shows(accesses, address),
            Space::Oam => self.oam.is_some_and(|at| span.contains(at)),
            Space::Ppu => self.ppu.is_some_and(|(at, _)| span.contains(at)),
            Space::Pal => self.palette().is_some_and(|(cell, mirror)| {
                let named = |number: u32| palette_cell(number as u16) as u32;
                span.contains(cell)
                    || span.contains(mirror)
                    || (span.first..=span.last).any(|number| named(number) == cell)
            }),
            Space::Nt | Space::Chr | Space::ChrRam => self
                .ppu
                .is_some_and(|(at, answers)| at < PALETTE && lies_in(span, answers)),
            _ => lies_in(span, self.cpu),
        }
    }

    /// The palette cell that is reached, and the number it was reached by.
    fn palette(&self) -> Option<(u32, u32)> {
        let (address, _) = self.ppu.filter(|(at, _)| *at >= PALETTE)?;
        Some((palette_cell(address as u16) as u32, address % PALETTE_CELLS))
    }
}

/// Whether an execution at a CPU address concerns the range.
pub fn executes(accesses: &Accesses, address: u16, shown: Answers) -> bool {
    match accesses.span.space {
        Space::Cpu => shows(accesses, address),
        _ => lies_in(&accesses.span, shown),
    }
}

fn lies_in(span: &Span, answers: Answers) -> bool {
    match answers {
        Answers::Memory(space, offset) => space == span.space && span.contains(offset),
        Answers::Registers | Answers::Open => false,
    }
}

/// Whether a CPU address, or a mirror of it, lies in the range.
fn shows(accesses: &Accesses, address: u16) -> bool {
    let (span, address) = (&accesses.span, u32::from(address));
    let mut mirrored = [WORK_RAM, PPU_REGISTERS].into_iter();
    let region = mirrored.find(|region| region.0.contains(&address));
    let Some((region, size)) = region.filter(|_| accesses.mirrors) else {
        return span.contains(address);
    };
    // The first mirror that is not below the range.
    let from = span.first.max(region.start);
    let mirror = from + (address + size - from % size) % size;
    region.contains(&mirror) && span.contains(mirror)
}
