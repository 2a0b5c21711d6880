//! Published schemas: what clients accept.

use super::fixture::registry;
use serde_json::{Value, json};

fn input(name: &str) -> Value {
    let registry = registry();
    let command = registry.find(name).expect("a command").command;
    registry.input_schema(command)
}

/// MCP.md 2, tools/list: the form of a tool without arguments.
#[test]
fn no_arguments_are_a_closed_empty_object() {
    assert_eq!(
        input("version"),
        json!({"type": "object", "additionalProperties": false})
    );
}

#[test]
fn the_root_is_a_plain_closed_object() {
    let registry = registry();
    for command in registry.commands() {
        let schema = registry.input_schema(command);
        assert_eq!(schema["type"], "object", "{}", command.name);
        assert_eq!(schema["additionalProperties"], false, "{}", command.name);
        for key in ["oneOf", "anyOf", "allOf"] {
            assert!(schema.get(key).is_none(), "{}", command.name);
        }
        assert!(!schema.to_string().contains("$ref"), "{}", command.name);
    }
}

#[test]
fn required_arguments_and_order_are_published() {
    let schema = input("memory_read");
    assert_eq!(schema["required"], json!(["address"]));
    let names: Vec<&String> = schema["properties"]
        .as_object()
        .expect("properties")
        .keys()
        .collect();
    assert_eq!(names, ["address", "length", "as", "space", "path"]);
}

#[test]
fn integers_are_integers_and_addresses_may_be_text() {
    let schema = input("memory_read");
    assert_eq!(
        schema["properties"]["length"],
        json!({"type": "integer", "minimum": 1, "maximum": 65536, "description": "bytes", "default": 64})
    );
    assert_eq!(
        schema["properties"]["address"]["type"],
        json!(["string", "integer"])
    );
    assert_eq!(
        schema["properties"]["address"]["examples"],
        json!(["$0300"])
    );
    let value = &input("memory_fill")["properties"]["value"];
    assert_eq!(value["type"], json!(["string", "integer"]));
    assert_eq!(
        (&value["maximum"], &value["default"]),
        (&json!(255), &json!(0xEA))
    );
}

#[test]
fn arguments_for_persons_are_absent() {
    assert_eq!(
        input("dev_mode"),
        json!({"type": "object", "additionalProperties": false})
    );
}

#[test]
fn special_words_make_a_string_acceptable() {
    let id = &input("breakpoint_remove")["properties"]["id"];
    assert_eq!(id["type"], json!(["array", "string"]));
    assert!(
        id["description"]
            .as_str()
            .is_some_and(|text| text.contains("or all"))
    );
}

#[test]
fn arrays_say_what_is_in_them() {
    let registry = registry();
    for command in registry.commands() {
        let schema = registry.input_schema(command);
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let types = property["type"].to_string();
            if types.contains("array") {
                assert!(property.get("items").is_some(), "{} {name}", command.name);
            }
        }
    }
}

#[test]
fn every_schema_compiles() {
    let registry = registry();
    for command in registry.commands() {
        for schema in [
            registry.input_schema(command),
            registry.output_schema(command),
        ] {
            jsonschema::draft202012::meta::validate(&schema).expect(&command.name);
        }
    }
}

#[test]
fn shapes_are_put_in_place() {
    let registry = registry();
    let command = registry.find("memory_read").expect("memory_read").command;
    let run = &registry.output_schema(command)["properties"]["run"];
    assert_eq!(run["properties"]["bytes"]["type"], "array");
    assert_eq!(run["description"], "what was read");
}

#[test]
fn descriptions_begin_with_the_summary() {
    let registry = registry();
    let command = registry.find("memory_read").expect("memory_read").command;
    let text = registry.description(command);
    assert!(text.starts_with("Read bytes without side effects.\nAt most"));
}
