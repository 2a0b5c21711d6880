//! The machine as an expression sees it.

use super::{
    Env, Identifier, Scope, machine_chips,
    names::{Group, flag_bit},
};
use crate::{
    debugger::{
        disassembler::{Indexes, Instruction},
        symbols::Symbols,
    },
    nes::{
        event::Space,
        machine::Machine,
        memory::{CPU_PAGE, CPU_PAGES, Page},
    },
};

/// Bytes of a PRG bank, the unit of `bank()`.
const PRG_BANK: u32 = 0x4000;

/// The names of a session, for defining expressions where no access is looked at.
pub struct MachineScope<'a> {
    /// The session's labels.
    pub symbols: &'a Symbols,
}

impl Scope for MachineScope<'_> {
    fn label(&self, name: &str) -> Option<(Space, u32)> {
        self.symbols.find(name)
    }

    fn offers(&self, identifier: Identifier) -> bool {
        matches!(identifier.row().group, Group::Machine | Group::Flag)
    }
}

/// A machine and the names of its session.
pub struct MachineEnv<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// The session's labels.
    pub symbols: &'a Symbols,
}

impl Scope for MachineEnv<'_> {
    fn label(&self, name: &str) -> Option<(Space, u32)> {
        self.symbols.find(name)
    }

    fn offers(&self, identifier: Identifier) -> bool {
        let symbols = self.symbols;
        MachineScope { symbols }.offers(identifier)
    }
}

impl Env for MachineEnv<'_> {
    fn value(&self, identifier: Identifier) -> Option<i64> {
        self.cpu(identifier)
            .or_else(|| machine_chips::value(self.machine, identifier))
    }

    fn peek(&self, space: Space, address: u32) -> Option<u8> {
        self.machine.peek_space(space, address)
    }

    fn cpu_address(&self, space: Space, offset: u32) -> Option<u16> {
        if space == Space::Cpu {
            return u16::try_from(offset).ok();
        }
        let memory = &self.machine.cartridge().memory;
        let layout = &memory.layout;
        let (rom, region) = match space {
            Space::Prg => (true, layout.prg_rom),
            Space::Ram => (false, layout.work_ram),
            Space::Wram => (false, layout.volatile_ram),
            Space::Sram => (false, layout.battery_ram),
            _ => return None,
        };
        let wanted = region.start + offset;
        (0..CPU_PAGES).find_map(|page| {
            let start = u16::try_from(page * CPU_PAGE).expect("the CPU space has 64 KiB");
            let first = match (memory.cpu_page(start), rom) {
                (Page::Rom(first), true) => first,
                (Page::Ram { offset, .. }, false) => offset,
                _ => return None,
            };
            let within = wanted.checked_sub(first)?;
            let within = u16::try_from(within)
                .ok()
                .filter(|&w| usize::from(w) < CPU_PAGE)?;
            Some(start + within)
        })
    }

    fn absolute(&self, address: u16) -> Option<u32> {
        let memory = &self.machine.cartridge().memory;
        let within = u32::from(address) % u32::try_from(CPU_PAGE).expect("a page is small");
        match memory.cpu_page(address) {
            Page::Rom(first) => Some(first + within - memory.layout.prg_rom.start),
            Page::Ram { offset, .. } => Some(self.ram_offset(offset + within)),
            Page::Open | Page::Registers => None,
        }
    }

    fn bank(&self, address: u16) -> Option<i64> {
        match self.machine.cartridge().memory.cpu_page(address) {
            Page::Rom(_) => self
                .absolute(address)
                .map(|offset| i64::from(offset / PRG_BANK)),
            _ => None,
        }
    }

    fn has_label(&self, address: u16) -> bool {
        let names: &dyn crate::debugger::disassembler::AddressNames = self.symbols;
        names.name(address).is_some()
    }
}

impl MachineEnv<'_> {
    /// The offset in its own memory of a byte of the RAM arena.
    fn ram_offset(&self, at: u32) -> u32 {
        let layout = &self.machine.cartridge().memory.layout;
        let regions = [layout.work_ram, layout.volatile_ram, layout.battery_ram];
        let holds = |region: &&crate::nes::memory::Region| {
            (region.start..region.start + region.length).contains(&at)
        };
        regions
            .iter()
            .find(holds)
            .map_or(at, |region| at - region.start)
    }

    fn instruction(&self) -> Instruction {
        let machine = self.machine;
        Instruction::decode(machine.cpu().pc, &|address| machine.peek(address))
    }

    fn effective(&self) -> i64 {
        let (cpu, machine) = (self.machine.cpu(), self.machine);
        let indexes = Indexes { x: cpu.x, y: cpu.y };
        let effective = self
            .instruction()
            .effective(indexes, &|at| machine.peek(at));
        effective.map_or(-1, |effective| i64::from(effective.address))
    }

    fn cpu(&self, identifier: Identifier) -> Option<i64> {
        let cpu = self.machine.cpu();
        let row = identifier.row();
        if row.group == Group::Flag {
            let bit = flag_bit(row.name)?;
            return Some(i64::from(cpu.p.pushed(true) >> bit & 1));
        }
        let pending = self.machine.bus().pending();
        Some(match identifier {
            Identifier::A => i64::from(cpu.a),
            Identifier::X => i64::from(cpu.x),
            Identifier::Y => i64::from(cpu.y),
            Identifier::S | Identifier::Sp => i64::from(cpu.s),
            Identifier::P => i64::from(cpu.p.pushed(true)),
            Identifier::Pc | Identifier::Oppc => i64::from(cpu.pc),
            Identifier::Op => i64::from(self.machine.peek(cpu.pc)),
            Identifier::OpSize => i64::from(self.instruction().length()),
            Identifier::Ea => self.effective(),
            Identifier::Irq => i64::from(pending.irq),
            Identifier::Nmi => i64::from(pending.nmi),
            Identifier::Jam => i64::from(cpu.jammed),
            _ => return None,
        })
    }
}
