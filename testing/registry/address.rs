//! Addresses and ranges.

use super::fixture::{Known, check, check_call, refuse, refuse_call};
use nescope::registry::{Address, AddressRange, codes, types::BadValue};
use serde_json::json;

#[test]
fn digits_without_prefix_are_hexadecimal() {
    check("m 300", json!({"address": 0x300}));
    check("m C000", json!({"address": 0xC000}));
    check("m #768", json!({"address": 768}));
    check("m %11", json!({"address": 3}));
}

#[test]
fn a_label_of_that_spelling_wins() {
    check("m BEEF", json!({"address": 0x1234}));
    check("m $BEEF", json!({"address": 0xBEEF}));
}

#[test]
fn json_numbers_are_their_value() {
    check_call("m", json!({"address": 768}), json!({"address": 768}));
    check_call("m", json!({"address": "768"}), json!({"address": 0x768}));
}

#[test]
fn labels_take_offsets() {
    check("m Lives+1", json!({"address": 0x75B}));
    check("m Lives-$A", json!({"address": 0x750}));
    check("m Lives+10", json!({"address": 0x76A}));
    check("m \"Lives + 1\"", json!({"address": 0x75B}));
    check("m scope::inner+1", json!({"address": 0x21}));
    check("m \"`odd name`+1\"", json!({"address": 0x11}));
}

#[test]
fn offsets_stay_in_the_space() {
    refuse("m Lives-1000", codes::OUT_OF_RANGE, "leaves the space");
    refuse("m Lives+FFFF", codes::OUT_OF_RANGE, "$0000 to $FFFF");
}

#[test]
fn spaces_stand_before_a_colon() {
    check("m prg:$1C010", json!({"address": "prg:$1C010"}));
    check("m PRG:1C010", json!({"address": "prg:$1C010"}));
    check("m oam:4", json!({"address": "oam:$0004"}));
    check("m Song", json!({"address": "prg:$1C010"}));
    check("m prg:Song+1", json!({"address": "prg:$1C011"}));
}

#[test]
fn the_first_space_is_the_default_one() {
    check("m cpu:$C000", json!({"address": 0xC000}));
    check("m cpu:Lives", json!({"address": 0x75A}));
}

#[test]
fn a_label_of_another_space_is_refused() {
    refuse("m ram:Lives", codes::BAD_VALUE, "another space");
    refuse("m ppu:Song+1", codes::BAD_VALUE, "another space");
}

#[test]
fn unknown_spaces_are_refused_with_near_ones() {
    refuse("m prgg:0", codes::BAD_VALUE, "prg?");
    refuse("m zzz:0", codes::BAD_VALUE, "cpu ram prg");
}

#[test]
fn banks_are_hexadecimal_numbers_before_a_colon() {
    check("m 1F:C123", json!({"address": "1F:$C123"}));
    check("m 5:Lives", json!({"address": "05:$075A"}));
    refuse("m 5:Song", codes::BAD_VALUE, "space of its own");
}

#[test]
fn addresses_without_space_have_sixteen_bits() {
    refuse("m 10000", codes::OUT_OF_RANGE, "$0000 to $FFFF");
    refuse_call("m", json!({"address": 65536}), codes::OUT_OF_RANGE, "");
    refuse_call(
        "m",
        json!({"address": -1}),
        codes::OUT_OF_RANGE,
        "no address",
    );
    refuse("m prg:1FFFFFFFF", codes::OUT_OF_RANGE, "too large");
}

#[test]
fn what_is_no_address_is_said_so() {
    refuse("m Lifes", codes::BAD_VALUE, "no label; Lives?");
    for line in [
        "m \"\"", "m +", "m -1", "m prg:", "m :", "m ``", "m $G", "m a+",
    ] {
        refuse(line, codes::BAD_VALUE, "");
    }
}

#[test]
fn ranges_include_their_end() {
    check("memory_fill 300..30F", json!({"range": "$0300..$030F"}));
    check("memory_fill $0300..+10", json!({"range": "$0300..$030F"}));
    check("memory_fill 300", json!({"range": "$0300"}));
    check("memory_fill Lives..Level", json!({"range": "$075A..$075F"}));
    check(
        "memory_fill prg:10..20",
        json!({"range": "prg:$0010..$0020"}),
    );
    check(
        "memory_fill prg:10..prg:20",
        json!({"range": "prg:$0010..$0020"}),
    );
    check(
        "memory_fill 1:C000..C00F",
        json!({"range": "01:$C000..$C00F"}),
    );
    check_call(
        "memory_fill",
        json!({"range": 768}),
        json!({"range": "$0300"}),
    );
}

#[test]
fn ranges_are_bounded_and_ordered() {
    refuse("memory_fill 0..1000", codes::OUT_OF_RANGE, "at most 4096");
    refuse("memory_fill 10..F", codes::OUT_OF_RANGE, "before");
    refuse("memory_fill 10..+0", codes::OUT_OF_RANGE, "at least one");
    refuse("memory_fill FFFF..+2", codes::OUT_OF_RANGE, "leaves");
    refuse(
        "memory_fill prg:0..ppu:1",
        codes::BAD_VALUE,
        "different spaces",
    );
    refuse(
        "memory_fill prg:FFFFFFFF..+2",
        codes::OUT_OF_RANGE,
        "leaves",
    );
}

#[test]
fn handlers_get_addresses_back() {
    let plain: Address = serde_json::from_value(json!(768)).expect("a number");
    assert_eq!(plain, Address::plain(768));
    let spaced: Address = serde_json::from_value(json!("prg:$1C010")).expect("a text");
    assert_eq!(spaced, Address::in_space("prg", 0x1C010));
    assert_eq!(json!(spaced), json!("prg:$1C010"));
    assert_eq!(json!(plain), json!(768));
    assert_eq!(plain.to_string(), "$0300");
}

#[test]
fn canonical_texts_read_back_as_themselves() {
    for text in ["$0300", "prg:$1C010", "1F:$C123"] {
        let address = Address::parse(text, &Known).expect("canonical");
        assert_eq!(address.to_string(), text);
    }
    for text in [
        "$0300..$030F",
        "$0300",
        "prg:$0000..$FFFF",
        "01:$C000..$C00F",
    ] {
        let range: Result<AddressRange, BadValue> = text.parse();
        assert_eq!(range.expect("canonical").to_string(), text);
    }
}

#[test]
fn a_range_knows_its_last_address() {
    let range: AddressRange = "$10..$1F".parse().expect("a range");
    assert_eq!(
        (range.start.value, range.length, range.last()),
        (0x10, 16, 0x1F)
    );
}
