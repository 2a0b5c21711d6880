//! The host on a real file system.

use super::{beside, policy::Policy};
use crate::commands::{CommandError, Host, Origin, StateEntry};
use std::{
    fs::{self, File, OpenOptions},
    io::{ErrorKind, Read, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Larger files are not read.
const MOST_BYTES: u64 = 64 << 20;
/// Most paths offered by completion.
const MOST_PATHS: usize = 200;

/// Files under a policy, and the system's monotonic clock.
pub struct Disk {
    start: Instant,
    policy: Policy,
    /// Whether battery RAM is kept beside ROMs.
    batteries: bool,
}

impl Disk {
    /// A host under a policy; `batteries` says whether battery RAM is kept beside ROMs.
    pub fn new(policy: Policy, batteries: bool) -> Disk {
        Disk {
            start: Instant::now(),
            policy,
            batteries,
        }
    }
}

impl Host for Disk {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn read(&self, origin: Origin, path: &str) -> Result<Vec<u8>, CommandError> {
        read(&self.policy.readable(origin, path)?)
    }

    fn readable(&self, origin: Origin, path: &str) -> Result<PathBuf, CommandError> {
        self.policy.readable(origin, path)
    }

    fn write(
        &self,
        origin: Origin,
        name: &str,
        extension: &str,
        bytes: &[u8],
    ) -> Result<String, CommandError> {
        let path = self.policy.writable(origin, name, extension)?;
        match origin.owns_files() {
            true => replace(&path, bytes)?,
            false => create(&path, bytes)?,
        }
        Ok(path.display().to_string())
    }

    fn paths(&self, prefix: &str) -> Vec<String> {
        let (folder, start) = match prefix.rfind('/') {
            Some(at) => prefix.split_at(at + 1),
            None => ("", prefix),
        };
        let read = match folder {
            "" => Path::new("."),
            folder => Path::new(folder),
        };
        let Ok(entries) = fs::read_dir(read) else {
            return Vec::new();
        };
        let entries = entries.filter_map(|entry| {
            let entry = entry.ok()?;
            let name = entry.file_name().into_string().ok()?;
            let hidden = name.starts_with('.') && !start.starts_with('.');
            let slash = if entry.path().is_dir() { "/" } else { "" };
            (name.starts_with(start) && !hidden).then(|| format!("{folder}{name}{slash}"))
        });
        let mut paths: Vec<String> = entries.take(MOST_PATHS).collect();
        paths.sort();
        paths
    }

    fn battery(&self, rom: &str) -> Option<Vec<u8>> {
        match self.batteries {
            true => read(&beside::battery(rom)).ok(),
            false => None,
        }
    }

    fn save_battery(&self, rom: &str, bytes: &[u8]) -> Result<(), CommandError> {
        if !self.batteries {
            return Ok(());
        }
        let path = beside::battery(rom);
        let saved = read(&path).ok();
        let unchanged = match &saved {
            Some(saved) => saved == bytes,
            // A game that never saved leaves no file.
            None => bytes.iter().all(|&byte| byte == 0),
        };
        match unchanged {
            true => Ok(()),
            false => replace(&path, bytes),
        }
    }

    fn save_state(&self, rom: &str, name: &str, bytes: &[u8]) -> Result<String, CommandError> {
        beside::make_states_folder(rom)?;
        let path = beside::state(rom, name);
        replace(&path, bytes)?;
        Ok(path.display().to_string())
    }

    fn load_state(&self, rom: &str, name: &str) -> Result<Vec<u8>, CommandError> {
        let path = beside::state(rom, name);
        match path.exists() {
            true => read(&path),
            false => Err(no_state(name)),
        }
    }

    fn states(&self, rom: &str) -> Vec<StateEntry> {
        beside::states(rom)
    }

    fn delete_state(&self, rom: &str, name: &str) -> Result<(), CommandError> {
        let path = beside::state(rom, name);
        match path.exists() {
            true => fs::remove_file(&path).map_err(|error| failed(&path, &error)),
            false => Err(no_state(name)),
        }
    }
}

fn no_state(name: &str) -> CommandError {
    CommandError::not_found(format!("no state {name}; state_list lists them"))
}

fn failed(path: &Path, error: &std::io::Error) -> CommandError {
    CommandError::io(format!("{}: {error}", path.display()))
}

/// Reads a whole regular file, of at most 64 MiB.
///
/// Errors: `io`.
pub fn read(path: &Path) -> Result<Vec<u8>, CommandError> {
    // Looked at before it is opened: a pipe would keep everybody waiting for its writer.
    let about = fs::metadata(path).map_err(|error| failed(path, &error))?;
    if !about.is_file() {
        let kind = if about.is_dir() {
            "folder"
        } else {
            "pipe or device"
        };
        return Err(CommandError::io(format!(
            "{} is a {kind}, no regular file",
            path.display()
        )));
    }
    read_any(path)
}

/// As [`read`], also from a pipe or device, which may take its time.
///
/// Errors: `io`.
pub fn read_any(path: &Path) -> Result<Vec<u8>, CommandError> {
    let file = File::open(path).map_err(|error| failed(path, &error))?;
    let mut bytes = Vec::new();
    let read = file.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| failed(path, &error))?;
    match bytes.len() as u64 > MOST_BYTES {
        true => Err(CommandError::io(format!(
            "{}: larger than {} MiB",
            path.display(),
            MOST_BYTES >> 20
        ))),
        false => Ok(bytes),
    }
}

/// Writes beside the file and puts it in place at once, so that no half file is ever seen.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part: PathBuf = path.with_file_name(name);
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&part);
        failed(path, &error)
    })
}

/// Writes a new file; one that exists stays as it is.
fn create(path: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    let mut file = file.map_err(|error| not_created(path, &error))?;
    file.write_all(bytes).map_err(|error| {
        let _ = fs::remove_file(path);
        not_created(path, &error)
    })
}

/// Agents know names in the out-dir, not where it lies.
fn not_created(path: &Path, error: &std::io::Error) -> CommandError {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    CommandError::io(match error.kind() {
        ErrorKind::AlreadyExists => {
            format!("{name} exists in the out-dir; choose another name")
        }
        _ => format!("{name} can not be written to the out-dir: {error}"),
    })
}
