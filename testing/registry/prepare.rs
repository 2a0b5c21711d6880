//! Calls with JSON arguments: closed objects, required ones, defaults, the words form.

use super::fixture::{Known, call, check_call, refuse_call, registry};
use nescope::registry::codes;
use serde_json::{Value, json};

#[test]
fn defaults_are_filled_in_and_absent_ones_are_absent() {
    let found = call("memory_read", json!({"address": 1})).expect("a good call");
    assert_eq!(
        Value::Object(found),
        json!({"address": 1, "length": 64, "as": "hex"})
    );
}

#[test]
fn shared_arguments_keep_their_overrides() {
    check_call("run_frames", json!({}), json!({"timeout_ms": 500}));
}

#[test]
fn no_arguments_are_an_empty_object() {
    check_call("run_frames", Value::Null, json!({"frames": 1}));
}

#[test]
fn null_is_not_given() {
    check_call("run_frames", json!({"frames": null}), json!({"frames": 1}));
    refuse_call(
        "memory_read",
        json!({"address": null}),
        codes::MISSING_ARGUMENT,
        "address",
    );
}

#[test]
fn arguments_of_another_type_than_object_are_refused() {
    for arguments in [json!([]), json!("300"), json!(1), json!(true)] {
        refuse_call("memory_read", arguments, codes::BAD_VALUE, "object");
    }
}

#[test]
fn unknown_arguments_are_refused_with_name_and_usage() {
    refuse_call(
        "memory_read",
        json!({"address": 1, "lenght": 2}),
        codes::UNKNOWN_ARGUMENT,
        "length?",
    );
    let error = call("memory_read", json!({"address": 1, "x": 2})).expect_err("x is unknown");
    assert!(
        error
            .usage
            .is_some_and(|usage| usage.starts_with("memory_read <address>"))
    );
}

#[test]
fn argument_names_keep_their_case() {
    refuse_call(
        "memory_read",
        json!({"Address": 1}),
        codes::UNKNOWN_ARGUMENT,
        "address?",
    );
}

#[test]
fn missing_required_arguments_are_refused() {
    refuse_call("memory_read", json!({}), codes::MISSING_ARGUMENT, "address");
}

#[test]
fn the_words_form_is_a_line() {
    check_call(
        "m",
        json!({"args": ["$0300", "16"]}),
        json!({"address": 0x300, "length": 16}),
    );
    check_call(
        "m",
        json!({"args": ["300", "as=u8"]}),
        json!({"address": 0x300, "as": "u8"}),
    );
    check_call(
        "b",
        json!({"args": ["C000", "if", "x==3", "&&", "y"]}),
        json!({"if": "x==3 && y"}),
    );
    check_call("version", json!({"args": []}), json!({}));
}

#[test]
fn words_are_not_split_or_unquoted_again() {
    check_call(
        "help",
        json!({"args": ["two words"]}),
        json!({"topic": "two words"}),
    );
    check_call(
        "help",
        json!({"args": ["\"q\""]}),
        json!({"topic": "\"q\""}),
    );
    check_call(
        "help",
        json!({"args": ["topic=\"q\""]}),
        json!({"topic": "\"q\""}),
    );
}

#[test]
fn a_rest_argument_takes_the_remaining_words() {
    check_call(
        "echo",
        json!({"args": ["a", "b  c", "x=1", 5]}),
        json!({"text": "a b  c x=1 5"}),
    );
}

#[test]
fn numbers_among_words_are_their_value() {
    check_call(
        "m",
        json!({"args": [768, 16]}),
        json!({"address": 768, "length": 16}),
    );
}

#[test]
fn args_beside_other_keys_is_an_unknown_argument() {
    refuse_call(
        "m",
        json!({"args": ["300"], "length": 1}),
        codes::UNKNOWN_ARGUMENT,
        "args",
    );
    refuse_call("m", json!({"args": "300"}), codes::UNKNOWN_ARGUMENT, "args");
}

#[test]
fn too_many_words_are_refused() {
    refuse_call(
        "version",
        json!({"args": ["x"]}),
        codes::UNKNOWN_ARGUMENT,
        "no further word",
    );
}

#[test]
fn objects_may_be_text_of_json() {
    check_call(
        "command_run",
        json!({"name": "m", "arguments": "{\"address\":1}"}),
        json!({"arguments": {"address": 1}}),
    );
    refuse_call(
        "command_run",
        json!({"arguments": "[1]"}),
        codes::BAD_VALUE,
        "an object",
    );
    refuse_call(
        "command_run",
        json!({"arguments": "{"}),
        codes::BAD_VALUE,
        "not a JSON object",
    );
}

#[test]
fn canonical_arguments_are_their_own_canonical_form() {
    let cases = [
        (
            "memory_read",
            json!({"address": "prg:1C010", "length": "2"}),
        ),
        ("memory_fill", json!({"range": "1:C000..+10"})),
        ("run_frames", json!({"buttons": {"p1": "RA"}})),
        ("input_seq", json!({"script": "R*3 ."})),
        ("breakpoint_remove", json!({"id": "all"})),
        ("time_goto", json!({"pos": "f1@b2"})),
        ("set", json!({"name": "x", "value": "$10"})),
    ];
    for (name, arguments) in cases {
        let once = call(name, arguments).expect(name);
        let twice = call(name, Value::Object(once.clone())).expect(name);
        assert_eq!(once, twice, "{name}");
    }
}

#[test]
fn a_line_and_its_json_form_mean_the_same() {
    let registry = registry();
    let read = registry
        .parse_line("b C000 w dummy if x==3", &Known)
        .expect("a line");
    let from_line = call(&read.name, Value::Object(read.arguments)).expect("a call");
    let from_json = call(
        "breakpoint_add",
        json!({"at": "C000", "kind": "w", "dummy": true, "if": "x==3"}),
    );
    assert_eq!(Ok(from_line), from_json);
}

#[test]
fn replies_are_held_against_returns() {
    let registry = registry();
    let help = registry.find("help").expect("help").command;
    assert_eq!(registry.check_reply(help, &json!({"text": "x"})), Ok(()));
    assert!(
        registry
            .check_reply(help, &json!({"text": 1}))
            .is_err_and(|error| error.contains("/text"))
    );
    assert!(registry.check_reply(help, &json!([])).is_err());
    let read = registry.find("m").expect("memory_read").command;
    let reply = json!({"run": {"address": 1, "bytes": [1, "x"]}});
    assert!(
        registry
            .check_reply(read, &reply)
            .is_err_and(|error| error.contains("/run/bytes/1"))
    );
}
