//! What can be wrong with an expression, when it is defined and when it is evaluated.

use crate::nes::event::Space;
use thiserror::Error;

/// An error in the text of an expression.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {problem}")]
pub struct ExpressionError {
    /// Column of the offending character, from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: Problem,
}

impl ExpressionError {
    /// The stable code of the problem, for programs.
    pub fn code(&self) -> &'static str {
        self.problem.code()
    }

    /// The text with a caret under the place.
    pub fn caret(&self, source: &str) -> String {
        format!("{source}\n{:>column$}", '^', column = self.column)
    }
}

impl From<EvaluationError> for ExpressionError {
    fn from(error: EvaluationError) -> ExpressionError {
        ExpressionError {
            column: error.column,
            problem: Problem::Evaluation(error.fault),
        }
    }
}

/// What is wrong with the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// A sign or word that the grammar does not have here.
    #[error("expected {expected}, found {found}")]
    Syntax {
        /// What could stand here.
        expected: String,
        /// What stands here.
        found: String,
    },
    /// A number that does not fit 64 bits or has wrong digits.
    #[error("{0} is no number")]
    BadNumber(String),
    /// A name that is neither built in nor a label.
    #[error("unknown name {name}{}", suggestion(near))]
    UnknownName {
        /// The name.
        name: String,
        /// A built-in name that looks alike.
        near: Option<&'static str>,
    },
    /// A function that does not exist.
    #[error("unknown function {0}")]
    UnknownFunction(String),
    /// A function with the wrong arguments.
    #[error("{function} takes {expected}")]
    WrongArguments {
        /// The function.
        function: &'static str,
        /// What it takes.
        expected: &'static str,
    },
    /// A built-in name that has no value in this place.
    #[error("{name} has no value here: {needs}")]
    OutOfContext {
        /// The name.
        name: &'static str,
        /// What it needs.
        needs: &'static str,
    },
    /// A register that the board does not have.
    #[error("the board has no register {0}")]
    NoMapperRegister(String),
    /// A bit of a number that is written out: most likely a fraction was meant.
    #[error(
        "{number}.{bit} selects bit {bit} of {number}; there are no fractions: \
         write bit({number},{bit}) for the bit"
    )]
    BitOfNumber {
        /// The number.
        number: i64,
        /// The bit.
        bit: u8,
    },
    /// Too much nesting or too many operators.
    #[error("the expression is too complex")]
    TooComplex,
    /// A doubt, not an error: a decimal number that looks hexadecimal.
    #[error("{digits} is decimal; write ${digits} for hexadecimal or #{digits} to say decimal")]
    LooksHexadecimal {
        /// The digits.
        digits: i64,
    },
    /// The text is fine, but has no value now.
    #[error("{0}")]
    Evaluation(Fault),
}

fn suggestion(near: &Option<&'static str>) -> String {
    near.map_or_else(String::new, |name| format!("; did you mean {name}?"))
}

impl Problem {
    /// The stable code, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Problem::Syntax { .. } => "syntax",
            Problem::BadNumber(_) => "bad_number",
            Problem::UnknownName { .. } => "unknown_name",
            Problem::UnknownFunction(_) => "unknown_function",
            Problem::WrongArguments { .. } => "wrong_arguments",
            Problem::OutOfContext { .. } => "out_of_context",
            Problem::NoMapperRegister(_) => "no_mapper_register",
            Problem::BitOfNumber { .. } => "bit_of_number",
            Problem::TooComplex => "too_complex",
            Problem::LooksHexadecimal { .. } => "looks_hexadecimal",
            Problem::Evaluation(fault) => fault.code(),
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

/// An expression that has no value now.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {fault}")]
pub struct EvaluationError {
    /// Column of the operator or name, from 1.
    pub column: usize,
    /// Why.
    pub fault: Fault,
}

impl EvaluationError {
    /// The stable code, for programs.
    pub fn code(&self) -> &'static str {
        self.fault.code()
    }
}

/// Why an expression has no value now.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// `/` or `%` by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// An address that its space does not have.
    #[error("address {} is outside {}", hexadecimal(*address), crate::debugger::spaces::name(*space))]
    BadAddress {
        /// The space.
        space: Space,
        /// The address.
        address: i64,
    },
    /// A range of more than 65536 bytes, or one that ends before it starts.
    #[error("range {first}..{last} is empty or longer than 65536 bytes")]
    BadRange {
        /// First address.
        first: i64,
        /// Last address.
        last: i64,
    },
    /// A name or function without a value now.
    #[error("{0} has no value now")]
    Unavailable(&'static str),
}

impl Fault {
    /// The stable code, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Fault::DivisionByZero => "division_by_zero",
            Fault::BadAddress { .. } => "bad_address",
            Fault::BadRange { .. } => "bad_range",
            Fault::Unavailable(_) => "unavailable",
        }
    }
}

/// With `$`, negative ones too.
fn hexadecimal(value: i64) -> String {
    match value {
        0.. => format!("${value:X}"),
        _ => format!("-${:X}", value.unsigned_abs()),
    }
}
