//! One client on stdin and stdout, one message a line.
//!
//! ```text
//! reader --quick messages-----------------> outbox --> writer --> stdout
//!    '----calls--> queue --> worker -------->'
//! ```
//!
//! The reader never waits for work: a cancel is read while a call runs. Calls run in the order
//! they were written, so that a client may write several before it reads a reply.
//! At the end of the input, calls get [`GRACE`] to finish before they are stopped. A broken
//! output ends everything quietly.

use super::{
    lines::{self, LINE_MOST, Line},
    outbox::Outbox,
};
use crate::{
    hub::HubHandle,
    mcp::{Conversation, Door, HubDoor, Options, Server, Sink, Step, Work, instructions, rpc},
    registry::Profile,
};
use serde_json::Value;
use std::{
    collections::VecDeque,
    io::{self, BufRead, BufReader, Write},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc},
    thread,
    time::Duration,
};

/// What running calls get to finish once the input has ended, and again once they are stopped.
pub const GRACE: Duration = Duration::from_secs(1);

/// Calls that may wait at once; more are refused.
pub const CALLS_MOST: usize = 4096;

/// Bytes of lines whose calls may wait at once; more are refused.
pub const CALLS_BYTES_MOST: usize = 64 * 1024 * 1024;

/// Serves the hub's commands on stdin and stdout until either ends.
pub fn serve(handle: &HubHandle, profile: Profile) {
    let options = Options {
        instructions: instructions::text(&handle.registry()),
        ..Options::default()
    };
    let door = HubDoor {
        handle: handle.clone(),
        profile,
    };
    let server = Arc::new(Server::new(door, Conversation::new(options)));
    let told = Arc::downgrade(&server);
    handle.on_change(move |_| {
        if let Some(server) = told.upgrade() {
            server.tools_may_have_changed();
        }
    });
    let logging = Arc::downgrade(&server);
    handle.on_message(move |message| {
        if let Some(server) = logging.upgrade() {
            server.log(message);
        }
    });
    let reader = BufReader::with_capacity(64 * 1024, io::stdin());
    run(&server, reader, io::stdout());
}

/// Serves any pair of pipes until either ends.
///
/// A thread that is blocked on a reader whose writer is broken is left behind.
pub fn run<D, R, W>(server: &Arc<Server<D>>, reader: R, writer: W)
where
    D: Door + Send + Sync + 'static,
    R: BufRead + Send + 'static,
    W: Write + Send + 'static,
{
    let outbox = Arc::new(Outbox::default());
    let calls = Arc::new(Calls::default());
    let (ended, end) = mpsc::channel();
    let pipe = Pipe {
        server: server.clone(),
        outbox: outbox.clone(),
        calls: calls.clone(),
    };
    let worker = pipe.clone();
    spawn("mcp-reader", ended.clone(), End::Input, move || {
        pipe.read(reader)
    });
    spawn("mcp-worker", ended.clone(), End::Calls, move || {
        worker.work()
    });
    let sink = outbox.clone();
    let mut writer = writer;
    spawn("mcp-writer", ended, End::Output, move || {
        sink.write_to(&mut writer);
    });

    if end.recv() == Ok(End::Input) {
        calls.close();
        let finished = end.recv_timeout(GRACE);
        server.close();
        if finished.is_err() {
            // Stopped calls answer within a frame.
            let _late = end.recv_timeout(GRACE);
        }
        outbox.close();
        let _written = end.recv_timeout(GRACE);
    } else {
        server.close();
    }
}

/// Which of the three threads ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Input,
    Calls,
    Output,
}

/// Tells that a thread ended, also when it panicked.
struct Farewell {
    ended: mpsc::Sender<End>,
    end: End,
}

impl Drop for Farewell {
    fn drop(&mut self) {
        // Nobody listens any more when the pipe was given up.
        let _ignored = self.ended.send(self.end);
    }
}

fn spawn(name: &str, ended: mpsc::Sender<End>, end: End, body: impl FnOnce() + Send + 'static) {
    let farewell = Farewell { ended, end };
    let run = move || {
        let _farewell = farewell;
        body();
    };
    let thread = thread::Builder::new().name(name.to_string()).spawn(run);
    thread.expect("a process that starts can start three threads");
}

struct Pipe<D> {
    server: Arc<Server<D>>,
    outbox: Arc<Outbox>,
    calls: Arc<Calls>,
}

impl<D> Clone for Pipe<D> {
    fn clone(&self) -> Pipe<D> {
        Pipe {
            server: self.server.clone(),
            outbox: self.outbox.clone(),
            calls: self.calls.clone(),
        }
    }
}

impl<D: Door> Pipe<D> {
    /// A reader that fails has ended.
    fn read(&self, mut reader: impl BufRead) {
        let sink: Arc<dyn Sink> = self.outbox.clone();
        while let Ok(Some(line)) = lines::next(&mut reader, LINE_MOST) {
            match line {
                Line::TooLong => self.outbox.send(too_long()),
                Line::Text(text) => match self.server.accept(&text, &sink) {
                    Step::Done(None) => {}
                    Step::Done(Some(reply)) => self.outbox.send(reply),
                    Step::Work(work) => self.queue(work, text.len()),
                },
            }
        }
    }

    fn queue(&self, work: Box<Work>, bytes: usize) {
        if let Err(work) = self.calls.push(work, bytes) {
            let fault = rpc::Fault::new(
                rpc::INTERNAL_ERROR,
                "too many calls are waiting already: read their replies first",
            );
            self.outbox.send(rpc::failure(work.id(), fault));
        }
    }

    fn work(&self) {
        while let Some(work) = self.calls.next() {
            if let Some(reply) = self.server.perform(work) {
                self.outbox.send(reply);
            }
        }
    }
}

fn too_long() -> Value {
    let fault = rpc::Fault::new(
        rpc::INVALID_REQUEST,
        format!("a line holds at most {LINE_MOST} bytes; this one was skipped"),
    );
    rpc::failure(&Value::Null, fault)
}

#[derive(Default)]
struct Waiting {
    calls: VecDeque<(Box<Work>, usize)>,
    bytes: usize,
    closed: bool,
}

/// Calls in the order they were written.
#[derive(Default)]
struct Calls {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

impl Calls {
    fn push(&self, work: Box<Work>, bytes: usize) -> Result<(), Box<Work>> {
        let mut waiting = self.lock();
        if waiting.calls.len() >= CALLS_MOST || waiting.bytes + bytes > CALLS_BYTES_MOST {
            return Err(work);
        }
        waiting.calls.push_back((work, bytes));
        waiting.bytes += bytes;
        self.changed.notify_one();
        Ok(())
    }

    /// Blocks until there is a call; `None` once closed and empty.
    fn next(&self) -> Option<Box<Work>> {
        let mut waiting = self.lock();
        loop {
            if let Some((work, bytes)) = waiting.calls.pop_front() {
                waiting.bytes -= bytes;
                return Some(work);
            }
            if waiting.closed {
                return None;
            }
            let woken = self.changed.wait(waiting);
            waiting = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
