//! Help as text: the index, a group, a command, and the search for a word.

use super::{
    Registry,
    effect::{self, Effect},
    error::{CallError, codes, excerpt},
    names::nearest,
    spec::{Argument, Command, Raises},
    usage,
};
use serde::Serialize;
use std::sync::Arc;

/// An answer to a question about commands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Help {
    /// The text to show.
    pub text: String,
    /// The commands it is about.
    pub commands: Vec<Summary>,
}

/// A command in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Name.
    pub name: String,
    /// Group.
    pub group: String,
    /// What it does.
    pub summary: String,
    /// How it is called.
    pub usage: String,
}

/// The widest line of the index.
const WIDTH: usize = 96;

/// The index of all attached groups.
pub fn index(registry: &Registry) -> Help {
    let commands = attached(registry);
    let mut text = String::new();
    for group in registry.groups() {
        let names: Vec<&str> = commands
            .iter()
            .filter(|command| Arc::ptr_eq(&command.group, group))
            .map(|command| command.name.as_str())
            .collect();
        if !names.is_empty() {
            text.push_str(&format!("{}: {}\n", group.name, group.help));
            text.push_str(&wrapped(&names));
        }
    }
    text.push_str(
        "help <command>, help <group>, help <word> apropos; Tab completes names and arguments.",
    );
    Help {
        text,
        commands: commands.iter().map(|command| summary(command)).collect(),
    }
}

/// Help on a command, else a group, else all that mention the word.
pub fn topic(registry: &Registry, topic: &str) -> Result<Help, CallError> {
    let group = group(registry, topic);
    match (registry.find(topic), group) {
        (Some(found), None) => Ok(about(registry, found.command)),
        (Some(found), Some(group)) => Ok(both(about(registry, found.command), group, topic)),
        (None, Some(group)) => Ok(group),
        (None, None) => apropos(registry, topic),
    }
}

/// The attached commands of a group, if it has any.
fn group(registry: &Registry, name: &str) -> Option<Help> {
    let commands: Vec<&Arc<Command>> = attached(registry)
        .into_iter()
        .filter(|command| command.group.name.eq_ignore_ascii_case(name))
        .collect();
    (!commands.is_empty()).then(|| list(&commands))
}

fn about(registry: &Registry, found: &Arc<Command>) -> Help {
    Help {
        text: command(registry, found),
        commands: vec![summary(found)],
    }
}

/// A word may name a command, or an alias of one, and a group.
fn both(mut command: Help, group: Help, name: &str) -> Help {
    command.text.push_str(&format!(
        "\n\nThe group {}:\n{}",
        name.to_ascii_lowercase(),
        group.text
    ));
    let known = command.commands[0].clone();
    let others = group.commands.into_iter().filter(|row| *row != known);
    command.commands.extend(others);
    command
}

/// All attached commands that mention a word, those in whose name it stands first.
pub fn apropos(registry: &Registry, word: &str) -> Result<Help, CallError> {
    let wanted = word.to_lowercase();
    let mut found: Vec<(bool, &Arc<Command>)> = attached(registry)
        .into_iter()
        .filter(|command| mentions(command, &wanted))
        .map(|command| (!command.name.contains(&wanted), command))
        .collect();
    found.sort_by_key(|(elsewhere, _)| *elsewhere);
    let found: Vec<&Arc<Command>> = found.into_iter().map(|(_, command)| command).collect();
    if found.is_empty() {
        return Err(nothing(registry, word));
    }
    Ok(list(&found))
}

fn nothing(registry: &Registry, word: &str) -> CallError {
    let near = near_names(registry, word);
    let hint = match near.is_empty() {
        true => "help lists all commands".to_string(),
        false => format!("{}?", near.join(" or ")),
    };
    let message = format!("no command is or mentions \"{}\"; {hint}", excerpt(word));
    CallError::new(codes::NOT_FOUND, message)
}

/// Names and aliases of attached commands that are near to a misspelled one.
pub fn near_names<'a>(registry: &'a Registry, word: &str) -> Vec<&'a str> {
    let names = attached(registry).into_iter().flat_map(|command| {
        let aliases = command.aliases.iter().map(|alias| alias.name.as_str());
        std::iter::once(command.name.as_str()).chain(aliases)
    });
    // A one-letter alias is near to everything short.
    nearest(word, names.filter(|name| name.len() > 2), 3)
}

fn attached(registry: &Registry) -> Vec<&Arc<Command>> {
    registry
        .commands()
        .filter(|command| registry.attached(command))
        .collect()
}

fn mentions(command: &Command, wanted: &str) -> bool {
    let has = |text: &str| text.to_lowercase().contains(wanted);
    has(&command.name)
        || has(&command.summary)
        || command.details.iter().any(|detail| has(detail))
        || command.aliases.iter().any(|alias| has(&alias.name))
        || command
            .arguments
            .iter()
            .any(|argument| has(&argument.name) || has(&argument.help))
}

fn summary(command: &Arc<Command>) -> Summary {
    Summary {
        name: command.name.clone(),
        group: command.group.name.clone(),
        summary: command.summary.clone(),
        usage: usage::line(command),
    }
}

fn list(commands: &[&Arc<Command>]) -> Help {
    let width = commands.iter().map(|command| command.name.len()).max();
    let width = width.unwrap_or(0);
    let lines: Vec<String> = commands
        .iter()
        .map(|command| format!("{:width$}  {}", command.name, command.summary))
        .collect();
    Help {
        text: lines.join("\n"),
        commands: commands.iter().map(|command| summary(command)).collect(),
    }
}

fn wrapped(names: &[&str]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for name in names {
        if column > 0 && column + name.len() + 1 > WIDTH {
            text.push('\n');
            column = 0;
        }
        let blank = if column == 0 { "  " } else { " " };
        text.push_str(blank);
        text.push_str(name);
        column += blank.len() + name.len();
    }
    text.push('\n');
    text
}

/// Everything about one command.
pub fn command(registry: &Registry, command: &Command) -> String {
    let mut lines = vec![usage::line(command), command.summary.clone()];
    lines.extend(command.details.iter().cloned());
    if let Some(need) = command
        .group
        .needs
        .as_ref()
        .filter(|_| !registry.attached(command))
    {
        lines.push(format!("Not available at present: needs {need}."));
    }
    lines.extend(arguments(command));
    if !command.aliases.is_empty() {
        let aliases: Vec<String> = command.aliases.iter().map(usage::alias).collect();
        lines.push(format!("Aliases: {}.", aliases.join("; ")));
    }
    lines.push(effects(command));
    if !command.errors.is_empty() {
        lines.push(format!("Errors: {}.", command.errors.join(", ")));
    }
    for example in &command.examples {
        lines.push(format!("  {}   # {}", example.line, example.why));
    }
    lines.join("\n")
}

fn arguments(command: &Command) -> Vec<String> {
    let width = command
        .arguments
        .iter()
        .map(|argument| argument.name.len())
        .max();
    let width = width.unwrap_or(0);
    command
        .arguments
        .iter()
        .map(|argument| {
            format!(
                "  {:width$}  {} ({}{})",
                argument.name,
                argument.help,
                usage::type_of(argument),
                notes(argument)
            )
        })
        .collect()
}

/// What else to know of an argument: required, default, keyword, rest, stronger effect.
pub fn notes(argument: &Argument) -> String {
    let mut notes = String::new();
    if argument.required {
        notes.push_str("; required");
    }
    if let Some(default) = &argument.default {
        notes.push_str(&format!("; default {}", usage::short(default)));
    }
    if let Some(keyword) = &argument.keyword {
        notes.push_str(&format!("; after the word {keyword}"));
    }
    if argument.rest {
        notes.push_str("; rest of the line");
    }
    match &argument.raises {
        Some(Raises::Given(effect)) => notes.push_str(&format!("; {}", effect.name())),
        Some(Raises::Values(values)) => {
            for (value, effect) in values {
                notes.push_str(&format!("; {value} is {}", effect.name()));
            }
        }
        None => {}
    }
    notes
}

/// The effect, and the strongest one when arguments can raise it.
pub fn effects(command: &Command) -> String {
    let worst = effect::worst(command);
    let own: Effect = command.effect;
    match worst == own {
        true => format!("Effect: {}.", own.name()),
        false => format!("Effect: {}, at most {}.", own.name(), worst.name()),
    }
}
