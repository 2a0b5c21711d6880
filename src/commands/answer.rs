//! What a typed handler gives back: an [`Answer`] or a [`CommandError`].

use super::call::Attachment;
use crate::registry::codes;
use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;

/// A command's reply as a typed value: its fields are the `returns` of the spec.
///
/// Replies carry numbers; hexadecimal belongs in [`Answer::text`].
pub trait Answer: Serialize {
    /// The compact rendering for people and models, without a newline at its end.
    fn text(&self) -> String;

    /// Pictures and sounds that go with it.
    fn attachments(&self) -> Vec<Attachment> {
        Vec::new()
    }
}

/// An answer made of its parts, for commands whose value is not known when compiling.
#[derive(Clone, Debug, Default)]
pub struct Raw {
    /// The value, an object.
    pub value: Value,
    /// Its rendering.
    pub text: String,
    /// Pictures and sounds.
    pub attachments: Vec<Attachment>,
}

impl Serialize for Raw {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

impl Answer for Raw {
    fn text(&self) -> String {
        self.text.clone()
    }

    fn attachments(&self) -> Vec<Attachment> {
        self.attachments.clone()
    }
}

/// The empty answer: `{"done": true}`, rendered as the text it carries.
#[derive(Clone, Debug, Serialize)]
pub struct Done {
    done: bool,
    #[serde(skip)]
    text: String,
}

impl Done {
    /// Done, with a line that says what.
    pub fn saying(text: impl Into<String>) -> Done {
        Done {
            done: true,
            text: text.into(),
        }
    }
}

impl Answer for Done {
    fn text(&self) -> String {
        self.text.clone()
    }
}

/// Why a command failed: a stable code (listed in its spec, or one of those all share) and
/// what was wrong. The hub adds the usage line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CommandError {
    /// Stable code, as `bad_value`.
    pub code: Cow<'static, str>,
    /// Lower case, no full stop, with the remedy when known.
    pub message: String,
}

impl CommandError {
    /// An error with any code.
    pub fn new(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> CommandError {
        CommandError {
            code: code.into(),
            message: message.into(),
        }
    }

    /// No cartridge is loaded.
    pub fn no_rom() -> CommandError {
        CommandError::new(codes::NO_ROM, codes::NO_ROM_TEXT)
    }

    /// An argument's value makes no sense here.
    pub fn bad_value(message: impl Into<String>) -> CommandError {
        CommandError::new("bad_value", message)
    }

    /// A number outside what is possible here.
    pub fn out_of_range(message: impl Into<String>) -> CommandError {
        CommandError::new("out_of_range", message)
    }

    /// What was named does not exist.
    pub fn not_found(message: impl Into<String>) -> CommandError {
        CommandError::new("not_found", message)
    }

    /// A bound on number or size was reached.
    pub fn limit(message: impl Into<String>) -> CommandError {
        CommandError::new("limit", message)
    }

    /// A file could not be read or written.
    pub fn io(message: impl Into<String>) -> CommandError {
        CommandError::new("io", message)
    }
}
