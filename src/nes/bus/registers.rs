//! Which chip answers an access, and what the two data buses hold afterwards.
//!
//! The readable registers of the 2A03 respond only while the *core's* address is in
//! `$4000-$401F`; which one is chosen by the low five bits of the address on the *pins*.
//! With no DMA the two are the same. With one, registers appear every `$20` bytes of what
//! the DMA reads, or not at all.
//!
//! NESdev: Open bus behavior; DMA, "Register conflicts"; 2A03

use super::{Bus, BusView};
use crate::nes::observer::Observer;

const PPU_START: u16 = 0x2000;
const PPU_END: u16 = 0x3FFF;
const CHIP_START: u16 = 0x4000;
const CHIP_END: u16 = 0x401F;
const OAM_DMA: u16 = 0x4014;
const SOUND_STATUS: u16 = 0x4015;
const JOYPADS_OUT: u16 = 0x4016;
const FRAME_COUNTER: u16 = 0x4017;
/// First address of the chip that no unit decodes; a cartridge may.
const UNUSED_START: u16 = 0x4018;

const CHIP_REGISTERS: u16 = 0x1F;
const STATUS: u16 = 0x15;
const JOYPAD_1: u16 = 0x16;
const JOYPAD_2: u16 = 0x17;

/// The bit of `$4015` that nothing drives.
const STATUS_OPEN: u8 = 0x20;

/// The PPU register behind an address of `$2000-$3FFF`.
fn ppu_register(address: u16) -> u16 {
    address & 7
}

impl<O: Observer> BusView<'_, O> {
    /// A read of `address` in this cycle while the core's address is `core`.
    pub(super) fn access_read(&mut self, address: u16, core: u16) -> u8 {
        if let Some(driven) = self.read_outside(address) {
            self.bus.wires.external = driven;
        }
        let selected = match core {
            CHIP_START..=CHIP_END => address & CHIP_REGISTERS,
            _ => 0,
        };
        self.bus.wires.internal = match selected {
            STATUS => self.read_status(),
            JOYPAD_1 => self.bus.read_joypad(0),
            JOYPAD_2 => self.bus.read_joypad(1),
            _ => self.bus.wires.external,
        };
        self.bus.wires.internal
    }

    /// What the devices outside the chip drive: memory, PPU, cartridge.
    fn read_outside(&mut self, address: u16) -> Option<u8> {
        if let PPU_START..=PPU_END = address {
            return Some(self.read_ppu(ppu_register(address)));
        }
        self.wait_for_m2();
        match address {
            CHIP_START..UNUSED_START => None,
            _ => self.bus.cartridge.cpu_read(address),
        }
    }

    fn read_ppu(&mut self, register: u16) -> u8 {
        let bus = &mut *self.bus;
        bus.ppu.read(
            register,
            bus.wires.cycle * bus.wires.divider,
            &mut bus.cartridge,
            &mut self.output.frame,
            self.observer,
        )
    }

    fn read_status(&mut self) -> u8 {
        let bus = &mut *self.bus;
        let status = bus.apu.read_status(bus.wires.cycle, &mut self.output.sound);
        status | (bus.wires.internal & STATUS_OPEN)
    }

    /// A write in this cycle, by the core or by OAM DMA.
    pub(super) fn access_write(&mut self, address: u16, value: u8) {
        let before = self.bus.wires.external;
        self.bus.wires.external = value;
        self.bus.wires.internal = value;
        if let PPU_START..=PPU_END = address {
            self.write_ppu(ppu_register(address), value, before);
            self.bus.cartridge.snoop(address, value);
            return;
        }
        self.wait_for_m2();
        let cycle = self.bus.wires.cycle;
        match address {
            OAM_DMA => self.bus.dma.request_oam(value),
            JOYPADS_OUT => self.bus.input.write_out(value, cycle),
            CHIP_START..OAM_DMA | SOUND_STATUS | FRAME_COUNTER => {
                self.bus
                    .apu
                    .write(address, value, cycle, &mut self.output.sound)
            }
            _ => self.bus.cartridge.cpu_write(address, value, cycle),
        }
    }

    fn write_ppu(&mut self, register: u16, value: u8, before: u8) {
        let bus = &mut *self.bus;
        bus.ppu.write(
            register,
            value,
            before,
            bus.wires.cycle * bus.wires.divider,
            &mut bus.cartridge,
            &mut self.output.frame,
            self.observer,
        );
    }

    /// Runs the PPU to the rise of M2. Accesses to the PPU itself do the same inside.
    pub(super) fn wait_for_m2(&mut self) {
        self.advance_ppu(self.bus.wires.m2_rise);
    }
}

impl Bus {
    /// Whether a light gun in port 0 or 1 sees light where the beam is now.
    pub(super) fn lights_gun(&self, port: usize) -> bool {
        self.input.gun(port).is_some() && self.ppu.sees_light(port)
    }

    /// The bits that a port drives win over whatever else drives the bus.
    fn read_joypad(&mut self, port: usize) -> u8 {
        let read = self.input.read(port, self.wires.cycle);
        let port = read.with_light(self.lights_gun(port));
        self.wires.external = (self.wires.external & !port.mask) | (port.bits & port.mask);
        self.wires.external
    }
}
