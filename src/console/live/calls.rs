//! The thread that asks the hub, so that the one that draws never waits for it.
//!
//! Whatever keys and the prompt ask for runs in order; in between the panels are filled anew.

use super::Panel;
use crate::{
    console::views::{cell::Line, disassembly, registers, watches},
    hub::{Call, Cancel, HubHandle, Origin, Reply},
    registry::Completion,
};
use serde_json::Value;
use std::{
    sync::mpsc::{Receiver, RecvTimeoutError},
    time::{Duration, Instant},
};

/// How often the panels are filled.
const REFRESH: Duration = Duration::from_millis(100);

/// Instructions asked for; more than a panel shows.
const INSTRUCTIONS: u64 = 48;

/// How code is read: what runs next is code, so nothing has to be found out first.
const MODE: &str = "linear";

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
                if !tell(News::Panels(fill(hub, &panels))) {
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

/// The lines of the panels. One request asks for all of them, so that they show one moment.
fn fill(hub: &HubHandle, panels: &[Panel]) -> Vec<Vec<Line>> {
    let registry = hub.registry();
    let there = |panel: &Panel| registry.find(name(*panel)?).is_some().then_some(*panel);
    let shown: Vec<Panel> = panels.iter().filter_map(there).collect();
    let line: Vec<String> = shown.iter().map(|&panel| call(panel)).collect();
    let replies = hub.line(&line.join("; "), Origin::Console);
    let lines = shown.iter().zip(&replies);
    lines
        .map(|(&panel, reply)| lines_of(panel, reply))
        .collect()
}

/// The command that fills a panel.
fn name(panel: Panel) -> Option<&'static str> {
    match panel {
        Panel::Registers => Some("cpu_registers"),
        Panel::Code => Some("code_disassemble"),
        Panel::Watches => Some(WATCHES),
        Panel::Output | Panel::None => None,
    }
}

/// The line that fills a panel.
fn call(panel: Panel) -> String {
    let name = name(panel).unwrap_or_default();
    match panel {
        Panel::Code => format!("{name} instructions={INSTRUCTIONS} mode={MODE}"),
        _ => name.to_string(),
    }
}

/// The lines of a panel; none when its command fails.
fn lines_of(panel: Panel, reply: &Reply) -> Vec<Line> {
    match panel {
        _ if !reply.ok => Vec::new(),
        Panel::Registers => registers::lines(&reply.result),
        Panel::Code => disassembly::lines(&reply.result),
        Panel::Watches => watches::lines(&reply.result, &reply.text),
        Panel::Output | Panel::None => Vec::new(),
    }
}
