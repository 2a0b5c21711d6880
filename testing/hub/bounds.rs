//! Everything that is counted has an end.

use super::rig::Rig;
use nescope::{
    commands::{MOST_INNER_BYTES, MOST_INNER_CALLS},
    hub::{Call, Origin},
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[test]
fn an_alias_that_names_itself_a_thousandfold_ends() {
    let mut rig = Rig::empty();
    rig.ok(r#"alias again "batch again,again,again,again,again,again,again,again never""#);
    let start = Instant::now();
    let reply = rig.line("again").remove(0);
    assert!(reply.text.contains("limit: commands inside one call"));
    assert!(reply.text.len() < MOST_INNER_BYTES);
    assert!(
        start.elapsed() < Duration::from_secs(30),
        "it took too long"
    );
}

#[test]
fn commands_inside_one_call_are_counted() {
    let mut rig = Rig::empty();
    let line = "version;".repeat(100);
    let lines = vec![line; MOST_INNER_CALLS / 100 + 1];
    let reply = rig.agent("batch", json!({ "lines": lines, "stop_on": "never" }));
    assert!(reply.ok);
    let results = reply.result["results"].as_array().expect("replies");
    assert_eq!(results.len(), MOST_INNER_CALLS + 1);
    assert_eq!(results.last().expect("one")["error"]["code"], "limit");
    let again = rig.agent("batch", json!({ "lines": ["version"] }));
    assert_eq!(again.result["failed"], 0, "the next call starts afresh");
}

#[test]
fn what_commands_inside_one_call_say_is_bounded() {
    let mut rig = Rig::new();
    let lines = vec!["memory_read $0000 65536"; 1000];
    let reply = rig.agent("batch", json!({ "lines": lines }));
    let results = reply.result["results"].as_array().expect("replies");
    assert!(results.len() < 200, "{}", results.len());
    assert_eq!(results.last().expect("one")["error"]["code"], "limit");
    assert!(reply.result["not_run"].as_u64() > Some(800));
}

#[test]
fn a_million_frames_end_at_the_timeout() {
    let mut rig = Rig::new();
    let start = Instant::now();
    let stop = rig.ok("run_frames 1000000 timeout_ms=300");
    assert_eq!(stop["reason"], "timeout");
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn long_sequences_are_taken_or_refused_whole() {
    let mut rig = Rig::new();
    let steps = |count: usize| ["R", "L"].repeat(count / 2);
    let reply = rig.agent("input_seq", json!({ "script": steps(50_000) }));
    assert_eq!(reply.result["steps"], 50_000, "{}", reply.text);
    rig.ok("input_clear");
    let reply = rig.agent("input_seq", json!({ "script": steps(100_000) }));
    assert_eq!(reply.code(), Some("out_of_range"));
    let reply = rig.agent("input_seq", json!({ "script": "R*1000001" }));
    assert_eq!(reply.code(), Some("out_of_range"));
    assert_eq!(rig.ok("run_frames")["reason"], "done");
}

#[test]
fn the_largest_replies_hold_to_their_declaration() {
    let mut rig = Rig::new();
    rig.ok("run_frames 2");
    for line in [
        "memory_read $0000 65536",
        "code_disassemble $8000 1000",
        "ppu_nametable all json",
        "ppu_patterns as=json",
        "memory_find 00 max=1000",
        "screen_shot scale=8",
    ] {
        rig.ok(line);
    }
    for line in [
        "memory_read $0000 65537",
        "code_disassemble $8000 1001",
        "memory_find 00 max=1001",
        "screen_shot scale=9",
        "run_frames 1000001",
        "run_step 10000001",
        "apu_level 3601",
    ] {
        assert_eq!(rig.code(line), "out_of_range", "{line}");
    }
}

/// Cancels a call after a moment and gives back how long it took altogether.
fn cancelled(name: &str, arguments: Value) -> (Option<String>, Duration) {
    let mut rig = Rig::new();
    let call = Call::new(name, arguments, Origin::Mcp);
    let cancel = call.cancel.clone();
    let start = Instant::now();
    let waiting = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        cancel.cancel();
    });
    let reply = rig.hub.call(call);
    waiting.join().expect("it only waits");
    let reason = reply.result["reason"].as_str().map(str::to_string);
    (reply.code().map(str::to_string).or(reason), start.elapsed())
}

#[test]
fn whatever_takes_long_is_cancelled_at_once() {
    for (name, arguments) in [
        ("run_frames", json!({ "frames": 1_000_000 })),
        (
            "run_step",
            json!({ "instructions": 10_000_000, "timeout_ms": 600_000 }),
        ),
        (
            "run_until",
            json!({ "until": "0", "max_frames": 1_000_000 }),
        ),
        (
            "run_dots",
            json!({ "dots": 1_000_000_000, "timeout_ms": 600_000 }),
        ),
        (
            "run_cycle",
            json!({ "cycles": 1_000_000_000, "timeout_ms": 600_000 }),
        ),
        ("run_to", json!({ "event": "irq", "max_frames": 1_000_000 })),
        ("apu_wav", json!({ "path": "long", "frames": 36_000 })),
        (
            "test_run",
            json!({ "rom": "game.nes", "max_frames": 1_000_000 }),
        ),
        ("test_suite", json!({ "manifest": "game.nes" })),
    ] {
        let (end, took) = cancelled(name, arguments);
        assert_eq!(end.as_deref(), Some("cancelled"), "{name}");
        assert!(took < Duration::from_secs(2), "{name} took {took:?}");
    }
}
