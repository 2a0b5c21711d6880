//! Meta commands: help, specs, commands that run commands, aliases, settings, messages.

mod inner;
mod loops;
mod observe;
mod setting;

use super::{
    answer::{Answer, CommandError, Raw},
    bindings::{Bindings, NoArgs},
    call::Message,
    context::Context,
};
use crate::registry::{Command, Help};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("help", help);
    bindings.bind("spec", spec);
    bindings.bind("version", version);
    bindings.bind("echo", echo);
    bindings.bind("messages", messages);
    bindings.bind("command_run", inner::command_run);
    bindings.bind("batch", inner::batch);
    bindings.bind("script", inner::script);
    bindings.bind("repeat", loops::repeat);
    bindings.bind("foreach", loops::foreach);
    bindings.bind("observe", observe::observe);
    bindings.bind("alias", setting::alias);
    bindings.bind("set", setting::set);
    bindings.bind("show", setting::show);
}

/// Arguments of `help`.
#[derive(Deserialize)]
pub struct HelpArgs {
    topic: Option<String>,
    apropos: bool,
}

/// Reply of `help`.
#[derive(Serialize)]
pub struct HelpReply {
    #[serde(skip_serializing_if = "Option::is_none")]
    topic: Option<String>,
    #[serde(flatten)]
    help: Help,
}

impl Answer for HelpReply {
    fn text(&self) -> String {
        self.help.text.clone()
    }
}

fn help(context: &mut Context<'_>, args: HelpArgs) -> Result<HelpReply, CommandError> {
    let help = context.registry.help(args.topic.as_deref(), args.apropos);
    let help = help.map_err(|error| CommandError::new(error.code, error.message))?;
    Ok(HelpReply {
        topic: args.topic,
        help,
    })
}

/// Arguments of `spec`.
#[derive(Deserialize)]
pub struct SpecArgs {
    node: Option<String>,
}

/// The declaration of one command, or the list of all.
fn spec(context: &mut Context<'_>, args: SpecArgs) -> Result<Raw, CommandError> {
    let Some(node) = args.node else {
        return Ok(all_commands(context));
    };
    let registry = &*context.registry;
    let found = registry.find(&node).ok_or_else(|| {
        CommandError::new(
            "unknown_command",
            format!("no command {node}; help lists them"),
        )
    })?;
    let command = found.command;
    let value = json!({
        "name": command.name,
        "group": command.group.name,
        "attached": registry.attached(command),
        "summary": command.summary,
        "details": command.details,
        "usage": registry.usage(command),
        "aliases": command.aliases.iter().map(|alias| &alias.name).collect::<Vec<_>>(),
        "effect": command.effect,
        "input": registry.input_schema(command),
        "returns": registry.output_schema(command),
        "annotations": registry.annotations(command),
        "errors": command.errors,
        "examples": command.examples,
    });
    let text = serde_json::to_string_pretty(&value).unwrap_or_default();
    Ok(Raw {
        value,
        text,
        attachments: Vec::new(),
    })
}

fn all_commands(context: &Context<'_>) -> Raw {
    let registry = &*context.registry;
    let row = |command: &Command| {
        json!({
            "name": command.name,
            "group": command.group.name,
            "attached": registry.attached(command),
            "summary": command.summary,
        })
    };
    let commands: Vec<Value> = registry.commands().map(|command| row(command)).collect();
    let lines = registry.commands().map(|command| registry.usage(command));
    let text = lines.collect::<Vec<_>>().join("\n");
    Raw {
        value: json!({ "commands": commands }),
        text,
        attachments: Vec::new(),
    }
}

/// Reply of `version`.
#[derive(Serialize)]
pub struct VersionReply {
    name: &'static str,
    version: &'static str,
    build: &'static str,
    target: String,
    commands: usize,
}

impl Answer for VersionReply {
    fn text(&self) -> String {
        format!(
            "{} {} ({}, {}), {} commands",
            self.name, self.version, self.build, self.target, self.commands
        )
    }
}

fn version(context: &mut Context<'_>, _: NoArgs) -> Result<VersionReply, CommandError> {
    Ok(VersionReply {
        name: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        build: match cfg!(debug_assertions) {
            true => "debug",
            false => "release",
        },
        target: format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
        commands: context.registry.commands().count(),
    })
}

/// Arguments and reply of `echo`.
#[derive(Serialize, Deserialize)]
pub struct Echo {
    text: String,
}

impl Answer for Echo {
    fn text(&self) -> String {
        self.text.clone()
    }
}

/// Arguments of `echo`.
#[derive(Deserialize)]
pub struct EchoArgs {
    text: Option<String>,
}

fn echo(_: &mut Context<'_>, args: EchoArgs) -> Result<Echo, CommandError> {
    Ok(Echo {
        text: args.text.unwrap_or_default(),
    })
}

/// Arguments of `messages`.
#[derive(Deserialize)]
pub struct MessagesArgs {
    channel: Option<String>,
    max: usize,
}

/// Reply of `messages`.
#[derive(Serialize)]
pub struct MessagesReply {
    messages: Vec<Message>,
    left: usize,
    dropped: u64,
}

impl Answer for MessagesReply {
    fn text(&self) -> String {
        if self.messages.is_empty() {
            return "no messages".to_string();
        }
        let rows = self.messages.iter();
        let mut lines: Vec<String> = rows
            .map(|message| format!("[{}] {}", message.channel, message.text))
            .collect();
        if self.left > 0 {
            lines.push(format!("{} more: messages", self.left));
        }
        if self.dropped > 0 {
            lines.push(format!("{} older ones were dropped", self.dropped));
        }
        lines.join("\n")
    }
}

fn messages(context: &mut Context<'_>, args: MessagesArgs) -> Result<MessagesReply, CommandError> {
    let queue = &mut context.session.messages;
    Ok(MessagesReply {
        messages: queue.drain(args.channel.as_deref(), args.max),
        left: queue.len(),
        dropped: queue.take_dropped(),
    })
}
