//! Commands that run commands; the gate looks at each inner call.

use crate::commands::{Attachment, CommandError, Context, Raw, Reply, answer::Answer};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Arguments of `command_run`.
#[derive(Deserialize)]
pub struct CommandRunArgs {
    name: Option<String>,
    arguments: Option<Value>,
    line: Option<String>,
}

/// Runs one command by name and arguments, or as a line.
pub fn command_run(context: &mut Context<'_>, args: CommandRunArgs) -> Result<Raw, CommandError> {
    let reply = match (args.name, args.line) {
        (Some(name), None) => context.call(&name, args.arguments.unwrap_or(Value::Null)),
        (None, Some(line)) => one_line(context, &line)?,
        _ => {
            return Err(CommandError::new(
                "missing_argument",
                "give a name with arguments, or a line",
            ));
        }
    };
    if let Some(error) = reply.error {
        return Err(CommandError {
            code: error.code.into(),
            message: with_usage(&error.message, error.usage.as_deref()),
        });
    }
    context.notices.extend(reply.messages);
    Ok(Raw {
        value: json!({ "command": reply.command, "result": reply.result }),
        text: reply.text,
        attachments: reply.attachments,
    })
}

fn with_usage(message: &str, usage: Option<&str>) -> String {
    match usage {
        Some(usage) => format!("{message}; usage of the inner command: {usage}"),
        None => message.to_string(),
    }
}

fn one_line(context: &mut Context<'_>, line: &str) -> Result<Reply, CommandError> {
    if context.registry.split_lines(line).len() != 1 {
        return Err(CommandError::bad_value(
            "one command a line here; batch runs several",
        ));
    }
    let reply = context.line(line).pop();
    reply.ok_or_else(|| CommandError::bad_value("the line is empty"))
}

/// What ends a batch early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StopOn {
    /// A command that fails.
    Error,
    /// A command that fails, or a run that does not end as asked.
    Stop,
    /// Nothing.
    Never,
}

/// Arguments of `batch`.
#[derive(Deserialize)]
pub struct BatchArgs {
    lines: Vec<String>,
    stop_on: StopOn,
}

/// One inner reply.
#[derive(Serialize)]
pub struct InnerReply {
    command: String,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Value>,
    text: String,
    #[serde(skip)]
    attachments: Vec<Attachment>,
}

impl From<Reply> for InnerReply {
    fn from(reply: Reply) -> InnerReply {
        let error = reply.error.map(
            |error| json!({ "code": error.code, "message": error.message, "usage": error.usage }),
        );
        InnerReply {
            command: reply.command,
            ok: reply.ok,
            result: reply.ok.then_some(reply.result),
            error,
            text: reply.text,
            attachments: reply.attachments,
        }
    }
}

/// Reply of `batch` and `script`.
#[derive(Serialize)]
pub struct ManyReply {
    results: Vec<InnerReply>,
    failed: usize,
    not_run: usize,
}

impl Answer for ManyReply {
    fn text(&self) -> String {
        let rows = self.results.iter();
        let mut blocks: Vec<String> = rows
            .map(|row| format!("{}: {}", row.command, row.text))
            .collect();
        if self.not_run > 0 {
            blocks.push(format!("{} lines were not run", self.not_run));
        }
        blocks.join("\n")
    }

    fn attachments(&self) -> Vec<Attachment> {
        let rows = self.results.iter();
        rows.flat_map(|row| row.attachments.clone()).collect()
    }
}

/// Runs several lines in one call.
pub fn batch(context: &mut Context<'_>, args: BatchArgs) -> Result<ManyReply, CommandError> {
    Ok(many(context, &args.lines, args.stop_on).0)
}

/// Arguments of `script`.
#[derive(Deserialize)]
pub struct ScriptArgs {
    path: String,
}

/// Runs a file of lines; stops at the first error.
pub fn script(context: &mut Context<'_>, args: ScriptArgs) -> Result<ManyReply, CommandError> {
    let bytes = context.read_file(&args.path)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| CommandError::bad_value(format!("{} is no UTF-8 text", args.path)))?;
    let lines = context.registry.split_script(&text);
    let lines: Vec<String> = lines.into_iter().map(|line| line.text).collect();
    let (reply, _) = many(context, &lines, StopOn::Error);
    Ok(reply)
}

/// Runs lines and returns what they gave, and whether something ended them early.
pub(super) fn many(
    context: &mut Context<'_>,
    lines: &[impl AsRef<str>],
    stop_on: StopOn,
) -> (ManyReply, bool) {
    let mut reply = ManyReply {
        results: Vec::new(),
        failed: 0,
        not_run: 0,
    };
    let total = lines.len() as u64;
    for (index, line) in lines.iter().map(AsRef::as_ref).enumerate() {
        context.report(index as u64, Some(total), line);
        let replies = context.line(line);
        // A line too much says so itself.
        let failed = replies.iter().any(|inner| !inner.ok);
        let over = context.scope.spending.is_over() && failed;
        let ends = over
            || context.scope.cancel.is_cancelled()
            || replies.iter().any(|inner| ends(inner, stop_on));
        reply.failed += replies.iter().filter(|inner| !inner.ok).count();
        for mut inner in replies {
            context.notices.append(&mut inner.messages);
            reply.results.push(inner.into());
        }
        if ends {
            reply.not_run = lines.len() - index - 1;
            return (reply, true);
        }
    }
    (reply, false)
}

fn ends(reply: &Reply, stop_on: StopOn) -> bool {
    if reply.leaves().is_some() {
        return true;
    }
    let stopped = reply.result.get("reason").and_then(Value::as_str);
    let early = stopped.is_some_and(|reason| !matches!(reason, "done" | "until" | "event"));
    match stop_on {
        StopOn::Error => !reply.ok,
        StopOn::Stop => !reply.ok || early,
        StopOn::Never => false,
    }
}
