//! The expression language: conditions, watches and values over a machine.
//!
//! ```text
//! [Lives] < prev([Lives])          scanline in 0..239 && rendering
//! oam:[4*3] == $FF ? 1 : 0         any(ram:[$10..$1F] == 3)
//! ```
//!
//! C's operators, precedence and short circuit over wrapping 64-bit integers. `[ ]` reads a
//! byte and `{ }` a little-endian word, without side effects, in the CPU space unless a
//! space stands before it or the address is a label of another memory. Unprefixed numbers
//! are decimal. Text is parsed once into bytecode with constants folded; names are resolved
//! then against a [`Scope`], and the code is evaluated against an [`Env`]. After labels
//! changed, [`Expression::rebind`] resolves them again.

mod access;
mod compile;
mod error;
mod evaluate;
pub mod fceux;
mod functions;
mod lexer;
mod machine_chips;
mod machine_env;
mod memory;
pub mod names;
mod operand;
mod operators;
mod parser;
mod reach;
mod syntax;

pub use access::{SeenAccess, Sequence};
pub use error::{EvaluationError, ExpressionError, Fault, Problem};
pub use machine_env::{MachineEnv, MachineScope};
pub use memory::Memory;
pub use names::Identifier;
pub use reach::Reach;

use crate::nes::{event::Space, machine::Look};

/// Longest expression text, in bytes.
pub const MAX_LENGTH: usize = 4096;

/// What names mean where an expression is defined.
pub trait Scope {
    /// Where a label points; exact spelling first, then any case.
    fn label(&self, name: &str) -> Option<(Space, u32)>;

    /// Whether a built-in name has a value here. Names that do not are refused when the
    /// expression is defined, so that a condition can not be silently false.
    fn offers(&self, identifier: Identifier) -> bool;

    /// Whether the board has a register of this name (`mapper.name`).
    fn mapper_register(&self, _name: &str) -> bool {
        false
    }
}

/// What an expression looks at while it is evaluated. Nothing here has side effects.
pub trait Env {
    /// The value of a built-in name; `None` when it has none now.
    fn value(&self, identifier: Identifier) -> Option<i64>;

    /// The byte at an address of a space; `None` outside of it.
    fn peek(&self, space: Space, address: u32) -> Option<u8>;

    /// Where a byte of a memory shows up in the CPU space; `None` when it is not mapped.
    fn cpu_address(&self, _space: Space, _offset: u32) -> Option<u16> {
        None
    }

    /// The offset in its own memory (PRG ROM or RAM) of the byte at a CPU address.
    fn absolute(&self, _address: u16) -> Option<u32> {
        None
    }

    /// The 16 KiB PRG bank that shows at a CPU address.
    fn bank(&self, _address: u16) -> Option<i64> {
        None
    }

    /// A register of the board by name.
    fn mapper_register(&self, _name: &str) -> Option<i64> {
        None
    }

    /// Whether a label names this CPU address.
    fn has_label(&self, _address: u16) -> bool {
        false
    }

    /// How often a breakpoint was hit.
    fn hits(&self, _id: i64) -> Option<i64> {
        None
    }

    /// Address of the instruction that last wrote a CPU address.
    fn last_write_pc(&self, _address: u16) -> Option<i64> {
        None
    }
}

/// What the debugger keeps record of beside the machine.
pub trait Records {
    /// The value of `polls`, `depth` or `elapsed`; `None` when it is not known.
    fn value(&self, identifier: Identifier, look: &Look) -> Option<i64>;

    /// How often a breakpoint was hit.
    fn hits(&self, id: i64) -> Option<i64>;

    /// Address of the instruction that last wrote a CPU address.
    fn last_write_pc(&self, address: u16) -> Option<i64>;
}

/// A compiled expression.
#[derive(Clone, Debug)]
pub struct Expression {
    source: String,
    code: compile::Code,
    warnings: Vec<ExpressionError>,
}

impl Expression {
    /// Parses and compiles a text.
    ///
    /// # Errors
    /// The first problem with its column: bad syntax, an unknown name, or a name that has no
    /// value in this scope.
    pub fn new(source: &str, scope: &dyn Scope) -> Result<Expression, ExpressionError> {
        let (tree, warnings) = parser::parse(source, scope)?;
        let code = compile::compile(&tree);
        let source = source.to_string();
        Ok(Expression {
            source,
            code,
            warnings,
        })
    }

    /// The text it was made from.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Doubts about the text, such as a decimal number that looks hexadecimal.
    pub fn warnings(&self) -> &[ExpressionError] {
        &self.warnings
    }

    /// Whether it is one constant.
    pub fn is_constant(&self) -> bool {
        self.code.constant().is_some()
    }

    /// Whether its value depends on earlier evaluations: `prev`, `changed`, `rise`.
    pub fn remembers(&self) -> bool {
        !self.code.remembered.is_empty()
    }

    /// The column of the first part that looks at memory or registers of the board.
    pub fn machine_column(&self) -> Option<usize> {
        reach::machine_column(&self.code)
    }

    /// What it looks at.
    pub fn reach(&self) -> Reach {
        reach::reach(&self.code)
    }

    /// Resolves all names again, after labels were added, renamed or removed.
    ///
    /// # Errors
    /// As [`Expression::new`]; the expression is then unchanged.
    pub fn rebind(&mut self, scope: &dyn Scope) -> Result<(), ExpressionError> {
        let source = std::mem::take(&mut self.source);
        match Expression::new(&source, scope) {
            Ok(bound) => *self = bound,
            Err(error) => {
                self.source = source;
                return Err(error);
            }
        }
        Ok(())
    }

    /// The value now. `memory` holds what `prev`, `changed` and `rise` remember; each user of
    /// an expression keeps one.
    ///
    /// # Errors
    /// Division by zero, an address outside its space, or a name without a value now.
    pub fn evaluate(&self, env: &dyn Env, memory: &mut Memory) -> Result<i64, EvaluationError> {
        evaluate::evaluate(&self.code, env, memory)
    }
}

/// Parses, compiles and evaluates a text once.
///
/// # Errors
/// A definition or evaluation error, both with column and code.
pub fn evaluate_once<E: Env + Scope>(source: &str, env: &E) -> Result<i64, ExpressionError> {
    let expression = Expression::new(source, env)?;
    expression
        .evaluate(env, &mut Memory::default())
        .map_err(ExpressionError::from)
}
