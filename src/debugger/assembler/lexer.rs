//! Splits one source line into tokens. A comment runs from `;` to the end of the line.

use super::error::Problem;

/// One token and the column (from 1) where it starts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub kind: Kind,
    pub column: usize,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// A name; `@name` for a local label, `.name` for a directive.
    Name(String),
    /// A number or a character in single quotes.
    Number(i64),
    /// A string in double quotes.
    Text(Vec<u8>),
    /// An operator or separator; `<<` and `>>` are one sign each.
    Sign(&'static str),
    /// The end of the line.
    End,
}

impl Kind {
    /// How the token reads in an error message.
    pub fn describe(&self) -> String {
        match self {
            Kind::Name(name) => format!("'{name}'"),
            Kind::Number(value) => value.to_string(),
            Kind::Text(_) => "a string".to_string(),
            Kind::Sign(sign) => format!("'{sign}'"),
            Kind::End => "the end of the line".to_string(),
        }
    }
}

const SIGNS: [&str; 18] = [
    "<<", ">>", "<", ">", "+", "-", "*", "/", "&", "|", "^", "~", "(", ")", ",", "#", ":", "=",
];

/// Tokens of one line, the last one always [`Kind::End`]; or a problem and its column.
pub(super) fn tokens(line: &str) -> Result<Vec<Token>, (usize, Problem)> {
    let chars: Vec<char> = line.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        while chars.get(at).is_some_and(|c| c.is_whitespace()) {
            at += 1;
        }
        let column = at + 1;
        let (kind, next) = match chars.get(at) {
            None | Some(';') => (Kind::End, at),
            Some(_) => token(&chars, at).map_err(|problem| (column, problem))?,
        };
        let ended = kind == Kind::End;
        tokens.push(Token { kind, column });
        if ended {
            return Ok(tokens);
        }
        at = next;
    }
}

fn token(chars: &[char], at: usize) -> Result<(Kind, usize), Problem> {
    match chars[at] {
        '$' => number(chars, at + 1, 16),
        '%' => number(chars, at + 1, 2),
        '0' if matches!(chars.get(at + 1), Some('x' | 'X')) => number(chars, at + 2, 16),
        c if c.is_ascii_digit() => number(chars, at, 10),
        '"' => text(chars, at + 1),
        '\'' => character(chars, at + 1),
        c if is_name_start(c) => Ok(name(chars, at)),
        _ => sign(chars, at),
    }
}

fn is_name_start(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '_' | '@' | '.')
}

fn name(chars: &[char], at: usize) -> (Kind, usize) {
    let mut end = at + 1;
    while chars
        .get(end)
        .is_some_and(|&c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '@'))
    {
        end += 1;
    }
    (Kind::Name(chars[at..end].iter().collect()), end)
}

fn number(chars: &[char], at: usize, radix: u32) -> Result<(Kind, usize), Problem> {
    let mut end = at;
    let mut value: i64 = 0;
    let mut digits = 0;
    while let Some(&c) = chars.get(end) {
        if c != '_' {
            let Some(digit) = c.to_digit(radix) else {
                break;
            };
            value = value
                .checked_mul(i64::from(radix))
                .and_then(|v| v.checked_add(i64::from(digit)))
                .filter(|&v| v <= i64::from(u32::MAX))
                .ok_or_else(|| Problem::syntax("a number below 2^32", "a longer one"))?;
            digits += 1;
        }
        end += 1;
    }
    if digits == 0 || chars.get(end).is_some_and(|c| c.is_alphanumeric()) {
        let found: String = chars[at..].iter().take(8).collect();
        return Err(Problem::syntax("digits", format!("'{found}'")));
    }
    Ok((Kind::Number(value), end))
}

fn text(chars: &[char], start: usize) -> Result<(Kind, usize), Problem> {
    let mut bytes = Vec::new();
    let mut at = start;
    loop {
        match chars.get(at) {
            None => return Err(Problem::syntax("a closing \"", "the end of the line")),
            Some('"') => return Ok((Kind::Text(bytes), at + 1)),
            Some('\\') => {
                bytes.push(escaped(chars.get(at + 1))?);
                at += 2;
            }
            Some(&c) => {
                bytes.push(byte(c)?);
                at += 1;
            }
        }
    }
}

fn character(chars: &[char], at: usize) -> Result<(Kind, usize), Problem> {
    let (value, end) = match chars.get(at) {
        Some('\\') => (escaped(chars.get(at + 1))?, at + 2),
        Some(&c) => (byte(c)?, at + 1),
        None => return Err(Problem::syntax("a character", "the end of the line")),
    };
    if chars.get(end) != Some(&'\'') {
        return Err(Problem::syntax("a closing '", "something else"));
    }
    Ok((Kind::Number(i64::from(value)), end + 1))
}

fn escaped(c: Option<&char>) -> Result<u8, Problem> {
    match c {
        Some('n') => Ok(b'\n'),
        Some('0') => Ok(0),
        Some('\\') => Ok(b'\\'),
        Some('"') => Ok(b'"'),
        Some('\'') => Ok(b'\''),
        _ => Err(Problem::syntax(
            "\\n \\0 \\\\ \\\" or \\'",
            "another escape",
        )),
    }
}

fn byte(c: char) -> Result<u8, Problem> {
    u8::try_from(u32::from(c))
        .map_err(|_| Problem::syntax("a one-byte character", format!("'{c}'")))
}

fn sign(chars: &[char], at: usize) -> Result<(Kind, usize), Problem> {
    for sign in SIGNS {
        if sign
            .chars()
            .enumerate()
            .all(|(i, c)| chars.get(at + i) == Some(&c))
        {
            return Ok((Kind::Sign(sign), at + sign.len()));
        }
    }
    Err(Problem::syntax("an operator", format!("'{}'", chars[at])))
}
