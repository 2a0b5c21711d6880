//! VRC7: three 8 KiB PRG banks, eight 1 KiB CHR banks, an interrupt counter and FM sound.
//!
//! ```text
//! $8000 $8010 $9000 PRG   $9010 sound register   $9030 sound data
//! $A000 $A010 ... $D000 $D010 CHR   $E000 RS....MM RAM enable, sound reset, mirroring
//! $E010 IRQ latch   $F000 control   $F010 acknowledge
//! ```
//!
//! The chip's register line is CPU A4 on the VRC7a (`$x010`) and A3 on the VRC7b (`$x008`),
//! which has no amplifier for the sound; files that do not say which listen to both.
//!
//! NESdev: VRC7

use super::{
    mirroring,
    vrc_irq::VrcIrq,
    vrc7_sound::{VOICES, Vrc7Sound},
};
use crate::nes::{
    apu::Sound,
    boards::{BoardLogic, Setup},
    memory::{Layout, Memory, Mirroring, Pages},
};
use serde::{Deserialize, Serialize};

const RAM_ENABLE: u8 = 0x80;
const SOUND_RESET: u8 = 0x40;
/// CPU line that tells the sound data from the register choice.
const SOUND_DATA: u16 = 0x20;

/// The board's registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vrc7 {
    /// CPU address lines at the register line, as a mask.
    line: u16,
    sounds: bool,
    prg: [u8; 3],
    chr: [u8; 8],
    mirroring: Mirroring,
    ram: bool,
    irq: VrcIrq,
    sound: Vrc7Sound,
}

impl Vrc7 {
    /// The board at power-on; its registers are taken to be 0.
    pub fn new(setup: &Setup) -> Vrc7 {
        Vrc7 {
            line: match setup.header.submapper {
                1 => 0x08,
                2 => 0x10,
                _ => 0x18,
            },
            sounds: setup.header.submapper != 1,
            prg: [0; 3],
            chr: [0; 8],
            mirroring: Mirroring::Vertical,
            ram: false,
            irq: VrcIrq::new(),
            sound: Vrc7Sound::new(),
        }
    }

    fn write_e000(&mut self, value: u8) {
        self.mirroring = mirroring(value);
        self.ram = value & RAM_ENABLE != 0;
        self.sound.write_reset(value & SOUND_RESET != 0);
    }

    fn write_sound(&mut self, address: u16, value: u8) {
        let port = match address & SOUND_DATA {
            0 => 0x9010,
            _ => 0x9030,
        };
        self.sound.write(port, value);
    }
}

impl BoardLogic for Vrc7 {
    fn map(&self, layout: &Layout, pages: &mut Pages) {
        if self.ram {
            pages.prg_ram(layout, 0, true);
        }
        for (address, &bank) in (0x8000..).step_by(0x2000).zip(&self.prg) {
            pages.prg_rom(layout, address, 0x2000, i32::from(bank));
        }
        pages.prg_rom(layout, 0xE000, 0x2000, -1);
        for (address, &bank) in (0x0000..).step_by(0x400).zip(&self.chr) {
            pages.chr(layout, address, 0x400, i32::from(bank));
        }
        pages.mirror(layout, self.mirroring);
    }

    fn write(&mut self, address: u16, value: u8, _cycle: u64, _memory: &mut Memory) -> bool {
        let high = address & self.line != 0;
        match (address >> 12, high) {
            (8, false) => self.prg[0] = value & 0x3F,
            (8, true) => self.prg[1] = value & 0x3F,
            (9, false) => self.prg[2] = value & 0x3F,
            (9, true) => self.write_sound(address, value),
            (0xA..=0xD, _) => {
                let index = usize::from((address >> 12) - 0xA) * 2 + usize::from(high);
                self.chr[index] = value;
            }
            (0xE, false) => self.write_e000(value),
            (0xE, true) => self.irq.write_latch(value),
            (0xF, false) => self.irq.write_control(value),
            (0xF, true) => self.irq.acknowledge(),
            _ => return false,
        }
        address < 0xF000
    }

    fn runs(&self) -> bool {
        true
    }

    fn run(&mut self, cycle: u64, sound: &mut Sound) {
        self.irq.run(cycle);
        if self.sounds {
            self.sound.run(cycle, 0, sound);
        }
    }

    fn voices(&self) -> &'static [&'static str] {
        if self.sounds { VOICES } else { &[] }
    }

    fn irq(&self) -> bool {
        self.irq.line()
    }

    fn irq_cycle(&self) -> u64 {
        self.irq.irq_cycle()
    }

    fn can_follow(&self, present: &Vrc7) -> bool {
        self.line == present.line && self.sounds == present.sounds
    }

    fn can_be_at(&self, cycle: u64) -> bool {
        self.irq.can_be_at(cycle) && (!self.sounds || self.sound.can_be_at(cycle))
    }
}
