//! The one writer of a pipe.
//!
//! Messages are queued and written by a thread of their own, so that neither the reader nor a
//! running call waits for a client that writes a lot before it reads. The queue is bounded by
//! bytes; a sender waits once it is full. A broken pipe empties it for good.

use crate::mcp::Sink;
use serde_json::Value;
use std::{
    collections::VecDeque,
    io::Write,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

const QUEUE_MOST: usize = 64 * 1024 * 1024;

#[derive(Default)]
struct Queue {
    lines: VecDeque<Vec<u8>>,
    bytes: usize,
    closed: bool,
    broken: bool,
}

/// Lines on their way out.
#[derive(Default)]
pub struct Outbox {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Sink for Outbox {
    fn send(&self, message: Value) {
        let mut line = message.to_string().into_bytes();
        line.push(b'\n');
        let mut queue = self.lock();
        while queue.bytes > QUEUE_MOST && !queue.broken {
            queue = self.wait(queue);
        }
        if !queue.broken {
            queue.bytes += line.len();
            queue.lines.push_back(line);
            self.changed.notify_all();
        }
    }
}

impl Outbox {
    /// Writes until [`Outbox::close`] and the queue is empty (true), or the pipe breaks (false).
    pub fn write_to(&self, writer: &mut impl Write) -> bool {
        while let Some(lines) = self.take() {
            let written = lines.iter().try_for_each(|line| writer.write_all(line));
            if written.and_then(|()| writer.flush()).is_err() {
                self.fail();
                return false;
            }
        }
        true
    }

    /// Ends the writer once everything queued is written.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    fn take(&self) -> Option<VecDeque<Vec<u8>>> {
        let mut queue = self.lock();
        loop {
            if !queue.lines.is_empty() {
                queue.bytes = 0;
                let lines = std::mem::take(&mut queue.lines);
                self.changed.notify_all();
                return Some(lines);
            }
            if queue.closed {
                return None;
            }
            queue = self.wait(queue);
        }
    }

    fn fail(&self) {
        let mut queue = self.lock();
        queue.broken = true;
        queue.lines.clear();
        self.changed.notify_all();
    }

    fn wait<'a>(&self, queue: MutexGuard<'a, Queue>) -> MutexGuard<'a, Queue> {
        let queue = self.changed.wait(queue);
        queue.unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
