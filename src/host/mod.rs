//! Files, the clock and the places the program keeps its own files.
//!
//! The only room with side effects besides console and transports. [`Disk`] implements the
//! small trait commands see; [`Policy`] says which files a caller may touch:
//!
//! | caller | reads | writes |
//! |---|---|---|
//! | operator | anything | anything, at once or not at all |
//! | agent | files named on the command line, the in-dir | new files in the out-dir |

mod beside;
mod disk;
mod policy;

pub use disk::{Disk, read, read_any};
pub use policy::Policy;

use std::path::PathBuf;

/// Where the prompt keeps its history, or `None` when there is no home.
pub fn history_file() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    let local = std::env::var_os("LOCALAPPDATA").map(PathBuf::from);
    let folder = state.or(home).or(local)?.join("nescope");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}
