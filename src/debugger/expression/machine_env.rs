//! The machine as an expression sees it.

use super::{
    Env, Identifier, Records, Scope, SeenAccess, machine_chips,
    names::{Group, flag_bit},
};
use crate::{
    debugger::{
        board_view,
        disassembler::{Indexes, Instruction},
        memory_map::{self, Answers},
        symbols::{MachineNames, Symbols},
    },
    nes::{event::Space, machine::Look},
};

/// Bytes of a PRG bank, the unit of `bank()`.
const PRG_BANK: u32 = 0x4000;

/// The names of a session, for defining expressions.
#[derive(Clone, Copy)]
pub struct MachineScope<'a> {
    symbols: &'a Symbols,
    at_access: bool,
}

impl<'a> MachineScope<'a> {
    /// Where no access is looked at.
    pub fn new(symbols: &'a Symbols) -> MachineScope<'a> {
        MachineScope {
            symbols,
            at_access: false,
        }
    }

    /// Where an access is looked at: the names of the access have values too.
    pub fn at_access(symbols: &'a Symbols) -> MachineScope<'a> {
        MachineScope {
            symbols,
            at_access: true,
        }
    }
}

impl Scope for MachineScope<'_> {
    fn label(&self, name: &str) -> Option<(Space, u32)> {
        self.symbols.find(name)
    }

    fn offers(&self, identifier: Identifier) -> bool {
        match identifier.row().group {
            Group::Machine | Group::Flag | Group::Record => true,
            Group::Access => self.at_access,
        }
    }

    fn mapper_register(&self, name: &str) -> bool {
        self.symbols.has_board_register(name)
    }
}

/// A machine at one moment, the names of its session, and the access that is looked at.
pub struct MachineEnv<'a> {
    look: Look<'a>,
    symbols: &'a Symbols,
    access: Option<&'a SeenAccess>,
    records: Option<&'a dyn Records>,
}

impl<'a> MachineEnv<'a> {
    /// The machine with the names of its session.
    pub fn new(machine: impl Into<Look<'a>>, symbols: &'a Symbols) -> MachineEnv<'a> {
        MachineEnv {
            look: machine.into(),
            symbols,
            access: None,
            records: None,
        }
    }

    /// The same with an access.
    pub fn with_access(mut self, access: Option<&'a SeenAccess>) -> MachineEnv<'a> {
        self.access = access;
        self
    }

    /// The same with what the debugger keeps record of.
    pub fn with_records(mut self, records: &'a dyn Records) -> MachineEnv<'a> {
        self.records = Some(records);
        self
    }
}

impl Scope for MachineEnv<'_> {
    fn label(&self, name: &str) -> Option<(Space, u32)> {
        self.symbols.find(name)
    }

    fn offers(&self, identifier: Identifier) -> bool {
        MachineScope {
            symbols: self.symbols,
            at_access: self.access.is_some(),
        }
        .offers(identifier)
    }

    fn mapper_register(&self, name: &str) -> bool {
        self.symbols.has_board_register(name)
    }
}

impl Env for MachineEnv<'_> {
    fn value(&self, identifier: Identifier) -> Option<i64> {
        if let (Identifier::Cycle, Some(seen)) = (identifier, self.access)
            && !seen.executed
        {
            return Some(seen.access.cycle.cast_signed());
        }
        if let Some(value) = self.register(identifier) {
            return Some(value);
        }
        match identifier.row().group {
            Group::Access => self.access?.value(identifier),
            Group::Record => self.records?.value(identifier, &self.look),
            Group::Machine | Group::Flag => self
                .cpu(identifier)
                .or_else(|| machine_chips::value(&self.look, identifier)),
        }
    }

    fn peek(&self, space: Space, address: u32) -> Option<u8> {
        self.look.peek_space(space, address)
    }

    fn cpu_address(&self, space: Space, offset: u32) -> Option<u16> {
        if space == Space::Cpu {
            return u16::try_from(offset).ok();
        }
        self.names().cpu_address(space, offset)
    }

    fn absolute(&self, address: u16) -> Option<u32> {
        match memory_map::behind_cpu(self.look, address) {
            Answers::Memory(_, offset) => Some(offset),
            Answers::Registers | Answers::Open => None,
        }
    }

    fn bank(&self, address: u16) -> Option<i64> {
        match memory_map::behind_cpu(self.look, address) {
            Answers::Memory(Space::Prg, offset) => Some(i64::from(offset / PRG_BANK)),
            _ => None,
        }
    }

    fn mapper_register(&self, name: &str) -> Option<i64> {
        let registers = board_view::registers(self.look);
        let found = registers
            .iter()
            .find(|register| register.expression_name() == name);
        found.map(|register| register.value)
    }

    fn hits(&self, id: i64) -> Option<i64> {
        self.records?.hits(id)
    }

    fn last_write_pc(&self, address: u16) -> Option<i64> {
        self.records?.last_write_pc(address)
    }

    fn has_label(&self, address: u16) -> bool {
        self.names().label(address).is_some()
    }
}

impl MachineEnv<'_> {
    fn names(&self) -> MachineNames<'_> {
        MachineNames::new(self.look, self.symbols)
    }

    fn instruction(&self) -> Instruction {
        let machine = self.look;
        Instruction::decode(machine.cpu.pc, &|address| machine.peek(address))
    }

    fn effective(&self) -> i64 {
        let (cpu, machine) = (self.look.cpu, self.look);
        let indexes = Indexes { x: cpu.x, y: cpu.y };
        let effective = self
            .instruction()
            .effective(indexes, &|at| machine.peek(at));
        effective.map_or(-1, |effective| i64::from(effective.address))
    }

    /// The names that conditions on every instruction ask for most.
    #[inline]
    fn register(&self, identifier: Identifier) -> Option<i64> {
        let cpu = self.look.cpu;
        Some(match identifier {
            Identifier::A => i64::from(cpu.a),
            Identifier::X => i64::from(cpu.x),
            Identifier::Y => i64::from(cpu.y),
            Identifier::S | Identifier::Sp => i64::from(cpu.s),
            Identifier::Pc | Identifier::Oppc => i64::from(cpu.pc),
            _ => return None,
        })
    }

    fn cpu(&self, identifier: Identifier) -> Option<i64> {
        let cpu = self.look.cpu;
        let row = identifier.row();
        if row.group == Group::Flag {
            let bit = flag_bit(row.name)?;
            return Some(i64::from(cpu.p.pushed(false) >> bit & 1));
        }
        let pending = self.look.bus.pending();
        Some(match identifier {
            Identifier::P => i64::from(cpu.p.pushed(false)),
            Identifier::Op => i64::from(self.look.peek(cpu.pc)),
            Identifier::OpSize => i64::from(self.instruction().length()),
            Identifier::Ea => self.effective(),
            Identifier::Irq => i64::from(pending.irq),
            Identifier::Nmi => i64::from(pending.nmi),
            Identifier::Jam => i64::from(cpu.jammed),
            _ => return None,
        })
    }
}
