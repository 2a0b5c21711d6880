//! Names of time, PPU, APU, board and controllers.

use super::Identifier;
use crate::nes::{
    event::Buttons,
    machine::Look,
    memory::{PPU_PAGES, Page},
};

/// First of the four nametable pages in the PPU's page table.
const NAMETABLES: usize = PPU_PAGES - 4;
const PPUSTATUS: u16 = 0x2002;
/// The low 14 bits of v are the address on the PPU bus.
const PPU_ADDRESS: u16 = 0x3FFF;
const DOTS: u64 = 341;

/// The value of a name that belongs to a chip or to time.
pub(super) fn value(machine: &Look, identifier: Identifier) -> Option<i64> {
    time(machine, identifier)
        .or_else(|| ppu(machine, identifier))
        .or_else(|| apu(machine, identifier))
        .or_else(|| outside(machine, identifier))
}

fn time(machine: &Look, identifier: Identifier) -> Option<i64> {
    let position = machine.position();
    Some(match identifier {
        Identifier::Cycle => position.cycle.cast_signed(),
        Identifier::Insn => position.instructions.cast_signed(),
        Identifier::Frame => position.frame.cast_signed(),
        Identifier::Odd => (position.frame & 1).cast_signed(),
        Identifier::Scanline => i64::from(position.scanline),
        Identifier::Dot => i64::from(position.dot),
        _ => return None,
    })
}

fn ppu(machine: &Look, identifier: Identifier) -> Option<i64> {
    let ppu = machine.ppu();
    let status = || machine.peek(PPUSTATUS);
    Some(match identifier {
        Identifier::PpuCtrl => i64::from(ppu.ctrl()),
        Identifier::PpuMask => i64::from(ppu.mask()),
        Identifier::PpuStatus => i64::from(status()),
        Identifier::Vblank => i64::from(status() >> 7),
        Identifier::Spr0 => i64::from(status() >> 6 & 1),
        Identifier::Overflow => i64::from(status() >> 5 & 1),
        Identifier::PpuV => i64::from(ppu.v()),
        Identifier::PpuT => i64::from(ppu.t()),
        Identifier::PpuX => i64::from(ppu.x()),
        Identifier::PpuW => i64::from(ppu.w()),
        Identifier::PpuAddr => i64::from(ppu.v() & PPU_ADDRESS),
        Identifier::OamAddr => i64::from(ppu.oam_address()),
        Identifier::Rendering => i64::from(ppu.rendering()),
        _ => return None,
    })
}

fn apu(machine: &Look, identifier: Identifier) -> Option<i64> {
    if identifier == Identifier::FrameCounter {
        return Some(machine.apu().frame_counter().position.cast_signed());
    }
    // Only the frequencies depend on the CPU's clock, and none of them is asked for here.
    let [pulse1, pulse2, triangle, noise, dmc] = machine.apu().channels(1.0);
    let sample = dmc.sample;
    Some(match identifier {
        Identifier::Pulse1Period => i64::from(pulse1.period),
        Identifier::Pulse1Length => i64::from(pulse1.length?),
        Identifier::Pulse1Volume => i64::from(pulse1.volume?),
        Identifier::Pulse2Period => i64::from(pulse2.period),
        Identifier::Pulse2Length => i64::from(pulse2.length?),
        Identifier::Pulse2Volume => i64::from(pulse2.volume?),
        Identifier::TrianglePeriod => i64::from(triangle.period),
        Identifier::TriangleLength => i64::from(triangle.length?),
        Identifier::TriangleLinear => i64::from(triangle.linear?),
        Identifier::NoisePeriod => i64::from(noise.period),
        Identifier::NoiseLength => i64::from(noise.length?),
        Identifier::NoiseVolume => i64::from(noise.volume?),
        Identifier::DmcLevel => i64::from(dmc.level),
        Identifier::DmcLeft => i64::from(sample?.bytes),
        Identifier::DmcAddress => i64::from(sample?.address),
        _ => return None,
    })
}

fn outside(machine: &Look, identifier: Identifier) -> Option<i64> {
    let held = |pad: usize| {
        let Buttons(bits) = machine.input().held(pad);
        i64::from(bits)
    };
    Some(match identifier {
        Identifier::Joy1 => held(0),
        Identifier::Joy2 => held(1),
        Identifier::Lag => i64::from(lags(machine)),
        Identifier::Mirror => mirroring(machine)?,
        _ => return None,
    })
}

/// Whether no pad was read since the frame began.
fn lags(machine: &Look) -> bool {
    let position = machine.position();
    let timing = machine.region.timing();
    let dots = u64::from(position.scanline) * DOTS + u64::from(position.dot);
    let began = position
        .cycle
        .saturating_sub(dots * timing.dot_divider / timing.cpu_divider);
    machine.input().last_poll().is_none_or(|poll| poll < began)
}

fn mirroring(machine: &Look) -> Option<i64> {
    let memory = &machine.cartridge().memory;
    let page = |index: usize| match memory.pages.ppu[NAMETABLES + index] {
        Page::Ram { offset, .. } => Some(offset),
        _ => None,
    };
    let pages = [page(0)?, page(1)?, page(2)?, page(3)?];
    let first = memory.layout.ciram.start;
    match pages {
        [a, b, c, d] if a == b && c == d && a == c => Some(if a == first { 2 } else { 3 }),
        [a, b, c, d] if a == b && c == d => Some(0),
        [a, b, c, d] if a == c && b == d => Some(1),
        _ => Some(4),
    }
}
