//! Format strings of log points: text with expressions in braces.
//!
//! ```text
//! x={x:02X} lives={[Lives]} at {{pc}} {pc:04X}
//! ```
//!
//! After an expression and a colon stands how its value is written: a width, zero-filled if it
//! begins with 0, and `X`, `x`, `d`, `b` or `c`. Without it, decimal. `{{` and `}}` are braces.

use crate::debugger::expression::{
    Env, EvaluationError, Expression, ExpressionError, Memory, Scope,
};
use thiserror::Error;

/// Longest format string, in bytes.
const MOST_BYTES: usize = 1000;
/// Widest value, in characters.
const MOST_WIDTH: usize = 64;

/// What is wrong with a format string.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// A brace without its partner.
    #[error("the brace at column {0} has no partner; write a plain one twice")]
    Unbalanced(usize),
    /// An expression that does not read.
    #[error("{{{source_text}}}: {error}")]
    Expression {
        /// Its text.
        source_text: String,
        /// Why.
        error: ExpressionError,
    },
    /// Too long.
    #[error("a format has at most {MOST_BYTES} bytes")]
    TooLong,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Radix {
    Decimal,
    Upper,
    Lower,
    Binary,
    Character,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Style {
    radix: Radix,
    zeros: bool,
    width: usize,
}

const PLAIN: Style = Style {
    radix: Radix::Decimal,
    zeros: false,
    width: 0,
};

#[derive(Clone, Debug)]
enum Piece {
    Text(String),
    Value(Box<Expression>, Style),
}

/// A compiled format string.
#[derive(Clone, Debug)]
pub struct Format {
    pieces: Vec<Piece>,
}

impl Format {
    /// Takes a format string apart and compiles its expressions.
    ///
    /// # Errors
    /// See [`FormatError`].
    pub fn new(source: &str, scope: &dyn Scope) -> Result<Format, FormatError> {
        if source.len() > MOST_BYTES {
            return Err(FormatError::TooLong);
        }
        let mut pieces = Vec::new();
        let mut text = String::new();
        let mut rest = source;
        while let Some(letter) = rest.chars().next() {
            let column = source.len() - rest.len() + 1;
            if rest.starts_with("{{") || rest.starts_with("}}") {
                text.push(letter);
                rest = &rest[2..];
            } else if letter == '{' {
                let end = closing(rest).ok_or(FormatError::Unbalanced(column))?;
                pieces.push(Piece::Text(std::mem::take(&mut text)));
                pieces.push(value(&rest[1..end], scope)?);
                rest = &rest[end + 1..];
            } else if letter == '}' {
                return Err(FormatError::Unbalanced(column));
            } else {
                text.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
        pieces.push(Piece::Text(text));
        Ok(Format { pieces })
    }

    /// The line for this moment.
    ///
    /// # Errors
    /// That of the first expression that can not be evaluated.
    pub fn line(&self, env: &dyn Env) -> Result<String, EvaluationError> {
        let mut line = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => line.push_str(text),
                Piece::Value(expression, style) => {
                    let value = expression.evaluate(env, &mut Memory::default())?;
                    line.push_str(&style.write(value));
                }
            }
        }
        Ok(line)
    }

    /// The expressions in it.
    pub fn expressions(&self) -> impl Iterator<Item = &Expression> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Value(expression, _) => Some(&**expression),
            Piece::Text(_) => None,
        })
    }
}

/// Where the brace that opens a text is closed again.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

fn value(inner: &str, scope: &dyn Scope) -> Result<Piece, FormatError> {
    let styled = inner.rsplit_once(':');
    let styled = styled.and_then(|(source, style)| Some((source, Style::parse(style)?)));
    let (source, style) = styled.unwrap_or((inner, PLAIN));
    let expression = Expression::new(source, scope).map_err(|error| FormatError::Expression {
        source_text: source.to_string(),
        error,
    })?;
    Ok(Piece::Value(Box::new(expression), style))
}

impl Style {
    fn parse(text: &str) -> Option<Style> {
        let letter = text.chars().next_back()?;
        let radix = match letter {
            'X' => Radix::Upper,
            'x' => Radix::Lower,
            'd' => Radix::Decimal,
            'b' => Radix::Binary,
            'c' => Radix::Character,
            _ => return None,
        };
        let width = &text[..text.len() - 1];
        let is_width = width.bytes().all(|byte| byte.is_ascii_digit());
        let number = match width {
            "" => 0,
            _ => width.parse().ok()?,
        };
        (is_width && number <= MOST_WIDTH).then_some(Style {
            radix,
            zeros: width.starts_with('0'),
            width: number,
        })
    }

    fn write(self, value: i64) -> String {
        let digits = match self.radix {
            Radix::Decimal => value.to_string(),
            Radix::Upper => format!("{value:X}"),
            Radix::Lower => format!("{value:x}"),
            Radix::Binary => format!("{value:b}"),
            Radix::Character => character(value).to_string(),
        };
        let width = self.width;
        match self.zeros {
            true => format!("{digits:0>width$}"),
            false => format!("{digits:>width$}"),
        }
    }
}

/// Printable ASCII as it is, anything else as a dot.
fn character(value: i64) -> char {
    u8::try_from(value)
        .ok()
        .filter(|byte| (0x20..0x7F).contains(byte))
        .map_or('.', char::from)
}
