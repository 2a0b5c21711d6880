//! One call of a command and its reply, as every face sends and gets them.
//!
//! ```text
//! Call { name, arguments, origin, cancel, progress }  ->  the hub  ->  Reply
//! ```

use crate::registry::CallError;
use serde_json::{Map, Value};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Who made a call; an inner call keeps the origin of the call it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The operator at the prompt.
    Console,
    /// The operator's own lines: `-x` and `--script`.
    Script,
    /// An agent over MCP.
    Mcp,
}

impl Origin {
    /// Whether files belong to whoever calls: no in-dir and out-dir limits apply.
    pub fn owns_files(self) -> bool {
        self != Origin::Mcp
    }
}

/// A flag that asks a running command to stop; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks the command to stop within a frame.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Takes the request back, for the next command.
    pub fn clear(&self) {
        self.0.store(false, Ordering::SeqCst);
    }

    /// Whether a stop was asked for.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Hears how far a long command has come.
pub trait Progress: Send + Sync {
    /// `done` of `total` units (frames, instructions, calls); `total` is absent when unknown.
    /// Called at most ten times a second.
    fn report(&self, done: u64, total: Option<u64>, message: &str);
}

/// A request for one command.
#[derive(Clone)]
pub struct Call {
    /// Command name or alias, any case.
    pub name: String,
    /// Arguments by name, or `{"args": [words]}`.
    pub arguments: Value,
    /// Who calls.
    pub origin: Origin,
    /// Stops the command when raised.
    pub cancel: Cancel,
    /// Hears progress, if anybody wants to.
    pub progress: Option<Arc<dyn Progress>>,
}

impl Call {
    /// A call with neither a canceller nor a progress listener.
    pub fn new(name: impl Into<String>, arguments: Value, origin: Origin) -> Call {
        Call {
            name: name.into(),
            arguments,
            origin,
            cancel: Cancel::default(),
            progress: None,
        }
    }
}

/// Bytes that go with a reply: a picture or a sound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// MIME type, as `image/png`.
    pub mime: String,
    /// The bytes, not encoded.
    pub bytes: Vec<u8>,
}

/// A notice that is no reply.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Message {
    /// Where it belongs: `run`, `cartridge`, `log3`.
    pub channel: String,
    /// What happened, one line or more.
    pub text: String,
}

/// What a call gave.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The command's own name, also when an alias was called.
    pub command: String,
    /// Whether the command succeeded.
    pub ok: bool,
    /// The typed value, as `returns` in the spec says; null when it failed.
    pub result: Value,
    /// Why it failed.
    pub error: Option<CallError>,
    /// Compact rendering for people and models.
    pub text: String,
    /// Pictures and sounds.
    pub attachments: Vec<Attachment>,
    /// Notices of this call.
    pub messages: Vec<Message>,
    /// Whether the caller asked for the JSON form (`--json` on the line).
    pub json: bool,
}

impl Reply {
    /// The reply of a call that failed.
    pub fn failed(command: impl Into<String>, error: CallError) -> Reply {
        let mut text = format!("{}: {}", error.code, error.message);
        if let Some(usage) = &error.usage {
            text.push_str(&format!("\nusage: {usage}"));
        }
        Reply {
            command: command.into(),
            ok: false,
            result: Value::Null,
            error: Some(error),
            text,
            attachments: Vec::new(),
            messages: Vec::new(),
            json: false,
        }
    }

    /// The error's code, or `None` for a success.
    pub fn code(&self) -> Option<&str> {
        self.error.as_ref().map(|error| error.code.as_str())
    }

    /// The code of the first `exit` that ran, as this call or inside it.
    pub fn leaves(&self) -> Option<u8> {
        leaves(&self.command, self.ok, &self.result)
    }

    /// The one-line form of `--json`: `{"command","ok","result"|"error","text","messages"}`.
    pub fn to_json(&self) -> Value {
        let mut object = Map::new();
        object.insert("command".into(), self.command.clone().into());
        object.insert("ok".into(), self.ok.into());
        match &self.error {
            None => object.insert("result".into(), self.result.clone()),
            Some(error) => object.insert(
                "error".into(),
                serde_json::json!({
                    "code": error.code, "message": error.message, "usage": error.usage
                }),
            ),
        };
        object.insert("text".into(), self.text.clone().into());
        let messages = self.messages.iter();
        let messages = messages.map(|m| serde_json::json!({"channel": m.channel, "text": m.text}));
        object.insert("messages".into(), messages.collect());
        Value::Object(object)
    }
}

/// Looks through the results of commands that run commands.
fn leaves(command: &str, ok: bool, result: &Value) -> Option<u8> {
    if !ok {
        return None;
    }
    if command == "exit" {
        let code = result["code"].as_u64().unwrap_or_default();
        return Some(u8::try_from(code).unwrap_or(u8::MAX));
    }
    if let Some(inner) = result["command"].as_str() {
        return leaves(inner, true, &result["result"]);
    }
    result["results"].as_array()?.iter().find_map(|inner| {
        let ok = inner["ok"] == Value::Bool(true);
        leaves(inner["command"].as_str()?, ok, &inner["result"])
    })
}
