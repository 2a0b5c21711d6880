//! Parses one source line into a label and what follows it.

use super::{
    cursor::{Cursor, Failure},
    error::Problem,
    expression::{self, Expression},
    lexer::{self, Kind},
};

/// One source line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Statement {
    pub label: Option<(String, usize)>,
    pub body: Body,
    /// Column of the body's first word.
    pub column: usize,
}

/// What a line does.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Body {
    Nothing,
    /// `NAME = expression`
    Constant(String, Expression),
    /// `.name argument, ...`; `* = expression` is `.org`.
    Directive(String, Vec<Argument>),
    /// `mnemonic[.opcode] operand`
    Instruction(Instruction),
}

/// One argument of a directive.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Argument {
    Value(Expression, usize),
    Text(Vec<u8>, usize),
}

/// An instruction as written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Instruction {
    /// Upper case.
    pub mnemonic: String,
    /// The opcode byte that an explicit `.XX` asks for.
    pub opcode: Option<u8>,
    pub operand: Operand,
    pub operand_column: usize,
}

/// The shapes an operand can have.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Operand {
    None,
    Accumulator,
    Immediate(Expression),
    /// `(value,X)`
    IndirectX(Expression),
    /// `(value),Y`
    IndirectY(Expression),
    /// `(value)`
    Indirect(Expression),
    /// `value`, `value,X`, `value,Y`, with `z:` or `a:` before it.
    Memory {
        value: Expression,
        index: Option<char>,
        size: Option<Size>,
    },
}

/// A forced operand size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    ZeroPage,
    Absolute,
}

/// Parses one line.
pub(super) fn parse(line: &str) -> Result<Statement, Failure> {
    let tokens = lexer::tokens(line)?;
    let mut cursor = Cursor::new(&tokens);
    let label = label(&mut cursor)?;
    let column = cursor.column();
    let body = body(&mut cursor)?;
    cursor.expect_end()?;
    Ok(Statement {
        label,
        body,
        column,
    })
}

fn label(cursor: &mut Cursor) -> Result<Option<(String, usize)>, Failure> {
    if let (Kind::Name(name), true) = (cursor.kind(), cursor.is_ahead(1, ":")) {
        let label = (name.clone(), cursor.column());
        if name.starts_with('.') {
            return Err(cursor.unexpected("a label"));
        }
        cursor.advance();
        cursor.advance();
        return Ok(Some(label));
    }
    Ok(None)
}

fn body(cursor: &mut Cursor) -> Result<Body, Failure> {
    if cursor.is("*") && cursor.is_ahead(1, "=") {
        cursor.advance();
        cursor.advance();
        let column = cursor.column();
        let value = expression::parse(cursor)?;
        return Ok(Body::Directive(
            "org".into(),
            vec![Argument::Value(value, column)],
        ));
    }
    cursor.take("*"); // The disassembler's mark of an unofficial opcode.
    let Kind::Name(name) = cursor.kind() else {
        if cursor.at_end() {
            return Ok(Body::Nothing);
        }
        return Err(cursor.unexpected("an instruction"));
    };
    if cursor.is_ahead(1, "=") {
        cursor.advance();
        cursor.advance();
        return Ok(Body::Constant(name.clone(), expression::parse(cursor)?));
    }
    if let Some(directive) = name.strip_prefix('.') {
        cursor.advance();
        return Ok(Body::Directive(
            directive.to_ascii_lowercase(),
            arguments(cursor)?,
        ));
    }
    instruction(cursor, name)
}

fn arguments(cursor: &mut Cursor) -> Result<Vec<Argument>, Failure> {
    let mut arguments = Vec::new();
    if cursor.at_end() {
        return Ok(arguments);
    }
    loop {
        let column = cursor.column();
        if let Kind::Text(bytes) = cursor.kind() {
            arguments.push(Argument::Text(bytes.clone(), column));
            cursor.advance();
        } else {
            arguments.push(Argument::Value(expression::parse(cursor)?, column));
        }
        if !cursor.take(",") {
            return Ok(arguments);
        }
    }
}

fn instruction(cursor: &mut Cursor, word: &str) -> Result<Body, Failure> {
    let column = cursor.column();
    cursor.advance();
    let (mnemonic, opcode) = match word.split_once('.') {
        None => (word, None),
        Some((mnemonic, digits)) => match u8::from_str_radix(digits, 16) {
            Ok(opcode) if digits.len() == 2 => (mnemonic, Some(opcode)),
            _ => return Err((column, Problem::UnknownMnemonic(word.to_string()))),
        },
    };
    let operand_column = cursor.column();
    Ok(Body::Instruction(Instruction {
        mnemonic: mnemonic.to_ascii_uppercase(),
        opcode,
        operand: operand(cursor)?,
        operand_column,
    }))
}

fn operand(cursor: &mut Cursor) -> Result<Operand, Failure> {
    if cursor.at_end() {
        return Ok(Operand::None);
    }
    if cursor.take("#") {
        return Ok(Operand::Immediate(expression::parse(cursor)?));
    }
    if cursor.is_word("a") && *cursor.ahead(1) == Kind::End {
        cursor.advance();
        return Ok(Operand::Accumulator);
    }
    if cursor.is("(") {
        let start = cursor.position();
        if let Some(operand) = indirect(cursor)? {
            return Ok(operand);
        }
        cursor.return_to(start);
    }
    memory(cursor)
}

/// An operand in parentheses, or nothing when they only begin an expression like `(1+2)*3`.
fn indirect(cursor: &mut Cursor) -> Result<Option<Operand>, Failure> {
    cursor.expect("(")?;
    let value = expression::parse(cursor)?;
    if cursor.take(",") {
        if !cursor.take_word("x") {
            return Err(cursor.unexpected("X"));
        }
        cursor.expect(")")?;
        return Ok(Some(Operand::IndirectX(value)));
    }
    cursor.expect(")")?;
    if cursor.at_end() {
        return Ok(Some(Operand::Indirect(value)));
    }
    if cursor.take(",") {
        if !cursor.take_word("y") {
            return Err(cursor.unexpected("Y"));
        }
        return Ok(Some(Operand::IndirectY(value)));
    }
    Ok(None)
}

fn memory(cursor: &mut Cursor) -> Result<Operand, Failure> {
    let size = forced_size(cursor);
    let value = expression::parse(cursor)?;
    let mut index = None;
    if cursor.take(",") {
        index = if cursor.take_word("x") {
            Some('X')
        } else if cursor.take_word("y") {
            Some('Y')
        } else {
            return Err(cursor.unexpected("X or Y"));
        };
    }
    Ok(Operand::Memory { value, index, size })
}

fn forced_size(cursor: &mut Cursor) -> Option<Size> {
    if !cursor.is_ahead(1, ":") {
        return None;
    }
    let size = match cursor.is_word("z") {
        true => Size::ZeroPage,
        false if cursor.is_word("a") => Size::Absolute,
        false => return None,
    };
    cursor.advance();
    cursor.advance();
    Some(size)
}
