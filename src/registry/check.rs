//! The full check of spec files: against `specs/schema.json`, result schemas and examples.
//!
//! Built-in specs are checked by a test, files added at run time when they are added, so
//! that start-up compiles no validator.

use super::{
    Command, Names, Registry, SPEC_SCHEMA, SpecError,
    line::next_word,
    types::Address,
    validate::{LazyValidator, compile},
};
use serde_json::Value;

static FORMAT: LazyValidator = LazyValidator::new();

/// Checks the text of a file against the format.
pub fn format(file: &str, text: &str) -> Result<(), SpecError> {
    let refuse = |problem: String| SpecError::File {
        file: file.to_string(),
        problem,
    };
    let value: Value = serde_json::from_str(text).map_err(|error| refuse(error.to_string()))?;
    FORMAT
        .check(&value, || {
            serde_json::from_str(SPEC_SCHEMA).unwrap_or(Value::Bool(false))
        })
        .map_err(refuse)
}

/// Checks commands that were read: result schemas, descriptions, examples.
pub fn commands<'a>(
    file: &str,
    registry: &Registry,
    commands: impl Iterator<Item = &'a Command>,
) -> Result<(), SpecError> {
    for command in commands {
        one(registry, command).map_err(|problem| SpecError::Command {
            file: file.to_string(),
            command: command.name.clone(),
            problem,
        })?;
    }
    Ok(())
}

fn one(registry: &Registry, command: &Command) -> Result<(), String> {
    compile(&command.returns).map_err(|error| format!("returns: {error}"))?;
    described(&command.returns, "returns")?;
    for example in &command.examples {
        check_example(registry, command, &example.line)
            .map_err(|problem| format!("example \"{}\": {problem}", example.line))?;
    }
    Ok(())
}

/// Every property of a result says what it is.
fn described(schema: &Value, place: &str) -> Result<(), String> {
    if schema.get("$ref").is_some() {
        return Err(format!("{place}: a published schema has no $ref"));
    }
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        let place = format!("{place}.{name}");
        let constant = property.get("const").is_some();
        if !constant
            && property
                .get("description")
                .and_then(Value::as_str)
                .is_none()
        {
            return Err(format!("{place} has no description"));
        }
        described(property, &place)?;
    }
    match schema.get("items") {
        Some(items) => described(items, &format!("{place}[]")),
        None => Ok(()),
    }
}

/// An example is a call of its own command, under any name, and its arguments are accepted.
fn check_example(registry: &Registry, command: &Command, line: &str) -> Result<(), String> {
    let found = next_word(line, 0).and_then(|(word, _)| registry.find(&word.text()));
    if found.is_none_or(|found| found.command.name != command.name) {
        return Err(format!("is no call of {}", command.name));
    }
    let mut attached = registry.clone();
    if let Some(need) = &command.group.needs {
        attached.attach(need, true);
    }
    let invocation = attached
        .parse_line(line, &AnyLabel)
        .map_err(|error| error.message)?;
    attached
        .prepare(
            &invocation.name,
            Value::Object(invocation.arguments),
            &AnyLabel,
        )
        .map(|_| ())
        .map_err(|error| error.message)
}

/// Examples may name labels; what they stand for does not matter here.
struct AnyLabel;

impl Names for AnyLabel {
    fn label(&self, name: &str) -> Option<Address> {
        let starts = name.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '@');
        let is_number = name.bytes().all(|byte| byte.is_ascii_hexdigit());
        let fits = name
            .chars()
            .all(|c| c.is_alphanumeric() || "_@:.".contains(c));
        (starts && fits && !is_number).then(|| Address::plain(0))
    }
}
