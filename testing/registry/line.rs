//! The line grammar: words, quotes, brackets, key=value, keywords, rest arguments.

use super::fixture::{Known, check, refuse, registry, run};
use nescope::registry::codes;
use serde_json::json;

#[test]
fn words_fill_arguments_in_order() {
    check(
        "memory_read $0300 16 u8",
        json!({"address": 0x300, "length": 16, "as": "u8"}),
    );
}

#[test]
fn names_are_found_in_any_case() {
    check("MEMORY_Read 300", json!({"address": 0x300}));
    check("M 300", json!({"address": 0x300}));
}

#[test]
fn signs_are_aliases() {
    check("> $0300 1", json!({"address": 0x300, "bytes": [1]}));
    check("= 1 + 1", json!({"expression": "1 + 1"}));
    check("? echo", json!({"topic": "echo"}));
}

#[test]
fn keys_may_stand_anywhere_and_words_fill_what_is_left() {
    check(
        "m length=2 300 u8",
        json!({"address": 0x300, "length": 2, "as": "u8"}),
    );
    check("m 300 as=u8 7", json!({"length": 7, "as": "u8"}));
}

#[test]
fn a_key_ends_at_its_first_equals_sign() {
    check("b C000 if=scanline>=241", json!({"if": "scanline>=241"}));
    check("b C000 if=x==3", json!({"if": "x==3"}));
}

#[test]
fn a_second_equals_sign_makes_no_key() {
    check("p as==2", json!({"expression": "as==2"}));
}

#[test]
fn a_word_whose_key_is_no_argument_is_text() {
    check("help x=3", json!({"topic": "x=3"}));
    check("echo x=3", json!({"text": "x=3"}));
}

#[test]
fn an_unknown_key_is_refused_with_the_nearest_name() {
    refuse("m addres=5", codes::UNKNOWN_ARGUMENT, "address?");
    refuse(
        "m 300 16 u8 ram f.bin lenght=4",
        codes::UNKNOWN_ARGUMENT,
        "length?",
    );
}

#[test]
fn capitals_make_no_key() {
    refuse("f Frames=3", codes::BAD_VALUE, "frames");
}

#[test]
fn one_word_too_many_is_refused_with_the_usage() {
    let error = run("version now").expect_err("version takes nothing");
    assert_eq!(error.code, codes::UNKNOWN_ARGUMENT);
    assert_eq!(error.usage.as_deref(), Some("version"));
}

#[test]
fn an_argument_given_twice_is_refused() {
    refuse("m 300 address=301", codes::BAD_VALUE, "twice");
    refuse("m address=300 address=301", codes::BAD_VALUE, "twice");
}

#[test]
fn quotes_around_a_word_or_value_are_removed() {
    check(r#"help "two words""#, json!({"topic": "two words"}));
    check(r#"help topic="two words""#, json!({"topic": "two words"}));
    check(r#"help "say \"hi\"""#, json!({"topic": "say \"hi\""}));
}

#[test]
fn quotes_inside_a_word_stay() {
    check(r#"help a"b c"d"#, json!({"topic": "a\"b c\"d"}));
}

#[test]
fn a_quoted_word_is_no_key_no_keyword_no_boolean() {
    check(r#"help "topic=3""#, json!({"topic": "topic=3"}));
    check(r#"help "apropos""#, json!({"topic": "apropos"}));
    refuse(r#"b C000 "if""#, codes::BAD_VALUE, "kind");
}

#[test]
fn brackets_hold_blanks_and_quotes() {
    check(
        r#"batch ["m 300", "p [x] == 1"]"#,
        json!({"lines": ["m 300", "p [x] == 1"]}),
    );
    check(
        r#"command_run m {"address": "$10", "as": "u8"}"#,
        json!({"arguments": {"address": "$10", "as": "u8"}}),
    );
    check("help (a b)", json!({"topic": "(a b)"}));
}

#[test]
fn unclosed_quotes_and_brackets_are_named() {
    refuse("help \"abc", codes::BAD_VALUE, "quote is not closed");
    refuse("help [abc", codes::BAD_VALUE, "bracket [ is not closed");
    refuse("help [abc)", codes::BAD_VALUE, "bracket [ is closed by )");
}

#[test]
fn a_closing_bracket_alone_is_a_character() {
    check("help :)", json!({"topic": ":)"}));
}

#[test]
fn keywords_open_their_arguments() {
    check("b C000 after 3", json!({"hits": 3, "kind": "x"}));
    check(
        "b C000 w if [$10] == 3 && a",
        json!({"kind": "w", "if": "[$10] == 3 && a"}),
    );
    check("b C000 if x; y # z", json!({"if": "x; y # z"}));
}

#[test]
fn an_argument_with_a_keyword_is_not_filled_by_position() {
    refuse("b C000 w x==3", codes::BAD_VALUE, "dummy");
}

#[test]
fn a_keyword_without_value_is_refused() {
    refuse("b C000 if", codes::MISSING_ARGUMENT, "if");
    refuse("b C000 after", codes::MISSING_ARGUMENT, "after");
}

#[test]
fn a_rest_argument_is_verbatim() {
    check(
        "echo a \"b  c\" ; d #e x=1",
        json!({"text": "a \"b  c\" ; d #e x=1"}),
    );
    check("p [Lives]  <  3", json!({"expression": "[Lives]  <  3"}));
    check("echo [unclosed \"", json!({"text": "[unclosed \""}));
}

#[test]
fn keys_stand_before_a_rest_argument() {
    check(
        "p as=dec 1 as=hex",
        json!({"as": "dec", "expression": "1 as=hex"}),
    );
}

#[test]
fn booleans_count_bare_once_required_words_are_there() {
    check("f lag", json!({"lag": true, "frames": 1}));
    check("f 3 no_lag", json!({"lag": false, "frames": 3}));
    check("b C000 dummy", json!({"dummy": true}));
    refuse("b dummy", codes::BAD_VALUE, "at:");
}

#[test]
fn json_is_a_flag_of_every_command() {
    let registry = registry();
    let json = |line: &str| {
        registry
            .parse_line(line, &Known)
            .expect("the line reads")
            .json
    };
    assert!(json("version --json"));
    assert!(json("m --json 300"));
    assert!(json("echo --json a"));
    assert!(!json("echo a --json"));
    assert!(!json("version"));
}

#[test]
fn lists_are_words_with_commas_or_json() {
    check("breakpoint_remove 1,2,3", json!({"id": [1, 2, 3]}));
    check("breakpoint_remove [1,2]", json!({"id": [1, 2]}));
    check("breakpoint_remove 7", json!({"id": [7]}));
    check("breakpoint_remove ALL", json!({"id": "all"}));
    check(
        r#"batch a,"b,c",[d,e]"#,
        json!({"lines": ["a", "b,c", "[d,e]"]}),
    );
}

#[test]
fn unknown_commands_come_with_near_names() {
    refuse("memory_raed 300", codes::UNKNOWN_COMMAND, "memory_read");
    refuse("", codes::UNKNOWN_COMMAND, "no command");
}
