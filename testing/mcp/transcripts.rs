//! Recorded sessions of real clients, played again to the adapter on the real hub.
//!
//! ```text
//! client, version, protocol
//! ## a session
//! > a line the client wrote
//! < a line the server wrote
//! ```
//!
//! Structure is compared, not values: every key of a recorded reply must be there with the same
//! JSON type, and words that have a meaning (ids, versions, kinds, codes, names) must be equal.
//! A request without a recorded reply was cancelled, and must get none again. Recorded tool
//! lists and pictures are shortened; progress depends on the time and is not compared.

use super::stage::Stage;
use nescope::mcp::{Step, Work};
use serde_json::Value;
use std::collections::HashMap;

macro_rules! transcripts {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            let transcript = include_str!(concat!("transcripts/", stringify!($name), ".talk"));
            transcript.split("\n## ").skip(1).for_each(replay);
        }
    )*};
}

transcripts! {
    inspector_handshake
    inspector_sessionless
    python_handshake
    python_sessionless
}

/// Keys whose values must be equal.
const WORDS: [&str; 15] = [
    "jsonrpc",
    "id",
    "method",
    "protocolVersion",
    "supportedVersions",
    "resultType",
    "cacheScope",
    "isError",
    "type",
    "mimeType",
    "code",
    "name",
    "readOnlyHint",
    "openWorldHint",
    "io.modelcontextprotocol/subscriptionId",
];

fn replay(session: &str) {
    let recorded: HashMap<String, Value> = lines(session, "< ")
        .filter(|message| message.get("id").is_some() && message.get("method").is_none())
        .map(|message| (message["id"].to_string(), message))
        .collect();
    let stage = Stage::new();
    stage.console("machine_load game.nes");
    let mut held: Vec<Box<Work>> = Vec::new();
    let mut answered = 0;
    for message in lines(session, "> ") {
        let id = message["id"].to_string();
        let step = stage
            .server
            .accept(message.to_string().as_bytes(), &stage.sink);
        let reply = match step {
            Step::Work(work) if !recorded.contains_key(&id) => {
                held.push(work);
                None
            }
            Step::Work(work) => stage.server.perform(work),
            Step::Done(reply) => reply,
        };
        if let Some(reply) = reply {
            let wanted = recorded.get(&id);
            let wanted = wanted.unwrap_or_else(|| panic!("{id} had no reply, now {reply:#}"));
            compare(wanted, &reply, &format!("reply {id}"));
            answered += 1;
        }
    }
    for work in held {
        assert_eq!(
            stage.server.perform(work),
            None,
            "cancelled requests get no reply"
        );
    }
    stage.server.close();
    let late = stage.heard.take();
    answered += late
        .iter()
        .filter(|message| message.get("id").is_some())
        .count();
    assert_eq!(answered, recorded.len(), "every recorded reply came again");
}

fn lines<'a>(session: &'a str, sign: &'a str) -> impl Iterator<Item = Value> + 'a {
    let lines = session
        .lines()
        .filter_map(move |line| line.strip_prefix(sign));
    lines.map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
}

fn compare(wanted: &Value, found: &Value, path: &str) {
    match (wanted, found) {
        (Value::Object(wanted), Value::Object(found)) => {
            for (key, value) in wanted {
                let path = format!("{path}/{key}");
                let found = found.get(key).unwrap_or_else(|| panic!("{path} is gone"));
                if matches!(key.as_str(), "tools" | "commands") && value.is_array() {
                    tools(value, found, &path);
                } else if WORDS.contains(&key.as_str()) && !value.is_object() {
                    assert_eq!(value, found, "{path}");
                } else {
                    compare(value, found, &path);
                }
            }
        }
        (Value::Array(wanted), Value::Array(found)) => {
            let pairs = wanted.iter().zip(found).enumerate();
            pairs.for_each(|(at, (wanted, found))| compare(wanted, found, &format!("{path}/{at}")));
        }
        _ => assert_eq!(kind(wanted), kind(found), "{path}: {wanted} became {found}"),
    }
}

/// Recorded tools must still be offered, as they were; others may have come.
fn tools(wanted: &Value, found: &Value, path: &str) {
    for tool in wanted.as_array().expect("a list of tools") {
        let name = &tool["name"];
        let found = found.as_array().expect("a list of tools");
        let found = found.iter().find(|found| found["name"] == *name);
        let found = found.unwrap_or_else(|| panic!("{path}: {name} is gone"));
        compare(tool, found, &format!("{path}/{name}"));
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
