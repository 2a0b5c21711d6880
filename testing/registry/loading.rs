//! Spec files that are refused, and specs added at run time.

use super::fixture::{FILES, Known, META, registry};
use nescope::registry::{Profile, Registry, SpecError};
use serde_json::{Value, json};

/// A file with one command.
fn file(name: &str, command: Value) -> String {
    json!({"info": {"group": "own", "title": "Own", "help": "Own commands."}, "commands": {name: command}}).to_string()
}

fn command() -> Value {
    json!({"summary": "Do it.", "effect": "observe", "returns": {"type": "object"}})
}

fn with(key: &str, value: Value) -> Value {
    let mut command = command();
    command[key] = value;
    command
}

fn with_argument(argument: Value) -> Value {
    with("args", json!([argument]))
}

/// Asserts that loading alone refuses a command, without the format's schema.
#[track_caller]
fn refuse(name: &str, command: Value, says: &str) {
    let text = file(name, command);
    let error = Registry::load(&[("own.json", &text)]).expect_err(name);
    assert!(error.to_string().contains(says), "{error}");
}

/// Asserts that the full check refuses a command.
#[track_caller]
fn refuse_added(name: &str, command: Value, says: &str) {
    let mut registry = registry();
    let error = registry
        .add("own.json", &file(name, command))
        .expect_err(name);
    assert!(error.to_string().contains(says), "{error}");
    assert!(
        registry.find("own_thing").is_none(),
        "a refused file changes nothing"
    );
}

#[test]
fn the_fixture_passes_the_full_check() {
    for (name, text) in FILES {
        Registry::check_format(name, text).expect(name);
    }
    registry().check_commands().expect("the fixture");
}

#[test]
fn a_command_added_at_run_time_is_everywhere() {
    let mut registry = registry();
    let before = registry.clone();
    let mut spec = with_argument(
        json!({"name": "count", "type": "integer", "min": 1, "max": 9, "help": "times"}),
    );
    spec["aliases"] = json!(["ot"]);
    spec["examples"] = json!([{"line": "ot 3", "why": "three times"}]);
    registry
        .add("own.json", &file("own_thing", spec))
        .expect("a good spec");

    assert!(
        registry
            .help(Some("own_thing"), false)
            .is_ok_and(|help| help.text.contains("times"))
    );
    assert!(
        registry
            .help(None, false)
            .is_ok_and(|help| help.text.contains("own_thing"))
    );
    assert_eq!(
        registry.complete("own_", 4, &Known).candidates[0].text,
        "own_thing"
    );
    let tools = registry.profile(&Profile::Full, true);
    assert!(tools.iter().any(|command| command.name == "own_thing"));
    assert!(registry.reference().contains("### own_thing"));
    assert!(registry.parse_line("ot 3", &Known).is_ok());
    assert!(before.find("own_thing").is_none());
}

#[test]
fn text_that_is_no_spec_file_is_refused() {
    for text in [
        "",
        "{",
        "[]",
        "null",
        "{}",
        "{\"info\":{}}",
        "{\"commands\":{}}",
    ] {
        let error = Registry::load(&[("x.json", text)]).expect_err(text);
        assert!(matches!(error, SpecError::File { .. }), "{error}");
        assert!(Registry::check_format("x.json", text).is_err(), "{text}");
    }
}

#[test]
fn unknown_keys_are_refused() {
    refuse("own_thing", with("efect", json!("run")), "efect");
    refuse(
        "own_thing",
        with_argument(json!({"name": "a", "type": "text", "help": "x", "deflaut": 1})),
        "deflaut",
    );
    refuse_added("own_thing", with("efect", json!("run")), "efect");
}

#[test]
fn names_follow_their_rule() {
    let long = "a".repeat(41);
    for name in ["Own_thing", "own thing", "", "own-thing", "ö", &long] {
        refuse(name, command(), "[a-z0-9_]{1,40}");
    }
    let text = file("McpRequest", command());
    assert!(Registry::load(&[("own.json", &text)]).is_ok());
}

#[test]
fn alias_names_follow_their_rule() {
    refuse("own_thing", with("aliases", json!(["a-b"])), "an alias is");
    refuse("own_thing", with("aliases", json!(["!"])), "an alias is");
    let text = file("own_thing", with("aliases", json!(["GetIt", ">"])));
    assert!(Registry::load(&[("own.json", &text)]).is_ok());
}

#[test]
fn names_that_differ_only_in_case_are_duplicates() {
    refuse(
        "own_thing",
        with("aliases", json!(["OWN_THING"])),
        "taken by own_thing",
    );
    refuse(
        "own_thing",
        with("aliases", json!(["Ot", "oT"])),
        "taken by own_thing",
    );
    refuse_added(
        "own_thing",
        with("aliases", json!(["MemDump"])),
        "taken by memory_read",
    );
}

#[test]
fn a_command_written_twice_in_one_file_is_a_duplicate() {
    let body = command().to_string();
    let text = format!(
        r#"{{"info":{{"group":"own","title":"O","help":"h"}},"commands":{{"a":{body},"a":{body}}}}}"#
    );
    assert!(Registry::load(&[("own.json", &text)]).is_err());
    assert!(Registry::load(&[("a.json", META), ("b.json", META)]).is_err());
}

#[test]
fn alias_targets_are_arguments() {
    let alias = |alias: Value| with("aliases", json!([alias]));
    refuse(
        "own_thing",
        alias(json!({"name": "x", "rename": {"a": "b"}})),
        "renames no argument",
    );
    refuse(
        "own_thing",
        alias(json!({"name": "x", "preset": {"a": 1}})),
        "no argument a",
    );
    refuse(
        "own_thing",
        alias(json!({"name": "x", "limit": {"a": [0, 1]}})),
        "limit of a",
    );
    refuse(
        "own_thing",
        alias(json!({"name": "x", "scale": {"a": 2}})),
        "scale of a",
    );
}

#[test]
fn alias_values_fit_their_arguments() {
    let with_alias = |alias: Value| {
        let mut command =
            with_argument(json!({"name": "n", "type": "integer", "min": 0, "max": 9, "help": "x"}));
        command["aliases"] = json!([alias]);
        command
    };
    refuse(
        "own_thing",
        with_alias(json!({"name": "x", "preset": {"n": 10}})),
        "0 to 9",
    );
    refuse(
        "own_thing",
        with_alias(json!({"name": "x", "limit": {"n": [5, 4]}})),
        "limit of n",
    );
    refuse(
        "own_thing",
        with_alias(json!({"name": "x", "limit": {"n": [5]}})),
        "limit of n",
    );
    refuse(
        "own_thing",
        with_alias(json!({"name": "x", "scale": {"n": 0}})),
        "scale of n",
    );
}

#[test]
fn every_count_has_a_maximum() {
    for kind in ["integer", "number"] {
        refuse(
            "own_thing",
            with_argument(json!({"name": "n", "type": kind, "min": 0, "help": "x"})),
            "max",
        );
        refuse(
            "own_thing",
            with_argument(json!({"name": "n", "type": kind, "max": 0, "help": "x"})),
            "min",
        );
    }
    for kind in ["bytes", "sequence"] {
        refuse(
            "own_thing",
            with_argument(json!({"name": "n", "type": kind, "help": "x"})),
            "max",
        );
        refuse_added(
            "own_thing",
            with_argument(json!({"name": "n", "type": kind, "help": "x"})),
            "args",
        );
    }
    refuse(
        "own_thing",
        with_argument(json!({"name": "n", "type": "integer", "min": 2, "max": 1, "help": "x"})),
        "above",
    );
}

#[test]
fn arguments_make_sense() {
    let text = |extra: Value| {
        let mut argument = json!({"name": "a", "type": "text", "help": "x"});
        for (key, value) in extra.as_object().expect("keys") {
            argument[key] = value.clone();
        }
        with_argument(argument)
    };
    refuse(
        "own_thing",
        text(json!({"required": true, "default": "x"})),
        "required",
    );
    refuse(
        "own_thing",
        text(json!({"raises": "internal", "default": "x"})),
        "internal",
    );
    refuse("own_thing", text(json!({"name": "args"})), "words form");
    refuse("own_thing", text(json!({"name": "A"})), "no argument name");
    refuse("own_thing", text(json!({"name": "1a"})), "no argument name");
    refuse(
        "own_thing",
        text(json!({"type": "byte", "rest": true})),
        "rest",
    );
    refuse("own_thing", text(json!({"choices": ["x"]})), "choices");
    refuse("own_thing", text(json!({"type": "choice"})), "choices");
    refuse(
        "own_thing",
        text(json!({"type": "list", "max": 2})),
        "items",
    );
    refuse(
        "own_thing",
        text(json!({"type": "byte", "default": 256})),
        "default of a",
    );
    let twice = json!([{"name": "a", "type": "text", "help": "x"}, {"name": "a", "type": "byte", "help": "x"}]);
    refuse("own_thing", with("args", twice), "two arguments a");
    let rests = json!([{"name": "a", "type": "text", "rest": true, "help": "x"}, {"name": "b", "type": "text", "rest": true, "help": "x"}]);
    refuse("own_thing", with("args", rests), "rest of the line");
}

#[test]
fn returns_is_a_plain_object() {
    for returns in [
        json!({"type": "array"}),
        json!({}),
        json!(true),
        json!({"type": "object", "oneOf": []}),
        json!({"type": "object", "$ref": "#/x"}),
    ] {
        refuse("own_thing", with("returns", returns), "returns is a plain");
    }
}

#[test]
fn result_schemas_are_checked_in_full_when_added() {
    refuse_added(
        "own_thing",
        with(
            "returns",
            json!({"type": "object", "properties": {"a": {"type": "strnig", "description": "x"}}}),
        ),
        "returns",
    );
    refuse_added(
        "own_thing",
        with(
            "returns",
            json!({"type": "object", "properties": {"a": {"type": "string"}}}),
        ),
        "returns.a has no description",
    );
    refuse_added(
        "own_thing",
        with(
            "returns",
            json!({"type": "object", "properties": {"a": {"type": "array", "description": "x",
        "items": {"type": "object", "properties": {"b": {"type": "string"}}}}}}),
        ),
        "returns.a[].b has no description",
    );
}

#[test]
fn examples_must_parse() {
    let example = |line: &str| with("examples", json!([{"line": line, "why": "x"}]));
    refuse_added("own_thing", example("own_thing 1"), "no further word");
    refuse_added("own_thing", example("version"), "is no call of own_thing");
    refuse_added(
        "own_thing",
        example("\"unclosed"),
        "is no call of own_thing",
    );
}

#[test]
fn shared_parts_must_exist_and_end() {
    refuse(
        "own_thing",
        with("args", json!([{"shared": "nothing"}])),
        "nothing",
    );
    refuse(
        "own_thing",
        with(
            "returns",
            json!({"type": "object", "properties": {"a": {"shape": "nothing"}}}),
        ),
        "nothing",
    );
    let endless = json!({"info": {"group": "own", "title": "O", "help": "h"},
        "shapes": {"a": {"type": "object", "properties": {"x": {"shape": "a"}, "y": {"shape": "a"}}}},
        "commands": {"own_thing": {"summary": "s", "effect": "observe", "returns": {"shape": "a"}}}});
    let error = Registry::load(&[("own.json", &endless.to_string())]).expect_err("endless");
    assert!(error.to_string().contains("deeply"), "{error}");
}

#[test]
fn shared_parts_of_one_file_serve_another() {
    let user = file(
        "own_thing",
        json!({"summary": "s", "effect": "run", "args": [{"shared": "timeout_ms"}], "returns": {"shape": "run"}}),
    );
    let both = [("own.json", user.as_str()), FILES[0]];
    let registry = Registry::load(&both).expect("order does not matter");
    let command = registry.find("own_thing").expect("own_thing").command;
    assert_eq!(command.arguments[0].name, "timeout_ms");
}

#[test]
fn the_format_describes_its_keys() {
    let format: Value = serde_json::from_str(nescope::registry::SPEC_SCHEMA).expect("JSON");
    jsonschema::draft202012::meta::validate(&format).expect("a JSON Schema");
    let command = &format["$defs"]["command"]["properties"];
    for (key, property) in command.as_object().expect("properties") {
        let described = property.get("description").is_some() || property.get("$ref").is_some();
        assert!(described, "{key}");
    }
}
