//! The adapter on the real hub: specs become tools, and calls reach the machine.

use super::stage::{Stage, hub};
use nescope::{
    commands::{CommandError, Raw},
    hub::{Context, Origin},
    mcp::instructions,
    registry::Profile,
};
use serde_json::{Value, json};
use std::{
    thread,
    time::{Duration, Instant},
};

fn code(reply: &Value) -> &str {
    reply["result"]["_meta"]["nescope/error"]["code"]
        .as_str()
        .unwrap_or("no error")
}

fn has(list: &[Value], name: &str) -> bool {
    list.iter().any(|tool| tool["name"] == name)
}

#[test]
fn every_tool_of_the_table_is_one_that_all_clients_accept() {
    for tool in Stage::new().modern_list() {
        let name = tool["name"].as_str().expect("a name");
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        assert!(name.len() <= 40 && name.bytes().all(allowed), "{name}");
        for schema in [&tool["inputSchema"], &tool["outputSchema"]] {
            assert_eq!(schema["type"], "object", "{name}");
            for key in ["oneOf", "anyOf", "allOf", "$ref"] {
                assert_eq!(schema.get(key), None, "{name}: {key} at the root");
            }
        }
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{name}");
        for hint in [
            "readOnlyHint",
            "destructiveHint",
            "idempotentHint",
            "openWorldHint",
        ] {
            assert!(tool["annotations"][hint].is_boolean(), "{name}: {hint}");
        }
        assert_eq!(tool["annotations"]["openWorldHint"], false, "{name}");
        let description = tool["description"].as_str().expect("a description");
        assert!(
            (10..=4096).contains(&description.len()),
            "{name}: {description}"
        );
    }
}

#[test]
fn what_is_for_persons_is_never_a_tool() {
    let stage = Stage::new();
    let list = stage.modern_list();
    for name in ["McpRequest", "mcp", "exit"] {
        assert!(!has(&list, name), "{name}");
        let reply = stage.call(name, &json!({}));
        assert_eq!(reply["error"]["message"], format!("Unknown tool: {name}"));
    }
}

#[test]
fn loading_a_cartridge_changes_the_handshake_list_and_tells() {
    let stage = Stage::new();
    stage.open();
    let (before, modern) = (stage.handshake_list(), stage.modern_list());
    assert!(has(&before, "machine_load") && !has(&before, "run_frames"));
    assert!(has(&modern, "run_frames"));
    assert_eq!(code(&stage.call("run_frames", &json!({}))), "no_rom");

    let reply = stage.call("load", &json!({"path": "game.nes"}));
    assert_eq!(reply["result"]["isError"], false, "{reply:#}");
    let changed = json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"});
    assert_eq!(stage.heard.take(), std::slice::from_ref(&changed));
    assert!(has(&stage.handshake_list(), "run_frames"));
    assert_eq!(stage.modern_list(), modern);

    stage.call("machine_close", &json!({}));
    assert_eq!(stage.heard.take(), [changed]);
    assert_eq!(stage.handshake_list(), before);
}

#[test]
fn dev_mode_reports_to_tools_and_is_switched_by_persons() {
    let stage = Stage::new();
    let listen = json!({"notifications": {"toolsListChanged": true}});
    stage.send(
        &json!({"jsonrpc": "2.0", "id": "l", "method": "subscriptions/listen", "params": {
            "notifications": listen["notifications"],
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
            }
        }}),
    );
    stage.heard.take();
    let reply = stage.call("dev_mode", &json!({}));
    assert_eq!(
        reply["result"]["structuredContent"],
        json!({"driving": true})
    );
    assert_eq!(
        code(&stage.call("dev_mode", &json!({"on": 0}))),
        "not_for_tools"
    );
    let definition = stage.modern_list();
    let definition = definition.iter().find(|tool| tool["name"] == "dev_mode");
    assert_eq!(
        definition.expect("a tool")["inputSchema"]["properties"],
        Value::Null
    );

    stage.console("dev_mode 0");
    assert_eq!(stage.heard.take().len(), 1);
    let list = stage.modern_list();
    assert!(!has(&list, "run_frames") && has(&list, "machine_info") && has(&list, "dev_mode"));
    let reply = stage.call("run_frames", &json!({}));
    assert_eq!(reply["error"]["message"], "Unknown tool: run_frames");
    stage.console("dev_mode 0");
    assert_eq!(stage.heard.take(), Vec::<Value>::new());
    stage.console("dev_mode 1");
    assert_eq!(stage.heard.take().len(), 1);
}

#[test]
fn bad_arguments_are_tool_errors_that_name_field_and_usage() {
    let stage = Stage::new();
    stage.console("machine_load game.nes");
    for (arguments, wanted) in [
        (json!({"frame": 1}), "unknown_argument"),
        (json!({"frames": 1_000_000_000}), "out_of_range"),
        (json!({"frames": "many"}), "bad_value"),
    ] {
        let reply = stage.call("run_frames", &arguments);
        assert_eq!(reply["result"]["isError"], true, "{reply:#}");
        assert_eq!(code(&reply), wanted);
        let text = reply["result"]["content"][0]["text"]
            .as_str()
            .expect("text");
        assert!(
            text.contains("frame") && text.contains("usage: run_frames"),
            "{text}"
        );
    }
    let reply = stage.call("run_frames", &json!({"args": ["2"]}));
    assert_eq!(reply["result"]["isError"], false, "{reply:#}");
    assert_eq!(
        reply["result"]["structuredContent"]["position"]["frame"], 2,
        "{reply:#}"
    );
}

#[test]
fn a_long_run_reports_progress_and_is_cancelled_within_a_frame() {
    let stage = Stage::new();
    stage.console("machine_load game.nes");
    let message = json!({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {
        "name": "run_frames", "arguments": {"frames": 36000, "timeout_ms": 60000},
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "progressToken": 9
        }
    }});
    let reply = thread::scope(|scope| {
        let call = scope.spawn(|| stage.send(&message));
        let mut notices = Vec::new();
        while notices.is_empty() {
            thread::sleep(Duration::from_millis(1));
            notices = stage.heard.take();
            assert!(!call.is_finished(), "finished without progress");
        }
        assert_eq!(notices[0]["params"]["progressToken"], 9);
        stage.send(&json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 5}
        }));
        call.join().expect("the call ends")
    });
    assert_eq!(reply, None);
    let reply = stage.call("run_reason", &json!({}));
    assert_eq!(
        reply["result"]["structuredContent"]["reason"], "cancelled",
        "{reply:#}"
    );
}

#[test]
fn a_live_machine_that_stops_by_itself_is_told_in_the_log() {
    let stage = Stage::new();
    stage.open();
    stage.console("machine_load game.nes");
    stage.call("machine_resume", &json!({"max_frames": 2}));
    stage.heard.take();
    let start = Instant::now();
    let mut heard = Vec::new();
    while heard.is_empty() {
        assert!(start.elapsed() < Duration::from_secs(10), "nothing came");
        thread::sleep(Duration::from_millis(5));
        heard = stage.heard.take();
    }
    assert_eq!(heard[0]["method"], "notifications/message");
    assert_eq!(heard[0]["params"]["logger"], "run");
    let queued = stage.call("messages", &json!({}));
    assert!(
        queued["result"]["content"][0]["text"]
            .to_string()
            .contains("run"),
        "{queued:#}"
    );
}

const BAD_SPEC: &str = r#"{
  "info": { "group": "trial", "title": "Trial", "help": "Commands of a test" },
  "commands": { "trial_panic": {
    "summary": "Fail inside", "effect": "change", "args": [],
    "returns": { "type": "object", "description": "nothing", "properties": {}, "additionalProperties": false },
    "examples": [{ "line": "trial_panic", "why": "see it fail" }]
  } }
}"#;

#[test]
fn a_command_added_at_run_time_is_a_tool_and_its_panic_is_contained() {
    let mut hub = hub();
    let panic = |_: &mut Context<'_>,
                 _: serde_json::Map<String, Value>|
     -> Result<Raw, CommandError> { panic!("a defect") };
    hub.add("trial.json", BAD_SPEC, |bindings| {
        bindings.bind("trial_panic", panic)
    })
    .expect("the spec holds to the format");
    hub.line("machine_load game.nes; run_frames 3", Origin::Console);
    let stage = Stage::on(hub, Profile::Full);
    assert!(has(&stage.modern_list(), "trial_panic"));
    let before = stage.call("machine_info", &json!({}));
    let reply = stage.call("trial_panic", &json!({}));
    assert_eq!(
        (code(&reply), &reply["result"]["isError"]),
        ("internal", &json!(true))
    );
    let after = stage.call("machine_info", &json!({}));
    assert_eq!(
        before["result"]["structuredContent"],
        after["result"]["structuredContent"]
    );
}

#[test]
fn a_profile_narrows_the_list_and_not_what_can_be_called() {
    let stage = Stage::on(hub(), Profile::Groups(vec!["mcp".into()]));
    let names = stage.modern_list();
    assert_eq!(names.len(), 1);
    assert!(has(&names, "dev_mode"));
    assert_eq!(
        stage.call("machine_info", &json!({}))["result"]["isError"],
        false
    );
    let core = Stage::on(hub(), Profile::Core).modern_list();
    assert!(core.len() <= 40 && has(&core, "machine_info") && !has(&core, "dev_mode"));
}

#[test]
fn the_whole_protocol_is_one_command() {
    let mut hub = hub();
    let mut request = |message: &Value| {
        let line = format!("McpRequest {message}");
        let mut replies = hub.line(&line, Origin::Console);
        assert_eq!(replies.len(), 1, "{replies:?}");
        let reply = replies.remove(0);
        assert!(reply.ok, "{reply:?}");
        reply.result
    };
    let ping = request(&json!({"jsonrpc": "2.0", "id": "a; b", "method": "ping"}));
    assert_eq!(
        ping["reply"],
        json!({"jsonrpc": "2.0", "id": "a; b", "result": {}})
    );
    let refused = request(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}));
    assert_eq!(refused["reply"]["error"]["code"], -32602);
    request(
        &json!({"jsonrpc": "2.0", "id": 2, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25"
        }}),
    );
    let none = request(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    assert_eq!(none, json!({"reply": null, "notices": []}));
    let load = request(
        &json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {
            "name": "machine_load", "arguments": {"path": "game.nes"}
        }}),
    );
    assert_eq!(load["reply"]["result"]["isError"], false, "{load:#}");
    let next = request(&json!({"jsonrpc": "2.0", "id": 4, "method": "ping"}));
    assert_eq!(
        next["notices"][0]["method"],
        "notifications/tools/list_changed"
    );
    let itself = request(
        &json!({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {
            "name": "McpRequest", "arguments": {"message": "{}"}
        }}),
    );
    assert_eq!(itself["reply"]["error"]["code"], -32602);
}

#[test]
fn the_instructions_are_short_and_name_only_commands() {
    let registry = hub().registry();
    let text = instructions::text(&registry);
    assert!(text.len() <= instructions::MOST, "{} bytes", text.len());
    let quoted = text.split('`').skip(1).step_by(2);
    let names = quoted.filter(|word| word.contains('_') && !word.contains(' '));
    let unknown: Vec<&str> = names.filter(|name| registry.find(name).is_none()).collect();
    assert_eq!(unknown, Vec::<&str>::new());
}
