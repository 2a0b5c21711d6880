//! Aliases that fix, start out, rename, scale and narrow arguments.

use super::fixture::{check, check_call, refuse, refuse_call, registry};
use nescope::registry::codes;
use serde_json::json;

#[test]
fn renamed_arguments_reach_the_real_ones() {
    check(
        "read_wram addr=10 len=2",
        json!({"address": 0x10, "length": 2, "space": "ram"}),
    );
    check_call(
        "read_wram",
        json!({"addr": 16, "len": 2}),
        json!({"address": 16, "length": 2}),
    );
    check("b pc=C000", json!({"at": "$C000"}));
}

#[test]
fn real_names_still_count_under_an_alias() {
    check("read_wram address=10", json!({"address": 0x10}));
}

#[test]
fn a_renamed_argument_is_given_once() {
    refuse("read_wram addr=10 address=11", codes::BAD_VALUE, "twice");
    refuse_call(
        "read_wram",
        json!({"addr": 1, "address": 2}),
        codes::BAD_VALUE,
        "twice",
    );
}

#[test]
fn names_of_one_alias_are_unknown_to_others() {
    refuse_call(
        "memory_read",
        json!({"addr": 1}),
        codes::UNKNOWN_ARGUMENT,
        "address?",
    );
}

#[test]
fn a_preset_can_not_be_given() {
    refuse("write_ram 10 1 space=prg", codes::UNKNOWN_ARGUMENT, "fixed");
    refuse_call(
        "write_ram",
        json!({"address": 1, "bytes": [1], "space": "prg"}),
        codes::UNKNOWN_ARGUMENT,
        "fixed",
    );
}

#[test]
fn words_skip_what_is_preset() {
    check("wipe 300", json!({"range": "$0300", "value": 0}));
    refuse("wipe 300 1 2", codes::UNKNOWN_ARGUMENT, "no further word");
}

#[test]
fn alias_defaults_may_be_changed() {
    check("memdump 300", json!({"as": "markdown", "length": 64}));
    check("memdump 300 as=hex", json!({"as": "hex"}));
}

#[test]
fn scaled_arguments_are_multiplied() {
    check("memdump 300 lines=2", json!({"length": 32}));
    check("memdump 300 2", json!({"length": 32}));
    check_call(
        "memdump",
        json!({"address": 0, "lines": "2"}),
        json!({"length": 32}),
    );
    check("memdump 300 length=2", json!({"length": 2}));
}

#[test]
fn scaled_values_keep_to_the_range() {
    refuse("memdump 300 lines=5000", codes::OUT_OF_RANGE, "65536");
    refuse(
        "memdump 300 lines=9223372036854775807",
        codes::OUT_OF_RANGE,
        "too large",
    );
    refuse("memdump 300 lines=x", codes::BAD_VALUE, "no number");
}

#[test]
fn limits_narrow_addresses() {
    check("write_ram 7FF 1", json!({"address": 0x7FF, "space": "ram"}));
    refuse("write_ram 800 1", codes::OUT_OF_RANGE, "limit of write_ram");
    refuse("write_ram prg:0 1", codes::OUT_OF_RANGE, "limit");
    refuse("write_ram 1:0 1", codes::OUT_OF_RANGE, "limit");
    check("write_ram ram:5 1", json!({"address": "ram:$0005"}));
}

#[test]
fn limits_narrow_both_ends_of_ranges() {
    check("wipe 0..7FF", json!({"range": "$0000..$07FF"}));
    refuse("wipe 7FF..800", codes::OUT_OF_RANGE, "limit of wipe");
    refuse("wipe prg:0", codes::OUT_OF_RANGE, "limit of wipe");
}

#[test]
fn an_alias_is_found_with_its_command() {
    let registry = registry();
    let found = registry.find("Read_Wram").expect("an alias");
    assert_eq!(found.command.name, "memory_read");
    assert_eq!(
        found.alias.map(|alias| alias.name.as_str()),
        Some("read_wram")
    );
    assert!(
        registry
            .find("memory_read")
            .is_some_and(|found| found.alias.is_none())
    );
}
