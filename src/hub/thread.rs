//! A hub on a thread of its own, behind a handle that every face shares.
//!
//! Callers block until their reply is there. While the machine runs in real time requests are
//! answered between frames. The command table and the driving flag are readable at once, without
//! asking the hub.

use super::{
    Call, Hub, Message, Origin, Reply,
    viewer::{self, Viewer, Viewers, Watched},
};
use crate::registry::{CallError, Completion, Registry, codes};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

/// When real-time running is later than this, the lost time is given up.
const MOST_LATENESS: Duration = Duration::from_millis(250);

/// What faces are told about without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Commands came or went.
    Commands,
    /// Driving was switched.
    Driving,
}

type Listener = Box<dyn Fn(Change) + Send + Sync>;
type Reader = Box<dyn Fn(&Message) + Send + Sync>;

struct Shared {
    registry: RwLock<Arc<Registry>>,
    driving: Arc<AtomicBool>,
    listeners: Mutex<Vec<Listener>>,
    readers: Mutex<Vec<Reader>>,
}

enum Request {
    Call(Box<Call>, Sender<Reply>),
    Line(String, Box<Call>, Sender<Vec<Reply>>),
    Complete(String, usize, Sender<Completion>),
    Watch(Watched),
    Close(Sender<()>),
}

/// A hub that runs on its own thread. Clones share it; the thread ends with the last one.
#[derive(Clone)]
pub struct HubHandle {
    requests: Sender<Request>,
    shared: Arc<Shared>,
    thread: Arc<Mutex<Option<JoinHandle<()>>>>,
}

impl HubHandle {
    /// Moves a hub to a thread of its own.
    pub fn start(hub: Hub) -> HubHandle {
        let shared = Arc::new(Shared {
            registry: RwLock::new(hub.registry()),
            driving: hub.driving_flag(),
            listeners: Mutex::new(Vec::new()),
            readers: Mutex::new(Vec::new()),
        });
        let (requests, receiver) = channel();
        let seen = shared.clone();
        let thread = thread::Builder::new()
            .name("hub".to_string())
            .spawn(move || serve(hub, &receiver, &seen))
            .expect("the system has a thread for the hub at start-up");
        HubHandle {
            requests,
            shared,
            thread: Arc::new(Mutex::new(Some(thread))),
        }
    }

    /// Runs one command and returns its reply.
    pub fn call(&self, call: Call) -> Reply {
        let (reply, answer) = channel();
        let name = call.name.clone();
        let sent = self.requests.send(Request::Call(Box::new(call), reply));
        match sent.ok().and_then(|()| answer.recv().ok()) {
            Some(reply) => reply,
            None => Reply::failed(name, gone()),
        }
    }

    /// Runs a line and returns a reply for each command on it.
    pub fn line(&self, line: &str, origin: Origin) -> Vec<Reply> {
        self.line_with(line, Call::new("", serde_json::Value::Null, origin))
    }

    /// Runs a line with the origin, canceller and listener of `call`.
    pub fn line_with(&self, line: &str, call: Call) -> Vec<Reply> {
        let (reply, answer) = channel();
        let request = Request::Line(line.to_string(), Box::new(call), reply);
        let sent = self.requests.send(request);
        match sent.ok().and_then(|()| answer.recv().ok()) {
            Some(replies) => replies,
            None => vec![Reply::failed(line, gone())],
        }
    }

    /// Candidates for the word at the cursor (a byte offset).
    pub fn complete(&self, line: &str, cursor: usize) -> Option<Completion> {
        let (reply, answer) = channel();
        let request = Request::Complete(line.to_string(), cursor, reply);
        self.requests.send(request).ok()?;
        answer.recv().ok()
    }

    /// Shows the machine's pictures and notices from now on, at the viewer's own rate.
    pub fn watch(&self) -> Viewer {
        let (viewer, watched) = viewer::pair();
        // A hub that has ended has nothing to show.
        let _ = self.requests.send(Request::Watch(watched));
        viewer
    }

    /// The command table as it is now, without waiting for the hub.
    pub fn registry(&self) -> Arc<Registry> {
        let registry = self.shared.registry.read();
        registry.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether agents may do more than look, without waiting for the hub.
    pub fn driving(&self) -> bool {
        self.shared.driving.load(Ordering::SeqCst)
    }

    /// Has a function called, on the hub's thread, whenever commands come or go or driving is
    /// switched. It must not call back into the hub.
    pub fn on_change(&self, listener: impl Fn(Change) + Send + Sync + 'static) {
        let listeners = self.shared.listeners.lock();
        let mut listeners = listeners.unwrap_or_else(PoisonError::into_inner);
        listeners.push(Box::new(listener));
    }

    /// Has a function called, on the hub's thread, with each notice that is queued from now on;
    /// the notice stays in the queue. It must not call back into the hub.
    pub fn on_message(&self, reader: impl Fn(&Message) + Send + Sync + 'static) {
        let readers = self.shared.readers.lock();
        let mut readers = readers.unwrap_or_else(PoisonError::into_inner);
        readers.push(Box::new(reader));
    }

    /// Ends the hub as [`HubHandle::close`] does, but waits no longer than `most` for a call
    /// that runs. The process is expected to end then.
    pub fn close_within(&self, most: Duration) {
        let (reply, answer) = channel();
        if self.requests.send(Request::Close(reply)).is_ok() {
            let _ = answer.recv_timeout(most);
        }
    }

    /// Ends the hub: finishes the running call, saves battery RAM, and waits for the thread.
    pub fn close(&self) {
        let (reply, answer) = channel();
        if self.requests.send(Request::Close(reply)).is_ok() {
            let _ = answer.recv();
        }
        let thread = self.thread.lock();
        let thread = thread.unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }
}

fn gone() -> CallError {
    CallError::new(codes::INTERNAL, "the hub has ended")
}

/// The hub's thread: requests, and frames while running in real time.
fn serve(mut hub: Hub, requests: &Receiver<Request>, shared: &Shared) {
    let mut due = hub.now();
    let mut read = hub.session().messages.pushed();
    let mut viewers = Viewers::default();
    loop {
        let request = match hub.is_live() {
            true => requests.recv_timeout(due.saturating_sub(hub.now())),
            false => requests.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let was_live = hub.is_live();
        match request {
            Ok(Request::Close(done)) => {
                hub.close();
                let _ = done.send(());
                return;
            }
            Ok(Request::Watch(viewer)) => viewers.add(viewer),
            Ok(request) => answer(&mut hub, request, shared),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if !was_live {
            due = hub.now();
        }
        if hub.is_live() && hub.now() >= due {
            hub.live_frame();
            due = next_due(&hub, due);
        }
        read = pass_on(&hub, read, shared, &mut viewers);
        viewers.show(&hub);
    }
    hub.close();
}

/// Shows the readers what was queued since `read` notices, and how many there are now.
fn pass_on(hub: &Hub, read: u64, shared: &Shared, viewers: &mut Viewers) -> u64 {
    let messages = &hub.session().messages;
    if messages.pushed() > read {
        let readers = shared.readers.lock();
        let readers = readers.unwrap_or_else(PoisonError::into_inner);
        for message in messages.since(read) {
            readers.iter().for_each(|reader| reader(message));
            viewers.tell(message);
        }
    }
    messages.pushed()
}

fn next_due(hub: &Hub, due: Duration) -> Duration {
    let next = due + hub.frame_duration();
    match hub.now() > next + MOST_LATENESS {
        true => hub.now(),
        false => next,
    }
}

fn answer(hub: &mut Hub, request: Request, shared: &Shared) {
    let catalog = hub.session().catalog;
    let driving = hub.driving();
    // A caller that went away in the meantime does not need its reply.
    match request {
        Request::Call(call, reply) => {
            let name = call.name.clone();
            let answer = guarded(|| hub.call(*call));
            let answer = answer.unwrap_or_else(|| Reply::failed(name, at_fault()));
            publish(hub, catalog, driving, shared);
            let _ = reply.send(answer);
        }
        Request::Line(line, call, reply) => {
            let answer = guarded(|| hub.line_with(&line, &call));
            let answer = answer.unwrap_or_else(|| vec![Reply::failed(line, at_fault())]);
            publish(hub, catalog, driving, shared);
            let _ = reply.send(answer);
        }
        Request::Complete(line, cursor, reply) => {
            let completion = guarded(|| hub.complete(&line, cursor));
            let _ = completion.map(|completion| reply.send(completion));
        }
        Request::Watch(_) | Request::Close(_) => {}
    }
}

/// Keeps the hub's thread alive should the hub itself, and not a handler, panic.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

fn at_fault() -> CallError {
    CallError::new(codes::INTERNAL, "the hub itself panicked")
}

/// Publishes the command table and tells the listeners what changed during a call.
fn publish(hub: &Hub, catalog: u64, driving: bool, shared: &Shared) {
    let commands_changed = hub.session().catalog != catalog;
    if commands_changed {
        let registry = shared.registry.write();
        *registry.unwrap_or_else(PoisonError::into_inner) = hub.registry();
    }
    let listeners = shared.listeners.lock();
    let listeners = listeners.unwrap_or_else(PoisonError::into_inner);
    for listener in listeners.iter() {
        if commands_changed {
            listener(Change::Commands);
        }
        if hub.driving() != driving {
            listener(Change::Driving);
        }
    }
}
