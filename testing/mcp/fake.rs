//! A door to made-up commands, and a sink that remembers what it was sent.

use nescope::mcp::{
    Conversation, Door, Options, Server, Sink,
    door::{Attachment, Call, Listed, Message, Reply, Standing},
};
use nescope::registry::CallError;
use serde_json::{Value, json};
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

/// Everything sent, in order.
#[derive(Default)]
pub struct Heard(Mutex<Vec<Value>>);

impl Heard {
    pub fn take(&self) -> Vec<Value> {
        std::mem::take(&mut self.0.lock().expect("not poisoned"))
    }
}

impl Sink for Heard {
    fn send(&self, message: Value) {
        self.0.lock().expect("not poisoned").push(message);
    }
}

/// What the made-up commands share.
#[derive(Default)]
pub struct Facts {
    pub driving: AtomicBool,
    pub attached: AtomicBool,
    pub calls: AtomicU64,
    /// Cancels that running commands saw.
    pub stopped: AtomicU64,
}

/// The made-up commands; clones are doors to the same.
#[derive(Clone, Default)]
pub struct FakeDoor(pub Arc<Facts>);

/// Name, needs something attached, drives.
const TABLE: [(&str, bool, bool); 12] = [
    ("echo", false, false),
    ("picture", false, false),
    ("sound", false, false),
    ("blob", false, false),
    ("long_text", false, false),
    ("long_value", false, false),
    ("fail", false, false),
    ("notes", false, false),
    ("panic", false, false),
    ("count", false, true),
    ("slow", false, true),
    ("inspect", true, false),
];

impl FakeDoor {
    pub fn driving() -> FakeDoor {
        let door = FakeDoor::default();
        door.0.driving.store(true, Ordering::SeqCst);
        door
    }

    pub fn server(&self) -> Server<FakeDoor> {
        self.server_with(Options {
            instructions: "how to work with it".into(),
            ..Options::default()
        })
    }

    pub fn server_with(&self, options: Options) -> Server<FakeDoor> {
        Server::new(self.clone(), Conversation::new(options))
    }
}

impl Door for FakeDoor {
    fn tools(&self) -> Vec<Listed> {
        let attached = self.0.attached.load(Ordering::SeqCst);
        let rows = TABLE.iter().map(|(name, needs, driving)| Listed {
            name: (*name).to_string(),
            attached: attached || !needs,
            driving: *driving,
        });
        rows.collect()
    }

    fn definition(&self, name: &str) -> Option<Value> {
        let schema = match name {
            "echo" => json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "type": "object",
                "properties": {"text": {"$ref": "#/$defs/text"}},
                "allOf": [{"if": {"required": ["text"]}, "then": {"minProperties": 1}}],
                "$defs": {"text": {"type": "string"}},
                "additionalProperties": false
            }),
            _ => json!({"type": "object", "additionalProperties": false}),
        };
        Some(json!({
            "name": name, "title": name, "description": format!("the command {name}"),
            "inputSchema": schema, "outputSchema": {"type": "object"},
            "annotations": {
                "readOnlyHint": true, "destructiveHint": false,
                "idempotentHint": true, "openWorldHint": false
            }
        }))
    }

    fn standing(&self, name: &str) -> Option<Standing> {
        let name = if name == "e" { "echo" } else { name };
        let row = TABLE.iter().find(|(known, ..)| *known == name);
        row.map(|(_, _, driving)| match driving {
            true => Standing::Driving,
            false => Standing::Watching,
        })
    }

    fn driving(&self) -> bool {
        self.0.driving.load(Ordering::SeqCst)
    }

    fn call(&self, call: Call) -> Reply {
        self.0.calls.fetch_add(1, Ordering::SeqCst);
        match call.name.as_str() {
            "echo" | "e" => echo(&call),
            "picture" => with_attachment("image/png", b"\x89PNG"),
            "sound" => with_attachment("audio/wav", b"RIFF"),
            "blob" => with_attachment("application/octet-stream", b"\0\x01\x02"),
            "long_text" => done(json!({}), &"0123456789abcde\n".repeat(64 * 1024)),
            "long_value" => done(json!({"bytes": "x".repeat(5 << 20)}), "five MiB"),
            "fail" => failed("out_of_range", "count is 0, not 1 to 9", Some("fail count")),
            "notes" => notes(),
            "panic" => panic!("a defect of a made-up command"),
            "count" => self.count(&call),
            "slow" => self.slow(&call),
            "inspect" if !self.0.attached.load(Ordering::SeqCst) => {
                failed("no_rom", "nothing is loaded", None)
            }
            other => done(json!({}), other),
        }
    }
}

impl FakeDoor {
    /// Reports many times, far faster than notices may go out.
    fn count(&self, call: &Call) -> Reply {
        for step in 1..=100 {
            // The second report of each value and the one going back must not be seen.
            for value in [step, step, step - 1] {
                let progress = call.progress.iter();
                progress.for_each(|hear| hear.report(value, Some(100), "counting"));
            }
        }
        done(json!({"count": 100}), "counted")
    }

    /// Runs until it is cancelled, ten seconds at most.
    fn slow(&self, call: &Call) -> Reply {
        for step in 1..1000 {
            if call.cancel.is_cancelled() {
                self.0.stopped.fetch_add(1, Ordering::SeqCst);
                let progress = call.progress.iter();
                progress.for_each(|hear| hear.report(1000 + step, None, "after the cancel"));
                return done(json!({"reason": "cancelled"}), "cancelled");
            }
            let progress = call.progress.iter();
            progress.for_each(|hear| hear.report(step, None, "still at it"));
            thread::sleep(Duration::from_millis(10));
        }
        done(json!({"reason": "done"}), "done")
    }
}

fn echo(call: &Call) -> Reply {
    let Some(arguments) = call.arguments.as_object() else {
        return failed("bad_value", "arguments are an object", None);
    };
    match arguments
        .keys()
        .find(|key| *key != "text" && *key != "args")
    {
        Some(key) => failed(
            "unknown_argument",
            &format!("no argument {key}"),
            Some("echo text"),
        ),
        None => {
            let text = arguments.get("text").and_then(Value::as_str).unwrap_or("");
            done(json!({"text": text}), text)
        }
    }
}

fn notes() -> Reply {
    let mut reply = done(json!({}), "three notes");
    for (channel, text) in [("run", "hit"), ("debug", "detail"), ("warning", "odd")] {
        reply.messages.push(Message {
            channel: channel.into(),
            text: text.into(),
        });
    }
    reply
}

fn with_attachment(mime: &str, bytes: &[u8]) -> Reply {
    let mut reply = done(json!({"frame": 3}), "frame 3");
    reply.attachments.push(Attachment {
        mime: mime.into(),
        bytes: bytes.to_vec(),
    });
    reply
}

pub fn done(result: Value, text: &str) -> Reply {
    Reply {
        json: false,
        command: "made_up".into(),
        ok: true,
        result,
        error: None,
        text: text.into(),
        attachments: Vec::new(),
        messages: Vec::new(),
    }
}

fn failed(code: &str, message: &str, usage: Option<&str>) -> Reply {
    Reply::failed(
        "made_up",
        CallError {
            code: code.into(),
            message: message.into(),
            usage: usage.map(str::to_string),
        },
    )
}
