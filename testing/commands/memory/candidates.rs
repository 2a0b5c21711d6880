//! `memory_search`: the cheat finder.

use crate::commands::desk::Desk;
use serde_json::Value;

fn addresses(reply: &Value) -> Vec<String> {
    let rows = reply["candidates"].as_array().expect("a list");
    rows.iter()
        .map(|row| row["address"].as_str().expect("a text").to_string())
        .collect()
}

#[test]
fn a_number_is_found_by_how_it_changes() {
    let mut desk = Desk::new();
    desk.ok("w $0300 3,3,3,9");
    let begun = desk.ok("memory_search new 3");
    assert_eq!(addresses(&begun), ["ram:$0300", "ram:$0301", "ram:$0302"]);
    desk.ok("w $0300 2,4");
    let fell = desk.ok("memory_search dec");
    assert_eq!(addresses(&fell), ["ram:$0300"]);
    assert_eq!(fell["candidates"][0]["value"], 2);
    assert_eq!(fell["candidates"][0]["previous"], 3);
    let text = desk.text("srch");
    assert!(
        text.starts_with("1 candidate in ram wram (size 1), 1 step to undo"),
        "{text}"
    );
    assert_eq!(desk.ok("memory_search undo")["count"], 3);
    assert_eq!(addresses(&desk.ok("memory_search inc")), ["ram:$0301"]);
}

#[test]
fn every_test_keeps_what_it_says() {
    let cases = [
        ("eq 6", vec![6]),
        ("ne 6", vec![4, 5, 200]),
        ("lt 6", vec![4, 5]),
        ("gt 5", vec![6, 200]),
        ("inc", vec![6, 200]),
        ("dec", vec![4]),
        ("changed", vec![4, 6, 200]),
        ("same", vec![5]),
        ("by 1", vec![6]),
        ("by -1", vec![4]),
        ("by 195", vec![200]),
        ("by -61", vec![200]),
    ];
    for (op, left) in cases {
        let mut desk = Desk::new();
        desk.ok("w $0300 5,5,5,5");
        desk.ok("memory_search new 5");
        desk.ok("w $0300 4,5,6,200");
        let reply = desk.ok(&format!("memory_search {op}"));
        let values: Vec<_> = reply["candidates"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|row| row["value"].as_i64().expect("a number"))
            .collect();
        assert_eq!(values, left, "{op}");
    }
}

#[test]
fn mirrors_are_one_place() {
    let mut desk = Desk::new();
    desk.ok("memory_fill $0000..$07FF 0");
    desk.ok("w $0812 77");
    let found = desk.ok("memory_search new 77 spaces=ram");
    assert_eq!(addresses(&found), ["ram:$0012"]);
}

#[test]
fn wide_and_signed_numbers_are_little_endian() {
    let mut desk = Desk::new();
    desk.ok("w $0300 $E8,$03,$FE,$FF");
    let word = desk.ok("memory_search new 1000 size=2");
    assert_eq!(addresses(&word), ["ram:$0300"]);
    let signed = desk.ok("memory_search new -2 size=2 signed");
    assert_eq!(addresses(&signed), ["ram:$0302"]);
    assert_eq!(signed["candidates"][0]["value"], -2);
    let long = desk.ok("memory_search new $FFFE03E8 size=4");
    assert_eq!(addresses(&long), ["ram:$0300"]);
    assert_eq!(desk.code("memory_search new 70000 size=2"), "out_of_range");
    assert_eq!(desk.code("memory_search new size=3"), "bad_value");
    assert_eq!(desk.code("memory_search eq 1 size=2"), "bad_value");
}

#[test]
fn a_value_is_an_expression() {
    let mut desk = Desk::new();
    desk.ok("w $0300 40,42");
    let found = desk.ok("memory_search new \"[$0300] + 2\"");
    assert_eq!(addresses(&found), ["ram:$0301"]);
    assert_eq!(desk.code("memory_search new \"[\""), "bad_expression");
}

#[test]
fn nothing_can_be_narrowed_before_a_search_begins() {
    let mut desk = Desk::new();
    for op in ["list", "dec", "eq 3", "undo"] {
        assert_eq!(
            desk.code(&format!("memory_search {op}")),
            "not_found",
            "{op}"
        );
    }
    desk.ok("memory_search new");
    assert_eq!(desk.code("memory_search eq"), "missing_argument");
    assert_eq!(desk.code("memory_search undo"), "not_found");
    desk.ok("machine_load program.nes");
    assert_eq!(
        desk.code("memory_search same"),
        "not_found",
        "another cartridge"
    );
}

#[test]
fn long_lists_come_in_pages_and_steps_are_bounded() {
    let mut desk = Desk::new();
    let first = desk.ok("memory_search new spaces=ram");
    assert_eq!(first["count"], 2048);
    assert_eq!(first["candidates"].as_array().map(Vec::len), Some(50));
    assert_eq!(first["cursor"], 50);
    let last = desk.ok("memory_search cursor=2000");
    assert_eq!(last["candidates"].as_array().map(Vec::len), Some(48));
    assert_eq!(last.get("cursor"), None);
    for _ in 0..40 {
        desk.ok("memory_search same");
    }
    assert_eq!(desk.ok("memory_search")["steps"], 32);
}

#[test]
fn the_frame_counter_is_found_by_playing() {
    let mut desk = Desk::running();
    desk.ok("memory_search new spaces=ram");
    for _ in 0..3 {
        desk.ok("run_frames 1");
        desk.ok("memory_search by 1");
    }
    let found = desk.ok("memory_search");
    assert_eq!(
        addresses(&found),
        ["ram:$0010"],
        "frames = $10 in the program"
    );
}

#[test]
fn arguments_without_meaning_are_refused() {
    let mut desk = Desk::new();
    assert_eq!(desk.code("memory_search new -1"), "out_of_range");
    desk.ok("memory_search new -1 signed");
    desk.ok("memory_search new 3");
    for line in ["inc 5", "list 5", "list size=2", "undo signed", "same 1"] {
        assert_eq!(
            desk.code(&format!("memory_search {line}")),
            "bad_value",
            "{line}"
        );
    }
    assert_eq!(desk.code("memory_search lt -1"), "out_of_range");
    assert_eq!(desk.code("m $10 items=$20"), "bad_value");
    assert_eq!(
        desk.code("memory_find a9 file range=prg:0..+10"),
        "bad_value"
    );
    desk.ok("memory_find a9 range=prg:0..+10");
}
