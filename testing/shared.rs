//! Locates the shared test material that lies beside the checkout, and says aloud when it is absent.

use std::{
    io::Write,
    path::PathBuf,
    sync::atomic::{AtomicU32, Ordering},
};

static SKIPPED: AtomicU32 = AtomicU32::new(0);

/// The folder of test ROMs, or `None` (said aloud on stderr) when it is absent.
pub fn roms() -> Option<PathBuf> {
    folder("roms")
}

/// The folder of CPU single-instruction cases, or `None` (said aloud) when it is absent.
pub fn single_step() -> Option<PathBuf> {
    folder("cpu-single-step")
}

fn folder(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../shared")
        .join(name);
    if path.is_dir() {
        return Some(path);
    }
    let count = SKIPPED.fetch_add(1, Ordering::Relaxed) + 1;
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    // The stream itself, because what the print macros write in a passing test is not shown.
    let line = format!("skipped {count}: {test} needs ../shared/{name}, which is not there\n");
    let _ = std::io::stderr().write_all(line.as_bytes());
    None
}
