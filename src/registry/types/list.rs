//! Lists: `a,b,c`, a JSON array, or one element.

use super::{BadValue, convert as convert_item, number::check_count};
use crate::registry::{line, names::Names, spec::Argument};
use serde_json::Value;

/// Converts list arguments; `min` and `max` bound the number of elements.
pub fn convert(argument: &Argument, value: Value, names: &dyn Names) -> Result<Value, BadValue> {
    let item = argument
        .items
        .as_ref()
        .ok_or_else(|| BadValue::form("the spec names no items"))?;
    let elements = elements(value)?;
    check_count(argument, elements.len() as u64, "elements")?;
    let converted = elements
        .into_iter()
        .enumerate()
        .map(|(at, element)| {
            convert_item(item, element, names).map_err(|error| BadValue {
                message: format!("element {at}: {}", error.message),
                ..error
            })
        })
        .collect::<Result<Vec<Value>, BadValue>>()?;
    Ok(Value::Array(converted))
}

fn elements(value: Value) -> Result<Vec<Value>, BadValue> {
    let text = match value {
        Value::Array(items) => return Ok(items),
        Value::String(text) => text,
        other => return Ok(vec![other]),
    };
    let text = text.trim();
    if text.starts_with('[') {
        return serde_json::from_str(text)
            .map_err(|error| BadValue::form(format!("not a JSON list: {error}")));
    }
    if text.is_empty() {
        return Ok(Vec::new());
    }
    Ok(line::split_list(text)
        .into_iter()
        .map(Value::String)
        .collect())
}
