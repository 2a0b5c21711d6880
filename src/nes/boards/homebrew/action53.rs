//! Action 53: a multicart chip that acts as NROM, UNROM, AxROM and others.
//!
//! ```text
//! $5000-$5FFF  S......R   the register that the next value goes to
//! $8000-$FFFF  its value:
//!   $00 CHR    ...M..BB   8 KiB CHR bank; M is the one-screen page in modes 0 and 1
//!   $01 inner  ...MBBBB   PRG bank within the game
//!   $80 mode   ..SSPPMM   size of the game, PRG mode, mirroring
//!   $81 outer  BBBBBBBB   32 KiB bank at which the game begins
//! PRG mode  0, 1: 32 KiB   2: $8000 fixed, $C000 switched   3: $8000 switched, $C000 fixed
//! ```
//!
//! The inner register gives as many low bank bits as the size has; the outer one gives the
//! rest, and all bits of a fixed half.
//!
//! NESdev: Action 53 mapper

use crate::nes::{
    boards::{BoardLogic, Setup},
    memory::{Layout, Memory, Mirroring, Pages},
};
use serde::{Deserialize, Serialize};

/// Bits of the register number that exist.
const SELECT: u8 = 0x81;
/// Mirroring bit 1: 0 when one screen is shown.
const TWO_SCREENS: u8 = 0x02;
/// The bit of registers `$00` and `$01` that chooses the one screen.
const SCREEN: u8 = 0x10;

/// The chip's registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action53 {
    select: u8,
    chr: u8,
    inner: u8,
    mode: u8,
    outer: u8,
}

impl Action53 {
    /// The chip at power-on: the last bank of the ROM lies at `$C000`.
    pub fn new(_setup: &Setup) -> Action53 {
        Action53 {
            select: 0,
            chr: 0,
            inner: 0,
            mode: 0,
            outer: 0xFF,
        }
    }

    fn set_screen(&mut self, value: u8) {
        if self.mode & TWO_SCREENS == 0 {
            self.mode = self.mode & !1 | (value & SCREEN) >> 4;
        }
    }

    /// The 16 KiB banks at `$8000` and `$C000`.
    fn prg_banks(&self) -> [i32; 2] {
        let size = self.mode >> 4 & 3;
        let outer = i32::from(self.outer) << 1;
        let inner = i32::from(self.inner & 0x0F);
        let within = |bank: i32, bits: u8| {
            let mask = (1 << bits) - 1;
            outer & !mask | bank & mask
        };
        match self.mode >> 2 & 3 {
            2 => [outer, within(inner, size + 1)],
            3 => [within(inner, size + 1), outer | 1],
            _ => [0, 1].map(|half| within(inner << 1 | half, size + 1)),
        }
    }
}

impl BoardLogic for Action53 {
    fn map(&self, layout: &Layout, pages: &mut Pages) {
        let [low, high] = self.prg_banks();
        pages.prg_ram(layout, 0, true);
        pages.prg_rom(layout, 0x8000, 0x4000, low);
        pages.prg_rom(layout, 0xC000, 0x4000, high);
        pages.chr(layout, 0x0000, 0x2000, i32::from(self.chr & 3));
        let mirroring = match self.mode & 3 {
            0 => Mirroring::OneScreenLower,
            1 => Mirroring::OneScreenUpper,
            2 => Mirroring::Vertical,
            _ => Mirroring::Horizontal,
        };
        pages.mirror(layout, mirroring);
    }

    fn write(&mut self, address: u16, value: u8, _cycle: u64, _memory: &mut Memory) -> bool {
        match (address, self.select) {
            (0x5000..=0x5FFF, _) => {
                self.select = value & SELECT;
                return false;
            }
            (0x8000.., 0x00) => {
                self.chr = value;
                self.set_screen(value);
            }
            (0x8000.., 0x01) => {
                self.inner = value;
                self.set_screen(value);
            }
            (0x8000.., 0x80) => self.mode = value,
            (0x8000.., _) => self.outer = value,
            _ => return false,
        }
        true
    }
}
