//! From whatever arguments a caller sent to the canonical ones a handler gets.

use super::{
    aliases::Called,
    arguments,
    error::{CallError, codes},
    names::Names,
    schema,
    spec::Command,
    types,
};
use serde_json::{Map, Value};

/// The key of an object that is read as the words of a line.
pub const WORDS_KEY: &str = "args";

/// Canonical arguments: real names, converted, in range, defaults filled in.
pub fn canonical(
    called: Called<'_>,
    arguments: Value,
    names: &dyn Names,
) -> Result<Map<String, Value>, CallError> {
    let given = object(called, arguments)?;
    let mut resolved = called.resolve(given)?;
    let mut canonical = Map::new();
    for argument in &called.command.arguments {
        match resolved.remove(&argument.name) {
            Some(value) => {
                let value = types::convert(argument, value, names)
                    .and_then(|value| {
                        called.check_limit(argument, &value)?;
                        Ok(value)
                    })
                    .map_err(|error| error.into_error(&argument.name))?;
                canonical.insert(argument.name.clone(), value);
            }
            None if argument.required => return Err(missing(&argument.name)),
            None => {
                if let Some(default) = &argument.default {
                    canonical.insert(argument.name.clone(), default.clone());
                }
            }
        }
    }
    against_schema(called.command, canonical)
}

/// The arguments as an object; a missing one is empty, `{"args": [...]}` is words.
fn object(called: Called<'_>, arguments: Value) -> Result<Map<String, Value>, CallError> {
    let given = match arguments {
        Value::Null => return Ok(Map::new()),
        Value::Object(given) => given,
        _ => return Err(CallError::new(codes::BAD_VALUE, "arguments are an object")),
    };
    match given.get(WORDS_KEY) {
        Some(Value::Array(words)) if given.len() == 1 => {
            arguments::bind_words(called, words)?.finish()
        }
        _ => Ok(given),
    }
}

fn missing(name: &str) -> CallError {
    CallError::new(codes::MISSING_ARGUMENT, format!("{name} is missing"))
}

/// The last check: nothing reaches a handler that its schema does not allow.
fn against_schema(
    command: &Command,
    canonical: Map<String, Value>,
) -> Result<Map<String, Value>, CallError> {
    let canonical = Value::Object(canonical);
    command
        .input
        .check(&canonical, || schema::full_input(command))
        .map_err(|message| CallError::new(codes::BAD_VALUE, message))?;
    match canonical {
        Value::Object(canonical) => Ok(canonical),
        _ => Ok(Map::new()),
    }
}
