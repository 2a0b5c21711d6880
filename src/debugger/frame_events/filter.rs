//! Filters: expressions over an event.
//!
//! The names of an access have the values of the event, -1 where it has none: the NMI has no
//! address. What the machine was like beside that is not recorded, so registers and memory
//! are refused.

use super::{Kind, Row};
use crate::{
    debugger::{
        expression::{
            Env, EvaluationError, Expression, ExpressionError, Identifier, Memory, Problem, Scope,
        },
        memory_map,
        symbols::Symbols,
    },
    nes::{event::Space, machine::Machine},
};

/// Value of a name that an event has none for.
const NONE: i64 = -1;

/// The names that events have.
pub struct RowScope<'a> {
    /// The session's labels.
    pub symbols: &'a Symbols,
    /// The cartridge, for where labels are mapped.
    pub machine: &'a Machine,
}

impl Scope for RowScope<'_> {
    fn label(&self, name: &str) -> Option<(Space, u32)> {
        self.symbols.find(name)
    }

    fn offers(&self, identifier: Identifier) -> bool {
        value(&SAMPLE, identifier).is_some()
    }
}

/// Any event: all have the same names.
const SAMPLE: Row = Row {
    kind: Kind::Read,
    scanline: 0,
    dot: 0,
    cycle: 0,
    pc: None,
    address: None,
    value: None,
    dummy: false,
};

/// A compiled filter.
pub struct Filter<'a> {
    expression: Expression,
    memory: Memory,
    scope: RowScope<'a>,
}

impl<'a> Filter<'a> {
    /// Compiles a filter.
    ///
    /// # Errors
    /// Bad syntax, an unknown name, one that events do not have, or a look at memory.
    pub fn new(source: &str, scope: RowScope<'a>) -> Result<Filter<'a>, ExpressionError> {
        let expression = Expression::new(source, &scope)?;
        if let Some(column) = expression.machine_column() {
            return Err(ExpressionError {
                column,
                problem: Problem::OutOfContext {
                    name: "memory",
                    needs: "a filter sees only the event, no memory",
                },
            });
        }
        Ok(Filter {
            expression,
            memory: Memory::default(),
            scope,
        })
    }

    /// Whether an event passes.
    ///
    /// # Errors
    /// Division by zero.
    pub fn passes(&mut self, row: &Row) -> Result<bool, EvaluationError> {
        let env = RowEnv {
            row,
            machine: self.scope.machine,
        };
        let value = self.expression.evaluate(&env, &mut self.memory)?;
        Ok(value != 0)
    }
}

struct RowEnv<'a> {
    row: &'a Row,
    machine: &'a Machine,
}

impl Env for RowEnv<'_> {
    fn value(&self, identifier: Identifier) -> Option<i64> {
        value(self.row, identifier)
    }

    fn peek(&self, _space: Space, _address: u32) -> Option<u8> {
        None
    }

    fn cpu_address(&self, space: Space, offset: u32) -> Option<u16> {
        memory_map::cpu_address(self.machine, space, offset)
    }
}

fn value(row: &Row, identifier: Identifier) -> Option<i64> {
    let is = |kinds: &[Kind]| i64::from(kinds.contains(&row.kind));
    Some(match identifier {
        Identifier::Value => row.value.map_or(NONE, i64::from),
        Identifier::Address => row.address.map_or(NONE, i64::from),
        Identifier::Pc | Identifier::Oppc => row.pc.map_or(NONE, i64::from),
        Identifier::Scanline => i64::from(row.scanline),
        Identifier::Dot => i64::from(row.dot),
        Identifier::Cycle => row.cycle.cast_signed(),
        Identifier::IsRead => is(&[Kind::Read, Kind::OamDma, Kind::DmcDma]),
        Identifier::IsWrite => is(&[Kind::Write, Kind::Mapper]),
        Identifier::IsDma => is(&[Kind::OamDma, Kind::DmcDma]),
        Identifier::IsNmi => is(&[Kind::Nmi]),
        Identifier::IsIrq => is(&[Kind::Irq]),
        Identifier::Nmi => is(&[Kind::Nmi]),
        Identifier::Irq => is(&[Kind::Irq]),
        Identifier::Spr0 => is(&[Kind::SpriteZero]),
        Identifier::Overflow => is(&[Kind::Overflow]),
        Identifier::IsDummy => i64::from(row.dummy),
        _ => return None,
    })
}
