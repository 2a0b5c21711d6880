//! The typed model of a spec file: groups, commands, arguments, aliases.
//!
//! `specs/schema.json` is the format's definition and explains every key; these types
//! are what is left of a file after shared parts were put in place (see `load`).

use super::{effect::Effect, validate::LazyValidator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use std::sync::Arc;

/// The `info` of a spec file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Name, as in `--profile memory`.
    #[serde(rename = "group")]
    pub name: String,
    /// Heading in help and in the reference.
    pub title: String,
    /// One sentence.
    pub help: String,
    /// What must be attached for the group to exist, such as `rom`.
    pub needs: Option<String>,
}

/// One command: the declaration from which help, completion, tools and checks are made.
#[derive(Debug)]
pub struct Command {
    /// The one name, the same in every face.
    pub name: String,
    /// The file it stands in.
    pub group: Arc<Group>,
    /// The declaration.
    pub spec: CommandSpec,
    pub(super) input: LazyValidator,
    pub(super) output: LazyValidator,
}

impl std::ops::Deref for Command {
    type Target = CommandSpec;

    fn deref(&self) -> &CommandSpec {
        &self.spec
    }
}

/// The declaration of a command, as in the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandSpec {
    /// One imperative sentence.
    pub summary: String,
    /// Longer text: units, limits, the related command.
    #[serde(default)]
    pub details: Vec<String>,
    /// Other names.
    #[serde(default)]
    pub aliases: Vec<Alias>,
    /// The effect of a call whose arguments raise nothing.
    pub effect: Effect,
    /// The small profile the command belongs to, if any.
    pub profile: Option<SmallProfile>,
    /// Overrides of the tool hints that follow from the effect.
    #[serde(default)]
    pub hints: Hints,
    /// Arguments in positional order.
    #[serde(rename = "args", default)]
    pub arguments: Vec<Argument>,
    /// JSON Schema 2020-12 of the result, an object.
    pub returns: Value,
    /// Error codes beyond the common ones.
    #[serde(default)]
    pub errors: Vec<String>,
    /// Lines that work.
    #[serde(default)]
    pub examples: Vec<Example>,
}

impl CommandSpec {
    /// The argument of that name.
    pub fn argument(&self, name: &str) -> Option<&Argument> {
        self.arguments.iter().find(|argument| argument.name == name)
    }
}

/// Named subsets of the command table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SmallProfile {
    /// What a debugger's user reaches for first; at most 40 commands.
    Core,
}

/// Hints for clients that differ from what the effect implies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hints {
    /// Whether the command may destroy something.
    pub destructive: Option<bool>,
    /// Whether a repeated call changes nothing more.
    pub idempotent: Option<bool>,
}

/// A line that works, and why one would type it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The line.
    pub line: String,
    /// What it is good for.
    pub why: String,
}

/// Another name of a command.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(from = "AliasForm")]
pub struct Alias {
    /// The name, any case, or one of the signs `>` `=` `?`.
    pub name: String,
    /// Arguments fixed by the alias; the caller can not give them.
    pub preset: Map<String, Value>,
    /// Arguments that start out differently and that the caller may give.
    pub defaults: Map<String, Value>,
    /// The alias's argument names and the real ones.
    pub rename: Map<String, Value>,
    /// Factors by which an argument given under that name is multiplied.
    pub scale: Map<String, Value>,
    /// Lowest and highest value of an argument under this alias.
    pub limit: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum AliasForm {
    Name(String),
    Full(Box<FullAlias>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FullAlias {
    name: String,
    #[serde(default)]
    preset: Map<String, Value>,
    #[serde(default)]
    defaults: Map<String, Value>,
    #[serde(default)]
    rename: Map<String, Value>,
    #[serde(default)]
    scale: Map<String, Value>,
    #[serde(default)]
    limit: Map<String, Value>,
}

impl From<AliasForm> for Alias {
    fn from(form: AliasForm) -> Alias {
        match form {
            AliasForm::Name(name) => Alias {
                name,
                ..Alias::default()
            },
            AliasForm::Full(full) => Alias {
                name: full.name,
                preset: full.preset,
                defaults: full.defaults,
                rename: full.rename,
                scale: full.scale,
                limit: full.limit,
            },
        }
    }
}

/// One argument, or the item of a list (then without a name).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Argument {
    /// Name, lower snake case.
    #[serde(default)]
    pub name: String,
    /// Type.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Whether a call without it is refused.
    #[serde(default)]
    pub required: bool,
    /// Value of a call without it.
    pub default: Option<Value>,
    /// Least value; of a list or bytes the least count, of a text the least length.
    pub min: Option<Number>,
    /// Greatest value, count, length, or bytes in a range.
    pub max: Option<Number>,
    /// One line, with the unit.
    #[serde(default)]
    pub help: String,
    /// A value that works, as typed.
    pub example: Option<String>,
    /// The values of a choice.
    #[serde(default)]
    pub choices: Vec<String>,
    /// Words that are accepted beside the type's own values, such as `all`.
    #[serde(default)]
    pub words: Vec<String>,
    /// The type of a list's elements.
    pub items: Option<Box<Argument>>,
    /// JSON Schema of an object.
    pub schema: Option<Value>,
    /// The word that opens this argument on a line.
    pub keyword: Option<String>,
    /// Whether it takes the rest of the line verbatim.
    #[serde(default)]
    pub rest: bool,
    /// The effect of a call that gives it.
    pub raises: Option<Raises>,
    /// Who completes it, for `Names::choices`; `commands` and `groups` are the registry's own.
    pub complete: Option<String>,
}

/// How an argument makes a call stronger.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Raises {
    /// Whenever it is given (a boolean: when it is true) and is not its default.
    Given(Effect),
    /// When it has one of these values.
    Values(std::collections::BTreeMap<String, Effect>),
}

/// The types of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A place in an address space.
    Address,
    /// 0 to 255.
    Byte,
    /// 0 to 65535.
    Word,
    /// A whole number in a declared range.
    Integer,
    /// A number in a declared range.
    Number,
    /// True or false.
    Boolean,
    /// Any text.
    Text,
    /// One of a few words.
    Choice,
    /// Buttons held, of one pad or by port.
    Buttons,
    /// Buttons over time, `R*30 R+A*12 .*5 T`.
    Sequence,
    /// A list of bytes.
    Bytes,
    /// An expression, as text.
    Expression,
    /// A span of addresses.
    Range,
    /// A point in time.
    Position,
    /// A file.
    Path,
    /// Several of one type.
    List,
    /// A JSON object.
    Object,
    /// A number, boolean or text.
    Any,
}

impl Kind {
    /// The type's name as in a spec file.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Address => "address",
            Kind::Byte => "byte",
            Kind::Word => "word",
            Kind::Integer => "integer",
            Kind::Number => "number",
            Kind::Boolean => "boolean",
            Kind::Text => "text",
            Kind::Choice => "choice",
            Kind::Buttons => "buttons",
            Kind::Sequence => "sequence",
            Kind::Bytes => "bytes",
            Kind::Expression => "expression",
            Kind::Range => "range",
            Kind::Position => "position",
            Kind::Path => "path",
            Kind::List => "list",
            Kind::Object => "object",
            Kind::Any => "any",
        }
    }

    /// Whether any text at all is a value, so that a word is never refused for its form.
    pub fn is_free_text(self) -> bool {
        matches!(self, Kind::Text | Kind::Expression | Kind::Path | Kind::Any)
    }
}
