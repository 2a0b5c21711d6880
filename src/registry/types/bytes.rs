//! Bytes: `$A9,0`, `"$A9 0"`, `[169, 0]` or one number.

use super::{
    BadValue,
    number::{check_count, whole},
    shown,
};
use crate::registry::spec::Argument;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Bytes in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ByteList(pub Vec<u8>);

impl std::ops::Deref for ByteList {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

/// Converts bytes arguments; `min` and `max` bound their number.
pub fn convert(argument: &Argument, value: &Value) -> Result<Value, BadValue> {
    let bytes: Vec<u8> = match value {
        Value::Array(items) => items.iter().map(byte).collect::<Result<_, _>>()?,
        Value::Number(_) => vec![byte(value)?],
        Value::String(text) => of_text(text)?,
        other => {
            return Err(BadValue::form(format!(
                "bytes expected, found {}",
                shown(other)
            )));
        }
    };
    check_count(argument, bytes.len() as u64, "bytes")?;
    Ok(Value::Array(bytes.into_iter().map(Value::from).collect()))
}

fn of_text(text: &str) -> Result<Vec<u8>, BadValue> {
    let text = text.trim();
    if text.starts_with('[') {
        let items: Vec<Value> = serde_json::from_str(text)
            .map_err(|error| BadValue::form(format!("not a JSON list: {error}")))?;
        return items.iter().map(byte).collect();
    }
    text.split(|c: char| c == ',' || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .map(|word| byte(&Value::String(word.to_string())))
        .collect()
}

fn byte(value: &Value) -> Result<u8, BadValue> {
    let number = whole(value).map_err(|error| match value {
        Value::String(text) => with_hint(error, text),
        _ => error,
    })?;
    u8::try_from(number)
        .map_err(|_| BadValue::range(format!("{number} is no byte; 0 to 255 expected")))
}

/// Digits of a byte that only lack the sign of hexadecimal.
fn with_hint(error: BadValue, text: &str) -> BadValue {
    let is_byte = (1..=2).contains(&text.len()) && text.chars().all(|c| c.is_ascii_hexdigit());
    match is_byte {
        true => BadValue::form(format!(
            "{}; bytes without $ are decimal: write ${text}",
            error.message
        )),
        false => error,
    }
}
