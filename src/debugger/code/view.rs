//! Where code is read: the CPU space as mapped now, or with one PRG bank shown in its place.
//!
//! A byte of PRG ROM that is mapped is read where the CPU sees it. One that is not is shown
//! in its 16 KiB bank at `$8000`, the last bank at `$C000`, so that its jumps have addresses.

use crate::{
    debugger::{
        disassembler::Instruction,
        memory_map::{self, Answers},
    },
    nes::{event::Space, machine::Machine},
};

/// Bytes of a PRG bank as `bank:address` counts them.
pub const BANK: u32 = 0x4000;
const LOW_WINDOW: u16 = 0x8000;
const HIGH_WINDOW: u16 = 0xC000;

/// One bank laid over the CPU space.
#[derive(Clone, Copy, Debug)]
struct Window {
    /// First CPU address.
    start: u16,
    /// PRG offset of its first byte.
    prg: u32,
    /// Bytes.
    length: u32,
}

/// Bytes of code by CPU address.
#[derive(Clone, Copy)]
pub struct CodeView<'a> {
    machine: &'a Machine,
    window: Option<Window>,
}

impl<'a> CodeView<'a> {
    /// The CPU space as it is mapped now.
    pub fn now(machine: &'a Machine) -> CodeView<'a> {
        CodeView {
            machine,
            window: None,
        }
    }

    /// The view in which a byte of a memory has a CPU address, and that address. `None` for
    /// memories that hold no code, and for RAM that is not mapped.
    pub fn of(machine: &'a Machine, space: Space, offset: u32) -> Option<(CodeView<'a>, u16)> {
        let now = CodeView::now(machine);
        if space == Space::Cpu {
            return Some((now, offset as u16));
        }
        if let Some(address) = memory_map::cpu_address(machine, space, offset) {
            return Some((now, address));
        }
        (space == Space::Prg).then(|| CodeView::of_bank(machine, offset))
    }

    fn of_bank(machine: &'a Machine, offset: u32) -> (CodeView<'a>, u16) {
        let size = machine.space_length(Space::Prg);
        let prg = offset / BANK * BANK;
        let start = unmapped_address(size, prg);
        let window = Window {
            start,
            prg,
            length: BANK.min(size - prg),
        };
        let view = CodeView {
            machine,
            window: Some(window),
        };
        (view, unmapped_address(size, offset))
    }

    /// The machine looked at.
    pub fn machine(&self) -> &'a Machine {
        self.machine
    }

    /// The byte at an address, without side effects.
    pub fn peek(&self, address: u16) -> u8 {
        let in_window = self.window_prg(address);
        in_window
            .and_then(|offset| self.machine.peek_space(Space::Prg, offset))
            .unwrap_or_else(|| self.machine.peek(address))
    }

    /// What answers at an address.
    pub fn behind(&self, address: u16) -> Answers {
        match self.window_prg(address) {
            Some(offset) => Answers::Memory(Space::Prg, offset),
            None => memory_map::behind_cpu(self.machine, address),
        }
    }

    /// The PRG ROM offset of an address that shows PRG ROM.
    pub fn prg(&self, address: u16) -> Option<u32> {
        match self.behind(address) {
            Answers::Memory(Space::Prg, offset) => Some(offset),
            _ => None,
        }
    }

    /// Whether a memory answers at an address, so that there can be code.
    pub fn is_memory(&self, address: u16) -> bool {
        matches!(self.behind(address), Answers::Memory(..))
    }

    /// The instruction at an address.
    pub fn decode(&self, address: u16) -> Instruction {
        Instruction::decode(address, &|at| self.peek(at))
    }

    /// Whether the bank shown is not mapped now.
    pub fn shows_unmapped_bank(&self) -> bool {
        self.window.is_some()
    }

    /// The PRG ROM offset of an address in the bank that is shown but not mapped.
    pub fn window_prg(&self, address: u16) -> Option<u32> {
        let window = self.window?;
        let within = u32::from(address.checked_sub(window.start)?);
        (within < window.length).then_some(window.prg + within)
    }
}

/// The CPU address under which a PRG byte is shown: where it is mapped, else in its bank's
/// usual window.
pub fn address_of_prg(machine: &Machine, offset: u32) -> u16 {
    memory_map::cpu_address(machine, Space::Prg, offset)
        .unwrap_or_else(|| unmapped_address(machine.space_length(Space::Prg), offset))
}

fn unmapped_address(size: u32, offset: u32) -> u16 {
    let is_last = offset / BANK == (size - 1) / BANK;
    let start = if is_last { HIGH_WINDOW } else { LOW_WINDOW };
    start + (offset % BANK) as u16
}
