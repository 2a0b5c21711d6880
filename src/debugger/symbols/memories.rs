//! The sizes of a cartridge's memories, and what an address of a symbol file means in them.

use crate::{
    debugger::spaces,
    nes::{event::Space, machine::Machine},
};

/// Work RAM and its mirrors lie below.
const RAM_END: u32 = 0x2000;
const RAM_BYTES: u32 = 0x800;
/// The window of cartridge RAM.
const CARTRIDGE_RAM: std::ops::Range<u32> = 0x6000..0x8000;
/// PRG ROM usually begins here.
pub const PRG_START: u32 = 0x8000;
const CPU_END: u32 = 0x1_0000;
/// PRG ROM of this size and less is mapped whole.
const PRG_WINDOW: u32 = 0x8000;
/// Bytes of an iNES header.
const HEADER: u32 = 16;

/// The sizes of the memories that labels point into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memories {
    lengths: [u32; spaces::SPACES.len()],
    /// Bytes before PRG ROM in the ROM file: header and trainer.
    pub header: u32,
}

impl Memories {
    /// The memories of a machine.
    pub fn of(machine: &Machine) -> Memories {
        Memories {
            lengths: spaces::SPACES.map(|(space, _)| machine.space_length(space)),
            header: u32::try_from(machine.rom().header.prg_offset()).unwrap_or(HEADER),
        }
    }

    /// The memories of a console whose cartridge has this much PRG ROM, CHR ROM and volatile
    /// cartridge RAM, in bytes, and a header without trainer.
    pub fn sized(prg: u32, chr: u32, wram: u32) -> Memories {
        let length = |space| match space {
            Space::Cpu => CPU_END,
            Space::Ram | Space::Nt => RAM_BYTES,
            Space::Prg => prg,
            Space::Chr => chr,
            Space::Wram => wram,
            Space::Ppu => 0x4000,
            Space::Pal | Space::Oam2 => 32,
            Space::Oam => 256,
            Space::Sram | Space::ChrRam | Space::File => 0,
        };
        Memories {
            lengths: spaces::SPACES.map(|(space, _)| length(space)),
            header: HEADER,
        }
    }

    /// Bytes of a memory.
    pub fn length(&self, space: Space) -> u32 {
        let row = spaces::SPACES.iter().position(|row| row.0 == space);
        row.map_or(0, |row| self.lengths[row])
    }

    /// The memory that a CPU address always means on this cartridge, or the CPU space where
    /// that depends on banks. `None` past `$FFFF`.
    pub fn place_cpu(&self, address: u32) -> Option<(Space, u32)> {
        Some(match address {
            0..RAM_END => (Space::Ram, address % RAM_BYTES),
            _ if CARTRIDGE_RAM.contains(&address) => {
                let within = address - CARTRIDGE_RAM.start;
                let whole = self
                    .cartridge_ram()
                    .filter(|&space| within < self.length(space));
                whole.map_or((Space::Cpu, address), |space| (space, within))
            }
            PRG_START..CPU_END => match self.length(Space::Prg) {
                prg @ 1..=PRG_WINDOW => (Space::Prg, (address - PRG_START) % prg),
                _ => (Space::Cpu, address),
            },
            RAM_END..PRG_START => (Space::Cpu, address),
            _ => return None,
        })
    }

    /// The place in a bank of cartridge RAM of a CPU address in its window.
    pub fn place_cartridge_ram(&self, address: u32, bank: u32) -> Option<(Space, u32)> {
        let within = address.checked_sub(CARTRIDGE_RAM.start)?;
        let window = CARTRIDGE_RAM.end - CARTRIDGE_RAM.start;
        let space = if self.length(Space::Sram) > 0 {
            Space::Sram
        } else {
            Space::Wram
        };
        let offset = bank.checked_mul(window)?.checked_add(within)?;
        (within < window && offset < self.length(space)).then_some((space, offset))
    }

    /// Whether the cartridge has RAM of its own.
    pub fn has_cartridge_ram(&self) -> bool {
        self.length(Space::Wram) + self.length(Space::Sram) > 0
    }

    /// The cartridge RAM when there is one kind that needs no banks.
    fn cartridge_ram(&self) -> Option<Space> {
        let window = CARTRIDGE_RAM.end - CARTRIDGE_RAM.start;
        match (self.length(Space::Wram), self.length(Space::Sram)) {
            (wram, 0) if wram <= window => Some(Space::Wram),
            (0, sram) if sram <= window => Some(Space::Sram),
            _ => None,
        }
    }
}
