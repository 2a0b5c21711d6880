//! Booleans, texts, choices, objects.

use super::{
    BadValue,
    number::{bound, parse_signed},
    shown,
};
use crate::registry::{
    error::excerpt,
    names::nearest,
    spec::{Argument, Kind},
};
use serde_json::Value;

/// Characters in a text whose spec says nothing else.
pub const LONGEST_TEXT: i64 = 1 << 20;

/// Characters in an expression or path whose spec says nothing else.
pub const LONGEST_EXPRESSION: i64 = 4096;

/// Converts boolean arguments: true/false, on/off, yes/no, 1/0.
pub fn convert_boolean(value: &Value) -> Result<Value, BadValue> {
    let truth = match value {
        Value::Bool(truth) => Some(*truth),
        Value::String(text) => truth_of(text.trim()),
        Value::Number(number) => truth_of(&number.to_string()),
        _ => None,
    };
    truth
        .map(Value::Bool)
        .ok_or_else(|| BadValue::form(format!("true or false expected, found {}", shown(value))))
}

fn truth_of(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" | "yes" | "1" => Some(true),
        "false" | "off" | "no" | "0" => Some(false),
        _ => None,
    }
}

/// Converts text, expression and path arguments; a number or boolean stands for its spelling.
pub fn convert_text(argument: &Argument, value: Value) -> Result<Value, BadValue> {
    let text = match value {
        Value::String(text) => text,
        // In an expression the point of 2.9 would select a bit.
        Value::Number(number) if argument.kind == Kind::Expression => whole(&number)?,
        Value::Number(number) => number.to_string(),
        Value::Bool(truth) => truth.to_string(),
        other => {
            return Err(BadValue::form(format!(
                "a text expected, found {}",
                shown(&other)
            )));
        }
    };
    check_length(argument, &text)?;
    if argument.kind == Kind::Path && text.contains('\0') {
        return Err(BadValue::form("a path has no NUL character"));
    }
    Ok(Value::String(text))
}

/// The spelling of a number without a fraction.
fn whole(number: &serde_json::Number) -> Result<String, BadValue> {
    match number.as_f64().is_some_and(|value| value.fract() == 0.0) {
        true => Ok(match (number.is_f64(), number.as_f64()) {
            (true, Some(value)) => format!("{value:.0}"),
            _ => number.to_string(),
        }),
        false => Err(BadValue::form(format!(
            "an integer or an expression as text expected, found {number}"
        ))),
    }
}

fn check_length(argument: &Argument, text: &str) -> Result<(), BadValue> {
    let (low, high) = length_bounds(argument);
    let length = text.chars().count() as i64;
    if length > high {
        return Err(BadValue::range(format!(
            "{length} characters, at most {high} allowed"
        )));
    }
    if length < low {
        return Err(BadValue::range(format!(
            "{length} characters, at least {low} expected"
        )));
    }
    Ok(())
}

/// The least and greatest length of a text in characters.
pub fn length_bounds(argument: &Argument) -> (i64, i64) {
    let usual = match argument.kind {
        Kind::Text | Kind::Any => LONGEST_TEXT,
        _ => LONGEST_EXPRESSION,
    };
    (
        bound(&argument.min).unwrap_or(0),
        bound(&argument.max).unwrap_or(usual),
    )
}

/// Converts choice arguments to the declared spelling.
pub fn convert_choice(argument: &Argument, value: &Value) -> Result<Value, BadValue> {
    let text = match value {
        Value::String(text) => text.trim().to_string(),
        Value::Number(number) => number.to_string(),
        Value::Bool(truth) => truth.to_string(),
        other => {
            return Err(BadValue::form(format!(
                "a word expected, found {}",
                shown(other)
            )));
        }
    };
    let found = argument
        .choices
        .iter()
        .find(|choice| choice.eq_ignore_ascii_case(&text));
    found
        .map(|choice| Value::String(choice.clone()))
        .ok_or_else(|| {
            let near = nearest(&text, argument.choices.iter().map(String::as_str), 1);
            let hint = near
                .first()
                .map(|name| format!("; {name}?"))
                .unwrap_or_default();
            let choices = argument.choices.join(" ");
            BadValue::form(format!("\"{}\" is none of {choices}{hint}", excerpt(&text)))
        })
}

/// Converts object arguments; on a line they are JSON.
pub fn convert_object(value: Value) -> Result<Value, BadValue> {
    let value = match value {
        Value::String(text) => serde_json::from_str(&text)
            .map_err(|error| BadValue::form(format!("not a JSON object: {error}")))?,
        other => other,
    };
    if value.is_object() {
        return Ok(value);
    }
    Err(BadValue::form(format!(
        "an object expected, found {}",
        shown(&value)
    )))
}

/// Converts arguments of any scalar type: a text that reads as a number or boolean is one.
pub fn convert_any(argument: &Argument, value: Value) -> Result<Value, BadValue> {
    match value {
        Value::String(text) => {
            if let Ok(whole) = parse_signed(text.trim()) {
                return Ok(Value::from(whole));
            }
            match text.as_str() {
                "true" => return Ok(Value::Bool(true)),
                "false" => return Ok(Value::Bool(false)),
                _ => {}
            }
            convert_text(argument, Value::String(text))
        }
        Value::Number(_) | Value::Bool(_) => Ok(value),
        other => Err(BadValue::form(format!(
            "a number, boolean or text expected, found {}",
            shown(&other)
        ))),
    }
}
