//! Aliases and settings of the session.

use crate::commands::{CommandError, Context, SETTINGS, answer::Answer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Most aliases of a session.
const MOST_ALIASES: usize = 256;

/// Arguments of `alias`.
#[derive(Deserialize)]
pub struct AliasArgs {
    name: Option<String>,
    value: Option<String>,
}

/// Reply of `alias`.
#[derive(Serialize)]
pub struct AliasReply {
    aliases: BTreeMap<String, String>,
}

impl Answer for AliasReply {
    fn text(&self) -> String {
        if self.aliases.is_empty() {
            return "no aliases; alias NAME LINE makes one".to_string();
        }
        let rows = self.aliases.iter();
        let rows = rows.map(|(name, line)| format!("{name} = {line}"));
        rows.collect::<Vec<_>>().join("\n")
    }
}

/// Makes, removes or lists aliases.
pub fn alias(context: &mut Context<'_>, args: AliasArgs) -> Result<AliasReply, CommandError> {
    if let (Some(name), Some(line)) = (&args.name, &args.value) {
        let name = name.to_ascii_lowercase();
        check_alias(context, &name)?;
        let aliases = &mut context.session.aliases;
        match line.trim() {
            "" | "off" => {
                aliases.remove(&name);
            }
            line => {
                aliases.insert(name, line.to_string());
            }
        }
    }
    let wanted = |name: &str| {
        let one = args.name.as_deref();
        one.is_none_or(|one| one.eq_ignore_ascii_case(name))
    };
    let mut aliases = context.session.aliases.clone();
    aliases.retain(|name, _| wanted(name));
    Ok(AliasReply { aliases })
}

fn check_alias(context: &Context<'_>, name: &str) -> Result<(), CommandError> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || name.len() > 40 || !name.chars().all(plain) {
        return Err(CommandError::bad_value(
            "an alias is 1 to 40 letters, digits or _",
        ));
    }
    if let Some(found) = context.registry.find(name) {
        return Err(CommandError::bad_value(format!(
            "{name} already calls {}",
            found.command.name
        )));
    }
    let aliases = &context.session.aliases;
    match aliases.len() >= MOST_ALIASES && !aliases.contains_key(name) {
        true => Err(CommandError::limit(format!(
            "{MOST_ALIASES} aliases exist; alias NAME off removes one"
        ))),
        false => Ok(()),
    }
}

/// Arguments of `set`.
#[derive(Deserialize)]
pub struct SetArgs {
    name: String,
    value: String,
}

/// Arguments of `show`.
#[derive(Deserialize)]
pub struct ShowArgs {
    name: Option<String>,
}

/// One setting.
#[derive(Serialize)]
pub struct SettingReply {
    name: &'static str,
    value: String,
    default: &'static str,
    help: &'static str,
}

/// Reply of `set` and `show`.
#[derive(Serialize)]
pub struct SettingsReply {
    settings: Vec<SettingReply>,
}

impl Answer for SettingsReply {
    fn text(&self) -> String {
        let rows = self.settings.iter().map(|row| {
            format!(
                "{:12} {:8} (default {}): {}",
                row.name, row.value, row.default, row.help
            )
        });
        rows.collect::<Vec<_>>().join("\n")
    }
}

/// Changes a setting.
pub fn set(context: &mut Context<'_>, args: SetArgs) -> Result<SettingsReply, CommandError> {
    context.session.settings.set(&args.name, &args.value)?;
    settings(context, Some(&args.name))
}

/// Lists one setting or all.
pub fn show(context: &mut Context<'_>, args: ShowArgs) -> Result<SettingsReply, CommandError> {
    settings(context, args.name.as_deref())
}

fn settings(context: &Context<'_>, wanted: Option<&str>) -> Result<SettingsReply, CommandError> {
    let settings = &context.session.settings;
    if let Some(name) = wanted {
        settings.get(name)?;
    }
    let rows = SETTINGS
        .iter()
        .filter(|row| wanted.is_none_or(|name| name.eq_ignore_ascii_case(row.name)));
    let settings = rows.map(|row| {
        Ok(SettingReply {
            name: row.name,
            value: settings.get(row.name)?.to_string(),
            default: row.default,
            help: row.help,
        })
    });
    Ok(SettingsReply {
        settings: settings.collect::<Result<_, CommandError>>()?,
    })
}
