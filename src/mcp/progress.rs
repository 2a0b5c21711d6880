//! Progress notices of a running call.
//!
//! Values rise strictly, nothing is sent after the reply or a cancel, the token comes back with
//! its JSON type, and the rate is bounded: four at once, then four a second. The last value
//! (done of done) is always sent.

use super::{
    Sink,
    door::{Cancel, Progress},
    era::Era,
    rpc::{self, Fault, is_id},
};
use serde_json::{Map, Value, json};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

const PER_SECOND: f64 = 4.0;
const BURST: f64 = 4.0;

/// The token a request wants its progress under.
///
/// Errors: -32602 when it is neither a string nor an integer.
pub fn token(params: &Map<String, Value>) -> Result<Option<Value>, Fault> {
    match params
        .get("_meta")
        .and_then(|meta| meta.get("progressToken"))
    {
        None => Ok(None),
        Some(token) if is_id(token) => Ok(Some(token.clone())),
        Some(_) => Err(Fault::params(
            "progressToken must be a string or an integer",
        )),
    }
}

struct Gate {
    last: Option<u64>,
    allowance: f64,
    refilled: Instant,
    closed: bool,
}

/// Turns the reports of one call into notices.
pub struct Meter {
    token: Value,
    era: Era,
    sink: Arc<dyn Sink>,
    cancel: Cancel,
    gate: Mutex<Gate>,
}

impl Meter {
    /// A meter that sends under `token` until it is closed or `cancel` is raised.
    pub fn new(token: Value, era: Era, sink: Arc<dyn Sink>, cancel: Cancel) -> Meter {
        let gate = Gate {
            last: None,
            allowance: BURST,
            refilled: Instant::now(),
            closed: false,
        };
        Meter {
            token,
            era,
            sink,
            cancel,
            gate: Mutex::new(gate),
        }
    }

    /// Ends it: no notice is sent once this returned.
    pub fn close(&self) {
        self.lock().closed = true;
    }

    fn lock(&self) -> MutexGuard<'_, Gate> {
        self.gate.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn notice(&self, done: u64, total: Option<u64>, message: &str) -> Value {
        let mut params = Map::new();
        params.insert("progressToken".into(), self.token.clone());
        params.insert("progress".into(), json!(done));
        if let Some(total) = total {
            params.insert("total".into(), json!(total));
        }
        if !message.is_empty() && self.era.has_progress_message() {
            params.insert("message".into(), json!(message));
        }
        rpc::notice("notifications/progress", params)
    }
}

impl Gate {
    fn admits(&mut self, done: u64, total: Option<u64>) -> bool {
        if self.closed || self.last.is_some_and(|last| done <= last) {
            return false;
        }
        let now = Instant::now();
        let earned = now.duration_since(self.refilled).as_secs_f64() * PER_SECOND;
        self.refilled = now;
        self.allowance = (self.allowance + earned).min(BURST);
        if self.allowance < 1.0 && Some(done) != total {
            return false;
        }
        self.allowance = (self.allowance - 1.0).max(0.0);
        self.last = Some(done);
        true
    }
}

impl Progress for Meter {
    fn report(&self, done: u64, total: Option<u64>, message: &str) {
        // Sent inside the lock, so that close() can not return between the check and the send.
        let mut gate = self.lock();
        if !self.cancel.is_cancelled() && gate.admits(done, total) {
            self.sink.send(self.notice(done, total, message));
        }
    }
}
