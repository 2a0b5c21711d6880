//! Operand expressions: numbers, names, `*` (the address of the statement), unary
//! `< > - ~ +` and C's precedence for `* / + - << >> & ^ |`.

use super::{
    cursor::{Cursor, Failure},
    error::Problem,
    lexer::Kind,
};

/// Operators and parentheses allowed in one expression; bounds the recursion.
const MAX_OPERATORS: usize = 200;

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

/// Parses one expression and leaves the cursor behind it.
pub(super) fn parse(cursor: &mut Cursor) -> Result<Expression, Failure> {
    level(cursor, 0, &mut 0)
}

fn spend(cursor: &Cursor, spent: &mut usize) -> Result<(), Failure> {
    *spent += 1;
    if *spent > MAX_OPERATORS {
        return Err((cursor.column(), Problem::TooDeep(MAX_OPERATORS)));
    }
    Ok(())
}

fn level(cursor: &mut Cursor, rank: usize, spent: &mut usize) -> Result<Expression, Failure> {
    let Some(operators) = LEVELS.get(rank) else {
        return unary(cursor, spent);
    };
    let mut left = level(cursor, rank + 1, spent)?;
    while let Some(operator) = operators.iter().find(|sign| cursor.is(sign)) {
        let column = cursor.column();
        spend(cursor, spent)?;
        cursor.advance();
        let right = level(cursor, rank + 1, spent)?;
        left = Expression::Binary(operator, Box::new(left), Box::new(right), column);
    }
    Ok(left)
}

fn unary(cursor: &mut Cursor, spent: &mut usize) -> Result<Expression, Failure> {
    for sign in ["<", ">", "-", "~", "+"] {
        if cursor.take(sign) {
            spend(cursor, spent)?;
            let inner = unary(cursor, spent)?;
            return Ok(Expression::Unary(sign, Box::new(inner)));
        }
    }
    primary(cursor, spent)
}

fn primary(cursor: &mut Cursor, spent: &mut usize) -> Result<Expression, Failure> {
    let column = cursor.column();
    let expression = match cursor.kind() {
        Kind::Number(value) => Expression::Number(*value),
        Kind::Name(name) => Expression::Name(name.clone(), column),
        Kind::Sign("*") => Expression::Here,
        Kind::Sign("(") => {
            spend(cursor, spent)?;
            cursor.advance();
            let inner = level(cursor, 0, spent)?;
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
