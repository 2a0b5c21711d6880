//! Text to tree: operators by precedence, and operands.

use super::{
    MAX_LENGTH, Scope,
    error::{ExpressionError, Problem},
    lexer::{self, Kind as Token},
    operators::{Binary, COMPARISON, SHIFT, Unary},
    syntax::{Kind, Node},
};

/// Nesting allowed in one expression; bounds the recursion.
const MAX_NESTING: usize = 40;
/// Operators and operands allowed in one expression; bounds the tree.
const MAX_NODES: usize = 400;

/// The parser: tokens, a place in them, and what names mean.
pub(super) struct Parser<'a> {
    tokens: Vec<lexer::Token>,
    at: usize,
    nesting: usize,
    nodes: usize,
    warnings: Vec<ExpressionError>,
    pub scope: &'a dyn Scope,
}

/// A node or the first problem.
pub(super) type Parsed = Result<Node, ExpressionError>;

/// Parses a whole text; also gives doubts about it.
pub(super) fn parse(
    source: &str,
    scope: &dyn Scope,
) -> Result<(Node, Vec<ExpressionError>), ExpressionError> {
    if source.len() > MAX_LENGTH {
        return Err(ExpressionError {
            column: 1,
            problem: Problem::TooComplex,
        });
    }
    let tokens = lexer::tokens(source)?;
    let mut parser = Parser {
        tokens,
        at: 0,
        nesting: 0,
        nodes: 0,
        warnings: Vec::new(),
        scope,
    };
    let tree = parser.expression()?;
    match parser.kind() {
        Token::End => Ok((tree, parser.warnings)),
        _ => Err(parser.unexpected("an operator or the end")),
    }
}

impl Parser<'_> {
    pub fn kind(&self) -> &Token {
        &self.tokens[self.at].kind
    }

    fn ahead(&self, distance: usize) -> &lexer::Token {
        &self.tokens[(self.at + distance).min(self.tokens.len() - 1)]
    }

    /// The kind of a token further on, if it follows its predecessor without a blank.
    pub fn adjacent(&self, distance: usize) -> Option<&Token> {
        let token = self.ahead(distance);
        token.adjacent.then_some(&token.kind)
    }

    pub fn column(&self) -> usize {
        self.tokens[self.at].column
    }

    pub fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    /// The current place, to come back to.
    pub fn place(&self) -> usize {
        self.at
    }

    pub fn return_to(&mut self, place: usize) {
        self.at = place;
    }

    pub fn is(&self, sign: &str) -> bool {
        matches!(self.kind(), Token::Sign(found) if *found == sign)
    }

    pub fn take(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        if found {
            self.advance();
        }
        found
    }

    pub fn expect(&mut self, sign: &str) -> Result<(), ExpressionError> {
        match self.take(sign) {
            true => Ok(()),
            false => Err(self.unexpected(&format!("'{sign}'"))),
        }
    }

    pub fn unexpected(&self, expected: &str) -> ExpressionError {
        self.error(Problem::syntax(expected, self.kind().describe()))
    }

    /// A problem at the current token.
    pub fn error(&self, problem: Problem) -> ExpressionError {
        ExpressionError {
            column: self.column(),
            problem,
        }
    }

    fn count_node(&mut self) -> Result<(), ExpressionError> {
        self.nodes += 1;
        match self.nodes > MAX_NODES {
            true => Err(self.error(Problem::TooComplex)),
            false => Ok(()),
        }
    }

    /// Runs one level deeper, if that is allowed.
    pub fn nested<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<T, ExpressionError>,
    ) -> Result<T, ExpressionError> {
        if self.nesting >= MAX_NESTING {
            return Err(self.error(Problem::TooComplex));
        }
        self.nesting += 1;
        let result = inner(self);
        self.nesting -= 1;
        result
    }

    /// An expression with `? :`.
    pub fn expression(&mut self) -> Parsed {
        self.nested(|parser| {
            let condition = parser.binary(1)?;
            let column = parser.column();
            if !parser.take("?") {
                return Ok(condition);
            }
            let chosen = parser.expression()?;
            parser.expect(":")?;
            let other = parser.expression()?;
            let parts = (Box::new(condition), Box::new(chosen), Box::new(other));
            Ok(Node::new(column, Kind::Choice(parts.0, parts.1, parts.2)))
        })
    }

    /// An operand of ranges and of `in`: nothing looser than a shift.
    pub fn shift(&mut self) -> Parsed {
        self.binary(SHIFT)
    }

    /// Operators of at least this precedence, left to right.
    fn binary(&mut self, least: u8) -> Parsed {
        let mut left = self.unary()?;
        loop {
            let column = self.column();
            if least <= COMPARISON && self.take_in() {
                left = self.membership(left, column)?;
                continue;
            }
            let Some(operator) = self.operator().filter(|found| found.precedence() >= least) else {
                return Ok(left);
            };
            self.advance();
            self.count_node()?;
            let right = self.nested(|parser| parser.binary(operator.precedence() + 1))?;
            if operator.compares() {
                self.doubt(&left, &right);
                self.doubt(&right, &left);
            }
            left = Node::new(
                column,
                Kind::Binary(operator, Box::new(left), Box::new(right)),
            );
        }
    }

    /// The binary operator at this place.
    pub fn operator(&self) -> Option<Binary> {
        match self.kind() {
            Token::Sign(sign) => Binary::of(sign),
            _ => None,
        }
    }

    fn take_in(&mut self) -> bool {
        let found = matches!(self.kind(), Token::Name(name) if name.eq_ignore_ascii_case("in"));
        if found {
            self.advance();
        }
        found
    }

    fn membership(&mut self, value: Node, column: usize) -> Parsed {
        self.count_node()?;
        let first = self.nested(Self::shift)?;
        if !self.is("..") {
            self.doubt(&first, &value);
            let (value, first) = (Box::new(value), Box::new(first));
            return Ok(Node::new(column, Kind::Binary(Binary::Equal, value, first)));
        }
        let last = self.range_end(&first)?;
        let parts = (Box::new(value), Box::new(first), Box::new(last));
        Ok(Node::new(column, Kind::In(parts.0, parts.1, parts.2)))
    }

    /// `..last` or `..+n` behind the first value of a range.
    pub fn range_end(&mut self, first: &Node) -> Parsed {
        let column = self.column();
        self.expect("..")?;
        if !self.take("+") {
            return self.nested(Self::shift);
        }
        // The first value is taken twice; counted, or nested ranges would double and double.
        for _ in 0..first.size() {
            self.count_node()?;
        }
        let count = self.nested(Self::shift)?;
        let sum = Kind::Binary(Binary::Add, Box::new(first.clone()), Box::new(count));
        let one = Box::new(Node::number(column, 1));
        let last = Kind::Binary(Binary::Subtract, Box::new(Node::new(column, sum)), one);
        Ok(Node::new(column, last))
    }

    fn unary(&mut self) -> Parsed {
        self.count_node()?;
        let column = self.column();
        let Token::Sign(sign) = self.kind() else {
            return self.postfix();
        };
        let sign = *sign;
        if let Some(operator) = Unary::of(sign) {
            self.advance();
            let inner = self.nested(Self::unary)?;
            return Ok(Node::new(column, Kind::Unary(operator, Box::new(inner))));
        }
        if sign == ":" {
            self.advance();
            let inner = self.nested(Self::unary)?;
            return Ok(Node::new(column, Kind::Absolute(Box::new(inner))));
        }
        self.postfix()
    }

    /// An operand with `.bit`, `.low..high` or `p.flag` behind it.
    fn postfix(&mut self) -> Parsed {
        let literal = match *self.kind() {
            Token::Number { value, .. } => Some(value),
            _ => None,
        };
        let operand = self.operand()?;
        let column = self.column();
        if !self.is(".") {
            return Ok(operand);
        }
        self.advance();
        if let Some(bit) = self.take_flag(&operand) {
            return Ok(Node::new(column, Kind::Bits(Box::new(operand), bit, bit)));
        }
        let first = self.bit_number()?;
        if let Some(number) = literal {
            let problem = Problem::BitOfNumber { number, bit: first };
            return Err(ExpressionError { column, problem });
        }
        let last = match self.take("..") {
            true => self.bit_number()?,
            false => first,
        };
        let (low, high) = (first.min(last), first.max(last));
        Ok(Node::new(column, Kind::Bits(Box::new(operand), low, high)))
    }

    fn take_flag(&mut self, operand: &Node) -> Option<u8> {
        let Token::Name(name) = self.kind() else {
            return None;
        };
        let bit = super::names::flag_bit(name)?;
        if operand.kind != Kind::Name(super::Identifier::P) {
            return None;
        }
        self.advance();
        Some(bit)
    }

    fn bit_number(&mut self) -> Result<u8, ExpressionError> {
        if let Token::Number {
            value: bit @ 0..=63,
            ..
        } = *self.kind()
        {
            self.advance();
            return Ok(u8::try_from(bit).expect("matched below 64"));
        }
        Err(self.unexpected("a bit number, 0 to 63"))
    }

    /// Warns of a two-digit decimal number that is compared with a byte.
    pub fn doubt(&mut self, number: &Node, other: &Node) {
        let Kind::Number {
            value: digits @ 10..=99,
            plain: true,
        } = number.kind
        else {
            return;
        };
        if other.is_byte() {
            let problem = Problem::LooksHexadecimal { digits };
            self.warnings.push(ExpressionError {
                column: number.column,
                problem,
            });
        }
    }
}
