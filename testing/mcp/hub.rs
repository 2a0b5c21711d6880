//! The adapter on the real hub: specs become tools, and calls reach the machine.

use super::fake::Heard;
use nescope::{
    commands::{CommandError, Raw, StateEntry},
    hub::{Context, Host, Hub, HubHandle, HubOptions, Origin},
    mcp::{Conversation, HubDoor, Options, Server, Sink, commands::ROOM, instructions},
    registry::Profile,
};
use serde_json::{Value, json};
use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

/// A host with one file, `game.nes`: an endless loop on the simplest board.
struct OneFile(Instant);

impl Host for OneFile {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn read(&self, _: Origin, path: &str) -> Result<Vec<u8>, CommandError> {
        if path != "game.nes" {
            return Err(CommandError::io(format!("no file {path}")));
        }
        let mut rom = b"NES\x1a\x01\x01\0\0\0\0\0\0\0\0\0\0".to_vec();
        rom.resize(16 + 0x4000 + 0x2000, 0);
        // $C000: JMP $C000
        rom[16..19].copy_from_slice(&[0x4C, 0x00, 0xC0]);
        for vector in [0x3FFA, 0x3FFC, 0x3FFE] {
            rom[16 + vector..18 + vector].copy_from_slice(&[0x00, 0xC0]);
        }
        Ok(rom)
    }

    fn readable(&self, _: Origin, path: &str) -> Result<std::path::PathBuf, CommandError> {
        Ok(path.into())
    }

    fn write(&self, _: Origin, _: &str, _: &str, _: &[u8]) -> Result<String, CommandError> {
        Err(CommandError::io("nothing is written here"))
    }

    fn paths(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn battery(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn save_battery(&self, _: &str, _: &[u8]) -> Result<(), CommandError> {
        Ok(())
    }

    fn save_state(&self, _: &str, _: &str, _: &[u8]) -> Result<String, CommandError> {
        Err(CommandError::io("nothing is written here"))
    }

    fn load_state(&self, _: &str, _: &str) -> Result<Vec<u8>, CommandError> {
        Err(CommandError::io("nothing is read here"))
    }

    fn states(&self, _: &str) -> Vec<StateEntry> {
        Vec::new()
    }

    fn delete_state(&self, _: &str, _: &str) -> Result<(), CommandError> {
        Err(CommandError::io("nothing is deleted here"))
    }
}

pub fn hub() -> Hub {
    let options = HubOptions {
        rooms: vec![ROOM],
        check_replies: true,
        ..HubOptions::default()
    };
    Hub::new(options, Box::new(OneFile(Instant::now()))).expect("the specs hold to the format")
}

pub struct Stage {
    pub handle: HubHandle,
    pub server: Arc<Server<HubDoor>>,
    pub heard: Arc<Heard>,
    pub sink: Arc<dyn Sink>,
}

impl Stage {
    pub fn new() -> Stage {
        Stage::on(hub(), Profile::Full)
    }

    fn on(hub: Hub, profile: Profile) -> Stage {
        let options = Options {
            instructions: instructions::text(&hub.registry()),
            ..Options::default()
        };
        let handle = HubHandle::start(hub);
        let door = HubDoor {
            handle: handle.clone(),
            profile,
        };
        let server = Arc::new(Server::new(door, Conversation::new(options)));
        let told = Arc::downgrade(&server);
        handle.on_change(move |_| {
            if let Some(server) = told.upgrade() {
                server.tools_may_have_changed();
            }
        });
        let logging = Arc::downgrade(&server);
        handle.on_message(move |message| {
            if let Some(server) = logging.upgrade() {
                server.log(message);
            }
        });
        let heard = Arc::new(Heard::default());
        Stage {
            handle,
            server,
            sink: heard.clone(),
            heard,
        }
    }

    fn send(&self, message: &Value) -> Option<Value> {
        self.server
            .handle(message.to_string().as_bytes(), &self.sink)
    }

    fn open(&self) {
        self.send(
            &json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
                "protocolVersion": "2025-11-25", "capabilities": {}
            }}),
        );
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    }

    /// A sessionless request.
    fn ask(&self, method: &str, params: &Value) -> Value {
        let mut params = params.clone();
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        self.send(&message).expect("a reply")
    }

    fn call(&self, name: &str, arguments: &Value) -> Value {
        self.ask("tools/call", &json!({"name": name, "arguments": arguments}))
    }

    fn modern_list(&self) -> Vec<Value> {
        let reply = self.ask("tools/list", &json!({}));
        reply["result"]["tools"].as_array().expect("a list").clone()
    }

    fn handshake_list(&self) -> Vec<Value> {
        let reply = self.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}));
        let reply = reply.expect("a reply");
        reply["result"]["tools"].as_array().expect("a list").clone()
    }

    pub fn console(&self, line: &str) {
        let replies = self.handle.line(line, Origin::Console);
        assert!(replies.iter().all(|reply| reply.ok), "{replies:?}");
    }
}

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
    assert_eq!(stage.heard.take(), [changed.clone()]);
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
