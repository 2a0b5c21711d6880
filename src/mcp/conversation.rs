//! What is remembered about one pipe: handshake, open requests, open listens, the list last seen.

use super::{
    Sink,
    cancel::Running,
    door::{Door, Message},
    era::{self, Era, Revision},
    lifecycle::Lifecycle,
    listen::Listeners,
    logging::{self, Level},
    rpc::{self, Fault, is_id},
    tools,
};
use serde_json::{Map, Value, json};
use std::sync::{Arc, Mutex, PoisonError};

/// What the operator chose, and what the server says of itself.
#[derive(Clone, Debug)]
pub struct Options {
    /// `serverInfo`: name, title, version.
    pub server_info: Value,
    /// A few sentences on how to work with the tools, at most 2 KiB.
    pub instructions: String,
    /// Tools on one page of the list. Large enough that ordinary lists are one page: some
    /// clients read only the first.
    pub page: usize,
}

impl Default for Options {
    fn default() -> Options {
        let name = env!("CARGO_PKG_NAME");
        Options {
            server_info: json!({
                "name": name, "title": name, "version": env!("CARGO_PKG_VERSION")
            }),
            instructions: String::new(),
            page: 500,
        }
    }
}

/// The tools each kind of subscriber last knew of.
#[derive(Default, PartialEq)]
struct Seen {
    handshake: Vec<String>,
    sessionless: Vec<String>,
}

/// The state of one pipe.
pub struct Conversation {
    pub(super) options: Options,
    pub(super) lifecycle: Lifecycle,
    pub(super) running: Running,
    pub(super) listeners: Listeners,
    seen: Mutex<Option<Seen>>,
}

impl Conversation {
    /// A pipe on which nothing was said yet.
    pub fn new(options: Options) -> Arc<Conversation> {
        Arc::new(Conversation {
            options,
            lifecycle: Lifecycle::default(),
            running: Running::default(),
            listeners: Listeners::default(),
            seen: Mutex::new(None),
        })
    }

    /// What a request speaks.
    ///
    /// Errors: a malformed sessionless request, or a request before any `initialize`.
    pub(super) fn era_of(&self, method: &str, params: &Map<String, Value>) -> Result<Era, Fault> {
        if era::is_sessionless(params)? {
            return Ok(Era::Sessionless);
        }
        match self.lifecycle.era() {
            Some(era) => Ok(era),
            None if matches!(method, "initialize" | "ping") => Ok(Era::Handshake(Revision::Last)),
            None => Err(era::not_opened()),
        }
    }

    pub(super) fn initialize(
        &self,
        params: &Map<String, Value>,
        sink: &Arc<dyn Sink>,
    ) -> Result<Value, Fault> {
        let revision = self.lifecycle.open(params, sink)?;
        let mut result = json!({
            "protocolVersion": revision.name(),
            "capabilities": Era::Handshake(revision).capabilities(),
            "serverInfo": self.options.server_info,
        });
        self.instruct(&mut result);
        Ok(result)
    }

    pub(super) fn discover(&self) -> Value {
        let mut result = json!({
            "supportedVersions": era::served(),
            "capabilities": Era::Sessionless.capabilities(),
        });
        self.instruct(&mut result);
        result
    }

    fn instruct(&self, result: &mut Value) {
        if !self.options.instructions.is_empty() {
            result["instructions"] = json!(self.options.instructions);
        }
    }

    pub(super) fn set_level(&self, params: &Map<String, Value>) -> Result<Value, Fault> {
        let Some(Value::String(name)) = params.get("level") else {
            return Err(Fault::params("level must be a string"));
        };
        self.lifecycle.set_level(Level::parse(name)?);
        Ok(json!({}))
    }

    /// A notice of the client; those of no meaning here are ignored.
    pub(super) fn hear(&self, method: &str, params: &Map<String, Value>) {
        match method {
            "notifications/initialized" => self.lifecycle.confirm(),
            "notifications/cancelled" => {
                if let Some(id) = params.get("requestId").filter(|id| is_id(id)) {
                    self.running.withdraw(id);
                    self.listeners.cancel(id);
                }
            }
            _ => {}
        }
    }

    /// Remembers the list, so that the first real change is told and nothing else.
    pub(super) fn note_tools(&self, door: &dyn Door) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.get_or_insert_with(|| Seen::of(door));
    }

    /// Tells each kind of subscriber whose list changed since the last time.
    pub(super) fn announce(&self, door: &dyn Door) {
        let now = Seen::of(door);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let before = seen.replace(now).unwrap_or_default();
        let now = seen.as_ref().expect("just put there");
        let (handshake, sessionless) = (
            before.handshake != now.handshake,
            before.sessionless != now.sessionless,
        );
        drop(seen);
        if let (true, Some(sink)) = (handshake, self.lifecycle.notices()) {
            sink.send(rpc::notice("notifications/tools/list_changed", Map::new()));
        }
        if sessionless {
            self.listeners.tools_changed();
        }
    }

    pub(super) fn log(&self, message: &Message) {
        let notice = logging::notice(message, self.lifecycle.level());
        if let (Some(notice), Some(sink)) = (notice, self.lifecycle.log()) {
            sink.send(notice);
        }
    }

    /// Cancels what runs and answers the open listens.
    pub(super) fn close(&self) {
        self.running.stop_all();
        self.listeners.close(&self.options.server_info);
    }
}

impl Seen {
    fn of(door: &dyn Door) -> Seen {
        Seen {
            handshake: tools::visible(door, Era::Handshake(Revision::Last)),
            sessionless: tools::visible(door, Era::Sessionless),
        }
    }
}
