//! The real hub behind the adapter, on a cartridge that holds an endless loop.

use super::fake::Heard;
use nescope::{
    commands::{CommandError, StateEntry},
    hub::{Host, Hub, HubHandle, HubOptions, Origin},
    mcp::{Conversation, HubDoor, Options, Server, Sink, commands::ROOM, instructions},
    registry::Profile,
};
use serde_json::{Value, json};
use std::{
    sync::Arc,
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

    pub fn on(hub: Hub, profile: Profile) -> Stage {
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

    pub fn send(&self, message: &Value) -> Option<Value> {
        self.server
            .handle(message.to_string().as_bytes(), &self.sink)
    }

    pub fn open(&self) {
        self.send(
            &json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
                "protocolVersion": "2025-11-25", "capabilities": {}
            }}),
        );
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    }

    /// A sessionless request.
    pub fn ask(&self, method: &str, params: &Value) -> Value {
        let mut params = params.clone();
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        self.send(&message).expect("a reply")
    }

    pub fn call(&self, name: &str, arguments: &Value) -> Value {
        self.ask("tools/call", &json!({"name": name, "arguments": arguments}))
    }

    pub fn modern_list(&self) -> Vec<Value> {
        let reply = self.ask("tools/list", &json!({}));
        reply["result"]["tools"].as_array().expect("a list").clone()
    }

    pub fn handshake_list(&self) -> Vec<Value> {
        let reply = self.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}));
        let reply = reply.expect("a reply");
        reply["result"]["tools"].as_array().expect("a list").clone()
    }

    pub fn console(&self, line: &str) {
        let replies = self.handle.line(line, Origin::Console);
        assert!(replies.iter().all(|reply| reply.ok), "{replies:?}");
    }
}
