//! Locates the shared test material that lies beside the checkout, and says aloud when it is absent.

use std::path::PathBuf;

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
    eprintln!("skipped: shared/{name} is not beside the checkout");
    None
}
