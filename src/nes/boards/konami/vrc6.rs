//! VRC6: 16 and 8 KiB PRG banks, CHR and nametables from eight bank registers in several
//! arrangements, an interrupt counter and three sound channels.
//!
//! ```text
//! $8000 PRG 16 KiB   $9000-$B002 sound   $B003 arrangement   $C000 PRG 8 KiB
//! $D000-$D003 R0-R3   $E000-$E003 R4-R7   $F000 IRQ latch  $F001 control  $F002 acknowledge
//! $B003 = W.PNMMDD: RAM enable; a bank's lowest line from the arrangement (1) or its register
//!         (0); nametables from CHR ROM (1) or CIRAM (0); mirroring; bank sizes
//!
//! DD       $0000-$0FFF      $1000-$1FFF      $B003 & 7    $2000 $2400 $2800 $2C00
//! 0        R0 R1 R2 R3      R4 R5 R6 R7      0, 6, 7      R6    R6    R7    R7
//! 1        R0 R0 R1 R1      R2 R2 R3 R3      1, 5         R4    R5    R6    R7
//! 2, 3     R0 R1 R2 R3      R4 R4 R5 R5      2, 3, 4      R6    R7    R6    R7
//! ```
//!
//! CIRAM takes its page from the lowest bit of the nametable's bank. The VRC6b has A0 and A1
//! exchanged.
//!
//! NESdev: VRC6; Talk:VRC6 (banks read from a chip for each value of `$B003`)

use super::{
    vrc_irq::VrcIrq,
    vrc6_sound::{VOICES, Vrc6Sound},
};
use crate::nes::{
    apu::Sound,
    boards::{BoardLogic, Setup},
    memory::{Layout, Memory, Pages},
};
use serde::{Deserialize, Serialize};

const RAM_ENABLE: u8 = 0x80;
/// A bank's lowest line comes from the arrangement.
const ARRANGED: u8 = 0x20;
/// Nametables come from CHR ROM.
const ROM_NAMETABLES: u8 = 0x10;

/// The board's registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vrc6 {
    /// Whether A0 and A1 are exchanged.
    exchanged: bool,
    prg: [u8; 2],
    banks: [u8; 8],
    control: u8,
    irq: VrcIrq,
    sound: Vrc6Sound,
}

impl Vrc6 {
    /// The board at power-on; its registers are taken to be 0.
    pub fn new(setup: &Setup) -> Vrc6 {
        Vrc6 {
            exchanged: setup.header.mapper == 26,
            prg: [0; 2],
            banks: [0; 8],
            control: 0,
            irq: VrcIrq::new(),
            sound: Vrc6Sound::new(),
        }
    }

    /// The register, `$x000` to `$x003`, that a CPU address reaches.
    fn register(&self, address: u16) -> u16 {
        let lines = address & 3;
        let lines = match self.exchanged {
            true => lines >> 1 | lines << 1 & 2,
            false => lines,
        };
        address & 0xF000 | lines
    }

    fn arranged(&self) -> bool {
        self.control & ARRANGED != 0
    }

    /// The 1 KiB CHR bank on each page of `$0000-$1FFF`.
    fn patterns(&self) -> [u8; 8] {
        let registers = match self.control & 3 {
            0 => [0, 1, 2, 3, 4, 5, 6, 7],
            1 => [0, 0, 1, 1, 2, 2, 3, 3],
            _ => [0, 1, 2, 3, 4, 4, 5, 5],
        };
        std::array::from_fn(|page| {
            let shared = registers[page] == registers[page ^ 1];
            let bank = self.banks[registers[page]];
            match shared && self.arranged() {
                true => bank & !1 | (page & 1) as u8,
                false => bank,
            }
        })
    }

    /// The 1 KiB bank on each nametable.
    fn nametables(&self) -> [u8; 4] {
        let registers = match self.control & 7 {
            0 | 6 | 7 => [6, 6, 7, 7],
            1 | 5 => [4, 5, 6, 7],
            _ => [6, 7, 6, 7],
        };
        let banks = registers.map(|register| self.banks[register]);
        let Some(lowest) = self.lowest_lines() else {
            return banks;
        };
        std::array::from_fn(|index| banks[index] & !1 | lowest[index])
    }

    /// The lowest lines of the nametable banks where the arrangement makes them.
    fn lowest_lines(&self) -> Option<[u8; 4]> {
        match (self.arranged(), self.control & 0x0F) {
            (true, 0x0 | 0x7) => Some([0, 1, 0, 1]),
            (true, 0x3 | 0x4) => Some([0, 0, 1, 1]),
            (true, 0x8 | 0xF) => Some([0, 0, 0, 0]),
            (true, 0xB | 0xC) => Some([1, 1, 1, 1]),
            _ => None,
        }
    }

    fn write_irq(&mut self, register: u16, value: u8) {
        match register & 3 {
            0 => self.irq.write_latch(value),
            1 => self.irq.write_control(value),
            2 => self.irq.acknowledge(),
            _ => {}
        }
    }
}

impl BoardLogic for Vrc6 {
    fn map(&self, layout: &Layout, pages: &mut Pages) {
        if self.control & RAM_ENABLE != 0 {
            pages.prg_ram(layout, 0, true);
        }
        pages.prg_rom(layout, 0x8000, 0x4000, i32::from(self.prg[0]));
        pages.prg_rom(layout, 0xC000, 0x2000, i32::from(self.prg[1]));
        pages.prg_rom(layout, 0xE000, 0x2000, -1);
        for (address, bank) in (0x0000..).step_by(0x400).zip(self.patterns()) {
            pages.chr(layout, address, 0x400, i32::from(bank));
        }
        let nametables = self.nametables();
        if self.control & ROM_NAMETABLES == 0 {
            pages.nametables(layout, nametables.map(|bank| bank & 1));
            return;
        }
        for start in [0x2000, 0x3000] {
            for (address, bank) in (start..).step_by(0x400).zip(nametables) {
                pages.chr(layout, address, 0x400, i32::from(bank));
            }
        }
    }

    fn write(&mut self, address: u16, value: u8, _cycle: u64, _memory: &mut Memory) -> bool {
        let register = self.register(address);
        match register {
            0x8000..=0x8FFF => self.prg[0] = value & 0x0F,
            0xB003 => self.control = value,
            0x9000..=0xBFFF => {
                self.sound.write(register, value);
                return false;
            }
            0xC000..=0xCFFF => self.prg[1] = value & 0x1F,
            0xD000..=0xEFFF => {
                let index = usize::from(register >> 11 & 4 | register & 3);
                self.banks[index] = value;
            }
            0xF000.. => {
                self.write_irq(register, value);
                return false;
            }
            _ => return false,
        }
        true
    }

    fn runs(&self) -> bool {
        true
    }

    fn run(&mut self, cycle: u64, sound: &mut Sound) {
        self.irq.run(cycle);
        self.sound.run(cycle, 0, sound);
    }

    fn voices(&self) -> &'static [&'static str] {
        VOICES
    }

    fn irq(&self) -> bool {
        self.irq.line()
    }

    fn irq_cycle(&self) -> u64 {
        self.irq.irq_cycle()
    }

    fn can_follow(&self, present: &Vrc6) -> bool {
        self.exchanged == present.exchanged && self.prg[0] < 0x10 && self.prg[1] < 0x20
    }

    fn can_be_at(&self, cycle: u64) -> bool {
        self.irq.can_be_at(cycle) && self.sound.can_be_at(cycle)
    }
}
