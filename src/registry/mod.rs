//! The command registry: specs, line grammar, argument types, validation and help.

/// Why a call was refused or failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallError {
    /// Stable code.
    pub code: String,
    /// What was wrong.
    pub message: String,
    /// The command's usage line.
    pub usage: Option<String>,
}

/// The command table.
#[derive(Clone)]
pub struct Registry;

impl Registry {
    /// Attaches or detaches the groups with a need; true when that changed something.
    pub fn attach(&mut self, _need: &str, _attached: bool) -> bool {
        false
    }
}
