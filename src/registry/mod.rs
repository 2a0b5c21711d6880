//! The command table: every command is declared once, as data, and this room makes the
//! rest of it: the line grammar, checks, help, completion and tool schemas. It knows no NES.
//!
//! # A spec file
//!
//! `specs/schema.json` is the format's definition. One file per group:
//!
//! ```json
//! { "info": { "group": "memory", "title": "Memory", "help": "Read and write every address space.",
//!             "needs": "rom" },
//!   "shapes": {
//!     "byte_run": { "type": "object", "additionalProperties": false, "required": ["address", "bytes"],
//!       "description": "bytes in a row", "properties": {
//!         "address": { "type": ["string", "integer"], "description": "first address" },
//!         "bytes": { "type": "array", "items": { "type": "integer" }, "description": "values, 0 to 255" } } } },
//!   "arguments": {
//!     "timeout_ms": { "name": "timeout_ms", "type": "integer", "min": 1, "max": 600000, "default": 10000,
//!       "help": "milliseconds of real time after which the run stops" } },
//!   "commands": {
//!     "memory_read": {
//!       "summary": "Read bytes without side effects.",
//!       "details": ["At most 65536 bytes; memory_bus reads with side effects."],
//!       "aliases": ["m",
//!         { "name": "read_wram", "preset": { "space": "ram" }, "rename": { "addr": "address", "len": "length" } },
//!         { "name": "memdump", "defaults": { "as": "markdown" }, "rename": { "lines": "length" }, "scale": { "lines": 16 } }],
//!       "effect": "observe",
//!       "profile": "core",
//!       "args": [
//!         { "name": "address", "type": "address", "required": true, "help": "first address", "example": "$0300" },
//!         { "name": "length", "type": "integer", "min": 1, "max": 65536, "default": 64, "help": "bytes" },
//!         { "name": "as", "type": "choice", "choices": ["hex", "markdown"], "default": "hex", "help": "rendering" },
//!         { "name": "space", "type": "text", "max": 16, "help": "space of an address that names none" },
//!         { "shared": "timeout_ms", "default": 500 } ],
//!       "returns": { "type": "object", "additionalProperties": false, "required": ["run"],
//!         "description": "what was read", "properties": { "run": { "shape": "byte_run" } } },
//!       "errors": ["bad_address"],
//!       "examples": [ { "line": "memory_read $0300 16", "why": "look at a table in work RAM" } ] } } }
//! ```
//!
//! - `shapes` are pieces of `returns` that several commands share: `{"shape": "byte_run"}`
//!   anywhere inside `returns`, and other keys beside it win. `arguments` are shared
//!   arguments: `{"shared": "timeout_ms"}` among `args`. Both are seen by all files of one load.
//! - `min` and `max` bound the value of a number, the count of a list, bytes or sequence
//!   (frames in all), the bytes of a range, the characters of a text. Integers and numbers
//!   need both, lists, bytes and sequences need `max`.
//! - `"words": ["all"]` lets a word stand for a value of any type.
//! - `"keyword": "if"` opens an argument on a line; `"rest": true` takes the rest of the line.
//!   An argument with a keyword is never filled by position.
//! - `"raises": "host"` makes a call with that argument stronger (a boolean: when true; not
//!   when it is the default); `"raises": {"save": "host"}` by value. `"raises": "internal"`
//!   also hides the argument from tools.
//! - An alias's `preset` is fixed, its `defaults` the caller may change.
//! - A value that is absent or null and has no default is absent from what a handler gets:
//!   `Option` in its struct. The types of [`types`] are what handlers deserialize.
//!
//! # From a line to a handler
//!
//! [`Registry::parse_line`] binds words to arguments, [`Registry::prepare`] makes them canonical,
//! [`Registry::effect`] says what the call can do, and [`Registry::check_reply`] holds the
//! handler's result against `returns`. Tools skip the first step.

mod aliases;
mod arguments;
mod check;
mod complete;
mod effect;
mod error;
mod expand;
mod help;
mod line;
mod load;
mod names;
mod prepare;
pub mod probe;
mod profile;
mod reference;
mod schema;
mod spec;
mod split;
pub mod types;
mod usage;
mod validate;

pub use aliases::Called;
pub use effect::Effect;
pub use error::{CallError, codes, excerpt};
pub use help::{Help, Summary};
pub use load::SpecError;
pub use names::{Names, NoNames, nearest};
pub use profile::{MOST_CORE, Profile};
pub use spec::{Alias, Argument, Command, CommandSpec, Example, Group, Kind, Raises, SmallProfile};
pub use split::ScriptLine;
pub use types::{Address, AddressRange, ButtonSet, Buttons, ByteList, Place, Position, Step};

use serde_json::{Map, Value};
use std::{collections::BTreeSet, sync::Arc};

/// The format of spec files, as a JSON Schema 2020-12.
pub const SPEC_SCHEMA: &str = include_str!("../../specs/schema.json");

/// All commands, and which needs are attached. Cloning is cheap.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    tables: Arc<load::Tables>,
    attached: Arc<BTreeSet<String>>,
}

/// A command found by one of its names.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// The command.
    pub command: &'a Arc<Command>,
    /// The alias by which it was found, if any.
    pub alias: Option<&'a Alias>,
}

impl<'a> Found<'a> {
    /// The command as it is called by this name.
    pub fn called(&self) -> Called<'a> {
        Called {
            command: self.command,
            alias: self.alias,
        }
    }
}

/// A line that was read: the name as typed, and the arguments by name, not yet converted.
#[derive(Clone, Debug, PartialEq)]
pub struct Invocation {
    /// Command or alias, as typed.
    pub name: String,
    /// Arguments under the names that the alias gives them; for `Registry::prepare`.
    pub arguments: Map<String, Value>,
    /// Whether `--json` was among the words.
    pub json: bool,
}

/// A call that is ready for its handler.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The command.
    pub command: Arc<Command>,
    /// Canonical arguments under their real names, defaults filled in; absent ones are absent.
    pub arguments: Map<String, Value>,
}

/// What may stand at the cursor.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Completion {
    /// Byte offset in the line from which a candidate replaces the text up to the cursor.
    pub start: usize,
    /// Candidates, best first.
    pub candidates: Vec<Candidate>,
}

/// One thing that may stand at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The text to put in.
    pub text: String,
    /// A few words about it; may be empty.
    pub help: String,
}

impl Registry {
    /// Reads spec files, given as name and JSON text. Nothing is attached yet.
    ///
    /// Checks names, types, ranges and aliases; a test checks the rest by
    /// [`Registry::check_format`] and [`Registry::check_commands`].
    pub fn load(files: &[(&str, &str)]) -> Result<Registry, SpecError> {
        let tables = load::Tables::default().read(files)?;
        Ok(Registry {
            tables: Arc::new(tables),
            attached: Arc::default(),
        })
    }

    /// Adds a spec file at run time, checked in full. On an error nothing changes.
    pub fn add(&mut self, file: &str, json: &str) -> Result<(), SpecError> {
        check::format(file, json)?;
        let tables = self.tables.read(&[(file, json)])?;
        let grown = Registry {
            tables: Arc::new(tables),
            attached: self.attached.clone(),
        };
        let new = &grown.tables.commands[self.tables.commands.len()..];
        check::commands(file, &grown, new.iter().map(Arc::as_ref))?;
        *self = grown;
        Ok(())
    }

    /// Checks the text of a spec file against `specs/schema.json`.
    pub fn check_format(file: &str, json: &str) -> Result<(), SpecError> {
        check::format(file, json)
    }

    /// Checks all commands in full: result schemas, descriptions of their fields, examples.
    pub fn check_commands(&self) -> Result<(), SpecError> {
        check::commands("specs", self, self.tables.commands.iter().map(Arc::as_ref))
    }

    /// Attaches or detaches all groups that need something; true if that changed anything.
    pub fn attach(&mut self, need: &str, attached: bool) -> bool {
        let set = Arc::make_mut(&mut self.attached);
        if attached {
            set.insert(need.to_string())
        } else {
            set.remove(need)
        }
    }

    /// Whether a command exists at present.
    pub fn attached(&self, command: &Command) -> bool {
        let needs = command.group.needs.as_ref();
        needs.is_none_or(|need| self.attached.contains(need))
    }

    /// The command of a name or alias, in any case, attached or not.
    pub fn find(&self, name: &str) -> Option<Found<'_>> {
        let entry = self.tables.names.get(&name.to_ascii_lowercase())?;
        let command = self.tables.commands.get(entry.command)?;
        Some(Found {
            command,
            alias: entry.alias.and_then(|at| command.aliases.get(at)),
        })
    }

    /// All commands in the order of the specs, attached or not.
    pub fn commands(&self) -> impl Iterator<Item = &Arc<Command>> {
        self.tables.commands.iter()
    }

    /// All groups in the order of the specs.
    pub fn groups(&self) -> impl Iterator<Item = &Arc<Group>> {
        self.tables.groups.iter()
    }

    /// The commands of a profile that may be tools, core ones first.
    pub fn profile(&self, profile: &Profile, attached_only: bool) -> Vec<Arc<Command>> {
        let commands = self.commands();
        profile::select(
            profile,
            commands.filter(|command| !attached_only || self.attached(command)),
        )
    }

    /// Splits a text into lines of one command each, at line breaks and at `;` outside
    /// quotes, brackets and arguments that take the rest of the line. Empty ones are left out.
    pub fn split_lines(&self, text: &str) -> Vec<String> {
        split::lines(self, text)
    }

    /// The commands of a script: as [`Registry::split_lines`], without comments.
    pub fn split_script(&self, text: &str) -> Vec<ScriptLine> {
        split::script(self, text)
    }

    /// Reads one line. Labels are looked up later, by `prepare`.
    pub fn parse_line(&self, line: &str, _names: &dyn Names) -> Result<Invocation, CallError> {
        let (name, from) = match line::next_word(line, 0) {
            Some((word, _)) => (word.text(), word.end),
            None => (String::new(), 0),
        };
        let found = self.called(&name)?;
        let bound = arguments::bind_line(found.called(), line, from);
        let json = bound.as_ref().is_ok_and(|binder| binder.json);
        let arguments = bound
            .and_then(arguments::Binder::finish)
            .map_err(|error| error.with_usage(|| self.usage(found.command)))?;
        Ok(Invocation {
            name,
            arguments,
            json,
        })
    }

    /// Makes a call ready: resolves the alias, reads `{"args": [...]}`, converts, checks.
    ///
    /// `arguments` is an object or null. Nothing but the returned value changes.
    pub fn prepare(
        &self,
        name: &str,
        arguments: Value,
        names: &dyn Names,
    ) -> Result<Prepared, CallError> {
        let found = self.called(name)?;
        let arguments = prepare::canonical(found.called(), arguments, names)
            .map_err(|error| error.with_usage(|| self.usage(found.command)))?;
        Ok(Prepared {
            command: found.command.clone(),
            arguments,
        })
    }

    /// The command of a name if it exists at present, else the error to answer with.
    fn called(&self, name: &str) -> Result<Found<'_>, CallError> {
        let found = self.find(name).ok_or_else(|| self.unknown(name))?;
        match &found.command.group.needs {
            Some(need) if !self.attached(found.command) => Err(absent(need, found.command)),
            _ => Ok(found),
        }
    }

    fn unknown(&self, name: &str) -> CallError {
        let near = help::near_names(self, name);
        let hint = match near.is_empty() {
            true => "help lists all".to_string(),
            false => format!("{}?", near.join(" or ")),
        };
        let message = format!("no command \"{}\"; {hint}", excerpt(name));
        CallError::new(codes::UNKNOWN_COMMAND, message)
    }

    /// The effect of this call, raised by its arguments.
    pub fn effect(&self, prepared: &Prepared) -> Effect {
        effect::of_call(&prepared.command, &prepared.arguments)
    }

    /// The strongest effect that a tool call of the command can have.
    pub fn worst_effect(&self, command: &Command) -> Effect {
        effect::worst(command)
    }

    /// Checks a result against the command's `returns`. The error names place and rule.
    pub fn check_reply(&self, command: &Command, result: &Value) -> Result<(), String> {
        command.output.check(result, || command.returns.clone())
    }

    /// What may stand at a byte offset of a line.
    pub fn complete(&self, line: &str, cursor: usize, names: &dyn Names) -> Completion {
        complete::complete(self, line, cursor, names)
    }

    /// The usage line, such as `memory_read <address> [length=64]`.
    pub fn usage(&self, command: &Command) -> String {
        usage::line(command)
    }

    /// The text for a tool list: the summary, then the details.
    pub fn description(&self, command: &Command) -> String {
        let mut text = command.summary.clone();
        for detail in &command.details {
            text.push('\n');
            text.push_str(detail);
        }
        text
    }

    /// The published JSON Schema of a command's arguments.
    pub fn input_schema(&self, command: &Command) -> Value {
        schema::input(command)
    }

    /// The published JSON Schema of a command's result.
    pub fn output_schema(&self, command: &Command) -> Value {
        command.returns.clone()
    }

    /// Tool annotations: `readOnlyHint`, `destructiveHint`, `idempotentHint`, `openWorldHint`.
    pub fn annotations(&self, command: &Command) -> Value {
        effect::annotations(command)
    }

    /// All commands by group, as markdown.
    pub fn reference(&self) -> String {
        reference::markdown(self)
    }

    /// Help: the index, a command or group, or all commands that mention the topic.
    ///
    /// The error is `not_found` when nothing mentions it.
    pub fn help(&self, topic: Option<&str>, apropos: bool) -> Result<Help, CallError> {
        match topic.map(str::trim).filter(|topic| !topic.is_empty()) {
            None => Ok(help::index(self)),
            Some(word) if apropos => help::apropos(self, word),
            Some(topic) => help::topic(self, topic),
        }
    }
}

/// The error for a command of a group whose need is not there.
fn absent(need: &str, command: &Command) -> CallError {
    let code = format!("no_{need}");
    let message = match code == codes::NO_ROM {
        true => codes::NO_ROM_TEXT.to_string(),
        false => format!("{} needs {need}, and there is none now", command.name),
    };
    CallError::new(code, message)
}
