//! What a refused or failed call says: a stable code, a message, the usage line.

use serde::{Deserialize, Serialize};

/// Error codes that every command may answer with; a spec lists only its own further ones.
pub mod codes {
    /// No command or alias of that name.
    pub const UNKNOWN_COMMAND: &str = "unknown_command";
    /// The command has no argument of that name, or no place for another word.
    pub const UNKNOWN_ARGUMENT: &str = "unknown_argument";
    /// A required argument is absent.
    pub const MISSING_ARGUMENT: &str = "missing_argument";
    /// A value that does not read as its argument's type.
    pub const BAD_VALUE: &str = "bad_value";
    /// A value or count outside its declared range.
    pub const OUT_OF_RANGE: &str = "out_of_range";
    /// The command needs a loaded cartridge.
    pub const NO_ROM: &str = "no_rom";
    /// What is said with it.
    pub const NO_ROM_TEXT: &str = "no cartridge is loaded; machine_load loads one";
    /// The command drives the machine while driving is not allowed.
    pub const DRIVING_OFF: &str = "driving_off";
    /// The command is for persons and never a tool.
    pub const NOT_FOR_TOOLS: &str = "not_for_tools";
    /// A named thing (breakpoint, state, label, file) does not exist.
    pub const NOT_FOUND: &str = "not_found";
    /// A budget or size limit stopped the command.
    pub const LIMIT: &str = "limit";
    /// The caller cancelled the call.
    pub const CANCELLED: &str = "cancelled";
    /// The host could not read or write.
    pub const IO: &str = "io";
    /// A defect in the program; the session is unchanged.
    pub const INTERNAL: &str = "internal";

    /// All of the above, in the order of the manual.
    pub const ALL: [&str; 13] = [
        UNKNOWN_COMMAND,
        UNKNOWN_ARGUMENT,
        MISSING_ARGUMENT,
        BAD_VALUE,
        OUT_OF_RANGE,
        NO_ROM,
        DRIVING_OFF,
        NOT_FOR_TOOLS,
        NOT_FOUND,
        LIMIT,
        CANCELLED,
        IO,
        INTERNAL,
    ];
}

/// Why a call was refused or failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct CallError {
    /// Stable code, one of [`codes`] or of the command's `errors`.
    pub code: String,
    /// What was wrong, with the remedy when known; lower case, no full stop.
    pub message: String,
    /// The usage line of the command that was called, when one was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<String>,
}

impl CallError {
    /// An error without a usage line.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> CallError {
        CallError {
            code: code.into(),
            message: message.into(),
            usage: None,
        }
    }

    /// The same error with a usage line, unless it already has one.
    #[must_use]
    pub fn with_usage(mut self, usage: impl FnOnce() -> String) -> CallError {
        if self.usage.is_none() {
            self.usage = Some(usage());
        }
        self
    }
}

/// A value shortened for an error message: at most 60 characters, control characters escaped.
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut short: String = text
        .chars()
        .take(LONGEST)
        .flat_map(|c| {
            let escaped: Vec<char> = if c.is_control() {
                c.escape_default().collect()
            } else {
                vec![c]
            };
            escaped
        })
        .collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push_str("...");
    }
    short
}
