//! JSON Schemas of arguments and results, as tools publish them.
//!
//! The root is a plain closed object: clients refuse `oneOf`, `anyOf`, `allOf` there, and
//! some refuse `$ref` anywhere.

use super::{
    effect,
    spec::{Argument, Command, Kind},
    types::integer_bounds,
};
use serde_json::{Map, Number, Value, json};

/// The published input schema: arguments that only persons may give are absent.
pub fn input(command: &Command) -> Value {
    object_of(
        command
            .arguments
            .iter()
            .filter(|argument| !effect::is_internal(argument)),
    )
}

/// The input schema with all arguments, against which canonical arguments are checked.
pub fn full_input(command: &Command) -> Value {
    object_of(command.arguments.iter())
}

fn object_of<'a>(arguments: impl Iterator<Item = &'a Argument>) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for argument in arguments {
        properties.insert(argument.name.clone(), property(argument));
        if argument.required {
            required.push(Value::from(argument.name.clone()));
        }
    }
    let mut schema = Map::new();
    schema.insert("type".into(), "object".into());
    if !properties.is_empty() {
        schema.insert("properties".into(), properties.into());
    }
    if !required.is_empty() {
        schema.insert("required".into(), required.into());
    }
    schema.insert("additionalProperties".into(), false.into());
    Value::Object(schema)
}

/// The schema of one argument.
fn property(argument: &Argument) -> Value {
    let mut schema = of_type(argument);
    if !argument.words.is_empty() {
        also_string(&mut schema);
    }
    let description = description(argument);
    if !description.is_empty() {
        schema.insert("description".into(), description.into());
    }
    if let Some(default) = &argument.default {
        schema.insert("default".into(), default.clone());
    }
    if let Some(example) = &argument.example {
        schema.insert("examples".into(), json!([example]));
    }
    Value::Object(schema)
}

fn description(argument: &Argument) -> String {
    let mut text = argument.help.clone();
    if !argument.words.is_empty() {
        if !text.is_empty() {
            text.push_str("; ");
        }
        text.push_str("or ");
        text.push_str(&argument.words.join(", "));
    }
    text
}

fn of_type(argument: &Argument) -> Map<String, Value> {
    let schema = match argument.kind {
        Kind::Address => with_bounds(typed(json!(["string", "integer"])), argument),
        Kind::Byte | Kind::Word => numbers(json!(["string", "integer"]), argument),
        Kind::Integer => numbers(json!("integer"), argument),
        Kind::Number => with_bounds(typed(json!("number")), argument),
        Kind::Boolean => typed(json!("boolean")),
        Kind::Text | Kind::Expression | Kind::Path => text(argument),
        Kind::Choice => json!({ "type": "string", "enum": argument.choices }),
        Kind::Buttons => {
            json!({ "type": ["string", "array", "object"], "items": { "type": "string" } })
        }
        Kind::Sequence => {
            json!({ "type": ["string", "array"], "items": { "type": ["string", "object"] } })
        }
        Kind::Bytes => bytes(argument),
        Kind::Range => typed(json!(["string", "integer"])),
        Kind::Position => typed(json!("string")),
        Kind::List => list(argument),
        Kind::Object => argument
            .schema
            .clone()
            .unwrap_or_else(|| typed(json!("object"))),
        Kind::Any => typed(json!(["string", "number", "boolean"])),
    };
    match schema {
        Value::Object(schema) => schema,
        _ => Map::new(),
    }
}

fn typed(kind: Value) -> Value {
    json!({ "type": kind })
}

fn with_bounds(mut schema: Value, argument: &Argument) -> Value {
    set(&mut schema, "minimum", &argument.min);
    set(&mut schema, "maximum", &argument.max);
    schema
}

fn set(schema: &mut Value, key: &str, bound: &Option<Number>) {
    if let Some(bound) = bound {
        schema[key] = Value::Number(bound.clone());
    }
}

fn numbers(kind: Value, argument: &Argument) -> Value {
    let (low, high) = integer_bounds(argument);
    json!({ "type": kind, "minimum": low, "maximum": high })
}

fn text(argument: &Argument) -> Value {
    let mut schema = typed(json!("string"));
    set(&mut schema, "minLength", &argument.min);
    set(&mut schema, "maxLength", &argument.max);
    schema
}

fn bytes(argument: &Argument) -> Value {
    let mut schema = json!({
        "type": ["array", "string"],
        "items": { "type": ["integer", "string"], "minimum": 0, "maximum": 255 },
    });
    set(&mut schema, "minItems", &argument.min);
    set(&mut schema, "maxItems", &argument.max);
    schema
}

fn list(argument: &Argument) -> Value {
    let mut schema = typed(json!("array"));
    if let Some(items) = &argument.items {
        schema["items"] = property(items);
    }
    set(&mut schema, "minItems", &argument.min);
    set(&mut schema, "maxItems", &argument.max);
    schema
}

/// Lets a schema accept the special words of its argument too.
fn also_string(schema: &mut Map<String, Value>) {
    let types = match schema.get("type") {
        Some(Value::Array(types)) => types.clone(),
        Some(Value::String(one)) => vec![Value::from(one.as_str())],
        _ => return,
    };
    let mut types = types;
    if !types.iter().any(|kind| kind == "string") {
        types.push("string".into());
    }
    schema.insert("type".into(), types.into());
    // A word outside an enum would be refused by it.
    schema.remove("enum");
}
