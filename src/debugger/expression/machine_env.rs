//! The machine as an expression sees it.

use super::{
    Env, Identifier, Scope, machine_chips,
    names::{Group, flag_bit},
};
use crate::{
    debugger::{
        disassembler::{Indexes, Instruction},
        memory_map::{self, Answers},
        symbols::{MachineNames, Symbols},
    },
    nes::{event::Space, machine::Machine},
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
        self.names().cpu_address(space, offset)
    }

    fn absolute(&self, address: u16) -> Option<u32> {
        match memory_map::behind_cpu(self.machine, address) {
            Answers::Memory(_, offset) => Some(offset),
            Answers::Registers | Answers::Open => None,
        }
    }

    fn bank(&self, address: u16) -> Option<i64> {
        match memory_map::behind_cpu(self.machine, address) {
            Answers::Memory(Space::Prg, offset) => Some(i64::from(offset / PRG_BANK)),
            _ => None,
        }
    }

    fn has_label(&self, address: u16) -> bool {
        self.names().label(address).is_some()
    }
}

impl MachineEnv<'_> {
    fn names(&self) -> MachineNames<'_> {
        MachineNames {
            machine: self.machine,
            symbols: self.symbols,
        }
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
