//! Operands: numbers, names, reads of memory and calls.

use super::{
    Identifier,
    error::{ExpressionError, Problem},
    fceux,
    functions::Function,
    lexer::Kind as Token,
    names::{self, Group},
    operators::Binary,
    parser::{self, Parsed, Parser},
    syntax::{Kind, Node, RangeFunction, Remember},
};
use crate::{debugger::spaces, nes::event::Space};

impl Parser<'_> {
    /// One operand without what may stand before or behind it.
    pub fn operand(&mut self) -> Parsed {
        let column = self.column();
        match self.kind().clone() {
            Token::Number { value, plain } => {
                self.advance();
                Ok(Node::new(column, Kind::Number { value, plain }))
            }
            Token::Label(name) => {
                let node = self.label(&name, column);
                self.advance();
                node
            }
            Token::Sign("(") => {
                self.advance();
                let inner = self.expression()?;
                self.expect(")")?;
                Ok(inner)
            }
            Token::Sign("[" | "{") => self.peek(None),
            Token::Name(name) => self.named(&name),
            _ => Err(self.unexpected("a value")),
        }
    }

    /// What begins with a name: a call, a space, a dotted name or a plain one.
    fn named(&mut self, name: &str) -> Parsed {
        let sign = |kind: Option<&Token>, wanted: &str| matches!(kind, Some(Token::Sign(sign)) if *sign == wanted);
        if sign(self.adjacent(1), "(") {
            return self.call(&name.to_ascii_lowercase());
        }
        let brackets = sign(self.adjacent(2), "[") || sign(self.adjacent(2), "{");
        if let (true, true, Some(space)) = (
            sign(self.adjacent(1), ":"),
            brackets,
            spaces::find(&name.to_ascii_lowercase()),
        ) {
            self.advance();
            self.advance();
            return self.peek(Some(space));
        }
        let column = self.column();
        if let (true, Some(Token::Name(member))) = (sign(self.adjacent(1), "."), self.adjacent(2))
            && let Some(node) = self.dotted(name, &member.clone(), column)?
        {
            (0..3).for_each(|_| self.advance());
            return Ok(node);
        }
        let node = self.plain_name(name, column)?;
        self.advance();
        Ok(node)
    }

    /// `pulse1.period` and `mapper.register`.
    fn dotted(
        &mut self,
        name: &str,
        member: &str,
        column: usize,
    ) -> Result<Option<Node>, ExpressionError> {
        if let Some(row) = names::find(&format!("{name}.{member}")) {
            return self.offered(row.identifier, column).map(Some);
        }
        if !name.eq_ignore_ascii_case("mapper") {
            return Ok(None);
        }
        let register = member.to_ascii_lowercase();
        if !self.scope.mapper_register(&register) {
            return Err(self.error(Problem::NoMapperRegister(register)));
        }
        Ok(Some(Node::new(column, Kind::MapperRegister(register))))
    }

    /// A built-in name or a label; labels win over the single letters of the flags.
    fn plain_name(&mut self, name: &str, column: usize) -> Parsed {
        match names::find(name) {
            Some(row) if row.group == Group::Flag => match self.scope.label(name) {
                Some(place) => Ok(label_node(place, column)),
                None => self.offered(row.identifier, column),
            },
            Some(row) => self.offered(row.identifier, column),
            None => self.label(name, column),
        }
    }

    fn offered(&self, identifier: Identifier, column: usize) -> Parsed {
        if self.scope.offers(identifier) {
            return Ok(Node::new(column, Kind::Name(identifier)));
        }
        let row = identifier.row();
        let problem = Problem::OutOfContext {
            name: row.name,
            needs: row.group.needs(),
        };
        Err(ExpressionError { column, problem })
    }

    fn label(&self, name: &str, column: usize) -> Parsed {
        if let Some(place) = self.scope.label(name) {
            return Ok(label_node(place, column));
        }
        let problem = Problem::UnknownName {
            name: name.to_string(),
            near: names::near(name),
        };
        Err(ExpressionError { column, problem })
    }

    /// `[address]` or `{address}`.
    fn peek(&mut self, space: Option<Space>) -> Parsed {
        let column = self.column();
        let word = self.is("{");
        self.advance();
        let address = self.expression()?;
        self.expect(if word { "}" } else { "]" })?;
        let space = space.or_else(|| address.space()).unwrap_or(Space::Cpu);
        Ok(Node::new(
            column,
            Kind::Peek {
                space,
                address: Box::new(address),
                word,
            },
        ))
    }

    fn call(&mut self, name: &str) -> Parsed {
        let column = self.column();
        let remember = match name {
            "prev" => Some(Remember::Prev),
            "changed" => Some(Remember::Changed),
            "rise" => Some(Remember::Rise),
            _ => None,
        };
        let function = Function::of(name);
        let special = remember.is_some()
            || matches!(name, "count" | "any" | "crc" | "sym" | "inrange" | "fceux");
        if function.is_none() && !special {
            return Err(self.error(Problem::UnknownFunction(name.to_string())));
        }
        self.advance();
        self.expect("(")?;
        let node = match (remember, function) {
            (Some(remember), _) => {
                let inner = Box::new(self.expression()?);
                Node::new(column, Kind::Remembered(remember, inner))
            }
            (None, Some(function)) => self.arguments(function, column)?,
            (None, None) => self.special(name, column)?,
        };
        self.expect(")")?;
        Ok(node)
    }

    fn arguments(&mut self, function: Function, column: usize) -> Parsed {
        let mut arguments = Vec::new();
        while !self.is(")") && arguments.len() <= function.arguments() {
            arguments.push(self.expression()?);
            if !self.take(",") {
                break;
            }
        }
        if arguments.len() == function.arguments() {
            return Ok(Node::new(column, Kind::Call(function, arguments)));
        }
        let problem = Problem::WrongArguments {
            function: function.name(),
            expected: function.expects(),
        };
        Err(ExpressionError { column, problem })
    }

    fn special(&mut self, name: &str, column: usize) -> Parsed {
        match name {
            "sym" => self.symbol(column),
            "fceux" => self.imported(),
            "inrange" => {
                let value = self.expression()?;
                self.expect(",")?;
                let first = self.shift()?;
                let last = self.range_end(&first)?;
                let parts = (Box::new(value), Box::new(first), Box::new(last));
                Ok(Node::new(column, Kind::In(parts.0, parts.1, parts.2)))
            }
            "crc" => {
                let (space, first, last) = self.range()?;
                let value = Node::number(column, 0);
                Ok(range_node(
                    RangeFunction::Crc,
                    space,
                    (first, last),
                    value,
                    column,
                ))
            }
            "any" => self.any_or_count(RangeFunction::Any, column),
            _ => self.any_or_count(RangeFunction::Count, column),
        }
    }

    fn symbol(&mut self, column: usize) -> Parsed {
        let Token::Text(name) = self.kind().clone() else {
            return Err(self.unexpected("a label in double quotes"));
        };
        let node = self.label(&name, column);
        self.advance();
        node
    }

    /// A condition of FCEUX, translated and read in its place.
    fn imported(&mut self) -> Parsed {
        let Token::Text(source) = self.kind().clone() else {
            return Err(self.unexpected("a condition of FCEUX in double quotes"));
        };
        let (tree, _) = parser::parse(&fceux::translate(&source)?, self.scope)?;
        self.advance();
        Ok(tree)
    }

    /// `count(value, range)`, `count(range == value)`, `any(range == value)`, `any(range)`.
    fn any_or_count(&mut self, what: fn(Binary) -> RangeFunction, column: usize) -> Parsed {
        let before = self.place();
        if !self.starts_range()? {
            self.return_to(before);
            let value = self.expression()?;
            self.expect(",")?;
            let (space, first, last) = self.range()?;
            return Ok(range_node(
                what(Binary::Equal),
                space,
                (first, last),
                value,
                column,
            ));
        }
        self.return_to(before);
        let (space, first, last) = self.range()?;
        let Some(operator) = self.operator().filter(|operator| operator.compares()) else {
            let zero = Node::number(column, 0);
            return Ok(range_node(
                what(Binary::NotEqual),
                space,
                (first, last),
                zero,
                column,
            ));
        };
        self.advance();
        let value = self.shift()?;
        Ok(range_node(
            what(operator),
            space,
            (first, last),
            value,
            column,
        ))
    }

    /// Whether a range stands here; leaves the place anywhere.
    fn starts_range(&mut self) -> Result<bool, ExpressionError> {
        if self.bracketed_range() {
            return Ok(true);
        }
        self.shift()?;
        Ok(self.is(".."))
    }

    /// Steps over `space:[` or `[` if a range stands in the brackets.
    fn bracketed_range(&mut self) -> bool {
        let before = self.place();
        let space = self.range_space();
        let found = self.take("[") && self.shift().is_ok() && self.is("..");
        if !found || space.is_err() {
            self.return_to(before);
            return false;
        }
        true
    }

    /// The space before `:[`, if any; an error if it is none.
    fn range_space(&mut self) -> Result<Option<Space>, ExpressionError> {
        let Token::Name(name) = self.kind() else {
            return Ok(None);
        };
        let space = spaces::find(&name.to_ascii_lowercase());
        if !matches!(self.adjacent(1), Some(Token::Sign(":"))) {
            return Ok(None);
        }
        match space {
            None => Err(self.unexpected("a space")),
            found => {
                self.advance();
                self.advance();
                Ok(found)
            }
        }
    }

    /// `first..last`, `first..+n`, or one of them in brackets with a space before.
    fn range(&mut self) -> Result<(Space, Node, Node), ExpressionError> {
        let before = self.place();
        let bracketed = self.bracketed_range();
        self.return_to(before);
        let mut space = None;
        if bracketed {
            space = self.range_space()?;
            self.expect("[")?;
        }
        let first = self.shift()?;
        let last = self.range_end(&first)?;
        if bracketed {
            self.expect("]")?;
        }
        let space = space.or_else(|| first.space()).unwrap_or(Space::Cpu);
        Ok((space, first, last))
    }
}

fn label_node((space, address): (Space, u32), column: usize) -> Node {
    match space {
        Space::Cpu => Node::number(column, i64::from(address)),
        _ => Node::new(column, Kind::Label(space, address)),
    }
}

fn range_node(
    what: RangeFunction,
    space: Space,
    (first, last): (Node, Node),
    value: Node,
    column: usize,
) -> Node {
    let (first, last, value) = (Box::new(first), Box::new(last), Box::new(value));
    Node::new(
        column,
        Kind::Range {
            what,
            space,
            first,
            last,
            value,
        },
    )
}
