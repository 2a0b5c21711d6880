//! Requests that are running or waiting to, so that a cancel finds them.
//!
//! A cancelled request gets no reply and no further notices. A cancel of something unknown or
//! finished means nothing, as does one that is malformed.

use super::door::Cancel;
use serde_json::Value;
use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, Ordering},
};

struct Entry {
    ticket: u64,
    id: Value,
    cancel: Cancel,
    withdrawn: Arc<AtomicBool>,
}

#[derive(Default)]
struct Book {
    next: u64,
    open: Vec<Entry>,
}

/// The open requests of one pipe.
#[derive(Clone, Default)]
pub struct Running {
    book: Arc<Mutex<Book>>,
}

/// One open request; it is closed when this is dropped.
pub struct Ticket {
    running: Running,
    number: u64,
    withdrawn: Arc<AtomicBool>,
    /// Stops the work: raised when the client cancels, and when the pipe ends.
    pub cancel: Cancel,
}

impl Ticket {
    /// Whether the client took the request back, so that it wants no reply.
    pub fn is_withdrawn(&self) -> bool {
        self.withdrawn.load(Ordering::SeqCst)
    }
}

impl Running {
    /// Opens a request.
    pub fn open(&self, id: &Value) -> Ticket {
        let cancel = Cancel::default();
        let withdrawn = Arc::<AtomicBool>::default();
        let mut book = self.lock();
        let number = book.next;
        book.next += 1;
        book.open.push(Entry {
            ticket: number,
            id: id.clone(),
            cancel: cancel.clone(),
            withdrawn: withdrawn.clone(),
        });
        Ticket {
            running: self.clone(),
            number,
            withdrawn,
            cancel,
        }
    }

    /// The client takes back the open requests of that id.
    pub fn withdraw(&self, id: &Value) {
        let book = self.lock();
        for entry in book.open.iter().filter(|entry| entry.id == *id) {
            entry.withdrawn.store(true, Ordering::SeqCst);
            entry.cancel.cancel();
        }
    }

    /// Stops everything; what was running still gets its reply.
    pub fn stop_all(&self) {
        let book = self.lock();
        book.open.iter().for_each(|entry| entry.cancel.cancel());
    }

    fn lock(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut book = self.running.lock();
        book.open.retain(|entry| entry.ticket != self.number);
    }
}
