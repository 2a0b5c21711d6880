//! Reading spec files into the command table, and refusing what does not fit.

use super::{
    NoNames,
    aliases::bounds,
    effect,
    error::excerpt,
    expand::{self, Shared},
    prepare::WORDS_KEY,
    spec::{Alias, Argument, Command, CommandSpec, Group, Kind},
    types,
    validate::LazyValidator,
};
use serde::{Deserialize, Deserializer, de};
use serde_json::{Map, Value};
use std::{collections::BTreeMap, fmt, sync::Arc};

/// Command names that are no lower snake case.
const NAME_EXCEPTIONS: [&str; 1] = ["McpRequest"];

/// Alias names that are signs.
const SIGNS: [&str; 3] = [">", "=", "?"];

/// The longest name of a command or alias.
const LONGEST_NAME: usize = 40;

/// Why a spec file was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The text is no JSON or has not the form of a spec file.
    #[error("{file}: {problem}")]
    File {
        /// The file.
        file: String,
        /// What is wrong.
        problem: String,
    },
    /// A command's declaration is wrong.
    #[error("{file}: {command}: {problem}")]
    Command {
        /// The file.
        file: String,
        /// The command.
        command: String,
        /// What is wrong.
        problem: String,
    },
    /// A name is taken, perhaps in other capitals.
    #[error("{file}: {command}: the name {name} is taken by {owner}")]
    Duplicate {
        /// The file.
        file: String,
        /// The command.
        command: String,
        /// The name or alias.
        name: String,
        /// The command that has it.
        owner: String,
    },
}

/// A spec file as it stands in JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "$schema")]
    _schema: Option<String>,
    info: Group,
    #[serde(default)]
    shapes: Map<String, Value>,
    #[serde(default)]
    arguments: Map<String, Value>,
    commands: Entries,
}

/// The commands in order, duplicates kept so that they can be refused.
struct Entries(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entries, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Entries;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("commands by name")
            }

            fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Entries, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

/// Where a name leads.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Index in the table's commands.
    pub command: usize,
    /// Index in that command's aliases.
    pub alias: Option<usize>,
}

/// All that was read.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// Groups in the order of their files.
    pub groups: Vec<Arc<Group>>,
    /// Commands in the order of their files.
    pub commands: Vec<Arc<Command>>,
    /// Names and aliases in lower case.
    pub names: BTreeMap<String, Entry>,
    shared: Shared,
}

impl Tables {
    /// Reads all files, or none: shared parts may stand in any of them.
    pub fn read(&self, files: &[(&str, &str)]) -> Result<Tables, SpecError> {
        let mut tables = self.clone();
        let mut parsed = Vec::with_capacity(files.len());
        for (name, text) in files {
            let file: File = serde_json::from_str(text).map_err(|error| SpecError::File {
                file: name.to_string(),
                problem: error.to_string(),
            })?;
            tables
                .shared
                .add(&file.shapes, &file.arguments)
                .map_err(|problem| in_file(name, problem))?;
            parsed.push((*name, file));
        }
        for (name, file) in parsed {
            tables.add_file(name, file)?;
        }
        Ok(tables)
    }

    fn add_file(&mut self, file: &str, parsed: File) -> Result<(), SpecError> {
        check_group(&parsed.info).map_err(|problem| in_file(file, problem))?;
        let group = Arc::new(parsed.info);
        self.groups.push(group.clone());
        for (name, declaration) in parsed.commands.0 {
            let command = self
                .command(&name, declaration, &group)
                .map_err(|problem| SpecError::Command {
                    file: file.to_string(),
                    command: excerpt(&name),
                    problem,
                })?;
            self.insert(file, command)?;
        }
        Ok(())
    }

    fn command(
        &self,
        name: &str,
        declaration: Value,
        group: &Arc<Group>,
    ) -> Result<Command, String> {
        check_command_name(name)?;
        let declaration = expand::command(declaration, &self.shared)?;
        let mut spec: CommandSpec =
            serde_json::from_value(declaration).map_err(|error| error.to_string())?;
        for argument in &mut spec.arguments {
            check_argument(argument).map_err(|problem| format!("{}: {problem}", argument.name))?;
            canonical_default(argument)?;
        }
        check_arguments(&spec.arguments)?;
        for alias in &spec.aliases {
            check_alias(alias, &spec)
                .map_err(|problem| format!("alias {}: {problem}", alias.name))?;
        }
        check_returns(&spec.returns)?;
        Ok(Command {
            name: name.to_string(),
            group: group.clone(),
            spec,
            input: LazyValidator::default(),
            output: LazyValidator::default(),
        })
    }

    fn insert(&mut self, file: &str, command: Command) -> Result<(), SpecError> {
        let at = self.commands.len();
        let aliases = command.aliases.iter().enumerate();
        let names = std::iter::once((&command.name, None))
            .chain(aliases.map(|(index, alias)| (&alias.name, Some(index))));
        for (name, alias) in names {
            let taken = self.names.get(&name.to_ascii_lowercase());
            if let Some(entry) = taken {
                let owner = self.commands.get(entry.command);
                return Err(SpecError::Duplicate {
                    file: file.to_string(),
                    command: command.name.clone(),
                    name: name.clone(),
                    owner: owner.map_or(&command.name, |owner| &owner.name).clone(),
                });
            }
            let entry = Entry { command: at, alias };
            self.names.insert(name.to_ascii_lowercase(), entry);
        }
        self.commands.push(Arc::new(command));
        Ok(())
    }
}

fn in_file(file: &str, problem: String) -> SpecError {
    SpecError::File {
        file: file.to_string(),
        problem,
    }
}

fn is_snake(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(fits)
}

fn check_group(group: &Group) -> Result<(), String> {
    let needs_fit = group.needs.as_deref().is_none_or(is_snake);
    if is_snake(&group.name) && needs_fit {
        return Ok(());
    }
    Err("group and needs are lower snake case, 1 to 40 characters".into())
}

fn check_command_name(name: &str) -> Result<(), String> {
    if is_snake(name) || NAME_EXCEPTIONS.contains(&name) {
        return Ok(());
    }
    Err("a command's name is [a-z0-9_]{1,40}".into())
}

fn check_arguments(arguments: &[Argument]) -> Result<(), String> {
    for (at, argument) in arguments.iter().enumerate() {
        if !is_snake(&argument.name) || argument.name.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(format!(
                "\"{}\" is no argument name",
                excerpt(&argument.name)
            ));
        }
        if argument.name == WORDS_KEY {
            return Err(format!("{WORDS_KEY} is the key of the words form"));
        }
        if arguments[..at]
            .iter()
            .any(|other| other.name == argument.name)
        {
            return Err(format!("two arguments {}", argument.name));
        }
        let keyword_taken = argument.keyword.is_some()
            && arguments[..at]
                .iter()
                .any(|other| other.keyword == argument.keyword);
        if keyword_taken {
            return Err(format!(
                "two arguments with the keyword of {}",
                argument.name
            ));
        }
    }
    if arguments.iter().filter(|argument| argument.rest).count() > 1 {
        return Err("two arguments take the rest of the line".into());
    }
    Ok(())
}

fn check_argument(argument: &Argument) -> Result<(), String> {
    if argument.required && argument.default.is_some() {
        return Err("required, and yet with a default".into());
    }
    if argument.default.is_some() && effect::is_internal(argument) {
        return Err("internal, and yet with a default, so that every call is".into());
    }
    if argument.rest && !argument.kind.is_free_text() {
        return Err("only a text, expression or path takes the rest of the line".into());
    }
    if (argument.kind == Kind::Choice) == argument.choices.is_empty() {
        return Err("choices belong to the type choice".into());
    }
    check_bounds(argument)?;
    match (&argument.items, argument.kind == Kind::List) {
        (Some(items), true) => check_argument(items).map_err(|problem| format!("items: {problem}")),
        (None, false) => Ok(()),
        _ => Err("items belong to the type list".into()),
    }
}

fn check_bounds(argument: &Argument) -> Result<(), String> {
    let needs_both = matches!(argument.kind, Kind::Integer | Kind::Number);
    let needs_max = matches!(argument.kind, Kind::List | Kind::Bytes | Kind::Sequence);
    let no_min = needs_both && argument.min.is_none();
    if no_min || ((needs_both || needs_max) && argument.max.is_none()) {
        return Err("numbers need min and max, lists, bytes and sequences max".into());
    }
    let real = |bound: &Option<serde_json::Number>| bound.as_ref().and_then(|bound| bound.as_f64());
    match (real(&argument.min), real(&argument.max)) {
        (Some(low), Some(high)) if low > high => Err(format!("min {low} is above max {high}")),
        _ => Ok(()),
    }
}

fn canonical_default(argument: &mut Argument) -> Result<(), String> {
    if let Some(default) = argument.default.take() {
        let value = types::convert(argument, default, &NoNames)
            .map_err(|error| format!("default of {}: {error}", argument.name))?;
        argument.default = Some(value);
    }
    Ok(())
}

fn check_alias(alias: &Alias, spec: &CommandSpec) -> Result<(), String> {
    let plain = (1..=LONGEST_NAME).contains(&alias.name.len())
        && alias
            .name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !plain && !SIGNS.contains(&alias.name.as_str()) {
        return Err("an alias is [A-Za-z0-9_]{1,40} or one of > = ?".into());
    }
    for (key, target) in &alias.rename {
        let target = target.as_str().unwrap_or_default();
        if spec.argument(target).is_none() {
            return Err(format!("{key} renames no argument \"{}\"", excerpt(target)));
        }
    }
    for (key, value) in alias.preset.iter().chain(&alias.defaults) {
        let argument = spec
            .argument(key)
            .ok_or_else(|| format!("no argument {key}"))?;
        types::convert(argument, value.clone(), &NoNames)
            .map_err(|error| format!("{key}: {error}"))?;
    }
    check_scale(alias, spec)?;
    check_limit(alias, spec)
}

fn check_scale(alias: &Alias, spec: &CommandSpec) -> Result<(), String> {
    for (key, factor) in &alias.scale {
        let target = alias.rename.get(key).and_then(Value::as_str).unwrap_or(key);
        let whole = spec.argument(target).is_some_and(|argument| {
            matches!(argument.kind, Kind::Integer | Kind::Word | Kind::Byte)
        });
        let factor_fits = factor.as_i64().is_some_and(|factor| factor > 0);
        if !whole || !factor_fits {
            return Err(format!(
                "scale of {key}: a whole factor of a whole number expected"
            ));
        }
    }
    Ok(())
}

fn check_limit(alias: &Alias, spec: &CommandSpec) -> Result<(), String> {
    for (key, limit) in &alias.limit {
        let limits = spec.argument(key).is_some_and(|argument| {
            matches!(
                argument.kind,
                Kind::Address | Kind::Range | Kind::Integer | Kind::Byte | Kind::Word
            )
        });
        if !limits || bounds(limit).is_none_or(|(low, high)| low > high) {
            return Err(format!(
                "limit of {key}: [low, high] of a number or address expected"
            ));
        }
    }
    Ok(())
}

/// A published result schema is a plain object: clients refuse anything else at the root.
fn check_returns(returns: &Value) -> Result<(), String> {
    let is_object = returns.get("type").and_then(Value::as_str) == Some("object");
    let combined = ["oneOf", "anyOf", "allOf", "$ref"]
        .iter()
        .any(|key| returns.get(key).is_some());
    if is_object && !combined {
        return Ok(());
    }
    Err("returns is a plain JSON Schema with type object".into())
}
