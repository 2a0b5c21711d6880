//! The way of one call through the hub, the same for outer and inner calls.

use super::{contain::contain, gate, names::SessionNames};
use crate::{
    commands::{
        Bindings, Call, CommandError, Context, Door, MOST_DEPTH, MOST_INNER_BYTES,
        MOST_INNER_CALLS, Outcome, Reply, Spending,
    },
    registry::{CallError, Command, Prepared, codes},
};
use serde_json::Value;
use std::mem;

/// The bound functions and how replies are treated.
pub struct Entry {
    /// Functions by command name.
    pub bindings: Bindings,
    /// Whether every reply is checked against `returns`.
    pub check_replies: bool,
}

impl Door for Entry {
    fn enter(&self, context: &mut Context<'_>, call: Call) -> Reply {
        let mut inner = Context {
            session: context.session,
            registry: context.registry,
            host: context.host,
            scope: context.scope.clone(),
            notices: Vec::new(),
            door: context.door,
        };
        inner.scope.depth += 1;
        let is_outermost = inner.scope.depth == 1;
        if is_outermost {
            inner.scope.spending = Spending::default();
        }
        // An inner call can be bound by a narrower origin, never freed by a wider one.
        if call.origin == crate::commands::Origin::Mcp {
            inner.scope.origin = call.origin;
        }
        inner.scope.cancel = call.cancel;
        inner.scope.progress = call.progress;
        let reply = self.answer(&mut inner, &call.name, call.arguments);
        context.scope.reported = inner.scope.reported;
        if !is_outermost {
            context.scope.spending.add(&reply);
        }
        reply
    }

    fn enter_line(&self, context: &mut Context<'_>, line: &str) -> Vec<Reply> {
        let mut replies = Vec::new();
        for piece in context.registry.split_lines(line) {
            let line = expand_alias(context, &piece);
            for piece in context.registry.split_lines(&line) {
                if context.scope.depth > 0 && context.scope.spending.is_over() {
                    replies.push(Reply::failed(first_word(&piece), too_much()));
                    return replies;
                }
                let reply = self.piece(context, &piece);
                let leaves = reply.leaves().is_some();
                replies.push(reply);
                if leaves {
                    return replies;
                }
            }
        }
        replies
    }
}

impl Entry {
    fn piece(&self, context: &mut Context<'_>, line: &str) -> Reply {
        let names = SessionNames::new(context.session, context.registry, context.host);
        let parsed = context.registry.parse_line(line, &names);
        match parsed {
            Ok(invocation) => {
                let mut reply = context.call(&invocation.name, Value::Object(invocation.arguments));
                reply.json = invocation.json;
                reply
            }
            Err(error) => {
                let mut reply = Reply::failed(first_word(line), error);
                context.scope.spending.add(&reply);
                reply.json = line.split_whitespace().any(|word| word == "--json");
                reply
            }
        }
    }

    fn answer(&self, context: &mut Context<'_>, name: &str, arguments: Value) -> Reply {
        let prepared = match prepare(context, name, arguments) {
            Ok(prepared) => prepared,
            Err(error) => {
                let known = context.registry.find(name);
                let command = known.map_or(name, |found| &found.command.name);
                return Reply::failed(command, error);
            }
        };
        let command = prepared.command.clone();
        let result = self.run(context, prepared);
        let messages = mem::take(&mut context.notices);
        let mut reply = match result {
            Ok(outcome) => success(&command, outcome),
            Err(error) => Reply::failed(&*command.name, with_usage(context, &command, error)),
        };
        reply.messages = messages;
        reply
    }

    fn run(&self, context: &mut Context<'_>, prepared: Prepared) -> Result<Outcome, CommandError> {
        let command = prepared.command.clone();
        let binding = self.bindings.get(&command.name).ok_or_else(|| {
            CommandError::new("internal", format!("{} has no function", command.name))
        })?;
        let outcome = contain(context, |context| binding.run(context, prepared.arguments))?;
        if self.check_replies {
            let checked = context.registry.check_reply(&command, &outcome.value);
            checked.map_err(|error| {
                CommandError::new("internal", format!("the reply is not as declared: {error}"))
            })?;
        }
        Ok(outcome)
    }
}

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

fn too_much() -> CallError {
    CallError::new(
        codes::LIMIT,
        format!(
            "commands inside one call run at most {MOST_INNER_CALLS} commands and say at most {} MiB",
            MOST_INNER_BYTES >> 20
        ),
    )
}

/// Checks depth, arguments, presence of a cartridge and the gate.
fn prepare(context: &mut Context<'_>, name: &str, arguments: Value) -> Result<Prepared, CallError> {
    if context.scope.depth > MOST_DEPTH {
        return Err(CallError::new(
            codes::LIMIT,
            format!("commands call commands at most {MOST_DEPTH} deep"),
        ));
    }
    if context.scope.depth > 1 && context.scope.spending.is_over() {
        return Err(too_much());
    }
    let names = SessionNames::new(context.session, context.registry, context.host);
    let prepared = context.registry.prepare(name, arguments, &names)?;
    let command = &prepared.command;
    let effect = context.registry.effect(&prepared);
    gate::check(effect, &context.scope, &command.name)?;
    if !context.registry.attached(command) {
        return Err(CallError::new(codes::NO_ROM, codes::NO_ROM_TEXT));
    }
    Ok(prepared)
}

fn success(command: &Command, outcome: Outcome) -> Reply {
    Reply {
        command: command.name.clone(),
        ok: true,
        result: outcome.value,
        error: None,
        text: outcome.text,
        attachments: outcome.attachments,
        messages: Vec::new(),
        json: false,
    }
}

fn with_usage(context: &Context<'_>, command: &Command, error: CommandError) -> CallError {
    CallError {
        code: error.code.to_string(),
        message: error.message,
        usage: Some(context.registry.usage(command)),
    }
}

/// Replaces a first word that is an alias of this session by the line it stands for.
fn expand_alias(context: &Context<'_>, line: &str) -> String {
    let line = line.trim_start();
    let end = line.find([' ', '\t', ';']).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    match context.session.aliases.get(&word.to_ascii_lowercase()) {
        Some(stands_for) => format!("{stands_for}{rest}"),
        None => line.to_string(),
    }
}
