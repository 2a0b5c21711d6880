//! The Model Context Protocol, as a face over any table of commands.
//!
//! ```text
//! transport --bytes--> Server::accept --Done--> reply
//!                          |
//!                          '--Work--> Server::perform (blocks) --> reply
//! notices, progress: Server --> Sink --> transport
//! ```
//!
//! The adapter knows no machine and no command by name; it does no IO. [`era`] holds every
//! difference between the protocol revisions, [`door`] what is asked of the owner of the
//! commands, [`transport`] what carries lines. `wiki/mcp.md` has the protocol on one page.

pub mod cancel;
pub mod catalogue;
pub mod commands;
pub mod content;
pub mod conversation;
pub mod door;
pub mod era;
pub mod hub_door;
pub mod instructions;
pub mod lifecycle;
pub mod listen;
pub mod logging;
pub mod progress;
pub mod rpc;
pub mod tools;
pub mod transport;

pub use conversation::{Conversation, Options};
pub use door::Door;
pub use hub_door::HubDoor;

use era::{Era, Method};
use rpc::{Envelope, Fault};
use serde_json::{Map, Value, json};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

/// Where notices, progress and late replies go.
pub trait Sink: Send + Sync {
    /// Sends one message to the client; never blocks for long.
    fn send(&self, message: Value);
}

/// What is left to do once a message was read.
pub enum Step {
    /// Nothing; the reply, if the message wanted one.
    Done(Option<Value>),
    /// A call that may take long: [`Server::perform`] runs it on any thread.
    Work(Box<Work>),
}

/// A call that was accepted and can be cancelled, and is not run yet.
pub struct Work {
    id: Value,
    era: Era,
    order: tools::Order,
    ticket: cancel::Ticket,
    sink: Arc<dyn Sink>,
}

impl Work {
    /// The id of its request.
    pub fn id(&self) -> &Value {
        &self.id
    }
}

/// The protocol, spoken with one peer over one pipe.
///
/// All methods may be called from several threads at once: a cancel or a ping is served while
/// a call runs.
pub struct Server<D> {
    door: D,
    conversation: Arc<Conversation>,
}

impl<D: Door> Server<D> {
    /// A server that goes on with a conversation, new or not.
    pub fn new(door: D, conversation: Arc<Conversation>) -> Server<D> {
        let server = Server { door, conversation };
        server.conversation.note_tools(&server.door);
        server
    }

    /// Serves one message and gives its reply; blocks while a call runs.
    pub fn handle(&self, message: &[u8], sink: &Arc<dyn Sink>) -> Option<Value> {
        match self.accept(message, sink) {
            Step::Done(reply) => reply,
            Step::Work(work) => self.perform(work),
        }
    }

    /// Reads one message and does all of it that can not take long.
    pub fn accept(&self, message: &[u8], sink: &Arc<dyn Sink>) -> Step {
        match rpc::parse(message) {
            Envelope::Rejected { id, fault } => Step::Done(Some(rpc::failure(&id, fault))),
            Envelope::Response => Step::Done(None),
            Envelope::Notice { method, params } => {
                self.conversation.hear(&method, &params);
                Step::Done(None)
            }
            Envelope::Request { id, method, params } => {
                match self.request(&id, &method, params, sink) {
                    Ok(step) => step,
                    Err(fault) => Step::Done(Some(rpc::failure(&id, fault))),
                }
            }
        }
    }

    /// Runs an accepted call; the reply is `None` when it was cancelled.
    pub fn perform(&self, work: Box<Work>) -> Option<Value> {
        if work.ticket.is_withdrawn() {
            return None;
        }
        let result = self.run(&work);
        if work.ticket.is_withdrawn() {
            return None;
        }
        let info = &self.conversation.options.server_info;
        let result = work.era.finish(Method::CallTool, result, info);
        Some(rpc::reply(&work.id, result))
    }

    /// Tells subscribers of the tool list, if it really changed.
    pub fn tools_may_have_changed(&self) {
        self.conversation.announce(&self.door);
    }

    /// Tells handshake clients a message that belongs to no request.
    pub fn log(&self, message: &door::Message) {
        self.conversation.log(message);
    }

    /// Ends the conversation: work that still runs is stopped, open listens are answered.
    pub fn close(&self) {
        self.conversation.close();
    }

    fn request(
        &self,
        id: &Value,
        method: &str,
        params: Map<String, Value>,
        sink: &Arc<dyn Sink>,
    ) -> Result<Step, Fault> {
        let era = self.conversation.era_of(method, &params)?;
        let Some(known) = era.method(method) else {
            let shown: String = method.chars().take(64).collect();
            return Err(Fault::new(
                rpc::METHOD_NOT_FOUND,
                format!("Method not found: {shown}"),
            ));
        };
        let conversation = &self.conversation;
        let result = match known {
            Method::Initialize => conversation.initialize(&params, sink)?,
            Method::Discover => conversation.discover(),
            Method::Ping => json!({}),
            Method::SetLevel => conversation.set_level(&params)?,
            Method::ListTools => tools::list(&self.door, era, &params, conversation.options.page)?,
            Method::Listen => {
                conversation.listeners.open(id, &params, sink)?;
                return Ok(Step::Done(None));
            }
            Method::CallTool => return self.call(id, era, params, sink),
        };
        let result = era.finish(known, result, &conversation.options.server_info);
        Ok(Step::Done(Some(rpc::reply(id, result))))
    }

    fn call(
        &self,
        id: &Value,
        era: Era,
        params: Map<String, Value>,
        sink: &Arc<dyn Sink>,
    ) -> Result<Step, Fault> {
        let level = match (era, era::asked_log_level(&params)?) {
            (Era::Handshake(_), _) => Some(self.conversation.lifecycle.level()),
            (Era::Sessionless, None) => None,
            (Era::Sessionless, Some(name)) => Some(logging::Level::parse(name)?),
        };
        let order = tools::order(&self.door, params, level)?;
        Ok(Step::Work(Box::new(Work {
            id: id.clone(),
            era,
            order,
            ticket: self.conversation.running.open(id),
            sink: sink.clone(),
        })))
    }

    fn run(&self, work: &Work) -> Value {
        let cancel = &work.ticket.cancel;
        let token = work.order.progress.clone();
        let meter = token.map(|token| {
            let sink = work.sink.clone();
            Arc::new(progress::Meter::new(token, work.era, sink, cancel.clone()))
        });
        let call = door::Call {
            name: work.order.name.clone(),
            arguments: work.order.arguments.clone(),
            origin: door::Origin::Mcp,
            cancel: cancel.clone(),
            progress: meter.clone().map(|meter| meter as Arc<dyn door::Progress>),
        };
        // The hub contains the panics of its handlers; this one is for the door itself.
        let reply = catch_unwind(AssertUnwindSafe(|| self.door.call(call)));
        if let Some(meter) = meter {
            meter.close();
        }
        let Ok(reply) = reply else {
            return content::refused("internal", "the command failed inside; the server goes on");
        };
        if let (Some(least), false) = (work.order.level, work.ticket.is_withdrawn()) {
            let notices = reply.messages.iter();
            let notices = notices.filter_map(|message| logging::notice(message, least));
            notices.for_each(|notice| work.sink.send(notice));
        }
        content::result(&reply, work.era, work.order.text_limit)
    }
}
