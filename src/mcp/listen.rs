//! `subscriptions/listen`: a request that stays open and hears what changed.
//!
//! ```text
//! listen ------> acknowledged (what was accepted)
//!                tools/list_changed, each tagged with the listen's id
//! cancelled ---> (silence)          or, when the server ends it:
//!                the response, then notifications/cancelled
//! ```
//!
//! The response goes before the notice: clients take the notice alone for a lost connection.

use super::{
    Sink,
    era::{Era, Method, SUBSCRIPTION_KEY, tag},
    rpc::{self, Fault},
};
use serde_json::{Map, Value, json};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

struct Listener {
    id: Value,
    tools: bool,
    sink: Arc<dyn Sink>,
}

impl Listener {
    fn send(&self, method: &str, params: Value) {
        let mut params = params;
        tag(&mut params, SUBSCRIPTION_KEY, self.id.clone());
        let Value::Object(params) = params else {
            return;
        };
        self.sink.send(rpc::notice(method, params));
    }
}

/// The open listens of one pipe.
#[derive(Default)]
pub struct Listeners {
    open: Mutex<Vec<Listener>>,
}

impl Listeners {
    /// Opens a listen and acknowledges the kinds of change that can be heard.
    ///
    /// Errors: -32602 when the filter is missing or malformed.
    pub fn open(
        &self,
        id: &Value,
        params: &Map<String, Value>,
        sink: &Arc<dyn Sink>,
    ) -> Result<(), Fault> {
        let Some(Value::Object(filter)) = params.get("notifications") else {
            return Err(Fault::params(
                "notifications must be an object, as {\"toolsListChanged\": true}",
            ));
        };
        let tools = match filter.get("toolsListChanged") {
            None => false,
            Some(Value::Bool(wanted)) => *wanted,
            Some(_) => return Err(Fault::params("toolsListChanged must be a boolean")),
        };
        let listener = Listener {
            id: id.clone(),
            tools,
            sink: sink.clone(),
        };
        // Acknowledged inside the lock, so that no change can be told before it.
        let mut open = self.lock();
        let accepted = if tools {
            json!({"toolsListChanged": true})
        } else {
            json!({})
        };
        let params = json!({"notifications": accepted});
        listener.send("notifications/subscriptions/acknowledged", params);
        open.push(listener);
        Ok(())
    }

    /// Tells everyone who asked that the tool list changed.
    pub fn tools_changed(&self) {
        let open = self.lock();
        for listener in open.iter().filter(|listener| listener.tools) {
            listener.send("notifications/tools/list_changed", json!({}));
        }
    }

    /// The client ended a listen: it gets nothing more.
    pub fn cancel(&self, id: &Value) {
        self.lock().retain(|listener| listener.id != *id);
    }

    /// The server ends all listens.
    pub fn close(&self, server_info: &Value) {
        for listener in self.lock().drain(..) {
            let mut result = Era::Sessionless.finish(Method::Listen, json!({}), server_info);
            tag(&mut result, SUBSCRIPTION_KEY, listener.id.clone());
            listener.sink.send(rpc::reply(&listener.id, result));
            let params = json!({"requestId": listener.id, "reason": "the server ends"});
            listener.send("notifications/cancelled", params);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Listener>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
