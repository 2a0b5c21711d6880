//! The group `mcp`: the protocol in one command, and who may drive.

use super::{Conversation, Options, Server, Sink, era, hub_door::InnerDoor, instructions};
use crate::{
    commands::{Answer, CommandError},
    hub::{Bindings, Context, Room},
    registry::Profile,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What this room brings to a hub.
pub const ROOM: Room = Room {
    specs: &[("mcp.json", include_str!("../../specs/mcp.json"))],
    bind,
};

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    let desk = Desk::default();
    bindings.bind("mcp", report);
    bindings.bind("dev_mode", dev_mode);
    bindings.bind("McpRequest", move |context: &mut Context<'_>, args| {
        desk.serve(context, &args)
    });
}

/// Arguments of `mcp`.
#[derive(Deserialize)]
pub struct McpArgs {
    on: Option<u8>,
}

/// Reply of `mcp`.
#[derive(Serialize)]
pub struct McpReply {
    listening: bool,
    driving: bool,
    tools: usize,
    versions: Vec<&'static str>,
}

impl Answer for McpReply {
    fn text(&self) -> String {
        let may = if self.driving { "drive" } else { "only look" };
        format!(
            "{} tools over stdio (--mcp), no listener; agents may {may}; versions {}",
            self.tools,
            self.versions.join(", ")
        )
    }
}

fn report(context: &mut Context<'_>, args: McpArgs) -> Result<McpReply, CommandError> {
    if args.on == Some(1) {
        return Err(CommandError::new(
            "unavailable",
            "there is no network listener here; agents connect over stdio with --mcp",
        ));
    }
    Ok(McpReply {
        listening: false,
        driving: context.driving(),
        tools: context.registry.profile(&Profile::Full, false).len(),
        versions: era::served(),
    })
}

/// Arguments of `dev_mode`.
#[derive(Deserialize)]
pub struct DevModeArgs {
    on: Option<u8>,
}

/// Reply of `dev_mode`.
#[derive(Serialize)]
pub struct DevModeReply {
    driving: bool,
}

impl Answer for DevModeReply {
    fn text(&self) -> String {
        match self.driving {
            true => "driving is on: agents may run, change and write".to_string(),
            false => "driving is off: agents may only look".to_string(),
        }
    }
}

/// The gate lets only persons give the argument.
fn dev_mode(context: &mut Context<'_>, args: DevModeArgs) -> Result<DevModeReply, CommandError> {
    if let Some(on) = args.on {
        context.set_driving(on == 1);
    }
    Ok(DevModeReply {
        driving: context.driving(),
    })
}

/// Arguments of `McpRequest`.
#[derive(Deserialize)]
pub struct RequestArgs {
    message: String,
}

/// Reply of `McpRequest`.
#[derive(Serialize)]
pub struct RequestReply {
    reply: Option<Value>,
    notices: Vec<Value>,
}

impl Answer for RequestReply {
    fn text(&self) -> String {
        let lines = self.notices.iter().chain(&self.reply);
        let lines: Vec<String> = lines.map(Value::to_string).collect();
        lines.join("\n")
    }
}

/// The conversation that `McpRequest` goes on with.
#[derive(Clone, Default)]
struct Desk {
    conversation: Arc<OnceLock<Arc<Conversation>>>,
    notices: Arc<Notices>,
}

impl Desk {
    fn serve(
        &self,
        context: &mut Context<'_>,
        args: &RequestArgs,
    ) -> Result<RequestReply, CommandError> {
        let conversation = self.conversation.get_or_init(|| {
            Conversation::new(Options {
                instructions: instructions::text(context.registry),
                ..Options::default()
            })
        });
        let sink: Arc<dyn Sink> = self.notices.clone();
        let server = Server::new(InnerDoor::new(context), conversation.clone());
        server.tools_may_have_changed();
        let reply = server.handle(args.message.as_bytes(), &sink);
        Ok(RequestReply {
            reply,
            notices: self.notices.take(),
        })
    }
}

/// Notices since the last reply.
#[derive(Default)]
struct Notices(Mutex<Vec<Value>>);

impl Notices {
    fn take(&self) -> Vec<Value> {
        let mut notices = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut notices)
    }
}

impl Sink for Notices {
    fn send(&self, message: Value) {
        let mut notices = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        notices.push(message);
    }
}
