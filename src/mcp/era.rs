//! Every difference between the protocol revisions, in one place.
//!
//! | | handshake (2024-11-05 to 2025-11-25) | sessionless (2026-07-28) |
//! | --- | --- | --- |
//! | recognized by | anything else | a version key in `params._meta` |
//! | opens with | `initialize`, `notifications/initialized` | nothing |
//! | methods of its own | `initialize`, `ping`, `logging/setLevel` | `server/discover`, `subscriptions/listen` |
//! | results carry | the bare result | `resultType`, `serverInfo`, cache hints on lists |
//! | tool list | what is attached now | the whole profile |
//! | log level | set once | named by each request |
//!
//! Both may be spoken on the same pipe, message by message.

use super::rpc::Fault;
use serde_json::{Map, Value, json};

/// The sessionless revision.
pub const SESSIONLESS: &str = "2026-07-28";
/// A request named a revision that is not served.
pub const UNSUPPORTED_VERSION: i64 = -32022;

const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";
const LOG_LEVEL_KEY: &str = "io.modelcontextprotocol/logLevel";
const SERVER_INFO_KEY: &str = "io.modelcontextprotocol/serverInfo";
/// Tags everything that belongs to one open listen.
pub const SUBSCRIPTION_KEY: &str = "io.modelcontextprotocol/subscriptionId";

/// A revision that opens with a handshake; later ones compare greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Revision {
    /// 2024-11-05, the base.
    First,
    /// 2025-03-26: annotations, audio, messages in progress.
    Annotated,
    /// 2025-06-18: structured results, output schemas, titles.
    Structured,
    /// 2025-11-25: bad arguments are tool errors.
    Last,
}

const REVISIONS: [(Revision, &str); 4] = [
    (Revision::Last, "2025-11-25"),
    (Revision::Structured, "2025-06-18"),
    (Revision::Annotated, "2025-03-26"),
    (Revision::First, "2024-11-05"),
];

impl Revision {
    /// The revision a client asked for, or the newest one with a handshake.
    pub fn negotiate(asked: &str) -> Revision {
        let row = REVISIONS.iter().find(|(_, name)| *name == asked);
        row.map_or(Revision::Last, |(revision, _)| *revision)
    }

    /// Its date, as the protocol writes it.
    pub fn name(self) -> &'static str {
        let row = REVISIONS.iter().find(|(revision, _)| *revision == self);
        row.expect("every revision has a row").1
    }
}

/// Every served revision, newest first.
pub fn served() -> Vec<&'static str> {
    let handshake = REVISIONS.iter().map(|(_, name)| *name);
    std::iter::once(SESSIONLESS).chain(handshake).collect()
}

/// What a message speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// A revision with a handshake.
    Handshake(Revision),
    /// Each request stands for itself.
    Sessionless,
}

/// The methods served, in either era.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Opens the handshake.
    Initialize,
    /// Answers at any time.
    Ping,
    /// Sets the log level of the handshake era.
    SetLevel,
    /// What the server is, without a handshake.
    Discover,
    /// The request that stays open and hears changes.
    Listen,
    /// The tool list, by pages.
    ListTools,
    /// Runs a tool.
    CallTool,
}

/// Whether a request speaks the sessionless revision, its `_meta` checked.
///
/// Errors: -32602 when `_meta` is malformed or names no client capabilities, -32022 when the
/// version it names is not served without a handshake.
pub fn is_sessionless(params: &Map<String, Value>) -> Result<bool, Fault> {
    let meta = match params.get("_meta") {
        None => return Ok(false),
        Some(Value::Object(meta)) => meta,
        Some(_) => return Err(Fault::params("_meta must be an object")),
    };
    match meta.get(VERSION_KEY) {
        None => return Ok(false),
        Some(Value::String(version)) if version == SESSIONLESS => {}
        Some(Value::String(version)) => return Err(unsupported(version)),
        Some(_) => return Err(Fault::params(format!("{VERSION_KEY} must be a string"))),
    }
    match meta.get(CAPABILITIES_KEY) {
        Some(Value::Object(_)) => Ok(true),
        _ => Err(Fault::params(format!(
            "_meta must hold {CAPABILITIES_KEY}, an object (empty when there are none)"
        ))),
    }
}

fn unsupported(version: &str) -> Fault {
    let handshake = REVISIONS.iter().any(|(_, name)| *name == version);
    let (message, supported) = if handshake {
        let message = format!("protocol version {version} opens with initialize, not with _meta");
        (message, vec![SESSIONLESS])
    } else {
        (
            format!("protocol version {version} is not served"),
            served(),
        )
    };
    Fault::new(UNSUPPORTED_VERSION, message)
        .with(json!({"supported": supported, "requested": version}))
}

/// The refusal of a request that came before any `initialize`.
pub fn not_opened() -> Fault {
    Fault::params(format!(
        "not opened: send initialize first, or name {VERSION_KEY} and {CAPABILITIES_KEY} in \
         params._meta of each request"
    ))
}

impl Era {
    /// The method of that name in this era.
    pub fn method(self, name: &str) -> Option<Method> {
        match (self, name) {
            (Era::Handshake(_), "initialize") => Some(Method::Initialize),
            (Era::Handshake(_), "ping") => Some(Method::Ping),
            (Era::Handshake(_), "logging/setLevel") => Some(Method::SetLevel),
            (Era::Sessionless, "server/discover") => Some(Method::Discover),
            (Era::Sessionless, "subscriptions/listen") => Some(Method::Listen),
            (_, "tools/list") => Some(Method::ListTools),
            (_, "tools/call") => Some(Method::CallTool),
            _ => None,
        }
    }

    /// What the server offers.
    ///
    /// Logging is declared to handshake clients alone: without a handshake it is deprecated,
    /// and given only to a request that asks for it.
    pub fn capabilities(self) -> Value {
        match self {
            Era::Handshake(_) => json!({"tools": {"listChanged": true}, "logging": {}}),
            Era::Sessionless => json!({"tools": {"listChanged": true}}),
        }
    }

    /// Whether the tool list leaves out what is not attached. Without a session a list must not
    /// change as a side effect of a request, so there it is always whole.
    pub fn lists_attached_only(self) -> bool {
        matches!(self, Era::Handshake(_))
    }

    /// A result as this era wants it.
    pub fn finish(self, method: Method, mut result: Value, server_info: &Value) -> Value {
        if self == Era::Sessionless {
            result["resultType"] = json!("complete");
            tag(&mut result, SERVER_INFO_KEY, server_info.clone());
            if matches!(method, Method::Discover | Method::ListTools) {
                result["ttlMs"] = json!(0);
                result["cacheScope"] = json!("private");
            }
        }
        result
    }

    /// A tool definition without the parts this era does not know.
    pub fn tool(self, mut definition: Value) -> Value {
        if let Some(object) = definition.as_object_mut() {
            if self.before(Revision::Annotated) {
                object.remove("annotations");
            }
            if self.before(Revision::Structured) {
                object.remove("title");
                object.remove("outputSchema");
                object.remove("_meta");
            }
        }
        definition
    }

    /// Whether results carry `structuredContent`.
    pub fn has_structured_content(self) -> bool {
        !self.before(Revision::Structured)
    }

    /// Whether audio blocks exist.
    pub fn has_audio(self) -> bool {
        !self.before(Revision::Annotated)
    }

    /// Whether progress notices carry a message.
    pub fn has_progress_message(self) -> bool {
        !self.before(Revision::Annotated)
    }

    fn before(self, revision: Revision) -> bool {
        matches!(self, Era::Handshake(spoken) if spoken < revision)
    }
}

/// The log level a sessionless request asks for, by name.
///
/// Errors: -32602 when it is no string.
pub fn asked_log_level(params: &Map<String, Value>) -> Result<Option<&str>, Fault> {
    match params.get("_meta").and_then(|meta| meta.get(LOG_LEVEL_KEY)) {
        None => Ok(None),
        Some(Value::String(level)) => Ok(Some(level)),
        Some(_) => Err(Fault::params(format!("{LOG_LEVEL_KEY} must be a string"))),
    }
}

/// Writes one key of a message's or result's `_meta`.
pub fn tag(target: &mut Value, key: &str, value: Value) {
    if !target["_meta"].is_object() {
        target["_meta"] = json!({});
    }
    target["_meta"][key] = value;
}
