//! Numbers, booleans, texts and choices, from lines and from JSON.

use super::fixture::{check, check_call, refuse, refuse_call};
use nescope::registry::codes;
use serde_json::{Value, json};

#[test]
fn prefixes_say_the_radix() {
    check("f $10", json!({"frames": 16}));
    check("f 0x10", json!({"frames": 16}));
    check("f %101", json!({"frames": 5}));
    check("f #16", json!({"frames": 16}));
    check("f 16", json!({"frames": 16}));
}

#[test]
fn json_text_follows_the_same_rule() {
    check_call("run_frames", json!({"frames": "16"}), json!({"frames": 16}));
    check_call(
        "run_frames",
        json!({"frames": "$10"}),
        json!({"frames": 16}),
    );
    check_call("run_frames", json!({"frames": 16.0}), json!({"frames": 16}));
}

#[test]
fn fractions_are_no_whole_numbers() {
    refuse_call(
        "run_frames",
        json!({"frames": 1.5}),
        codes::BAD_VALUE,
        "whole",
    );
    refuse("f 1.5", codes::BAD_VALUE, "no number");
}

#[test]
fn counts_over_their_maximum_are_refused_not_cut() {
    refuse("f 1000001", codes::OUT_OF_RANGE, "1 to 1000000");
    refuse("f 0", codes::OUT_OF_RANGE, "1 to 1000000");
    refuse("m 300 70000", codes::OUT_OF_RANGE, "65536");
}

#[test]
fn numbers_beyond_64_bits_are_out_of_range() {
    refuse(
        "f 99999999999999999999999",
        codes::OUT_OF_RANGE,
        "too large",
    );
    refuse_call(
        "run_frames",
        json!({"frames": 1e300}),
        codes::OUT_OF_RANGE,
        "too large",
    );
    refuse_call(
        "run_frames",
        json!({"frames": u64::MAX}),
        codes::OUT_OF_RANGE,
        "",
    );
}

#[test]
fn no_digits_is_no_number() {
    for line in [
        "f $", "f 0x", "f %", "f #", "f -", "f $-1", "f +1", "f 1_000",
    ] {
        refuse(line, codes::BAD_VALUE, "no number");
    }
}

#[test]
fn negative_counts_are_out_of_range() {
    refuse("f -5", codes::OUT_OF_RANGE, "-5");
}

#[test]
fn bytes_have_eight_bits() {
    check("memory_fill 300 255", json!({"value": 255}));
    refuse("memory_fill 300 256", codes::OUT_OF_RANGE, "0 to 255");
    check("memory_fill 300", json!({"value": 0xEA}));
}

#[test]
fn real_numbers_have_bounds_too() {
    check("memory_fill 300 times=1.5", json!({"times": 1.5}));
    check("memory_fill 300 times=$2", json!({"times": 2}));
    refuse("memory_fill 300 times=8.5", codes::OUT_OF_RANGE, "0 to 8");
    refuse("memory_fill 300 times=nan", codes::BAD_VALUE, "no number");
    refuse("memory_fill 300 times=1e999", codes::BAD_VALUE, "no number");
}

#[test]
fn booleans_have_many_spellings() {
    for (word, truth) in [
        ("on", true),
        ("OFF", false),
        ("yes", true),
        ("0", false),
        ("1", true),
    ] {
        check(&format!("f lag={word}"), json!({"lag": truth}));
    }
    check_call("run_frames", json!({"lag": 0}), json!({"lag": false}));
    refuse("f lag=maybe", codes::BAD_VALUE, "true or false");
}

#[test]
fn choices_are_given_back_as_declared() {
    check("m 300 as=HEX", json!({"as": "hex"}));
    refuse("m 300 as=hexx", codes::BAD_VALUE, "hex?");
}

#[test]
fn texts_have_a_longest_length() {
    refuse(
        "m 300 space=12345678901234567",
        codes::OUT_OF_RANGE,
        "at most 16",
    );
    check(
        "m 300 space=1234567890123456",
        json!({"space": "1234567890123456"}),
    );
}

#[test]
fn a_number_stands_for_its_spelling_as_a_text() {
    check_call("set", json!({"name": 5, "value": 1}), json!({"name": "5"}));
}

#[test]
fn any_takes_numbers_booleans_and_texts() {
    check("set x 16", json!({"value": 16}));
    check("set x $10", json!({"value": 16}));
    check("set x true", json!({"value": true}));
    check("set x word", json!({"value": "word"}));
    check_call(
        "set",
        json!({"name": "x", "value": 1.5}),
        json!({"value": 1.5}),
    );
    refuse_call(
        "set",
        json!({"name": "x", "value": []}),
        codes::BAD_VALUE,
        "a list of 0",
    );
}

#[test]
fn byte_lists_have_four_spellings() {
    check("> 300 $A9,0", json!({"bytes": [0xA9, 0]}));
    check("> 300 \"$A9 0\"", json!({"bytes": [0xA9, 0]}));
    check("> 300 [169,\"$00\"]", json!({"bytes": [0xA9, 0]}));
    check_call(
        "memory_write",
        json!({"address": 0, "bytes": 7}),
        json!({"bytes": [7]}),
    );
    refuse("> 300 256", codes::OUT_OF_RANGE, "no byte");
    refuse("> 300 []", codes::OUT_OF_RANGE, "at least 1");
}

#[test]
fn elements_of_a_list_are_counted_and_named() {
    refuse(
        "breakpoint_remove 1,2,3,4,5,6,7,8,9",
        codes::OUT_OF_RANGE,
        "9 elements",
    );
    refuse("breakpoint_remove 1,x", codes::BAD_VALUE, "element 1");
    refuse(
        "breakpoint_remove 1,10000",
        codes::OUT_OF_RANGE,
        "element 1",
    );
}

#[test]
fn a_fraction_is_no_expression() {
    let given = |value: Value| json!({ "expression": value });
    check_call("p", given(json!(3)), given(json!("3")));
    check_call("p", given(json!(-3)), given(json!("-3")));
    check_call("p", given(json!(3.0)), given(json!("3")));
    for value in [json!(2.9), json!(-0.5), json!(1e-300)] {
        refuse_call("p", given(value), codes::BAD_VALUE, "integer");
    }
}

#[test]
fn hexadecimal_bytes_without_their_sign_are_told_apart() {
    refuse("> 300 41,FE", codes::BAD_VALUE, "write $FE");
    refuse("> 300 41,FEED", codes::BAD_VALUE, "no number");
}
