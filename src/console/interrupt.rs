//! Ctrl-C: the first stops a running command, a second one ends the program.

use super::live::terminal;
use crate::hub::Cancel;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Exit code of a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Ctrl-C as the console sees it.
#[derive(Clone)]
pub struct Interrupt {
    cancel: Cancel,
    busy: Arc<AtomicBool>,
    /// What is still done before the program ends.
    farewell: Arc<dyn Fn() + Send + Sync>,
}

impl Interrupt {
    /// Listens from now on; `farewell` is called before Ctrl-C ends the program.
    /// A system that does not let it leaves Ctrl-C as it is.
    pub fn listen(farewell: impl Fn() + Send + Sync + 'static) -> Interrupt {
        let interrupt = Interrupt::new(farewell);
        let heard = interrupt.clone();
        let _ = ctrlc::set_handler(move || heard.press());
        interrupt
    }

    /// One that hears nothing by itself.
    pub fn new(farewell: impl Fn() + Send + Sync + 'static) -> Interrupt {
        Interrupt {
            cancel: Cancel::default(),
            busy: Arc::default(),
            farewell: Arc::new(farewell),
        }
    }

    fn press(&self) {
        let running = self.busy.load(Ordering::SeqCst);
        if !running || self.cancel.is_cancelled() {
            terminal::end();
            (self.farewell)();
            std::process::exit(INTERRUPTED);
        }
        self.cancel.cancel();
    }

    /// Whether the command that ran last was asked to stop.
    pub fn was_pressed(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Runs a command under a fresh canceller.
    pub fn during<T>(&self, command: impl FnOnce(Cancel) -> T) -> T {
        self.cancel.clear();
        self.busy.store(true, Ordering::SeqCst);
        let result = command(self.cancel.clone());
        self.busy.store(false, Ordering::SeqCst);
        result
    }
}
