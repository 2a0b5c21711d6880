//! What a handler works with: the session, the registry, the host and the door.

use super::{
    answer::CommandError,
    call::{Call, Cancel, Origin, Progress, Reply},
    host::Host,
    session::Session,
    spending::Spending,
};
use crate::registry::Registry;
use serde_json::Value;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// How deep commands may call commands.
pub const MOST_DEPTH: u32 = 16;

/// Progress is reported at most this often.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// What belongs to one call: who made it, and how it is stopped and followed.
#[derive(Clone)]
pub struct Scope {
    /// Who made the outermost call.
    pub origin: Origin,
    /// Stops the command when raised.
    pub cancel: Cancel,
    /// Hears progress.
    pub progress: Option<Arc<dyn Progress>>,
    /// How many calls stand around this one.
    pub depth: u32,
    /// Whether anything but looking is allowed to agents; shared with the hub.
    pub driving: Arc<AtomicBool>,
    /// What the commands inside the outermost call have used up.
    pub spending: Spending,
    /// When progress was last reported.
    pub reported: Option<Duration>,
}

/// The hub, as seen from inside a call: runs another command in place.
pub trait Door {
    /// Runs a command within the given context and returns its reply.
    fn enter(&self, context: &mut Context<'_>, call: Call) -> Reply;

    /// Runs a line (one command or several with `;`) and returns a reply for each.
    fn enter_line(&self, context: &mut Context<'_>, line: &str) -> Vec<Reply>;
}

/// What a handler works with.
pub struct Context<'a> {
    /// Machine, breakpoints, labels, settings, notices.
    pub session: &'a mut Session,
    /// The command table.
    pub registry: &'a mut Registry,
    /// Files and the clock.
    pub host: &'a mut dyn Host,
    /// This call's own facts.
    pub scope: Scope,
    /// Notices that go out with this call's reply.
    pub notices: Vec<super::call::Message>,
    /// The way back in.
    pub door: &'a dyn Door,
}

impl Context<'_> {
    /// Runs another command in place, with this call's origin, canceller and listener.
    pub fn call(&mut self, name: &str, arguments: Value) -> Reply {
        let call = Call {
            name: name.to_string(),
            arguments,
            origin: self.scope.origin,
            cancel: self.scope.cancel.clone(),
            progress: self.scope.progress.clone(),
        };
        let door = self.door;
        door.enter(self, call)
    }

    /// Runs a line in place and returns a reply for each command on it.
    pub fn line(&mut self, line: &str) -> Vec<Reply> {
        let door = self.door;
        door.enter_line(self, line)
    }

    /// Sends a notice with this call's reply.
    pub fn notice(&mut self, channel: &str, text: impl Into<String>) {
        self.notices.push(super::call::Message {
            channel: channel.to_string(),
            text: text.into(),
        });
    }

    /// Reports progress, at most ten times a second.
    pub fn report(&mut self, done: u64, total: Option<u64>, message: &str) {
        let Some(progress) = self.scope.progress.clone() else {
            return;
        };
        let now = self.host.now();
        let due = self
            .scope
            .reported
            .is_none_or(|last| now >= last + PROGRESS_INTERVAL);
        if due {
            self.scope.reported = Some(now);
            progress.report(done, total, message);
        }
    }

    /// Whether agents may do more than look.
    pub fn driving(&self) -> bool {
        self.scope.driving.load(Ordering::SeqCst)
    }

    /// Allows or forbids agents to do more than look.
    pub fn set_driving(&self, driving: bool) {
        self.scope.driving.store(driving, Ordering::SeqCst);
    }

    /// Attaches or detaches the groups that need something, as `rom`.
    pub fn attach(&mut self, need: &str, attached: bool) {
        if self.registry.attach(need, attached) {
            self.session.catalog += 1;
        }
    }

    /// Reads a file as this caller may.
    ///
    /// Errors: `io`.
    pub fn read_file(&self, path: &str) -> Result<Vec<u8>, CommandError> {
        self.host.read(self.scope.origin, path)
    }

    /// Writes a file as this caller may and returns the path it got.
    ///
    /// Errors: `io`, `bad_value` for a name an agent may not use.
    pub fn write_file(
        &self,
        name: &str,
        extension: &str,
        bytes: &[u8],
    ) -> Result<String, CommandError> {
        self.host.write(self.scope.origin, name, extension, bytes)
    }
}
