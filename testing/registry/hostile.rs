//! Whatever comes in, nothing panics, hangs or grows without bound.

use super::fixture::{FILES, Known, call, refuse_call, registry};
use nescope::registry::{Address, AddressRange, ButtonSet, NoNames, Position, Registry, codes};
use proptest::{collection::vec, prelude::*};
use serde_json::{Map, Value, json};
use std::time::{Duration, Instant};

/// Text that looks like lines.
fn line() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("memory_read "),
        Just("b "),
        Just("echo "),
        Just("batch "),
        Just("seq "),
        Just("; "),
        Just("\""),
        Just("\\"),
        Just("["),
        Just("]"),
        Just("{"),
        Just("}"),
        Just("("),
        Just(")"),
        Just("if "),
        Just("if="),
        Just("="),
        Just("=="),
        Just(" "),
        Just("#"),
        Just(","),
        Just("$0300 "),
        Just(".."),
        Just("+"),
        Just("prg:"),
        Just("::"),
        Just("`"),
        Just("é"),
        Just("\u{3000}"),
        Just("no_dummy "),
        Just("--json "),
        Just("\n"),
        Just("R*3"),
        Just("-"),
        Just("@"),
    ];
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        line().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            vec((key(), inner), 0..6)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("address"),
        Just("length"),
        Just("bytes"),
        Just("range"),
        Just("args"),
        Just("buttons"),
        Just("script"),
        Just("frames"),
        Just("p1"),
        Just("id"),
        Just("pos"),
        Just("lines"),
        Just("name"),
        Just("type"),
        Just("value"),
        Just("if"),
        Just("as"),
        Just(""),
    ]
    .prop_map(String::from)
}

fn command_name() -> impl Strategy<Value = String> {
    let names: Vec<String> = registry()
        .commands()
        .map(|command| command.name.clone())
        .collect();
    prop::sample::select(names)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_line_is_read_or_refused(text in prop_oneof![line(), "\\PC{0,80}"]) {
        let registry = registry();
        for piece in registry.split_lines(&text) {
            if let Ok(read) = registry.parse_line(&piece, &Known) {
                let _ = registry.prepare(&read.name, Value::Object(read.arguments), &Known);
            }
        }
        registry.split_script(&text);
        let _ = registry.help(Some(&text), true);
    }

    #[test]
    fn splitting_keeps_every_command_whole(text in line()) {
        let registry = registry();
        for piece in registry.split_lines(&text) {
            prop_assert_eq!(registry.split_lines(&piece), vec![piece]);
        }
    }

    #[test]
    fn any_cursor_completes(text in prop_oneof![line(), "\\PC{0,40}"], cursor in 0usize..100) {
        let found = registry().complete(&text, cursor, &Known);
        prop_assert!(found.start <= cursor.min(text.len()));
        prop_assert!(text.is_char_boundary(found.start));
    }

    #[test]
    fn any_arguments_are_taken_or_refused(name in command_name(), arguments in json_value()) {
        if let Ok(found) = call(&name, arguments) {
            let again = call(&name, Value::Object(found.clone()));
            prop_assert_eq!(again.as_ref(), Ok(&found));
        }
    }

    #[test]
    fn any_words_are_taken_or_refused(name in command_name(), words in vec(json_value(), 0..5)) {
        let _ = call(&name, json!({"args": words}));
    }

    #[test]
    fn any_object_with_known_keys_is_taken_or_refused(
        name in command_name(),
        entries in vec((key(), json_value()), 0..4),
    ) {
        let object: Map<String, Value> = entries.into_iter().collect();
        let _ = call(&name, Value::Object(object));
    }

    #[test]
    fn any_text_is_a_spec_file_or_refused(text in "\\PC{0,80}", value in json_value()) {
        let _ = Registry::load(&[("x.json", &text)]);
        let _ = Registry::load(&[("x.json", &value.to_string())]);
        let _ = registry().add("x.json", &value.to_string());
    }

    #[test]
    fn a_spec_file_with_a_hole_is_refused_or_read(at in any::<prop::sample::Index>(), value in json_value()) {
        let mut file: Value = serde_json::from_str(FILES[0].1).expect("the fixture");
        let places = places(&file, String::new());
        let place = at.get(&places);
        *file.pointer_mut(place).expect("a place of the file") = value;
        let mut registry = Registry::default();
        let _ = registry.add("x.json", &file.to_string());
        let _ = Registry::load(&[("x.json", &file.to_string())]);
    }

    #[test]
    fn a_cut_spec_file_is_refused(cut in 1usize..4000) {
        let text = FILES[0].1;
        let cut = cut.min(text.len() - 1);
        prop_assert!(Registry::load(&[("x.json", &text[..cut])]).is_err());
    }

    #[test]
    fn types_read_back_what_they_show(text in prop_oneof![line(), "[a-zA-Z0-9$.:+@*-]{0,16}"]) {
        if let Ok(address) = Address::parse(&text, &NoNames) {
            prop_assert_eq!(address.to_string().parse::<Address>(), Ok(address));
        }
        if let Ok(range) = AddressRange::parse(&text, &NoNames) {
            prop_assert_eq!(range.to_string().parse::<AddressRange>(), Ok(range));
        }
        if let Ok(position) = text.parse::<Position>() {
            prop_assert_eq!(position.to_string().parse::<Position>(), Ok(position));
        }
        if let Ok(set) = ButtonSet::parse(&text) {
            prop_assert_eq!(ButtonSet::parse(&set.to_string()), Ok(set));
        }
    }
}

/// Pointers to every value of a document.
fn places(value: &Value, at: String) -> Vec<String> {
    let mut found = vec![at.clone()];
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let key = key.replace('~', "~0").replace('/', "~1");
                found.extend(places(value, format!("{at}/{key}")));
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                found.extend(places(value, format!("{at}/{index}")));
            }
        }
        _ => {}
    }
    found
}

/// Ten million bytes.
const LONG: usize = 10_000_000;

/// Asserts that something large is done soon, even on a slow machine.
fn soon<T>(what: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = what();
    assert!(
        started.elapsed() < Duration::from_secs(10),
        "{:?}",
        started.elapsed()
    );
    result
}

#[test]
fn brackets_nest_so_deep_and_no_deeper() {
    let nested = |depth: usize| format!("help {}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(super::fixture::run(&nested(64)).is_ok());
    super::fixture::refuse(&nested(65), codes::OUT_OF_RANGE, "deeper than 64");
    soon(|| super::fixture::refuse(&nested(LONG / 2), codes::OUT_OF_RANGE, "deeper"));
    soon(|| registry().split_lines(&nested(LONG / 2)));
}

#[test]
fn nested_json_is_refused_not_followed() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    refuse_call(
        "batch",
        json!({"lines": deep}),
        codes::BAD_VALUE,
        "not a JSON list",
    );
    let deep = format!("{}1{}", "{\"a\":".repeat(1000), "}".repeat(1000));
    refuse_call(
        "command_run",
        json!({"arguments": deep}),
        codes::BAD_VALUE,
        "not a JSON object",
    );
}

#[test]
fn ten_megabytes_are_an_ordinary_refusal() {
    let long = "a".repeat(LONG);
    soon(|| {
        refuse_call(
            "help",
            json!({"topic": long.clone()}),
            codes::OUT_OF_RANGE,
            "at most",
        )
    });
    soon(|| {
        refuse_call(
            "m",
            json!({"address": long.clone()}),
            codes::OUT_OF_RANGE,
            "too large",
        )
    });
    soon(|| {
        refuse_call(
            "f",
            json!({"buttons": long.clone()}),
            codes::BAD_VALUE,
            "no button",
        )
    });
    soon(|| {
        refuse_call(
            "f",
            json!({"frames": "9".repeat(LONG)}),
            codes::OUT_OF_RANGE,
            "too large",
        )
    });
    soon(|| {
        refuse_call(
            "seq",
            json!({"script": "R ".repeat(LONG / 2)}),
            codes::OUT_OF_RANGE,
            "steps",
        )
    });
    soon(|| {
        refuse_call(
            "breakpoint_remove",
            json!({"id": ",".repeat(LONG)}),
            codes::OUT_OF_RANGE,
            "elements",
        )
    });
    soon(|| refuse_call(&long, json!({}), codes::UNKNOWN_COMMAND, "aaa..."));
    soon(|| {
        refuse_call(
            "m",
            json!({long.clone(): 1}),
            codes::UNKNOWN_ARGUMENT,
            "aaa...",
        )
    });
    soon(|| assert!(registry().help(Some(&long), false).is_err()));
}

#[test]
fn a_ten_megabyte_message_passes_where_the_spec_lets_it() {
    let long = "a".repeat(LONG);
    let found = soon(|| call("McpRequest", json!({"message": long})));
    assert!(found.is_ok());
}

#[test]
fn a_line_of_millions_of_words_is_refused_at_the_first_too_many() {
    let line = format!("m 300 {}", "1 ".repeat(LONG / 2));
    soon(|| super::fixture::refuse(&line, codes::UNKNOWN_ARGUMENT, "further word"));
    let commands = soon(|| registry().split_lines(&"f;".repeat(LONG / 20)));
    assert_eq!(commands.len(), LONG / 20);
}

#[test]
fn errors_stay_short() {
    let error = call("m", json!({"address": "x".repeat(LONG)})).expect_err("no address");
    assert!(error.message.len() < 400, "{}", error.message.len());
    let error = call("m", json!({"address": "\u{1b}[2J"})).expect_err("no address");
    assert!(!error.message.contains('\u{1b}'), "{}", error.message);
}
