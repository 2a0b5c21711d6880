//! The live view: the running game in the terminal, with a pad and the prompt.
//!
//! ```text
//! view-keys   terminal's events --+
//!                                 +--> inbox --> this thread: keys, layout, diff, terminal
//! view-calls  hub's replies ------+                  |  ^
//!     ^                                              |  | pictures, at the view's own rate
//!     +---------------------- tasks <----------------+  +-- Viewer <-- hub's thread
//! ```
//!
//! The thread that draws never waits for the hub, and the hub never waits for it.

mod calls;
pub mod input_line;
pub mod keys;
pub mod pad;
mod rate;
pub mod terminal;
mod threads;
mod view;

use crate::{
    hub::{HubHandle, Reply},
    registry::{CallError, codes},
};
use serde::{Deserialize, Serialize};
use std::io::{self, IsTerminal};

/// Error code of a view that has no terminal to draw on.
pub const NO_TERMINAL: &str = "no_terminal";

/// The command whose reply opens the view.
pub const COMMAND: &str = "console_view";

/// Something beside the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Panel {
    /// CPU registers and position.
    Registers,
    /// What runs next.
    Code,
    /// Watched expressions.
    Watches,
    /// What the prompt's commands answered, below the picture.
    Output,
    /// Nothing.
    None,
}

/// What is shown and how often; arguments and reply of `console_view`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ViewOptions {
    /// What is beside the picture, in this order.
    pub panels: Vec<Panel>,
    /// Pictures drawn a second at most, 1 to 60.
    pub fps: u32,
}

impl ViewOptions {
    /// The options in a reply that opens the view; `None` for every other reply.
    pub fn of(reply: &Reply) -> Option<ViewOptions> {
        let asked = reply.ok && reply.command == COMMAND;
        asked.then(|| serde_json::from_value(reply.result.clone()).ok())?
    }

    fn shows(&self, panel: Panel) -> bool {
        self.panels.contains(&panel)
    }

    /// The panels at the side, in order.
    fn side(&self) -> Vec<Panel> {
        let below = [Panel::Output, Panel::None];
        let panels = self.panels.iter().copied();
        panels.filter(|panel| !below.contains(panel)).collect()
    }
}

/// Whether there is a terminal that can be drawn on and typed at.
///
/// Errors: `no_terminal`.
pub fn check_terminal() -> Result<(), CallError> {
    let term = std::env::var("TERM").unwrap_or_default();
    let why = if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        "the view needs a terminal on stdin and stdout"
    } else if term == "dumb" || (cfg!(unix) && term.is_empty()) {
        "TERM names no terminal that can be drawn on"
    } else {
        return Ok(());
    };
    Err(CallError::new(NO_TERMINAL, why))
}

/// Opens the view and returns when it is left, with the code of an `exit` typed in it. The
/// lines typed are appended to `history`.
///
/// Errors: `no_terminal`; `io` when the terminal goes away.
pub fn open(
    hub: &HubHandle,
    options: ViewOptions,
    history: &mut Vec<String>,
) -> Result<Option<u8>, CallError> {
    check_terminal()?;
    let left = view::run(hub, options, history);
    terminal::stay_if_over();
    left.map_err(|error| CallError::new(codes::IO, format!("the terminal: {error}")))
}
