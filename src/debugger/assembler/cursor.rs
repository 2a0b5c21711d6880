//! A position in the tokens of one line.

use super::{
    error::Problem,
    lexer::{Kind, Token},
};

/// Walks over the tokens of one line; the last token is always the end.
pub(super) struct Cursor<'a> {
    tokens: &'a [Token],
    at: usize,
}

/// A problem and the column where it lies.
pub(super) type Failure = (usize, Problem);

impl<'a> Cursor<'a> {
    pub fn new(tokens: &'a [Token]) -> Cursor<'a> {
        Cursor { tokens, at: 0 }
    }

    pub fn kind(&self) -> &'a Kind {
        self.ahead(0)
    }

    pub fn ahead(&self, distance: usize) -> &'a Kind {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + distance).min(last)].kind
    }

    pub fn column(&self) -> usize {
        self.tokens[self.at].column
    }

    pub fn position(&self) -> usize {
        self.at
    }

    pub fn return_to(&mut self, position: usize) {
        self.at = position;
    }

    pub fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub fn at_end(&self) -> bool {
        *self.kind() == Kind::End
    }

    pub fn is(&self, sign: &str) -> bool {
        self.is_ahead(0, sign)
    }

    pub fn is_ahead(&self, distance: usize, sign: &str) -> bool {
        matches!(self.ahead(distance), Kind::Sign(found) if *found == sign)
    }

    pub fn is_word(&self, word: &str) -> bool {
        matches!(self.kind(), Kind::Name(name) if name.eq_ignore_ascii_case(word))
    }

    /// Steps over a sign if it stands here.
    pub fn take(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        if found {
            self.advance();
        }
        found
    }

    /// Steps over a word if it stands here, in any case.
    pub fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    pub fn expect(&mut self, sign: &str) -> Result<(), Failure> {
        if self.take(sign) {
            return Ok(());
        }
        Err(self.unexpected(&format!("'{sign}'")))
    }

    pub fn expect_end(&self) -> Result<(), Failure> {
        if self.at_end() {
            return Ok(());
        }
        Err(self.unexpected("the end of the line"))
    }

    pub fn unexpected(&self, expected: &str) -> Failure {
        (
            self.column(),
            Problem::syntax(expected, self.kind().describe()),
        )
    }
}
