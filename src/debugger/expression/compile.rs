//! Tree to bytecode for a stack machine; constants are folded on the way.

use super::{
    functions::Function,
    names::Identifier,
    operators::{Binary, Unary},
    syntax::{Kind, Node, RangeFunction, Remember},
};
use crate::nes::event::Space;

/// One instruction: takes its operands from the stack and leaves one value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Op {
    Push(i64),
    Name(Identifier),
    MapperRegister(Box<str>),
    Label(Space, u32),
    Peek(Space),
    PeekWord(Space),
    Absolute,
    Unary(Unary),
    Binary(Binary),
    In,
    Bits(u8, u8),
    Call(Function),
    /// A remembered part by its index.
    Remembered(Remember, usize),
    Range(RangeFunction, Space),
    /// Takes a value and jumps to this instruction if it is zero.
    JumpIfZero(usize),
    Jump(usize),
}

/// Instructions and the column each came from.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub ops: Vec<Op>,
    pub columns: Vec<usize>,
}

/// A compiled expression: its own program, and one for each part that is remembered.
///
/// Remembered parts are evaluated at every evaluation, wherever short circuit leads, so that
/// `prev` always means the last evaluation. Inner parts come before outer ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    pub main: Program,
    pub remembered: Vec<Program>,
}

impl Code {
    /// The value of an expression that is one constant.
    pub fn constant(&self) -> Option<i64> {
        match self.main.ops.as_slice() {
            [Op::Push(value)] if self.remembered.is_empty() => Some(*value),
            _ => None,
        }
    }
}

/// Compiles a tree.
pub(super) fn compile(tree: &Node) -> Code {
    let mut compiler = Compiler::default();
    let main = compiler.program(tree);
    Code {
        main,
        remembered: compiler.remembered,
    }
}

#[derive(Default)]
struct Compiler {
    remembered: Vec<Program>,
}

impl Compiler {
    fn program(&mut self, node: &Node) -> Program {
        let mut program = Program::default();
        self.node(node, &mut program);
        program
    }

    fn node(&mut self, node: &Node, to: &mut Program) {
        let column = node.column;
        match &node.kind {
            Kind::Number { value, .. } => to.push(Op::Push(*value), column),
            Kind::Name(identifier) => to.push(Op::Name(*identifier), column),
            Kind::MapperRegister(name) => to.push(Op::MapperRegister(name.as_str().into()), column),
            Kind::Label(space, address) => to.push(Op::Label(*space, *address), column),
            Kind::Peek {
                space,
                address,
                word,
            } => {
                self.address(address, *space, to);
                to.push(
                    if *word {
                        Op::PeekWord(*space)
                    } else {
                        Op::Peek(*space)
                    },
                    column,
                );
            }
            Kind::Absolute(inner) => self.absolute(inner, to, column),
            Kind::Unary(operator, inner) => self.folded(&[inner], Op::Unary(*operator), to, column),
            Kind::Binary(Binary::And, left, right) => self.and(left, right, to, column),
            Kind::Binary(Binary::Or, left, right) => self.or(left, right, to, column),
            Kind::Binary(operator, left, right) => {
                self.folded(&[left, right], Op::Binary(*operator), to, column);
            }
            Kind::Choice(condition, chosen, other) => {
                self.choice(condition, chosen, other, to, column);
            }
            Kind::In(value, first, last) => self.folded(&[value, first, last], Op::In, to, column),
            Kind::Bits(inner, low, high) => {
                self.folded(&[inner], Op::Bits(*low, *high), to, column)
            }
            Kind::Call(function, arguments) => {
                let arguments: Vec<&Node> = arguments.iter().collect();
                self.folded(&arguments, Op::Call(*function), to, column);
            }
            Kind::Remembered(remember, inner) => {
                let program = self.program(inner);
                self.remembered.push(program);
                to.push(Op::Remembered(*remember, self.remembered.len() - 1), column);
            }
            Kind::Range {
                what,
                space,
                first,
                last,
                value,
            } => {
                self.address(first, *space, to);
                self.address(last, *space, to);
                self.node(value, to);
                to.push(Op::Range(*what, *space), column);
            }
        }
    }

    /// An address inside `space`: labels of that space are offsets in it.
    fn address(&mut self, node: &Node, space: Space, to: &mut Program) {
        match &node.kind {
            Kind::Label(labelled, offset) if *labelled == space => {
                to.push(Op::Push(i64::from(*offset)), node.column);
            }
            Kind::Binary(operator @ (Binary::Add | Binary::Subtract), left, right) => {
                let start = to.ops.len();
                self.address(left, space, to);
                self.address(right, space, to);
                to.finish(start, 2, Op::Binary(*operator), node.column);
            }
            _ => self.node(node, to),
        }
    }

    fn absolute(&mut self, inner: &Node, to: &mut Program, column: usize) {
        match inner.kind {
            Kind::Label(_, offset) => to.push(Op::Push(i64::from(offset)), column),
            _ => {
                self.node(inner, to);
                to.push(Op::Absolute, column);
            }
        }
    }

    fn folded(&mut self, operands: &[&Node], op: Op, to: &mut Program, column: usize) {
        let start = to.ops.len();
        for operand in operands {
            self.node(operand, to);
        }
        to.finish(start, operands.len(), op, column);
    }

    fn and(&mut self, left: &Node, right: &Node, to: &mut Program, column: usize) {
        let truth = |node: &Node| {
            Node::new(
                node.column,
                Kind::Binary(
                    Binary::NotEqual,
                    Box::new(node.clone()),
                    Box::new(Node::number(node.column, 0)),
                ),
            )
        };
        self.choice(left, &truth(right), &Node::number(column, 0), to, column);
    }

    fn or(&mut self, left: &Node, right: &Node, to: &mut Program, column: usize) {
        let truth = Node::new(
            right.column,
            Kind::Binary(
                Binary::NotEqual,
                Box::new(right.clone()),
                Box::new(Node::number(right.column, 0)),
            ),
        );
        self.choice(left, &Node::number(column, 1), &truth, to, column);
    }

    fn choice(
        &mut self,
        condition: &Node,
        chosen: &Node,
        other: &Node,
        to: &mut Program,
        column: usize,
    ) {
        let start = to.ops.len();
        self.node(condition, to);
        if let [Op::Push(value)] = to.ops[start..] {
            to.truncate(start);
            return self.node(if value != 0 { chosen } else { other }, to);
        }
        let to_other = to.ops.len();
        to.push(Op::JumpIfZero(0), column);
        self.node(chosen, to);
        let to_end = to.ops.len();
        to.push(Op::Jump(0), column);
        to.ops[to_other] = Op::JumpIfZero(to.ops.len());
        self.node(other, to);
        to.ops[to_end] = Op::Jump(to.ops.len());
    }
}

impl Program {
    fn push(&mut self, op: Op, column: usize) {
        self.ops.push(op);
        self.columns.push(column);
    }

    fn truncate(&mut self, length: usize) {
        self.ops.truncate(length);
        self.columns.truncate(length);
    }

    /// Appends an operation on what was compiled since `start`, or its result when all that
    /// is constants and the operation can not fail.
    fn finish(&mut self, start: usize, operands: usize, op: Op, column: usize) {
        let values: Vec<i64> = self.ops[start..]
            .iter()
            .map_while(|op| match op {
                Op::Push(value) => Some(*value),
                _ => None,
            })
            .collect();
        let all = values.len() == operands && self.ops.len() - start == operands;
        match all.then(|| fold(&op, &values)).flatten() {
            Some(value) => {
                self.truncate(start);
                self.push(Op::Push(value), column);
            }
            None => self.push(op, column),
        }
    }
}

fn fold(op: &Op, values: &[i64]) -> Option<i64> {
    match (op, values) {
        (Op::Unary(operator), [value]) => Some(operator.apply(*value)),
        (Op::Binary(operator), [left, right]) => operator.apply(*left, *right),
        (Op::Bits(low, high), [value]) => Some(bits(*value, *low, *high)),
        (Op::In, [value, first, last]) => Some(i64::from((*first..=*last).contains(value))),
        (Op::Call(function), [first, rest @ ..]) => {
            function.pure(*first, rest.first().copied().unwrap_or(0))
        }
        _ => None,
    }
}

/// Bits `low..=high` of a value, both 0 to 63.
pub(super) fn bits(value: i64, low: u8, high: u8) -> i64 {
    let width = u32::from(high - low) + 1;
    let mask = if width >= 64 { -1 } else { (1 << width) - 1 };
    value >> low & mask
}
