//! The threads that listen for the view: one to the terminal, one to the hub.

use super::{
    ViewOptions,
    calls::{self, News, Task},
    terminal,
};
use crate::hub::HubHandle;
use crossterm::event::{self, Event};
use serde_json::Value;
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Sender, channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// How often the terminal's thread looks whether it shall end.
const POLL: Duration = Duration::from_millis(20);
/// How long is waited for it. One that listens to a terminal that is gone never ends.
const PATIENCE: Duration = Duration::from_millis(500);

/// What comes in.
pub enum Inbox {
    /// A key, a paste, another window size.
    Terminal(Event),
    /// Something from the hub.
    News(News),
}

/// Both threads, and the way to ask the hub.
pub struct Threads {
    tasks: Sender<Task>,
    calls: JoinHandle<()>,
    keys: JoinHandle<()>,
    leaving: Arc<AtomicBool>,
}

impl Threads {
    /// Starts them; what they hear goes to `inbox`.
    ///
    /// Errors: the system has no thread.
    pub fn start(
        hub: &HubHandle,
        options: &ViewOptions,
        inbox: &Sender<Inbox>,
    ) -> io::Result<Threads> {
        let [_, keys_name, calls_name] = terminal::THREADS;
        let (tasks, asked) = channel();
        let (hub, panels, inbox_of_calls) = (hub.clone(), options.side(), inbox.clone());
        let calls = thread::Builder::new().name(calls_name.to_string());
        let calls = calls.spawn(move || {
            let tell = |news| inbox_of_calls.send(Inbox::News(news)).is_ok();
            calls::work(&hub, panels, &asked, &tell);
        })?;
        let leaving = Arc::new(AtomicBool::new(false));
        let (left, inbox) = (leaving.clone(), inbox.clone());
        let keys = thread::Builder::new().name(keys_name.to_string());
        let keys = keys.spawn(move || listen(&inbox, &left))?;
        Ok(Threads {
            tasks,
            calls,
            keys,
            leaving,
        })
    }

    /// Asks something of the hub, after what was asked before.
    pub fn ask(&self, task: Task) {
        // Should the thread be gone, the panic hook has restored the terminal.
        let _ = self.tasks.send(task);
    }

    /// Asks for a command that a key stands for.
    pub fn call(&self, name: &'static str, arguments: Value) {
        self.ask(Task::Call(name, arguments));
    }

    /// Ends both when everything asked has been done.
    pub fn end(self) {
        self.leaving.store(true, Ordering::SeqCst);
        drop(self.tasks);
        let _ = self.calls.join();
        let patience = Instant::now() + PATIENCE;
        while !self.keys.is_finished() && Instant::now() < patience {
            thread::sleep(POLL / 4);
        }
    }
}

/// Passes on what the terminal tells.
fn listen(inbox: &Sender<Inbox>, leaving: &AtomicBool) {
    while !leaving.load(Ordering::SeqCst) {
        let event = match event::poll(POLL) {
            Ok(false) => continue,
            Ok(true) => event::read(),
            Err(error) => Err(error),
        };
        let Ok(event) = event else {
            return;
        };
        if inbox.send(Inbox::Terminal(event)).is_err() {
            return;
        }
    }
}
