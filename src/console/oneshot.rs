//! Lines that run without a prompt: `-x` and `--script`.

use super::{
    Interrupt, exit_code,
    live::{self, ViewOptions},
    print,
};
use crate::{
    hub::{Call, HubHandle, Origin, Reply},
    registry::CallError,
};
use serde_json::Value;
use std::io::{self, Write};

/// What the commands of a line came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Exit code of the first command that calls for one, else 0.
    pub code: u8,
    /// Whether a command failed.
    pub failed: bool,
    /// The code of an `exit`, which ends the program.
    pub exit: Option<u8>,
    /// A view to open, when the terminal can show it.
    pub view: Option<ViewOptions>,
}

impl Outcome {
    fn take(&mut self, reply: &Reply) {
        if self.code == 0 {
            self.code = exit_code::of(reply);
        }
        self.failed |= !reply.ok;
        self.exit = self.exit.or(reply.leaves());
    }
}

/// Runs a line and prints its replies.
///
/// Errors: the output is closed.
pub fn line(
    hub: &HubHandle,
    line: &str,
    origin: Origin,
    interrupt: &Interrupt,
    style: print::Style,
) -> io::Result<Outcome> {
    let replies = interrupt.during(|cancel| {
        let mut call = Call::new("", Value::Null, origin);
        call.cancel = cancel;
        hub.line_with(line, call)
    });
    let (mut out, mut complaints) = (io::stdout().lock(), io::stderr().lock());
    let mut outcome = Outcome::default();
    for reply in replies {
        let reply = match ViewOptions::of(&reply)
            .map(|options| drawable(options, style.json || reply.json))
        {
            Some(Ok(options)) => {
                outcome.view = Some(options);
                continue;
            }
            Some(Err(error)) => Reply {
                json: reply.json,
                ..Reply::failed(live::COMMAND, error)
            },
            None => reply,
        };
        outcome.take(&reply);
        print::reply(&reply, style, &mut out, &mut complaints)?;
    }
    Ok(outcome)
}

/// The options back if a view can be drawn.
///
/// Errors: `no_terminal`.
fn drawable(options: ViewOptions, json: bool) -> Result<ViewOptions, CallError> {
    if json {
        let why = "with --json stdout is kept for objects";
        return Err(CallError::new(live::NO_TERMINAL, why));
    }
    live::check_terminal().map(|()| options)
}

/// Opens the view that a line asked for, if it did, and takes over what came of it.
pub fn open_view(hub: &HubHandle, outcome: &mut Outcome, history: &mut Vec<String>) {
    let Some(options) = outcome.view.take() else {
        return;
    };
    match live::open(hub, options, history) {
        Ok(exit) => outcome.exit = outcome.exit.or(exit),
        Err(error) => {
            let reply = Reply::failed(live::COMMAND, error);
            outcome.take(&reply);
            let _ = writeln!(io::stderr(), "{}", reply.text);
        }
    }
}

/// Runs all lines in order, also after one that failed, and returns the exit code of the
/// first failure, else 0. `exit` ends it with its own code.
pub fn run_lines(
    hub: &HubHandle,
    lines: &[String],
    interrupt: &Interrupt,
    style: print::Style,
) -> u8 {
    let mut code = 0;
    for text in lines {
        // A closed output ends it quietly.
        let Ok(mut outcome) = line(hub, text, Origin::Script, interrupt, style) else {
            return code;
        };
        open_view(hub, &mut outcome, &mut Vec::new());
        code = if code == 0 { outcome.code } else { code };
        if let Some(exit) = outcome.exit {
            return if code == 0 { exit } else { code };
        }
        if interrupt.was_pressed() {
            break;
        }
    }
    code
}

/// Runs a script's lines; stops at the first error and returns its exit code.
pub fn run_script(hub: &HubHandle, text: &str, interrupt: &Interrupt, style: print::Style) -> u8 {
    let mut code = 0;
    for row in hub.registry().split_script(text) {
        if !style.json && echoes(hub) {
            let _ = writeln!(io::stdout(), "> {}", row.text);
        }
        let Ok(mut outcome) = line(hub, &row.text, Origin::Script, interrupt, style) else {
            return code;
        };
        open_view(hub, &mut outcome, &mut Vec::new());
        code = if code == 0 { outcome.code } else { code };
        if let Some(exit) = outcome.exit {
            return if code == 0 { exit } else { code };
        }
        if outcome.failed || interrupt.was_pressed() {
            let _ = writeln!(io::stderr(), "stopped at line {} of the script", row.number);
            return code;
        }
    }
    code
}

fn echoes(hub: &HubHandle) -> bool {
    setting(hub, "echo").as_deref() == Some("on")
}

/// The value of a setting of the session.
pub fn setting(hub: &HubHandle, name: &str) -> Option<String> {
    let arguments = serde_json::json!({ "name": name });
    let reply = hub.call(Call::new("show", arguments, Origin::Console));
    let value = reply.result["settings"][0]["value"].as_str();
    value.map(str::to_string)
}
