//! How far the handshake of one pipe has come.
//!
//! ```text
//! New --initialize--> Answered --notifications/initialized--> Ready
//!                        ^------------initialize-----------------'
//! ```
//!
//! Requests are served from Answered on; notices about lists are sent in Ready only.
//! Sessionless requests neither read nor change any of this.

use super::{
    Sink,
    era::{Era, Revision},
    logging::Level,
    rpc::Fault,
};
use serde_json::{Map, Value};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Default)]
struct State {
    revision: Option<Revision>,
    ready: bool,
    level: Level,
    sink: Option<Arc<dyn Sink>>,
}

/// The handshake state of one pipe.
#[derive(Default)]
pub struct Lifecycle {
    state: Mutex<State>,
}

impl Lifecycle {
    /// Starts or restarts the negotiation and gives the revision agreed on.
    ///
    /// Errors: -32602 when the client names no version.
    pub fn open(
        &self,
        params: &Map<String, Value>,
        sink: &Arc<dyn Sink>,
    ) -> Result<Revision, Fault> {
        let Some(Value::String(asked)) = params.get("protocolVersion") else {
            return Err(Fault::params("protocolVersion must be a string"));
        };
        let revision = Revision::negotiate(asked);
        *self.lock() = State {
            revision: Some(revision),
            sink: Some(sink.clone()),
            ..State::default()
        };
        Ok(revision)
    }

    /// The client has seen the answer; without one this means nothing.
    pub fn confirm(&self) {
        let mut state = self.lock();
        state.ready = state.revision.is_some();
    }

    /// What handshake requests speak now, or `None` before the first `initialize`.
    pub fn era(&self) -> Option<Era> {
        self.lock().revision.map(Era::Handshake)
    }

    /// Sets the lowest level that is sent.
    pub fn set_level(&self, level: Level) {
        self.lock().level = level;
    }

    /// The lowest level that is sent.
    pub fn level(&self) -> Level {
        self.lock().level
    }

    /// Where notices about lists go, once the client is ready for them.
    pub fn notices(&self) -> Option<Arc<dyn Sink>> {
        let state = self.lock();
        state.sink.clone().filter(|_| state.ready)
    }

    /// Where log messages that belong to no request go.
    pub fn log(&self) -> Option<Arc<dyn Sink>> {
        self.lock().sink.clone()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
