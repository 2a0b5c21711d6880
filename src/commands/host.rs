//! The small trait through which commands reach files and the clock.
//!
//! `host` implements it; tests may put a host of their own in its place.

use super::{answer::CommandError, call::Origin};
use std::{path::PathBuf, time::Duration};

/// A named state on disk or in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateEntry {
    /// Its name.
    pub name: String,
    /// Bytes of the serialized state.
    pub bytes: u64,
}

/// Files and time. Paths are relative to the in-dir (reads) or out-dir (writes) for agents,
/// and the operator's own for the console and scripts.
pub trait Host: Send {
    /// Time since an arbitrary start, never going back.
    fn now(&self) -> Duration;

    /// Reads a whole file, at most 64 MiB.
    ///
    /// Errors: `io` when it can not be read, or when an agent may not read it.
    fn read(&self, origin: Origin, path: &str) -> Result<Vec<u8>, CommandError>;

    /// The file that a caller may read under this path, for readers that open it themselves.
    ///
    /// Errors: `io` when an agent may not read it.
    fn readable(&self, origin: Origin, path: &str) -> Result<PathBuf, CommandError>;

    /// Writes a whole file at once and returns the path it got.
    ///
    /// For agents `name` is `[A-Za-z0-9_-]{1,64}`, the extension is added, and an existing
    /// file is never overwritten. For the operator `name` is a path, and the extension is added
    /// only when it has none.
    fn write(
        &self,
        origin: Origin,
        name: &str,
        extension: &str,
        bytes: &[u8],
    ) -> Result<String, CommandError>;

    /// Paths that start with `prefix`, for completion; folders end with `/`.
    fn paths(&self, prefix: &str) -> Vec<String>;

    /// Battery RAM saved beside the ROM, when this process keeps such files.
    fn battery(&self, rom: &str) -> Option<Vec<u8>>;

    /// Saves battery RAM beside the ROM, when this process keeps such files.
    fn save_battery(&self, rom: &str, bytes: &[u8]) -> Result<(), CommandError>;

    /// Writes a named state beside the ROM and returns its path.
    fn save_state(&self, rom: &str, name: &str, bytes: &[u8]) -> Result<String, CommandError>;

    /// Reads a named state beside the ROM.
    fn load_state(&self, rom: &str, name: &str) -> Result<Vec<u8>, CommandError>;

    /// Named states beside the ROM, by name.
    fn states(&self, rom: &str) -> Vec<StateEntry>;

    /// Deletes a named state beside the ROM.
    fn delete_state(&self, rom: &str, name: &str) -> Result<(), CommandError>;
}
