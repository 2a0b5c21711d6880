//! Ctrl-C: the first stops a running command, a second one ends the program.

use crate::hub::Cancel;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Exit code of a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Ctrl-C as the console sees it.
#[derive(Clone, Default)]
pub struct Interrupt {
    cancel: Cancel,
    busy: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens from now on. A system that does not let it leaves Ctrl-C as it is.
    pub fn listen() -> Interrupt {
        let interrupt = Interrupt::default();
        let heard = interrupt.clone();
        let _ = ctrlc::set_handler(move || heard.press());
        interrupt
    }

    fn press(&self) {
        let running = self.busy.load(Ordering::SeqCst);
        if !running || self.cancel.is_cancelled() {
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
