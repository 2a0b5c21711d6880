//! The observer that collects a frame's events.

use super::{Kind, Row};
use crate::nes::{
    bus::Bus,
    cpu::Cpu,
    memory::Page,
    observer::{Access, Happening, Observer, Purpose},
    ppu::Ppu,
};

const PPU_REGISTERS: std::ops::RangeInclusive<u16> = 0x2000..=0x3FFF;
const OAM_DMA: u16 = 0x4014;
const PORTS: std::ops::RangeInclusive<u16> = 0x4016..=0x4017;
/// First address of the cartridge.
const CARTRIDGE: u16 = 0x4020;
/// Status bits.
const SPRITE_ZERO: u8 = 0x40;
const OVERFLOW: u8 = 0x20;
/// Cycles from one byte of an OAM DMA to the next, with a DMC DMA in between.
const SAME_DMA: u64 = 8;

/// Collects the events of one frame.
#[derive(Clone, Debug)]
pub struct EventWatch {
    frame: u64,
    pc: u16,
    status: u8,
    oam_dma: Option<u64>,
    /// Sequences that began and whose place is not known yet.
    begun: Vec<Kind>,
    /// The access under way.
    pending: Option<Row>,
    divider: u64,
    rows: Vec<Row>,
}

impl EventWatch {
    /// Collects this frame's. `divider` is master clocks of a CPU cycle.
    pub fn new(frame: u64, divider: u64) -> EventWatch {
        EventWatch {
            frame,
            pc: 0,
            status: 0,
            oam_dma: None,
            begun: Vec::new(),
            pending: None,
            divider,
            rows: Vec::new(),
        }
    }

    /// The events in the order of time, those before `clock`.
    pub fn into_rows(mut self, cycle: u64) -> Vec<Row> {
        self.rows.retain(|row| row.cycle <= cycle);
        self.rows.sort_by_key(|row| row.cycle);
        self.rows
    }

    fn row(&self, kind: Kind, bus: &Bus, cycle: u64) -> Row {
        Row {
            kind,
            scanline: bus.ppu().scanline(),
            dot: bus.ppu().dot(),
            cycle,
            pc: Some(self.pc),
            address: None,
            value: None,
            dummy: false,
        }
    }

    fn access_row(&self, kind: Kind, bus: &Bus, access: Access) -> Row {
        Row {
            address: Some(access.address),
            value: Some(access.value),
            dummy: matches!(access.purpose, Purpose::Dummy | Purpose::Halted),
            ..self.row(kind, bus, access.cycle)
        }
    }

    /// The kind of an access, if it is an event.
    fn kind(&mut self, bus: &Bus, access: Access) -> Option<Kind> {
        match (access.purpose, access.write) {
            (Purpose::OamDma, true) => None,
            (Purpose::OamDma, false) => {
                let last = self.oam_dma.replace(access.cycle);
                let goes_on = last.is_some_and(|last| access.cycle - last <= SAME_DMA);
                (!goes_on).then_some(Kind::OamDma)
            }
            (Purpose::DmcDma, _) => Some(Kind::DmcDma),
            (_, false) if is_register(access.address, false) => Some(Kind::Read),
            (_, true) if is_register(access.address, true) => Some(Kind::Write),
            (_, true) if access.address >= CARTRIDGE => {
                let page = bus.cartridge().memory.cpu_page(access.address);
                (!matches!(page, Page::Ram { .. })).then_some(Kind::Mapper)
            }
            _ => None,
        }
    }

    fn flag(&mut self, ppu: &Ppu, kind: Kind) {
        self.rows.push(Row {
            kind,
            scanline: ppu.scanline(),
            dot: ppu.dot(),
            cycle: ppu.clock() / self.divider,
            pc: None,
            address: None,
            value: None,
            dummy: false,
        });
    }
}

fn is_register(address: u16, write: bool) -> bool {
    PPU_REGISTERS.contains(&address) || PORTS.contains(&address) || write && address == OAM_DMA
}

impl Observer for EventWatch {
    fn before_instruction(&mut self, cpu: &Cpu, _bus: &Bus) -> bool {
        self.pc = cpu.pc;
        false
    }

    fn wants(&self, address: u16, write: bool, purpose: Purpose) -> bool {
        let dma = matches!(purpose, Purpose::OamDma | Purpose::DmcDma);
        let cartridge = write && address >= CARTRIDGE;
        dma || cartridge || is_register(address, write) || !self.begun.is_empty()
    }

    fn about_to(&mut self, bus: &Bus, access: Access) {
        let begun = std::mem::take(&mut self.begun);
        if bus.ppu().frame() != self.frame {
            return;
        }
        for kind in begun {
            let row = self.row(kind, bus, access.cycle);
            self.rows.push(row);
        }
        if let Some(kind) = self.kind(bus, access) {
            self.pending = Some(self.access_row(kind, bus, access));
        }
    }

    fn wanted(&mut self, _bus: &Bus, access: Access) {
        if let Some(row) = self.pending.take() {
            self.rows.push(Row {
                value: Some(access.value),
                ..row
            });
        }
    }

    fn before_dots(&mut self, ppu: &Ppu, _end: u16) {
        let risen = ppu.status() & !self.status;
        self.status = ppu.status();
        if ppu.frame() != self.frame {
            return;
        }
        if risen & SPRITE_ZERO != 0 {
            self.flag(ppu, Kind::SpriteZero);
        }
        if risen & OVERFLOW != 0 {
            self.flag(ppu, Kind::Overflow);
        }
    }

    fn happened(&mut self, what: Happening) {
        self.begun.push(match what {
            Happening::Nmi => Kind::Nmi,
            Happening::Irq => Kind::Irq,
            Happening::Brk => Kind::Brk,
            Happening::Reset => Kind::Reset,
            Happening::Jam => Kind::Jam,
        });
    }
}
