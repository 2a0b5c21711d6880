//! What a write to each APU register does.
//!
//! ```text
//! $4000-$4003 pulse 1   $4008-$400B triangle   $4010-$4013 DMC
//! $4004-$4007 pulse 2   $400C-$400F noise      $4015 enables   $4017 frame counter
//! ```
//!
//! NESdev: APU registers

use super::{Apu, Sound};

impl Apu {
    /// Writes an APU register, `$4000` to `$4013`, `$4015` or `$4017`, in `cycle`.
    /// Other addresses do nothing.
    pub fn write(&mut self, address: u16, value: u8, cycle: u64, sound: &mut Sound) {
        self.advance(cycle, sound);
        self.follow(sound);
        match address {
            0x4000..=0x4003 => self.write_pulse(0, address, value),
            0x4004..=0x4007 => self.write_pulse(1, address, value),
            0x4008..=0x400B => self.write_triangle(address, value),
            0x400C..=0x400F => self.write_noise(address, value),
            0x4010 => self.dmc.write_control(value),
            0x4011 => self.dmc.write_level(value),
            0x4012 => self.dmc.write_start(value),
            0x4013 => self.dmc.write_length(value),
            0x4015 => self.write_enables(value, cycle),
            0x4017 => self.frame.write(value, cycle),
            _ => return,
        }
        if address < 0x4010 {
            // Halt and load of the length counters act in the next cycle.
            self.settle_at = cycle + 1;
        }
        self.emit(sound);
    }

    fn write_pulse(&mut self, index: usize, address: u16, value: u8) {
        let pulse = &mut self.pulse[index];
        match address & 3 {
            0 => pulse.write_control(value),
            1 => pulse.sweep.write(value),
            2 => pulse.write_low(value),
            _ => pulse.write_high(value),
        }
    }

    fn write_triangle(&mut self, address: u16, value: u8) {
        match address & 3 {
            0 => self.triangle.write_linear(value),
            1 => {}
            2 => self.triangle.write_low(value),
            _ => self.triangle.write_high(value),
        }
    }

    fn write_noise(&mut self, address: u16, value: u8) {
        match address & 3 {
            0 => self.noise.write_control(value),
            1 => {}
            2 => self.noise.write_rate(value),
            _ => self.noise.write_length(value),
        }
    }

    fn write_enables(&mut self, value: u8, cycle: u64) {
        self.pulse[0].length.enable(value & 0x01 != 0);
        self.pulse[1].length.enable(value & 0x02 != 0);
        self.triangle.length.enable(value & 0x04 != 0);
        self.noise.length.enable(value & 0x08 != 0);
        self.dmc.write_enable(value & 0x10 != 0, cycle);
    }
}
