//! The thread that asks the hub, so that the one that draws never waits for it.
//!
//! Whatever keys and the prompt ask for runs in order; in between the panels are filled anew.

use super::Panel;
use crate::{
    console::views::{cell::Line, disassembly, registers, watches},
    hub::{Call, Cancel, HubHandle, Origin, Reply},
    registry::Completion,
};
use serde_json::{Value, json};
use std::{
    sync::mpsc::{Receiver, RecvTimeoutError},
    time::{Duration, Instant},
};

/// How often the panels are filled.
const REFRESH: Duration = Duration::from_millis(100);

/// Instructions asked for; more than a panel shows.
const INSTRUCTIONS: u64 = 48;

/// Lists the watches, in one word.
const WATCHES: &str = "wl";

/// What is asked of the hub.
pub enum Task {
    /// A line of the prompt.
    Line(String, Cancel),
    /// A command that a key stands for; only a failure is told.
    Call(&'static str, Value),
    /// Completion of a line at a byte offset.
    Complete(String, usize),
    /// Other panels from now on.
    Panels(Vec<Panel>),
}

/// What came of it.
pub enum News {
    /// The replies to a line.
    Line(Vec<Reply>),
    /// A key's command failed.
    Failed(Box<Reply>),
    /// Completion of a line.
    Completion(String, Completion),
    /// The panels' lines, each panel after the other.
    Panels(Vec<Vec<Line>>),
}

/// Works until nobody asks or listens any more.
pub fn work(
    hub: &HubHandle,
    mut panels: Vec<Panel>,
    tasks: &Receiver<Task>,
    tell: &dyn Fn(News) -> bool,
) {
    let mut due = Instant::now();
    loop {
        match tasks.recv_timeout(due.saturating_duration_since(Instant::now())) {
            Ok(Task::Panels(wanted)) => panels = wanted,
            Ok(task) => {
                if !answer(hub, task).is_none_or(tell) {
                    return;
                }
                due = Instant::now();
            }
            Err(RecvTimeoutError::Timeout) => {
                let lines = panels.iter().map(|&panel| fill(hub, panel)).collect();
                if !tell(News::Panels(lines)) {
                    return;
                }
                due = Instant::now() + REFRESH;
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn answer(hub: &HubHandle, task: Task) -> Option<News> {
    match task {
        Task::Line(line, cancel) => {
            let mut call = Call::new("", Value::Null, Origin::Console);
            call.cancel = cancel;
            Some(News::Line(hub.line_with(&line, call)))
        }
        Task::Call(name, arguments) => {
            let reply = hub.call(Call::new(name, arguments, Origin::Console));
            (!reply.ok).then(|| News::Failed(Box::new(reply)))
        }
        Task::Complete(line, cursor) => {
            let completion = hub.complete(&line, cursor)?;
            Some(News::Completion(line, completion))
        }
        Task::Panels(_) => None,
    }
}

/// The lines of a panel; none when its command is not there or fails.
fn fill(hub: &HubHandle, panel: Panel) -> Vec<Line> {
    let reply = |name: &str, arguments: Value| {
        hub.registry().find(name)?;
        let reply = hub.call(Call::new(name, arguments, Origin::Console));
        reply.ok.then_some(reply)
    };
    let lines = match panel {
        Panel::Registers => {
            reply("cpu_registers", Value::Null).map(|reply| registers::lines(&reply.result))
        }
        Panel::Code => reply("code_disassemble", json!({ "instructions": INSTRUCTIONS }))
            .map(|reply| disassembly::lines(&reply.result)),
        Panel::Watches => {
            reply(WATCHES, Value::Null).map(|reply| watches::lines(&reply.result, &reply.text))
        }
        Panel::Output | Panel::None => None,
    };
    lines.unwrap_or_default()
}
