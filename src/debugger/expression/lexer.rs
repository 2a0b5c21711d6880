//! Splits the text of an expression into tokens.

use super::error::{ExpressionError, Problem};

/// One token, with its first column (from 1) and whether it follows its predecessor directly.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub kind: Kind,
    pub column: usize,
    pub adjacent: bool,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// A number; `plain` when written in decimal without `#`.
    Number { value: i64, plain: bool },
    /// A name, with `::` inside.
    Name(String),
    /// A name in backquotes: always a label.
    Label(String),
    /// A string in double quotes.
    Text(String),
    /// An operator or bracket.
    Sign(&'static str),
    /// The end of the text.
    End,
}

impl Kind {
    /// How the token reads in a message.
    pub fn describe(&self) -> String {
        match self {
            Kind::Number { value, .. } => value.to_string(),
            Kind::Name(name) | Kind::Label(name) => format!("'{name}'"),
            Kind::Text(_) => "a string".to_string(),
            Kind::Sign(sign) => format!("'{sign}'"),
            Kind::End => "the end".to_string(),
        }
    }

    /// Whether an operand ends here, so that `%` behind it divides.
    fn ends_operand(&self) -> bool {
        match self {
            Kind::Sign(sign) => matches!(*sign, ")" | "]" | "}"),
            Kind::End => false,
            _ => true,
        }
    }
}

const SIGNS: [&str; 31] = [
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "..", "<", ">", "+", "-", "*", "/", "%", "&",
    "|", "^", "~", "!", "?", ":", ".", "(", ")", "[", "]", "{", "}", ",",
];

struct Lexer<'a> {
    chars: &'a [char],
    at: usize,
}

/// All tokens; the last one is always [`Kind::End`].
pub(super) fn tokens(source: &str) -> Result<Vec<Token>, ExpressionError> {
    let chars: Vec<char> = source.chars().collect();
    let mut lexer = Lexer {
        chars: &chars,
        at: 0,
    };
    let mut tokens: Vec<Token> = Vec::new();
    loop {
        let before = lexer.at;
        lexer.skip(char::is_whitespace);
        let adjacent = before == lexer.at;
        let column = lexer.at + 1;
        let after_operand = tokens.last().is_some_and(|token| token.kind.ends_operand());
        let kind = lexer
            .token(after_operand)
            .map_err(|problem| ExpressionError { column, problem })?;
        let ended = kind == Kind::End;
        tokens.push(Token {
            kind,
            column,
            adjacent,
        });
        if ended {
            return Ok(tokens);
        }
    }
}

impl Lexer<'_> {
    fn peek(&self, distance: usize) -> Option<char> {
        self.chars.get(self.at + distance).copied()
    }

    fn skip(&mut self, wanted: impl Fn(char) -> bool) {
        while self.peek(0).is_some_and(&wanted) {
            self.at += 1;
        }
    }

    fn token(&mut self, after_operand: bool) -> Result<Kind, Problem> {
        let Some(first) = self.peek(0) else {
            return Ok(Kind::End);
        };
        let second = self.peek(1);
        match first {
            '$' => self.number(1, 16),
            '#' => self.number(1, 10),
            '0' if matches!(second, Some('x' | 'X')) => self.number(2, 16),
            '0' if matches!(second, Some('b' | 'B')) => self.number(2, 2),
            '%' if !after_operand => self.number(1, 2),
            _ if first.is_ascii_digit() => self.number(0, 10),
            '\'' => self.character(),
            '`' => self.quoted('`').map(Kind::Label),
            '"' => self.quoted('"').map(Kind::Text),
            _ if is_name_start(first) => Ok(Kind::Name(self.name())),
            _ => self.sign(),
        }
    }

    fn number(&mut self, prefix: usize, radix: u32) -> Result<Kind, Problem> {
        let start = self.at;
        self.at += prefix;
        let digits_start = self.at;
        self.skip(|c| c.is_ascii_alphanumeric() || c == '_');
        let digits: String = self.chars[digits_start..self.at]
            .iter()
            .filter(|&&c| c != '_')
            .collect();
        let value = u64::from_str_radix(&digits, radix).map_err(|_| {
            let written: String = self.chars[start..self.at].iter().take(24).collect();
            Problem::BadNumber(written)
        })?;
        Ok(Kind::Number {
            value: value.cast_signed(),
            plain: prefix == 0,
        })
    }

    fn character(&mut self) -> Result<Kind, Problem> {
        match (self.peek(1), self.peek(2)) {
            (Some(c), Some('\'')) => {
                self.at += 3;
                Ok(Kind::Number {
                    value: i64::from(u32::from(c)),
                    plain: false,
                })
            }
            _ => Err(Problem::syntax(
                "one character between quotes",
                "something else",
            )),
        }
    }

    fn quoted(&mut self, quote: char) -> Result<String, Problem> {
        self.at += 1;
        let start = self.at;
        self.skip(|c| c != quote);
        if self.peek(0).is_none() {
            return Err(Problem::syntax(&format!("a closing {quote}"), "the end"));
        }
        let text = self.chars[start..self.at].iter().collect();
        self.at += 1;
        Ok(text)
    }

    /// A name; `::` joins parts.
    fn name(&mut self) -> String {
        let start = self.at;
        loop {
            self.skip(|c| is_name_start(c) || c.is_ascii_digit());
            let joined = self.peek(0) == Some(':') && self.peek(1) == Some(':');
            if !joined || !self.peek(2).is_some_and(is_name_start) {
                return self.chars[start..self.at].iter().collect();
            }
            self.at += 2;
        }
    }

    fn sign(&mut self) -> Result<Kind, Problem> {
        for sign in SIGNS {
            let mut signs = sign.chars().enumerate();
            if signs.all(|(distance, c)| self.peek(distance) == Some(c)) {
                self.at += sign.len();
                return Ok(Kind::Sign(sign));
            }
        }
        match self.peek(0) {
            Some('=') => Err(Problem::syntax("'=='", "'='")),
            found => Err(Problem::syntax(
                "an operator",
                format!("'{}'", found.unwrap_or(' ')),
            )),
        }
    }
}

fn is_name_start(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '_' | '@')
}
