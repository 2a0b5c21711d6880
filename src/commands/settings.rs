//! Settings of the session, which `set` changes and `show` lists.

use super::answer::CommandError;
use std::collections::BTreeMap;

/// One setting: its name, what it accepts and what it is for.
pub struct Row {
    /// Name.
    pub name: &'static str,
    /// The words it accepts; none means a number.
    pub choices: &'static [&'static str],
    /// Range of a number.
    pub range: (u64, u64),
    /// Value at start.
    pub default: &'static str,
    /// What it does, one line.
    pub help: &'static str,
}

/// Every setting there is.
pub const ROWS: [Row; 3] = [
    Row {
        name: "color",
        choices: &["auto", "always", "never"],
        range: (0, 0),
        default: "auto",
        help: "colors at the prompt; auto obeys NO_COLOR and the terminal",
    },
    Row {
        name: "echo",
        choices: &["off", "on"],
        range: (0, 0),
        default: "off",
        help: "print each line of a script before its reply",
    },
    Row {
        name: "text_limit",
        choices: &[],
        range: (256, 262_144),
        default: "16384",
        help: "most bytes of a reply's text at the prompt",
    },
];

/// The values that were set; the others have their default.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    values: BTreeMap<&'static str, String>,
}

impl Settings {
    /// The value of a setting.
    ///
    /// Errors: `not_found`.
    pub fn get(&self, name: &str) -> Result<&str, CommandError> {
        let row = row(name)?;
        let value = self.values.get(row.name);
        Ok(value.map_or(row.default, String::as_str))
    }

    /// Sets a value.
    ///
    /// Errors: `not_found` for the name, `bad_value` for the value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), CommandError> {
        let row = row(name)?;
        let value = value.to_ascii_lowercase();
        check(row, &value)?;
        self.values.insert(row.name, value);
        Ok(())
    }
}

fn check(row: &Row, value: &str) -> Result<(), CommandError> {
    if !row.choices.is_empty() {
        return match row.choices.contains(&value) {
            true => Ok(()),
            false => Err(CommandError::bad_value(format!(
                "{} is one of {}",
                row.name,
                row.choices.join(", ")
            ))),
        };
    }
    let (least, most) = row.range;
    match value.parse::<u64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(()),
        _ => Err(CommandError::bad_value(format!(
            "{} is a number from {least} to {most}",
            row.name
        ))),
    }
}

fn row(name: &str) -> Result<&'static Row, CommandError> {
    let row = ROWS.iter().find(|row| row.name.eq_ignore_ascii_case(name));
    row.ok_or_else(|| CommandError::not_found(format!("no setting {name}; show lists them")))
}
