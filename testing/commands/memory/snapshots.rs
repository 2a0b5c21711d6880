//! `memory_snapshot`, `memory_diff`, and comparing with a snapshot.

use crate::commands::desk::Desk;
use serde_json::json;

#[test]
fn what_changed_since_a_snapshot_is_told_in_runs() {
    let mut desk = Desk::new();
    desk.ok("w $0300 1,2,3");
    let taken = desk.ok("memory_snapshot before");
    assert_eq!(taken["snapshots"][0]["name"], "before");
    desk.ok("w $0300 1,9,8");
    desk.ok("w oam:4 $77");
    let diff = desk.ok("memory_diff before");
    assert_eq!(diff["changed"], 3);
    let run = json!({"space": "ram", "offset": 0x301, "address": "ram:$0301",
        "length": 2, "old": [2, 3], "new": [9, 8]});
    assert_eq!(diff["runs"][0], run);
    let text = desk.text("memory_diff before spaces=ram");
    assert_eq!(
        text,
        "2 bytes changed from before to now (runs: 1)\nram:$0301  02 03 -> 09 08"
    );
}

#[test]
fn two_snapshots_are_compared_and_long_lists_come_in_pages() {
    let mut desk = Desk::new();
    desk.ok("memory_fill ram:0..$7FF 0");
    desk.ok("memory_snapshot a spaces=ram");
    desk.ok("memory_fill ram:0..$7FF 0,1");
    desk.ok("memory_snapshot b spaces=ram");
    desk.ok("memory_fill ram:0..$7FF 7");
    let page = desk.ok("memory_diff a b max=10 cursor=1000");
    assert_eq!(page["total"], 1024);
    assert_eq!(page["cursor"], 1010);
    assert_eq!(page["runs"][0]["offset"], 2001);
    let long = desk.ok("memory_diff a now");
    assert_eq!(long["runs"][0]["length"], 2048);
    assert_eq!(long["runs"][0]["new"].as_array().map(Vec::len), Some(16));
    assert!(desk.text("memory_diff a").contains("and 2032 more bytes"));
}

#[test]
fn a_range_is_compared_with_itself_in_a_snapshot() {
    let mut desk = Desk::new();
    desk.ok("w $0300 1,2,3");
    desk.ok("memory_snapshot before spaces=ram");
    desk.ok("w $0301 9");
    let differs = desk.ok("memory_compare $0B00..+3 snapshot=before");
    let run = json!({"address": 0xB01, "other": 0xB01, "a": [9], "b": [2]});
    assert_eq!(differs["runs"], json!([run]), "a mirror of $0300");
    assert_eq!(
        desk.code("memory_compare $C000..+3 snapshot=before"),
        "bad_value"
    );
    assert_eq!(desk.code("memory_compare $0300..+3"), "missing_argument");
    assert_eq!(
        desk.code("memory_compare $0300..+3 snapshot=b"),
        "not_found"
    );
}

#[test]
fn snapshots_are_named_forgotten_and_bounded() {
    let mut desk = Desk::new();
    assert_eq!(desk.code("memory_snapshot now"), "bad_value");
    assert_eq!(desk.code("memory_diff none"), "not_found");
    assert_eq!(desk.code("memory_snapshot remove"), "missing_argument");
    assert_eq!(desk.code("memory_snapshot s spaces=sram"), "out_of_range");
    for number in 0..32 {
        desk.ok(&format!("memory_snapshot s{number} spaces=oam"));
    }
    assert_eq!(desk.code("memory_snapshot s32 spaces=oam"), "limit");
    desk.ok("memory_snapshot s7 remove");
    desk.ok("memory_snapshot s32 spaces=oam");
    desk.ok("machine_load program.nes");
    assert_eq!(desk.ok("memory_snapshot")["snapshots"], json!([]));
}

#[test]
fn what_a_snapshot_does_not_hold_is_not_compared() {
    let mut desk = Desk::new();
    desk.ok("memory_snapshot a spaces=ram");
    desk.ok("memory_snapshot b spaces=oam");
    for line in [
        "memory_diff a spaces=oam",
        "memory_diff a b",
        "memory_diff now a spaces=oam",
    ] {
        let refused = desk.line(line);
        assert!(!refused.ok, "{line}");
        assert!(
            refused.text.contains("a does not hold oam; it holds ram"),
            "{}",
            refused.text
        );
    }
    assert_eq!(desk.ok("memory_diff a")["changed"], 0);
}
