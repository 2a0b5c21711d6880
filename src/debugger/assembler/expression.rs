//! Operand expressions: numbers, names, `*` (the address of the statement), unary
//! `< > - ~ +` and C's precedence for `* / + - << >> & ^ |`.

use super::{
    cursor::{Cursor, Failure},
    error::Problem,
    lexer::Kind,
};

/// Operators and parentheses allowed in one expression; bounds the tree.
const MAX_OPERATORS: usize = 200;
/// How deep parentheses and operators may nest; bounds the recursion.
const MAX_NESTING: usize = 40;

/// A parsed expression; names keep their column for the error message.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expression {
    Number(i64),
    Name(String, usize),
    Here,
    Unary(&'static str, Box<Expression>),
    Binary(&'static str, Box<Expression>, Box<Expression>, usize),
}

/// Operators by rising precedence.
const LEVELS: [&[&str]; 6] = [
    &["|"],
    &["^"],
    &["&"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/"],
];
const UNARY: [&str; 5] = ["<", ">", "-", "~", "+"];

/// Parses one expression and leaves the cursor behind it.
pub(super) fn parse(cursor: &mut Cursor) -> Result<Expression, Failure> {
    let mut spent = Spent::default();
    level(cursor, 0, &mut spent)
}

/// What of the bounds an expression has used up.
#[derive(Default)]
struct Spent {
    operators: usize,
    nesting: usize,
}

impl Spent {
    fn operator(&mut self, cursor: &Cursor) -> Result<(), Failure> {
        self.operators += 1;
        if self.operators > MAX_OPERATORS {
            return Err((cursor.column(), Problem::TooManyOperators(MAX_OPERATORS)));
        }
        Ok(())
    }

    fn inner(
        &mut self,
        cursor: &mut Cursor,
        parse: impl FnOnce(&mut Cursor, &mut Spent) -> Result<Expression, Failure>,
    ) -> Result<Expression, Failure> {
        if self.nesting == MAX_NESTING {
            return Err((cursor.column(), Problem::TooDeep(MAX_NESTING)));
        }
        self.nesting += 1;
        let result = parse(cursor, self);
        self.nesting -= 1;
        result
    }
}

/// Operators of at least this rank, left to right.
fn level(cursor: &mut Cursor, least: usize, spent: &mut Spent) -> Result<Expression, Failure> {
    let mut left = unary(cursor, spent)?;
    while let Some((rank, operator)) = operator(cursor).filter(|(rank, _)| *rank >= least) {
        let column = cursor.column();
        spent.operator(cursor)?;
        cursor.advance();
        let right = spent.inner(cursor, |cursor, spent| level(cursor, rank + 1, spent))?;
        left = Expression::Binary(operator, Box::new(left), Box::new(right), column);
    }
    Ok(left)
}

/// The binary operator at the cursor and its rank.
fn operator(cursor: &Cursor) -> Option<(usize, &'static str)> {
    let ranks = LEVELS.iter().enumerate();
    let mut signs = ranks.flat_map(|(rank, signs)| signs.iter().map(move |sign| (rank, *sign)));
    signs.find(|(_, sign)| cursor.is(sign))
}

fn unary(cursor: &mut Cursor, spent: &mut Spent) -> Result<Expression, Failure> {
    let Some(sign) = UNARY.into_iter().find(|sign| cursor.is(sign)) else {
        return primary(cursor, spent);
    };
    cursor.advance();
    spent.operator(cursor)?;
    let inner = spent.inner(cursor, unary)?;
    Ok(Expression::Unary(sign, Box::new(inner)))
}

fn primary(cursor: &mut Cursor, spent: &mut Spent) -> Result<Expression, Failure> {
    let column = cursor.column();
    let expression = match cursor.kind() {
        Kind::Number(value) => Expression::Number(*value),
        Kind::Name(name) => Expression::Name(name.clone(), column),
        Kind::Sign("*") => Expression::Here,
        Kind::Sign("(") => {
            spent.operator(cursor)?;
            cursor.advance();
            let inner = spent.inner(cursor, |cursor, spent| level(cursor, 0, spent))?;
            cursor.expect(")")?;
            return Ok(inner);
        }
        _ => return Err(cursor.unexpected("an expression")),
    };
    cursor.advance();
    Ok(expression)
}

impl Expression {
    /// The value, with `*` as `here` and names from `lookup`. An unknown name is a failure.
    pub fn value(&self, here: i64, lookup: &dyn Fn(&str) -> Option<i64>) -> Result<i64, Failure> {
        match self {
            Expression::Number(value) => Ok(*value),
            Expression::Here => Ok(here),
            Expression::Name(name, column) => {
                lookup(name).ok_or_else(|| (*column, Problem::UnknownName(name.clone())))
            }
            Expression::Unary(operator, inner) => {
                let value = inner.value(here, lookup)?;
                Ok(unary_value(operator, value))
            }
            Expression::Binary(operator, left, right, column) => {
                let left = left.value(here, lookup)?;
                let right = right.value(here, lookup)?;
                binary_value(operator, left, right).ok_or((*column, Problem::DivisionByZero))
            }
        }
    }
}

fn unary_value(operator: &str, value: i64) -> i64 {
    match operator {
        "<" => value & 0xFF,
        ">" => (value >> 8) & 0xFF,
        "-" => value.wrapping_neg(),
        "~" => !value,
        _ => value,
    }
}

fn binary_value(operator: &str, left: i64, right: i64) -> Option<i64> {
    Some(match operator {
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" => left.checked_div(right)?,
        "&" => left & right,
        "|" => left | right,
        "^" => left ^ right,
        "<<" => left.wrapping_shl(u32::try_from(right & 63).expect("masked")),
        _ => left.wrapping_shr(u32::try_from(right & 63).expect("masked")),
    })
}
