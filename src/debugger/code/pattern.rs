//! Instructions with wildcards.
//!
//! ```text
//! STA $2007          this operand, zero page or absolute
//! LDA #?             any value in this form
//! STA $20??,X        ? for one digit
//! JSR *              any operand at all
//! ST? PPUDATA        ? for one letter of the mnemonic; labels stand for their values
//! *NOP               unofficial instructions only, as the disassembler marks them
//! BNE reset+$17      a label and a distance
//! LDA #?; STA $2006  several that follow each other
//! ```

use crate::{
    debugger::disassembler::Instruction,
    nes::cpu::opcodes::{Mode, OPCODES, Opcode},
};
use thiserror::Error;

/// Most instructions of a pattern.
pub const MOST_STEPS: usize = 16;

/// Why a text is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PatternError {
    /// Nothing to look for, or too much.
    #[error("a pattern is 1 to {MOST_STEPS} instructions with ; between them")]
    Length,
    /// No mnemonic matches.
    #[error("no mnemonic matches \"{0}\"; ? stands for one letter, * for all")]
    Mnemonic(String),
    /// The operand is no value.
    #[error(
        "\"{0}\" is no operand; write a number such as $2007 with ? for digits, a label, ? or *"
    )]
    Operand(String),
}

/// The form of an operand, whatever its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    None,
    Accumulator,
    Immediate,
    Direct,
    IndexedX,
    IndexedY,
    Indirect,
    IndirectX,
    IndirectY,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operand {
    /// Any, even none.
    Any,
    /// A form, and the bits of its value that count.
    Of { form: Form, value: u16, mask: u16 },
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    /// Three characters, `?` for any.
    mnemonic: String,
    /// Whether only unofficial opcodes match.
    unofficial: bool,
    operand: Operand,
}

/// One or more instructions that follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodePattern {
    steps: Vec<Step>,
}

impl CodePattern {
    /// Reads a pattern; `lookup` gives the values of labels.
    ///
    /// # Errors
    /// See [`PatternError`].
    pub fn parse(
        text: &str,
        lookup: &dyn Fn(&str) -> Option<u16>,
    ) -> Result<CodePattern, PatternError> {
        let parts = text.split(';').map(str::trim);
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        if parts.is_empty() || parts.len() > MOST_STEPS {
            return Err(PatternError::Length);
        }
        let steps: Result<Vec<Step>, PatternError> =
            parts.iter().map(|part| parse_step(part, lookup)).collect();
        Ok(CodePattern { steps: steps? })
    }

    /// Instructions of the pattern.
    pub fn length(&self) -> usize {
        self.steps.len()
    }

    /// Whether the instruction can be the one at `index` of the pattern.
    pub fn matches(&self, index: usize, instruction: &Instruction) -> bool {
        self.steps[index].matches(instruction)
    }

    /// Whether any instruction with this opcode can begin a match.
    pub fn can_begin(&self, opcode: u8) -> bool {
        let row = &OPCODES[usize::from(opcode)];
        let step = &self.steps[0];
        step.names(row) && step.has_form(row.mode)
    }
}

impl Step {
    fn names(&self, row: &Opcode) -> bool {
        let mut pairs = self.mnemonic.chars().zip(row.mnemonic.chars());
        let same = pairs.all(|(wanted, found)| wanted == '?' || wanted == found);
        same && !(self.unofficial && row.official)
    }

    fn has_form(&self, mode: Mode) -> bool {
        match self.operand {
            Operand::Any => true,
            Operand::Of { form, .. } => form == form_of(mode),
        }
    }

    fn matches(&self, instruction: &Instruction) -> bool {
        let row = instruction.opcode();
        let has_value = match self.operand {
            Operand::Any => true,
            Operand::Of { value, mask, .. } => {
                instruction.operand().unwrap_or_default() & mask == value & mask
            }
        };
        has_value && self.names(row) && self.has_form(row.mode)
    }
}

fn parse_step(text: &str, lookup: &dyn Fn(&str) -> Option<u16>) -> Result<Step, PatternError> {
    let (mnemonic, operand) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (unofficial, mnemonic) = match mnemonic.strip_prefix('*') {
        Some("") => (false, "???".to_string()),
        Some(word) => (true, word.to_ascii_uppercase()),
        None => (false, mnemonic.to_ascii_uppercase()),
    };
    let step = Step {
        operand: parse_operand(operand.trim(), lookup)?,
        mnemonic,
        unofficial,
    };
    let known = OPCODES.iter().any(|row| step.names(row));
    match known && step.mnemonic.len() == 3 {
        true => Ok(step),
        false => Err(PatternError::Mnemonic(shortened(text))),
    }
}

fn parse_operand(
    text: &str,
    lookup: &dyn Fn(&str) -> Option<u16>,
) -> Result<Operand, PatternError> {
    let packed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if packed == "*" {
        return Ok(Operand::Any);
    }
    let (form, value) = split_form(&packed);
    if matches!(form, Form::None | Form::Accumulator) {
        return Ok(Operand::Of {
            form,
            value: 0,
            mask: 0,
        });
    }
    let (value, mask) =
        parse_value(value, lookup).ok_or_else(|| PatternError::Operand(shortened(text)))?;
    Ok(Operand::Of { form, value, mask })
}

/// The form that an operand is written in, and its value's text.
fn split_form(text: &str) -> (Form, &str) {
    let ends = |ending: &str| {
        let split = text.len().checked_sub(ending.len())?;
        let (start, end) = text.split_at_checked(split)?;
        end.eq_ignore_ascii_case(ending).then_some(start)
    };
    let within = |text: Option<&'_ str>| text.and_then(|text| text.strip_prefix('(')).is_some();
    if text.is_empty() {
        return (Form::None, text);
    }
    if text.eq_ignore_ascii_case("a") {
        return (Form::Accumulator, text);
    }
    if let Some(value) = text.strip_prefix('#') {
        return (Form::Immediate, value);
    }
    let endings = [
        (",x)", Form::IndirectX),
        ("),y", Form::IndirectY),
        (")", Form::Indirect),
    ];
    for (ending, form) in endings {
        if within(ends(ending)) {
            let start = ends(ending).unwrap_or_default();
            return (form, start.trim_start_matches('('));
        }
    }
    match (ends(",x"), ends(",y")) {
        (Some(start), _) => (Form::IndexedX, start),
        (_, Some(start)) => (Form::IndexedY, start),
        _ => (Form::Direct, text),
    }
}

/// A value and the bits of it that count.
fn parse_value(text: &str, lookup: &dyn Fn(&str) -> Option<u16>) -> Option<(u16, u16)> {
    if text == "?" || text == "*" {
        return Some((0, 0));
    }
    if let Some(digits) = text.strip_prefix('$').or_else(|| text.strip_prefix("0x")) {
        return parse_digits(digits);
    }
    let number = text.parse::<u16>().ok();
    number
        .or_else(|| lookup(text))
        .or_else(|| parse_distance(text, lookup))
        .map(|value| (value, u16::MAX))
}

/// A label and a distance behind it, `reset+$17`.
fn parse_distance(text: &str, lookup: &dyn Fn(&str) -> Option<u16>) -> Option<u16> {
    let (label, distance) = text.rsplit_once('+')?;
    let distance = match distance.strip_prefix('$') {
        Some(digits) => u16::from_str_radix(digits, 16).ok()?,
        None => distance.parse().ok()?,
    };
    lookup(label)?.checked_add(distance)
}

fn parse_digits(digits: &str) -> Option<(u16, u16)> {
    if digits.is_empty() || digits.len() > 4 {
        return None;
    }
    // The digits in front of those given have to be 0.
    let (mut value, mut mask) = (0_u16, u16::MAX);
    for digit in digits.chars() {
        let (bits, counts) = match digit {
            '?' => (0, 0),
            digit => (digit.to_digit(16)? as u16, 0xF),
        };
        value = value << 4 | bits;
        mask = mask << 4 | counts;
    }
    Some((value, mask))
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

fn form_of(mode: Mode) -> Form {
    match mode {
        Mode::Implied => Form::None,
        Mode::Accumulator => Form::Accumulator,
        Mode::Immediate => Form::Immediate,
        Mode::ZeroPage | Mode::Absolute | Mode::Relative => Form::Direct,
        Mode::ZeroPageX | Mode::AbsoluteX => Form::IndexedX,
        Mode::ZeroPageY | Mode::AbsoluteY => Form::IndexedY,
        Mode::Indirect => Form::Indirect,
        Mode::IndirectX => Form::IndirectX,
        Mode::IndirectY => Form::IndirectY,
    }
}
