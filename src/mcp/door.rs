//! What the adapter needs from whoever owns the commands.
//!
//! The adapter knows no command by name and no machine. It asks a [`Door`] what there is, hands
//! calls through it, and hears nothing else. The hub is one door, a test's table another.

use serde_json::Value;

pub use crate::hub::{Attachment, Call, Cancel, Message, Origin, Progress, Reply};
pub use crate::registry::CallError;

/// A command in the tool list, without its schemas.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Listed {
    /// Tool name.
    pub name: String,
    /// Whether its group is attached now.
    pub attached: bool,
    /// Whether it may be called only while driving is allowed.
    pub driving: bool,
}

/// How a name given to `tools/call` stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Always callable.
    Watching,
    /// Callable while driving is allowed.
    Driving,
}

/// The way to the commands.
pub trait Door {
    /// Every tool of the profile in its fixed order, attached or not, driving or not.
    fn tools(&self) -> Vec<Listed>;

    /// A tool's whole definition (name, title, description, schemas, annotations).
    fn definition(&self, name: &str) -> Option<Value>;

    /// How a command or an alias stands, whatever the profile lists; `None` for what is no
    /// command and for commands that are never tools.
    fn standing(&self, name: &str) -> Option<Standing>;

    /// Whether driving is allowed now; answered at once, also while a call runs.
    fn driving(&self) -> bool;

    /// Runs one command; blocks until it is done or cancelled.
    fn call(&self, call: Call) -> Reply;
}
