//! Commands that call commands run in place, bounded in depth.

use super::rig::Rig;
use serde_json::json;

#[test]
fn inner_calls_run_in_order_on_the_same_machine() {
    let mut rig = Rig::new();
    let reply = rig.ok(r#"batch ["run_frames 2","run_step 3","machine_info"]"#);
    assert_eq!(reply["failed"], 0);
    let info = &reply["results"][2]["result"];
    assert_eq!(info["position"]["frame"], 2);
    assert_eq!(info["last_stop"]["executed"], 3);
}

#[test]
fn commands_within_commands_are_bounded_in_depth() {
    let mut rig = Rig::empty();
    rig.ok("alias deeper \"command_run line=deeper\"");
    let reply = rig.line("deeper").remove(0);
    assert_eq!(reply.code(), Some("limit"), "{}", reply.text);
}

#[test]
fn command_run_passes_result_and_failure_on() {
    let mut rig = Rig::new();
    let reply = rig.agent(
        "command_run",
        json!({ "name": "f", "arguments": { "frames": 2 } }),
    );
    assert_eq!(reply.result["command"], "run_frames");
    assert_eq!(reply.result["result"]["position"]["frame"], 2);
    let reply = rig.agent(
        "command_run",
        json!({ "line": "memory_read $0000 99999999" }),
    );
    assert_eq!(reply.code(), Some("out_of_range"));
    let reply = rig.agent("command_run", json!({ "line": "version; version" }));
    assert_eq!(reply.code(), Some("bad_value"));
}

#[test]
fn a_batch_ends_where_it_is_told_to() {
    let mut rig = Rig::new();
    let lines = r#"["run_until $0000 max_frames=1","bogus","version"]"#;
    let count = |rig: &mut Rig, stop_on: &str| {
        let reply = rig.ok(&format!("batch {lines} {stop_on}"));
        (
            reply["results"].as_array().map(Vec::len),
            reply["not_run"].as_u64(),
        )
    };
    assert_eq!(count(&mut rig, "stop"), (Some(1), Some(2)));
    assert_eq!(count(&mut rig, "error"), (Some(2), Some(1)));
    assert_eq!(count(&mut rig, "never"), (Some(3), Some(0)));
}

#[test]
fn observe_gives_each_layer_and_the_picture() {
    let mut rig = Rig::new();
    rig.ok("run_frames 2");
    let reply = rig.line("observe").remove(0);
    assert!(reply.ok, "{}", reply.text);
    for layer in ["cpu", "oam", "nametable", "frame"] {
        assert!(reply.result[layer].is_object(), "{layer}");
        assert!(
            reply.result[layer]["error"].is_null(),
            "{layer}: {}",
            reply.text
        );
    }
    assert_eq!(
        reply.attachments.last().map(|last| last.mime.as_str()),
        Some("image/png")
    );
    let reply = rig.ok("observe cpu");
    assert_eq!(reply.as_object().map(serde_json::Map::len), Some(1));
}

#[test]
fn the_first_exit_ends_a_batch() {
    let mut rig = Rig::new();
    let reply = rig
        .line(r#"batch ["exit 4","exit 5","version"] never"#)
        .remove(0);
    assert_eq!(reply.leaves(), Some(4));
    assert_eq!(reply.result["not_run"], 2);
    let reply = rig
        .line(r#"batch ["exit 256","echo exit"] never"#)
        .remove(0);
    assert_eq!(reply.leaves(), None, "{}", reply.text);
}
