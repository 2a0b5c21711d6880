//! Files that lie beside a ROM: `game.sav` and the folder `game.states`.

use crate::commands::{CommandError, StateEntry};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The battery file of a ROM.
pub fn battery(rom: &str) -> PathBuf {
    Path::new(rom).with_extension("sav")
}

/// The folder of a ROM's named states.
fn states_folder(rom: &str) -> PathBuf {
    Path::new(rom).with_extension("states")
}

/// The file of a named state.
pub fn state(rom: &str, name: &str) -> PathBuf {
    states_folder(rom).join(format!("{name}.state"))
}

/// Makes the folder of a ROM's states.
pub fn make_states_folder(rom: &str) -> Result<(), CommandError> {
    let folder = states_folder(rom);
    fs::create_dir_all(&folder)
        .map_err(|error| CommandError::io(format!("{}: {error}", folder.display())))
}

/// The named states of a ROM, by name.
pub fn states(rom: &str) -> Vec<StateEntry> {
    let Ok(entries) = fs::read_dir(states_folder(rom)) else {
        return Vec::new();
    };
    let entries = entries.filter_map(|entry| {
        let entry = entry.ok()?;
        let path = entry.path();
        if path.extension()? != "state" {
            return None;
        }
        Some(StateEntry {
            name: path.file_stem()?.to_str()?.to_string(),
            bytes: entry.metadata().ok()?.len(),
        })
    });
    let mut states: Vec<StateEntry> = entries.collect();
    states.sort_by(|a, b| a.name.cmp(&b.name));
    states
}
