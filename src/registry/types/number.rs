//! Numbers as typed: `$C000`, `0xC000`, `%1010`, `#49152`, and unprefixed ones.

use super::{BadValue, shown};
use crate::registry::{
    error::excerpt,
    spec::{Argument, Kind},
};
use serde_json::{Number, Value};

/// How digits without a prefix are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unprefixed {
    /// Everywhere but in addresses and ranges.
    Decimal,
    /// In addresses and ranges.
    Hexadecimal,
}

/// Reads a number without sign.
pub fn parse(text: &str, unprefixed: Unprefixed) -> Result<u64, BadValue> {
    let (digits, radix) = prefix(text, unprefixed);
    let only_digits = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    if !only_digits {
        return Err(BadValue::form(format!(
            "\"{}\" is no number",
            excerpt(text)
        )));
    }
    u64::from_str_radix(digits, radix)
        .map_err(|_| BadValue::range(format!("{} is too large", excerpt(text))))
}

fn prefix(text: &str, unprefixed: Unprefixed) -> (&str, u32) {
    if let Some(digits) = text.strip_prefix('$') {
        return (digits, 16);
    }
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return (digits, 16);
    }
    if let Some(digits) = text.strip_prefix('%') {
        return (digits, 2);
    }
    if let Some(digits) = text.strip_prefix('#') {
        return (digits, 10);
    }
    match unprefixed {
        Unprefixed::Decimal => (text, 10),
        Unprefixed::Hexadecimal => (text, 16),
    }
}

/// Whether a text begins like a number that can be no label.
pub fn has_prefix(text: &str) -> bool {
    prefix(text, Unprefixed::Decimal).0.len() != text.len()
}

/// Reads a whole number with an optional sign.
pub fn parse_signed(text: &str) -> Result<i64, BadValue> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let size = parse(digits, Unprefixed::Decimal).map_err(|error| BadValue {
        message: error.message,
        ..error
    })?;
    let size = i64::try_from(size)
        .map_err(|_| BadValue::range(format!("{} is too large", excerpt(text))))?;
    Ok(if negative { -size } else { size })
}

/// A JSON value as a whole number: a number without fraction, or a text by the line's rule.
pub fn whole(value: &Value) -> Result<i64, BadValue> {
    match value {
        Value::String(text) => parse_signed(text.trim()),
        Value::Number(number) => whole_number(number),
        other => Err(BadValue::form(format!(
            "a whole number expected, found {}",
            shown(other)
        ))),
    }
}

fn whole_number(number: &Number) -> Result<i64, BadValue> {
    if let Some(whole) = number.as_i64() {
        return Ok(whole);
    }
    let real = number.as_f64().unwrap_or(f64::NAN);
    // Beyond 2^53 a float no longer names one whole number.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if real.abs() > EXACT {
        return Err(BadValue::range(format!("{number} is too large")));
    }
    if real.fract() != 0.0 {
        return Err(BadValue::form(format!(
            "a whole number expected, found {number}"
        )));
    }
    Ok(real as i64)
}

/// Converts byte, word and integer arguments.
pub fn convert_integer(argument: &Argument, value: &Value) -> Result<Value, BadValue> {
    let whole = whole(value)?;
    let (low, high) = integer_bounds(argument);
    if whole < low || whole > high {
        return Err(BadValue::range(format!(
            "{whole} is not in {low} to {high}"
        )));
    }
    Ok(Value::from(whole))
}

/// The least and greatest value of a byte, word or integer argument.
pub fn integer_bounds(argument: &Argument) -> (i64, i64) {
    let greatest = match argument.kind {
        Kind::Byte => 0xFF,
        Kind::Word => 0xFFFF,
        _ => i64::MAX,
    };
    let least = if greatest == i64::MAX { i64::MIN } else { 0 };
    (
        bound(&argument.min).unwrap_or(least),
        bound(&argument.max).unwrap_or(greatest),
    )
}

/// A bound of a spec as a whole number.
pub fn bound(number: &Option<Number>) -> Option<i64> {
    whole_number(number.as_ref()?).ok()
}

/// Converts number arguments; on a line a decimal fraction may stand for a number.
pub fn convert_number(argument: &Argument, value: &Value) -> Result<Value, BadValue> {
    let number = match value {
        Value::Number(number) => number.clone(),
        Value::String(text) => number_of_text(text.trim())?,
        other => {
            return Err(BadValue::form(format!(
                "a number expected, found {}",
                shown(other)
            )));
        }
    };
    let real = number.as_f64().unwrap_or(f64::NAN);
    let low = argument.min.as_ref().and_then(Number::as_f64);
    let high = argument.max.as_ref().and_then(Number::as_f64);
    if low.is_some_and(|low| real < low) || high.is_some_and(|high| real > high) {
        return Err(BadValue::range(format!(
            "{number} is not in {} to {}",
            low.unwrap_or(f64::NEG_INFINITY),
            high.unwrap_or(f64::INFINITY)
        )));
    }
    Ok(Value::Number(number))
}

fn number_of_text(text: &str) -> Result<Number, BadValue> {
    if let Ok(whole) = parse_signed(text) {
        return Ok(Number::from(whole));
    }
    let plain = text
        .chars()
        .all(|c| c.is_ascii_digit() || "+-.eE".contains(c));
    plain
        .then(|| text.parse::<f64>().ok())
        .flatten()
        .and_then(Number::from_f64)
        .ok_or_else(|| BadValue::form(format!("\"{}\" is no number", excerpt(text))))
}

/// Checks a count against `min` and `max` of its argument.
pub fn check_count(argument: &Argument, count: u64, what: &str) -> Result<(), BadValue> {
    let low = bound(&argument.min).unwrap_or(0);
    let high = bound(&argument.max).unwrap_or(i64::MAX);
    let count_signed = i64::try_from(count).unwrap_or(i64::MAX);
    if count_signed < low {
        return Err(BadValue::range(format!(
            "{count} {what}, at least {low} expected"
        )));
    }
    if count_signed > high {
        return Err(BadValue::range(format!(
            "{count} {what}, at most {high} allowed"
        )));
    }
    Ok(())
}
