//! The tree between parser and compiler.

use super::{
    functions::Function,
    names::Identifier,
    operators::{Binary, Unary},
};
use crate::nes::event::Space;

/// A part of an expression and the column it stands at.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub column: usize,
    pub kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Number {
        value: i64,
        plain: bool,
    },
    Name(Identifier),
    MapperRegister(String),
    Label(Space, u32),
    Peek {
        space: Space,
        address: Box<Node>,
        word: bool,
    },
    /// `:x`, the offset of a CPU address in its own memory.
    Absolute(Box<Node>),
    Unary(Unary, Box<Node>),
    Binary(Binary, Box<Node>, Box<Node>),
    Choice(Box<Node>, Box<Node>, Box<Node>),
    /// `value in first..last`
    In(Box<Node>, Box<Node>, Box<Node>),
    /// Bits `low..=high` of a value.
    Bits(Box<Node>, u8, u8),
    Call(Function, Vec<Node>),
    Remembered(Remember, Box<Node>),
    Range {
        what: RangeFunction,
        space: Space,
        first: Box<Node>,
        last: Box<Node>,
        /// The value that bytes are compared with; unused by `crc`.
        value: Box<Node>,
    },
}

/// What is asked of a remembered value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Remember {
    Prev,
    Changed,
    Rise,
}

/// What is asked of a range of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RangeFunction {
    /// How many bytes compare so.
    Count(Binary),
    /// Whether one does.
    Any(Binary),
    /// CRC-32 of all bytes.
    Crc,
}

impl Node {
    pub fn new(column: usize, kind: Kind) -> Node {
        Node { column, kind }
    }

    pub fn number(column: usize, value: i64) -> Node {
        Node::new(
            column,
            Kind::Number {
                value,
                plain: false,
            },
        )
    }

    /// Whether the value is one byte of the machine.
    pub fn is_byte(&self) -> bool {
        match &self.kind {
            Kind::Peek { word, .. } => !word,
            Kind::Name(identifier) => identifier.row().bits == 8,
            Kind::Call(function, _) => function.is_byte(),
            Kind::Remembered(Remember::Prev, inner) => inner.is_byte(),
            _ => false,
        }
    }

    /// How many nodes the tree has.
    pub fn size(&self) -> usize {
        let parts: Vec<&Node> = match &self.kind {
            Kind::Number { .. } | Kind::Name(_) | Kind::MapperRegister(_) | Kind::Label(..) => {
                Vec::new()
            }
            Kind::Peek { address: part, .. }
            | Kind::Absolute(part)
            | Kind::Unary(_, part)
            | Kind::Bits(part, ..)
            | Kind::Remembered(_, part) => vec![part],
            Kind::Binary(_, left, right) => vec![left, right],
            Kind::Choice(first, second, third) | Kind::In(first, second, third) => {
                vec![first, second, third]
            }
            Kind::Call(_, arguments) => arguments.iter().collect(),
            Kind::Range {
                first, last, value, ..
            } => vec![first, last, value],
        };
        1 + parts.iter().map(|part| part.size()).sum::<usize>()
    }

    /// The memory that an address belongs to when its label is not in the CPU space:
    /// the label itself, or the label with something added.
    pub fn space(&self) -> Option<Space> {
        match &self.kind {
            Kind::Label(space, _) => Some(*space),
            Kind::Binary(Binary::Add, left, right) => left.space().or_else(|| right.space()),
            Kind::Binary(Binary::Subtract, left, _) => left.space(),
            _ => None,
        }
    }
}
