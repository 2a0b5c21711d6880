//! While driving is off no way around the gate leads to anything but looking.

use super::rig::Rig;
use nescope::{
    hub::{Origin, Reply},
    registry::Effect,
};
use serde_json::{Value, json};
use std::fs;

/// Commands whose examples need a file of the user.
const FILES: [&str; 6] = [
    "memory_save kept $0000..+16",
    "memory_load game.nes $0300",
    "apu_wav kept frames=1",
    "test_run game.nes",
    "test_suite game.nes",
    "screen_shot kept",
];

/// Every line of the table that does more than look, and is not made of other lines.
fn lines() -> Vec<String> {
    let rig = Rig::empty();
    let registry = rig.hub.registry();
    let doing = registry
        .commands()
        .filter(|command| !matches!(command.effect, Effect::Observe | Effect::Inner));
    let examples = doing.flat_map(|command| {
        let lines = command.examples.iter().map(|example| example.line.clone());
        lines.collect::<Vec<_>>()
    });
    let switching = ["dev_mode 1", "dev_mode 0", "exit", "q", "mcp 1"].map(str::to_string);
    let files = FILES.map(str::to_string);
    let lines: Vec<String> = examples.chain(switching).chain(files).collect();
    assert!(lines.len() > 50, "only {} lines", lines.len());
    lines
}

#[track_caller]
fn refused(reply: &Reply, line: &str) {
    let code = reply.code();
    let expected = matches!(code, Some("driving_off" | "not_for_tools"));
    assert!(expected, "{line}: {code:?}");
}

#[track_caller]
fn all_refused(reply: &Reply, line: &str) {
    let replies = reply.result["results"].as_array().expect("inner replies");
    assert!(!replies.is_empty(), "{line}");
    for inner in replies {
        let code = inner["error"]["code"].as_str();
        let expected = matches!(code, Some("driving_off" | "not_for_tools"));
        assert!(expected, "{line}: {inner}");
    }
}

#[test]
fn what_does_more_than_look_is_refused_on_every_way() {
    let mut rig = Rig::with(false, false);
    let path = rig.path("game.nes");
    rig.ok(&format!("machine_load {path}"));
    rig.ok("state_save before_boss");
    rig.ok("run_frames 2");
    let lines = lines();
    for (number, line) in lines.iter().enumerate() {
        rig.ok(&format!("alias go_{number} {}", json!(line)));
    }
    let script = rig.path("script.txt");
    let before = format!("{:?}", rig.hub.session());
    for (number, line) in lines.iter().enumerate() {
        for reply in rig.hub.line(line, Origin::Mcp) {
            refused(&reply, line);
        }
        for reply in rig.hub.line(&format!("go_{number}"), Origin::Mcp) {
            refused(&reply, line);
        }
        refused(&rig.agent("command_run", json!({ "line": line })), line);
        let inner = json!({ "line": format!("go_{number}") });
        let nested = json!({ "name": "command_run", "arguments": inner });
        refused(&rig.agent("command_run", nested), line);
        all_refused(&rig.agent("batch", json!({ "lines": [line] })), line);
        fs::write(&script, line).expect("the folder can be written");
        all_refused(&rig.agent("script", json!({ "path": "script.txt" })), line);
        assert!(format!("{:?}", rig.hub.session()) == before, "{line}");
    }
    let out = fs::read_dir(rig.folder.join("out")).expect("it is there");
    assert_eq!(out.count(), 0, "no file was written");
}

#[test]
fn what_is_for_persons_stays_so_while_driving_is_on() {
    let mut rig = Rig::new();
    let lines = [
        "exit",
        "mcp",
        "mcp 1",
        "dev_mode 0",
        "console_history",
        r#"McpRequest {"jsonrpc":"2.0","id":1,"method":"ping"}"#,
    ];
    for line in lines {
        let reply = rig.agent("command_run", json!({ "line": line }));
        assert_eq!(reply.code(), Some("not_for_tools"), "{line}");
        let reply = rig.agent("batch", json!({ "lines": [line, "version"] }));
        assert_eq!(reply.result["results"][0]["error"]["code"], "not_for_tools");
        assert_eq!(reply.result["not_run"], 1);
    }
    assert!(rig.hub.driving());
}

#[test]
fn a_message_inside_a_message_is_an_agents() {
    let mut rig = Rig::new();
    let mut message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "command_run", "arguments": { "line": "exit" }, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {} } } });
    let reply = rig.ok(&format!("McpRequest {message}"));
    let text = reply["reply"]["result"]["content"][0]["text"].to_string();
    assert!(text.contains("not_for_tools"), "{reply}");
    message["params"]["arguments"]["line"] = Value::String(format!("McpRequest {message}"));
    let reply = rig.ok(&format!("McpRequest {message}"));
    let text = reply["reply"]["result"]["content"][0]["text"].to_string();
    assert!(text.contains("not_for_tools"), "{reply}");
}
