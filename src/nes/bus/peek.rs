//! What a read would give now, without its effects.
//!
//! NESdev: CPU memory map; Open bus behavior

use super::Bus;

impl Bus {
    /// Reads one byte from the CPU address space without side effects.
    ///
    /// Unmapped addresses and write-only registers return the open-bus value. Registers
    /// return what a read would return now, and stay unread.
    pub fn peek(&self, address: u16) -> u8 {
        let open = self.wires.external;
        match address {
            0x2000..=0x3FFF => self.ppu.peek(address & 7, &self.cartridge),
            0x4015 => self.apu.at(self.wires.cycle).peek_status() | (self.wires.internal & 0x20),
            0x4016 | 0x4017 => {
                let index = usize::from(address & 1);
                let read = self.input.peek(index, self.wires.cycle);
                let port = read.with_light(self.lights_gun(index));
                (open & !port.mask) | (port.bits & port.mask)
            }
            0x4000..=0x4017 => open,
            _ => self.cartridge.cpu_peek(address).unwrap_or(open),
        }
    }
}
