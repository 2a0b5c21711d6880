//! The commands: one file per spec file, one typed function per command.
//!
//! Handlers hold no parsing, no printing and no JSON. A handler is
//! `fn(&mut Context, Args) -> Result<Reply, CommandError>`, where `Args` derives
//! `Deserialize` with the spec's argument names as fields, and the reply derives `Serialize`
//! with the fields of `returns` and implements [`Answer`] for its text.
//!
//! To add a group: a spec file and a line in [`SPECS`], a file here and a line in [`bind`].

mod answer;
mod bindings;
mod call;
mod context;
mod host;
mod messages;
pub mod probe;
mod session;
mod settings;

pub use answer::{Answer, CommandError, Done, Raw};
pub use bindings::{Binding, Bindings, Outcome};
pub use call::{Attachment, Call, Cancel, Message, Origin, Progress, Reply};
pub use context::{Context, Door, MOST_DEPTH, Scope};
pub use host::{Host, StateEntry};
pub use messages::{MOST_MESSAGES, Messages};
pub use session::{Live, Session};
pub use settings::{ROWS as SETTINGS, Row as SettingRow, Settings};

/// The spec files of this room: file name and text.
pub const SPECS: &[(&str, &str)] = &[];

/// Binds every command of this room.
pub fn bind(_bindings: &mut Bindings) {}
