//! The terminal while something is drawn on it, and back to what it was whatever happens.
//!
//! Normal ends and panics of the view's own thread drop [`Terminal`]; signals end the program
//! through [`restore`]; a panic hook restores before anything is printed. A panic on another
//! thread is contained there, so its message is kept for the view instead of drawn over it.

use crossterm::{
    cursor,
    event::{
        DisableBracketedPaste, DisableFocusChange, EnableBracketedPaste, EnableFocusChange,
        KeyboardEnhancementFlags, PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
    },
    queue, terminal,
};
use std::{
    io::{self, Write},
    mem, panic,
    sync::{Mutex, MutexGuard, Once, PoisonError, TryLockError},
    thread,
    time::Duration,
};

/// Whether a terminal is drawn on, and what it has to be given back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Drawn {
    No,
    Yes {
        keyboard: bool,
    },
    /// Given back for good: the program ends.
    Over,
}

static DRAWN: Mutex<Drawn> = Mutex::new(Drawn::No);
static ASIDES: Mutex<Vec<String>> = Mutex::new(Vec::new());
static HOOK: Once = Once::new();

/// Names of the threads whose panics end the view.
pub const THREADS: [&str; 3] = ["main", "view-keys", "view-calls"];

/// How often and how long a write in progress is waited for before the terminal is restored.
const PATIENCE: (u32, Duration) = (50, Duration::from_millis(10));

/// A terminal in raw mode, on its other screen.
pub struct Terminal {
    /// Whether it tells when a key goes up.
    pub releases: bool,
    typing: bool,
}

impl Terminal {
    /// Takes the terminal over.
    ///
    /// Errors: it can not be set up; it is as before then.
    pub fn open() -> io::Result<Terminal> {
        HOOK.call_once(hook);
        terminal::enable_raw_mode()?;
        *drawn() = Drawn::Yes { keyboard: false };
        let mut terminal = Terminal {
            releases: false,
            typing: true,
        };
        queue!(
            io::stdout(),
            terminal::EnterAlternateScreen,
            cursor::Hide,
            EnableBracketedPaste,
            EnableFocusChange
        )?;
        io::stdout().flush()?;
        terminal.releases = terminal::supports_keyboard_enhancement().unwrap_or(false);
        terminal.set_typing(false)?;
        Ok(terminal)
    }

    /// Columns and rows; what terminals usually have if it does not say.
    pub fn size(&self) -> (u16, u16) {
        terminal::size().unwrap_or((80, 24))
    }

    /// Writes bytes.
    ///
    /// Errors: the terminal is gone, or has been restored.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let drawn = drawn();
        if !matches!(*drawn, Drawn::Yes { .. }) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        out.flush()
    }

    /// Keys are text (typing) or buttons. Releases are asked for only where they are buttons:
    /// text is typed as usual.
    ///
    /// Errors: the terminal is gone.
    pub fn set_typing(&mut self, typing: bool) -> io::Result<()> {
        if typing == mem::replace(&mut self.typing, typing) || !self.releases {
            return Ok(());
        }
        let mut drawn = drawn();
        if !matches!(*drawn, Drawn::Yes { .. }) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        *drawn = Drawn::Yes { keyboard: !typing };
        let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
            | KeyboardEnhancementFlags::REPORT_EVENT_TYPES
            | KeyboardEnhancementFlags::REPORT_ALTERNATE_KEYS
            | KeyboardEnhancementFlags::REPORT_ALL_KEYS_AS_ESCAPE_CODES;
        match typing {
            true => queue!(io::stdout(), PopKeyboardEnhancementFlags)?,
            false => queue!(io::stdout(), PushKeyboardEnhancementFlags(flags))?,
        }
        io::stdout().flush()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back as it was, from any thread; without one drawn on nothing happens.
pub fn restore() {
    give_back(Drawn::No);
}

/// As [`restore`], and nothing is drawn ever again: the program ends.
pub fn end() {
    give_back(Drawn::Over);
}

/// Keeps a thread that would go on to the prompt from touching the terminal of a program that
/// ends.
pub fn stay_if_over() {
    while *drawn() == Drawn::Over {
        thread::park();
    }
}

fn give_back(next: Drawn) {
    let mut waited = 0;
    loop {
        match DRAWN.try_lock() {
            Ok(mut drawn) => return hand_over(&mut drawn, next),
            Err(TryLockError::Poisoned(error)) => return hand_over(&mut error.into_inner(), next),
            // A terminal that takes nothing any more gets at least its line discipline back.
            Err(TryLockError::WouldBlock) if waited >= PATIENCE.0 => {
                let _ = terminal::disable_raw_mode();
                return;
            }
            Err(TryLockError::WouldBlock) => {
                waited += 1;
                thread::sleep(PATIENCE.1);
            }
        }
    }
}

/// A terminal that is gone needs nothing, so failures do not matter.
fn hand_over(drawn: &mut Drawn, next: Drawn) {
    let mut out = io::stdout();
    if let Drawn::Yes { keyboard } = *drawn {
        if keyboard {
            let _ = queue!(out, PopKeyboardEnhancementFlags);
        }
        let _ = queue!(
            out,
            DisableFocusChange,
            DisableBracketedPaste,
            cursor::Show,
            terminal::LeaveAlternateScreen
        );
        let _ = out.flush();
        let _ = terminal::disable_raw_mode();
    }
    if *drawn != Drawn::Over {
        *drawn = next;
    }
}

/// Messages of panics on other threads since this was last asked.
pub fn asides() -> Vec<String> {
    let asides = ASIDES.lock();
    mem::take(&mut *asides.unwrap_or_else(PoisonError::into_inner))
}

fn drawn() -> MutexGuard<'static, Drawn> {
    DRAWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has panics restore the terminal first.
fn hook() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let thread = thread::current();
        let own = thread.name().is_none_or(|name| THREADS.contains(&name));
        // A thread that panics while it writes holds the lock: it is drawing.
        let is_drawn = !matches!(DRAWN.try_lock().as_deref(), Ok(Drawn::No | Drawn::Over));
        if !own && is_drawn {
            let asides = ASIDES.lock();
            let mut asides = asides.unwrap_or_else(PoisonError::into_inner);
            return asides.push(info.to_string());
        }
        restore();
        before(info);
    }));
}
