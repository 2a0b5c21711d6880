//! The reference of all commands as markdown, one sentence per line.

use super::{
    Registry,
    help::{effects, notes},
    spec::Command,
    usage,
};
use serde_json::Value;
use std::sync::Arc;

/// All commands by group, attached or not, in the order of the specs.
pub fn markdown(registry: &Registry) -> String {
    let mut text = String::from("# Commands\n\nThis page is generated from `specs/*.json`.\n");
    let mut done: Vec<&str> = Vec::new();
    for group in registry.groups() {
        if done.contains(&group.name.as_str()) {
            continue;
        }
        done.push(&group.name);
        text.push_str(&format!("\n## {}\n\n{}\n", group.title, group.help));
        if let Some(need) = &group.needs {
            text.push_str(&format!("These commands exist only with: {need}.\n"));
        }
        for command in registry.commands() {
            if command.group.name == group.name {
                section(&mut text, command);
            }
        }
    }
    text
}

fn section(text: &mut String, command: &Arc<Command>) {
    text.push_str(&format!("\n### {}\n\n{}\n", command.name, command.summary));
    for detail in &command.details {
        text.push_str(&sentences(detail));
        text.push('\n');
    }
    text.push_str(&effects(command));
    text.push('\n');
    if !command.aliases.is_empty() {
        let aliases: Vec<String> = command
            .aliases
            .iter()
            .map(|alias| format!("`{}`", usage::alias(alias)))
            .collect();
        text.push_str(&format!("Aliases: {}.\n", aliases.join(", ")));
    }
    if !command.errors.is_empty() {
        text.push_str(&format!("Further errors: {}.\n", command.errors.join(", ")));
    }
    text.push_str(&format!("\n```\n{}\n```\n", usage::line(command)));
    arguments(text, command);
    returns(text, command);
    examples(text, command);
}

fn arguments(text: &mut String, command: &Command) {
    if command.arguments.is_empty() {
        return;
    }
    text.push_str("\n| argument | type | meaning |\n|---|---|---|\n");
    for argument in &command.arguments {
        let name = &argument.name;
        let kind = cell(&format!("{}{}", usage::type_of(argument), notes(argument)));
        text.push_str(&format!("| {name} | {kind} | {} |\n", cell(&argument.help)));
    }
}

fn returns(text: &mut String, command: &Command) {
    let Some(Value::Object(properties)) = command.returns.get("properties") else {
        return;
    };
    text.push_str("\n| result | meaning |\n|---|---|\n");
    for (name, property) in properties {
        let meaning = property.get("description").and_then(Value::as_str);
        text.push_str(&format!("| {name} | {} |\n", cell(meaning.unwrap_or(""))));
    }
}

fn examples(text: &mut String, command: &Command) {
    if command.examples.is_empty() {
        return;
    }
    text.push('\n');
    for example in &command.examples {
        let line = &example.line;
        let fence = if line.contains('`') { "``" } else { "`" };
        text.push_str(&format!("- {fence}{line}{fence}: {}\n", example.why));
    }
}

/// A text in a table's cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// A paragraph with each sentence on a line of its own.
fn sentences(text: &str) -> String {
    let mut lines = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(". ") {
        let (sentence, behind) = rest.split_at(at + 1);
        let behind = behind.trim_start();
        lines.push_str(sentence);
        // "e.g. x" and the like go on in lower case.
        let ends = behind.chars().next().is_some_and(|c| !c.is_lowercase());
        lines.push(if ends { '\n' } else { ' ' });
        rest = behind;
    }
    lines + rest
}
