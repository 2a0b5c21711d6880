//! The usage line of a command, and how types and values read in help.

use super::{
    aliases::bounds,
    spec::{Alias, Argument, Command, Kind},
    types::integer_bounds,
};
use serde_json::Value;

/// The usage line: `<required>`, `[optional=default]`, `[if <condition...>]`.
pub fn line(command: &Command) -> String {
    let mut text = command.name.clone();
    for argument in &command.arguments {
        text.push(' ');
        text.push_str(&piece(argument));
    }
    text
}

fn piece(argument: &Argument) -> String {
    let value = match &argument.keyword {
        Some(keyword) => format!("{keyword} <{}>", placeholder(argument)),
        None if argument.required => return format!("<{}>", placeholder(argument)),
        None => optional(argument),
    };
    if argument.required {
        value
    } else {
        format!("[{value}]")
    }
}

fn optional(argument: &Argument) -> String {
    let name = &argument.name;
    match (&argument.default, argument.kind) {
        _ if argument.rest => placeholder(argument),
        (_, Kind::Choice) => format!("{name}={}", argument.choices.join("|")),
        (Some(default), _) => format!("{name}={}", short(default)),
        (None, Kind::Boolean) => name.clone(),
        (None, _) => format!("{name}={}", sample(argument)),
    }
}

fn placeholder(argument: &Argument) -> String {
    match argument.kind {
        _ if argument.rest => format!("{}...", argument.name),
        Kind::Choice => format!("{}: {}", argument.name, argument.choices.join("|")),
        Kind::List | Kind::Bytes => format!("{},...", argument.name),
        _ => argument.name.clone(),
    }
}

fn sample(argument: &Argument) -> String {
    match &argument.example {
        Some(example) => example.clone(),
        None => argument.kind.name().to_string(),
    }
}

/// A value as one would type it.
pub fn short(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "[]".to_string(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(short).collect();
            items.join(",")
        }
        other => other.to_string(),
    }
}

/// The type with its range, as `integer 1 to 65536`.
pub fn type_of(argument: &Argument) -> String {
    let name = argument.kind.name();
    let mut text = match argument.kind {
        Kind::Integer => {
            let (low, high) = integer_bounds(argument);
            format!("{name} {low} to {high}")
        }
        Kind::Number => format!("{name} {}", real_bounds(argument)),
        Kind::Choice => argument.choices.join(" "),
        Kind::List => {
            let items = argument
                .items
                .as_ref()
                .map_or("any".into(), |items| type_of(items));
            format!("list of {items}{}", at_most(argument, ""))
        }
        Kind::Bytes | Kind::Range => format!("{name}{}", at_most(argument, " bytes")),
        Kind::Sequence => format!("{name}{}", at_most(argument, " frames")),
        Kind::Text | Kind::Expression | Kind::Path => {
            format!("{name}{}", at_most(argument, " characters"))
        }
        _ => name.to_string(),
    };
    for word in &argument.words {
        text.push_str(" or ");
        text.push_str(word);
    }
    text
}

fn real_bounds(argument: &Argument) -> String {
    match (&argument.min, &argument.max) {
        (Some(low), Some(high)) => format!("{low} to {high}"),
        _ => String::new(),
    }
}

fn at_most(argument: &Argument, unit: &str) -> String {
    match &argument.max {
        Some(most) => format!(", at most {most}{unit}"),
        None => String::new(),
    }
}

/// An alias and what it changes: `read_wram (space=ram, addr is address)`.
pub fn alias(alias: &Alias) -> String {
    let mut notes = Vec::new();
    for (key, value) in alias.preset.iter().chain(&alias.defaults) {
        notes.push(format!("{key}={}", short(value)));
    }
    for (key, target) in &alias.rename {
        let factor = alias.scale.get(key).map(|factor| format!("/{factor}"));
        notes.push(format!(
            "{key} is {}{}",
            short(target),
            factor.unwrap_or_default()
        ));
    }
    for (key, limit) in &alias.limit {
        if let Some((low, high)) = bounds(limit) {
            notes.push(format!("{key} {low} to {high}"));
        }
    }
    match notes.is_empty() {
        true => alias.name.clone(),
        false => format!("{} ({})", alias.name, notes.join(", ")),
    }
}
