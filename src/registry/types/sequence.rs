//! Buttons over time: steps apart by blanks or commas, `*n` after a step is frames.

use super::{
    BadValue,
    buttons::{self, Buttons},
    number::{self, Unprefixed},
    shown,
};
use crate::registry::{error::excerpt, spec::Argument};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// Buttons held for some frames.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What is held.
    pub buttons: Buttons,
    /// For how many frames, at least 1.
    pub frames: u32,
}

/// The most steps in one sequence.
const MOST_STEPS: usize = 65_536;

/// Converts sequence arguments; `max` is the greatest number of frames in all.
pub fn convert(argument: &Argument, value: &Value) -> Result<Value, BadValue> {
    let steps: Vec<Step> = match value {
        Value::String(text) => of_text(text)?,
        Value::Array(items) => of_items(items)?,
        other => {
            return Err(BadValue::form(format!(
                "a sequence expected, found {}",
                shown(other)
            )));
        }
    };
    if steps.len() > MOST_STEPS {
        return Err(BadValue::range(format!(
            "{} steps, at most {MOST_STEPS} allowed",
            steps.len()
        )));
    }
    let frames = steps.iter().map(|step| u64::from(step.frames)).sum();
    number::check_count(argument, frames, "frames")?;
    Ok(steps.iter().map(to_value).collect())
}

fn of_text(text: &str) -> Result<Vec<Step>, BadValue> {
    if text.trim_start().starts_with('[') {
        let items: Vec<Value> = serde_json::from_str(text)
            .map_err(|error| BadValue::form(format!("not a JSON list: {error}")))?;
        return of_items(&items);
    }
    text.split(|c: char| c == ',' || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .map(of_word)
        .collect()
}

fn of_items(items: &[Value]) -> Result<Vec<Step>, BadValue> {
    items
        .iter()
        .map(|item| match item {
            Value::String(text) => of_word(text),
            Value::Object(object) => of_object(object),
            other => Err(BadValue::form(format!(
                "a step expected, found {}",
                shown(other)
            ))),
        })
        .collect()
}

fn of_word(word: &str) -> Result<Step, BadValue> {
    let (held, frames) = match word.rsplit_once('*') {
        Some((held, frames)) => (held, number::parse(frames.trim(), Unprefixed::Decimal)?),
        None => (word, 1),
    };
    step(&Value::String(held.to_string()), frames, word)
}

fn of_object(object: &Map<String, Value>) -> Result<Step, BadValue> {
    if let Some(key) = object
        .keys()
        .find(|key| *key != "buttons" && *key != "frames")
    {
        return Err(BadValue::form(format!(
            "a step has buttons and frames, not {}",
            excerpt(key)
        )));
    }
    let held = object
        .get("buttons")
        .ok_or_else(|| BadValue::form("a step without buttons"))?;
    let frames = object.get("frames").map_or(Ok(1), number::whole)?;
    let frames =
        u64::try_from(frames).map_err(|_| BadValue::range(format!("{frames} frames in a step")))?;
    step(held, frames, "a step")
}

fn step(held: &Value, frames: u64, text: &str) -> Result<Step, BadValue> {
    let frames = u32::try_from(frames)
        .ok()
        .filter(|frames| *frames > 0)
        .ok_or_else(|| BadValue::range(format!("{frames} frames in {}", excerpt(text))))?;
    Ok(Step {
        buttons: buttons::of_value(held)?,
        frames,
    })
}

fn to_value(step: &Step) -> Value {
    json!({ "buttons": buttons::to_value(&step.buttons), "frames": step.frames })
}
