//! The JSON-RPC 2.0 envelope: what counts as a message, and how replies are written.
//!
//! ```text
//! bytes -> parse -> Request { id, method, params }   gets exactly one reply
//!                   Notice { method, params }        never gets one
//!                   Response                         ignored: the server asks nothing
//!                   Rejected { id, fault }           the reply says what was wrong
//! ```
//!
//! Batches were part of one protocol revision and are refused in all of them.

use serde_json::{Map, Value, json};

/// The bytes were no JSON.
pub const PARSE_ERROR: i64 = -32700;
/// JSON, but no request.
pub const INVALID_REQUEST: i64 = -32600;
/// No such method in the era the message belongs to.
pub const METHOD_NOT_FOUND: i64 = -32601;
/// The method exists, its parameters are wrong.
pub const INVALID_PARAMS: i64 = -32602;
/// The server failed.
pub const INTERNAL_ERROR: i64 = -32603;

/// A protocol error on its way to the client.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// JSON-RPC error code.
    pub code: i64,
    /// One sentence that says what to do about it.
    pub message: String,
    /// Further facts for programs.
    pub data: Option<Value>,
}

impl Fault {
    /// A fault without data.
    pub fn new(code: i64, message: impl Into<String>) -> Fault {
        Fault {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// Wrong parameters.
    pub fn params(message: impl Into<String>) -> Fault {
        Fault::new(INVALID_PARAMS, message)
    }

    /// The same fault with data.
    pub fn with(mut self, data: Value) -> Fault {
        self.data = Some(data);
        self
    }
}

/// One message, its envelope checked.
#[derive(Clone, Debug, PartialEq)]
pub enum Envelope {
    /// Wants a reply under `id`, a string or an integer.
    Request {
        /// Comes back with the same type and value.
        id: Value,
        /// Method name.
        method: String,
        /// Parameters; absent ones are an empty object.
        params: Map<String, Value>,
    },
    /// Wants none.
    Notice {
        /// Method name.
        method: String,
        /// Parameters; absent or malformed ones are an empty object.
        params: Map<String, Value>,
    },
    /// An answer to something this server never asked.
    Response,
    /// No message at all: the fault goes back under `id`, null when there was no usable one.
    Rejected {
        /// Where the fault goes.
        id: Value,
        /// What was wrong.
        fault: Fault,
    },
}

/// Reads one message.
pub fn parse(bytes: &[u8]) -> Envelope {
    match serde_json::from_slice::<Value>(bytes) {
        Ok(Value::Object(object)) => envelope(object),
        Ok(Value::Array(_)) => rejected(
            Value::Null,
            "batches are not served: send one object per message",
        ),
        Ok(_) => rejected(Value::Null, "a message is a JSON object"),
        Err(error) => Envelope::Rejected {
            id: Value::Null,
            fault: Fault::new(PARSE_ERROR, format!("this is not JSON: {error}")),
        },
    }
}

fn envelope(mut object: Map<String, Value>) -> Envelope {
    let id = object.remove("id");
    let known = id.clone().filter(is_id).unwrap_or(Value::Null);
    if object.get("jsonrpc") != Some(&json!("2.0")) {
        return rejected(known, "jsonrpc must be the string 2.0");
    }
    if !object.contains_key("method") && is_response(&object) {
        return Envelope::Response;
    }
    let Some(Value::String(method)) = object.remove("method") else {
        return rejected(known, "method must be a string");
    };
    match id {
        None => Envelope::Notice {
            method,
            params: match object.remove("params") {
                Some(Value::Object(params)) => params,
                _ => Map::new(),
            },
        },
        Some(id) if is_id(&id) => request(id, method, object.remove("params")),
        Some(_) => rejected(Value::Null, "id must be a string or an integer"),
    }
}

fn request(id: Value, method: String, params: Option<Value>) -> Envelope {
    match params {
        None => Envelope::Request {
            id,
            method,
            params: Map::new(),
        },
        Some(Value::Object(params)) => Envelope::Request { id, method, params },
        Some(_) => Envelope::Rejected {
            id,
            fault: Fault::params("params must be an object"),
        },
    }
}

fn is_response(object: &Map<String, Value>) -> bool {
    object.contains_key("result") || object.contains_key("error")
}

/// Whether a value may name a request: a string or an integer.
pub fn is_id(value: &Value) -> bool {
    value.is_string() || value.is_i64() || value.is_u64()
}

fn rejected(id: Value, message: &str) -> Envelope {
    Envelope::Rejected {
        id,
        fault: Fault::new(INVALID_REQUEST, message),
    }
}

/// A reply that carries a result.
pub fn reply(id: &Value, result: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "result": result})
}

/// A reply that carries a fault.
pub fn failure(id: &Value, fault: Fault) -> Value {
    let mut error = json!({"code": fault.code, "message": fault.message});
    if let Some(data) = fault.data {
        error["data"] = data;
    }
    json!({"jsonrpc": "2.0", "id": id, "error": error})
}

/// A message that wants no reply.
pub fn notice(method: &str, params: Map<String, Value>) -> Value {
    if params.is_empty() {
        return json!({"jsonrpc": "2.0", "method": method});
    }
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}
