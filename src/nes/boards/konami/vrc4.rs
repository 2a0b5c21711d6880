//! VRC2 and VRC4: two 8 KiB PRG banks, eight 1 KiB CHR banks in halves, mirroring; the VRC4
//! also has a PRG swap, RAM protection and an interrupt counter.
//!
//! ```text
//! $8000 PRG   $9000 mirroring   $9002 swap, RAM (VRC4)   $A000 PRG
//! $B000 $B001 CHR 0 low, high   $B002 $B003 CHR 1 ...   $E002 $E003 CHR 7
//! $F000 $F001 IRQ latch low, high   $F002 control   $F003 acknowledge (VRC4)
//! ```
//!
//! Boards differ in the CPU address lines that reach the chip's A0 and A1; the VRC2a also
//! lacks the lowest CHR line. A VRC2 without RAM keeps one bit of what is written to
//! `$6000-$6FFF`.
//!
//! NESdev: VRC2 and VRC4

use super::{mirroring, vrc_irq::VrcIrq};
use crate::nes::{
    apu::Sound,
    boards::{BoardLogic, Setup},
    memory::{Layout, Memory, Mirroring, Page, Pages},
};
use serde::{Deserialize, Serialize};

/// CPU pages of `$6000-$6FFF`.
const LATCH_PAGES: std::ops::Range<usize> = 12..14;
/// What the bus still holds after an access to `$6000` by absolute addressing, less bit 0.
const LATCH_BUS: u8 = 0x60;

/// How a board connects the chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Wiring {
    /// CPU address lines at the chip's A0, as a mask.
    a0: u16,
    /// CPU address lines at the chip's A1.
    a1: u16,
    /// Whether the chip is a VRC4.
    vrc4: bool,
    /// Whether `$9002` guards RAM.
    guards_ram: bool,
    /// Places that the CHR bank is shifted right.
    chr_shift: u8,
}

impl Wiring {
    /// The wiring of a mapper and submapper. Unnamed submappers of mappers 21, 23 and 25
    /// listen to both pairs of lines, and their RAM is always there, as on a VRC2.
    fn new(mapper: u16, submapper: u8) -> Wiring {
        let (a0, a1) = match (mapper, submapper) {
            (21, 1) => (0x02, 0x04),
            (21, 2) => (0x40, 0x80),
            (21, _) => (0x42, 0x84),
            (23, 1 | 3) => (0x01, 0x02),
            (23, 2) => (0x04, 0x08),
            (23, _) => (0x05, 0x0A),
            (25, 2) => (0x08, 0x04),
            (25, 0 | 4..) => (0x0A, 0x05),
            _ => (0x02, 0x01),
        };
        let vrc4 = mapper != 22 && submapper != 3;
        Wiring {
            a0,
            a1,
            vrc4,
            guards_ram: vrc4 && matches!(submapper, 1 | 2),
            chr_shift: u8::from(mapper == 22),
        }
    }

    /// The register, `$x000` to `$x003`, that a CPU address reaches.
    fn register(self, address: u16) -> u16 {
        let low = u16::from(address & self.a0 != 0);
        let high = u16::from(address & self.a1 != 0);
        address & 0xF000 | high << 1 | low
    }
}

/// The board's registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vrc4 {
    wiring: Wiring,
    prg: [u8; 2],
    chr: [u16; 8],
    mirroring: Mirroring,
    swap: bool,
    ram: bool,
    has_ram: bool,
    latch: bool,
    irq: VrcIrq,
}

impl Vrc4 {
    /// The board at power-on; its registers are taken to be 0.
    pub fn new(setup: &Setup) -> Vrc4 {
        let wiring = Wiring::new(setup.header.mapper, setup.header.submapper);
        Vrc4 {
            wiring,
            prg: [0; 2],
            chr: [0; 8],
            mirroring: Mirroring::Vertical,
            swap: false,
            ram: !wiring.guards_ram,
            has_ram: setup.header.prg_ram + setup.header.prg_nvram > 0,
            latch: false,
            irq: VrcIrq::new(),
        }
    }

    fn has_latch(&self) -> bool {
        !self.wiring.vrc4 && !self.has_ram
    }

    fn write_9000(&mut self, register: u16, value: u8) {
        if !self.wiring.vrc4 {
            self.mirroring = mirroring(value & 1);
        } else if register < 0x9002 {
            self.mirroring = mirroring(value);
        } else {
            self.swap = value & 2 != 0;
            self.ram = value & 1 != 0 || !self.wiring.guards_ram;
        }
    }

    fn write_chr(&mut self, register: u16, value: u8) {
        let index = usize::from((register >> 12) - 0xB) * 2 + usize::from(register >> 1 & 1);
        let bank = &mut self.chr[index];
        let high = if self.wiring.vrc4 { 0x1F } else { 0x0F };
        *bank = if register & 1 == 0 {
            *bank & 0x1F0 | u16::from(value & 0x0F)
        } else {
            *bank & 0x00F | u16::from(value & high) << 4
        };
    }

    fn write_irq(&mut self, register: u16, value: u8) {
        match register & 3 {
            0 => self.irq.write_latch_low(value),
            1 => self.irq.write_latch_high(value),
            2 => self.irq.write_control(value),
            _ => self.irq.acknowledge(),
        }
    }
}

impl BoardLogic for Vrc4 {
    fn map(&self, layout: &Layout, pages: &mut Pages) {
        if self.ram {
            pages.prg_ram(layout, 0, true);
        }
        if self.has_latch() {
            pages.cpu[LATCH_PAGES].fill(Page::Registers);
        }
        let (switched, fixed) = if self.swap {
            (0xC000, 0x8000)
        } else {
            (0x8000, 0xC000)
        };
        pages.prg_rom(layout, switched, 0x2000, i32::from(self.prg[0]));
        pages.prg_rom(layout, 0xA000, 0x2000, i32::from(self.prg[1]));
        pages.prg_rom(layout, fixed, 0x2000, -2);
        pages.prg_rom(layout, 0xE000, 0x2000, -1);
        for (address, &bank) in (0x0000..).step_by(0x400).zip(&self.chr) {
            let bank = i32::from(bank >> self.wiring.chr_shift);
            pages.chr(layout, address, 0x400, bank);
        }
        pages.mirror(layout, self.mirroring);
    }

    fn write(&mut self, address: u16, value: u8, _cycle: u64, _memory: &mut Memory) -> bool {
        let register = self.wiring.register(address);
        match register >> 12 {
            6 => self.latch = value & 1 != 0,
            8 => self.prg[0] = value & 0x1F,
            9 => self.write_9000(register, value),
            0xA => self.prg[1] = value & 0x1F,
            0xB..=0xE => self.write_chr(register, value),
            0xF if self.wiring.vrc4 => self.write_irq(register, value),
            _ => return false,
        }
        (0x8..0xF).contains(&(register >> 12))
    }

    fn peek(&self, address: u16, _memory: &Memory) -> Option<u8> {
        let latched = self.has_latch() && address >> 12 == 6;
        latched.then_some(LATCH_BUS | u8::from(self.latch))
    }

    fn runs(&self) -> bool {
        self.wiring.vrc4
    }

    fn run(&mut self, cycle: u64, _sound: &mut Sound) {
        self.irq.run(cycle);
    }

    fn irq(&self) -> bool {
        self.irq.line()
    }

    fn irq_cycle(&self) -> u64 {
        self.irq.irq_cycle()
    }

    fn can_follow(&self, present: &Vrc4) -> bool {
        self.wiring == present.wiring && self.has_ram == present.has_ram
    }

    fn can_be_at(&self, cycle: u64) -> bool {
        self.irq.can_be_at(cycle)
    }
}
