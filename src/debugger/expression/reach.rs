//! What an expression looks at, so that a run can evaluate it no more often and no more
//! exactly than it needs.

use super::{
    Identifier,
    compile::{Code, Op, Program},
    functions::Function,
    names::Group,
};
use crate::nes::event::Space;

/// Where console work RAM and its mirrors end.
const WORK_RAM_END: i64 = 0x2000;
/// Where the registers of the console end.
const REGISTERS_END: i64 = 0x4020;
const WORK_RAM: i64 = 0x800;

/// What an expression looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Whether chips other than the CPU, or registers, have to be brought to the moment.
    pub chips: bool,
    /// The offsets in work RAM that alone decide its value; `None` when something else does.
    pub work_ram: Option<Vec<u16>>,
    /// Whether it asks how deep calls are nested.
    pub depth: bool,
    /// Whether it looks back in time, which has no answer while the machine runs.
    pub past: bool,
}

pub(super) fn reach(code: &Code) -> Reach {
    let mut reach = Reach {
        chips: false,
        work_ram: Some(Vec::new()),
        depth: false,
        past: false,
    };
    let programs = code.remembered.iter().chain([&code.main]);
    programs.for_each(|program| reach.program(program));
    reach
}

/// The column of the first instruction that looks at memory or registers of the board.
pub(super) fn machine_column(code: &Code) -> Option<usize> {
    let looks = |op: &Op| match op {
        Op::Peek(_) | Op::PeekWord(_) | Op::MapperRegister(_) | Op::Range(..) => true,
        Op::Call(function) => function.pure(0, 0).is_none(),
        _ => false,
    };
    let programs = code.remembered.iter().chain([&code.main]);
    let columns = programs.filter_map(|program| {
        let at = program.ops.iter().position(looks)?;
        program.columns.get(at).copied()
    });
    columns.min()
}

impl Reach {
    fn program(&mut self, program: &Program) {
        let mut constant = None;
        for op in &program.ops {
            self.op(op, constant);
            constant = match op {
                Op::Push(value) => Some(*value),
                _ => None,
            };
        }
    }

    fn op(&mut self, op: &Op, constant: Option<i64>) {
        match op {
            Op::Push(_) | Op::Unary(_) | Op::Binary(_) | Op::In | Op::Bits(..) => {}
            Op::Remembered(..) | Op::JumpIfZero(_) | Op::Jump(_) => {}
            Op::Name(identifier) => self.name(*identifier),
            Op::Call(function) => self.call(*function),
            Op::Peek(space) => self.peek(*space, constant, 1),
            Op::PeekWord(space) => self.peek(*space, constant, 2),
            Op::Label(..) | Op::Absolute => self.work_ram = None,
            Op::MapperRegister(_) | Op::Range(..) => self.everything(),
        }
    }

    fn everything(&mut self) {
        self.chips = true;
        self.work_ram = None;
    }

    fn name(&mut self, identifier: Identifier) {
        self.work_ram = None;
        self.depth |= identifier == Identifier::Depth;
        let on_the_cpu = match identifier.row().group {
            Group::Flag | Group::Access | Group::Record => true,
            Group::Machine => matches!(
                identifier,
                Identifier::A
                    | Identifier::X
                    | Identifier::Y
                    | Identifier::S
                    | Identifier::Sp
                    | Identifier::P
                    | Identifier::Pc
                    | Identifier::Oppc
                    | Identifier::Cycle
                    | Identifier::Insn
                    | Identifier::Jam
                    | Identifier::Joy1
                    | Identifier::Joy2
            ),
        };
        self.chips |= !on_the_cpu;
    }

    fn call(&mut self, function: Function) {
        self.past |= function == Function::LastWritePc;
        if function.pure(0, 0).is_none() {
            self.everything();
        }
    }

    fn peek(&mut self, space: Space, constant: Option<i64>, bytes: i64) {
        let work_ram = match (space, constant) {
            (Space::Cpu, Some(at @ 0..WORK_RAM_END)) => Some(at % WORK_RAM),
            (Space::Ram, Some(at @ 0..WORK_RAM)) => Some(at),
            _ => None,
        };
        match (work_ram, &mut self.work_ram) {
            (Some(at), Some(offsets)) => {
                offsets.extend((at..at + bytes).map(|at| (at % WORK_RAM) as u16));
            }
            _ => self.work_ram = None,
        }
        let still = match (space, constant) {
            (Space::Cpu, Some(at)) => {
                let clear = |at: i64| !(WORK_RAM_END..REGISTERS_END).contains(&at);
                clear(at) && clear(at + bytes - 1)
            }
            (Space::Ram | Space::Wram | Space::Sram | Space::Prg | Space::Chr, _) => true,
            (Space::File, _) => true,
            _ => false,
        };
        self.chips |= !still;
    }
}
