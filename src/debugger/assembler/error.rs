//! What can be wrong with an assembler source, with the place and a stable code.

use thiserror::Error;

/// One error in a source: where it is and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct AssembleError {
    /// Line in the source, from 1.
    pub line: usize,
    /// Column of the offending character, from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: Problem,
}

impl AssembleError {
    /// The stable code of the problem, for programs.
    pub fn code(&self) -> &'static str {
        self.problem.code()
    }
}

/// What is wrong with a place in a source.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// A character, word or structure that the grammar does not have here.
    #[error("expected {expected}, found {found}")]
    Syntax {
        /// What could stand here.
        expected: String,
        /// What stands here.
        found: String,
    },
    /// A word in instruction position that is no mnemonic.
    #[error("unknown mnemonic {0}")]
    UnknownMnemonic(String),
    /// A directive that does not exist.
    #[error("unknown directive .{0}")]
    UnknownDirective(String),
    /// The instruction exists, but not with this operand.
    #[error("{mnemonic} has no {mode} form")]
    BadMode {
        /// Mnemonic as written.
        mnemonic: String,
        /// Addressing mode of the operand.
        mode: String,
    },
    /// A name without a definition.
    #[error("unknown name {0}")]
    UnknownName(String),
    /// A name defined twice.
    #[error("{0} is already defined")]
    Duplicate(String),
    /// A value that does not fit.
    #[error("{value} is outside {min}..{max} ({what})")]
    OutOfRange {
        /// What the value is for.
        what: &'static str,
        /// The value.
        value: i64,
        /// Least allowed.
        min: i64,
        /// Greatest allowed.
        max: i64,
    },
    /// Division by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// Expression with too many operators.
    #[error("expression has more than {0} operators")]
    TooManyOperators(usize),
    /// Expression with too many parentheses or operators inside each other.
    #[error("expression nests deeper than {0}")]
    TooDeep(usize),
    /// Bytes where the image has no room for them.
    #[error("bytes at ${address:04X} lie outside {what}")]
    OutsideImage {
        /// Address of the first such byte.
        address: i64,
        /// What they should lie in.
        what: &'static str,
    },
    /// The source would give more bytes than an image may have.
    #[error("image is larger than {0} bytes")]
    TooLarge(usize),
}

impl Problem {
    /// The stable code, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Problem::Syntax { .. } => "syntax",
            Problem::UnknownMnemonic(_) => "unknown_mnemonic",
            Problem::UnknownDirective(_) => "unknown_directive",
            Problem::BadMode { .. } => "bad_mode",
            Problem::UnknownName(_) => "unknown_name",
            Problem::Duplicate(_) => "duplicate_name",
            Problem::OutOfRange { .. } => "out_of_range",
            Problem::DivisionByZero => "division_by_zero",
            Problem::TooManyOperators(_) | Problem::TooDeep(_) => "too_deep",
            Problem::OutsideImage { .. } => "outside_image",
            Problem::TooLarge(_) => "too_large",
        }
    }

    /// A syntax problem.
    pub(super) fn syntax(expected: &str, found: impl Into<String>) -> Problem {
        Problem::Syntax {
            expected: expected.to_string(),
            found: found.into(),
        }
    }
}
