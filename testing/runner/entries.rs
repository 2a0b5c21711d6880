//! Entries of the collection as `nescope test` starts and drives them.

use crate::shared;
use nescope::{
    nes::{machine::Machine, options::PowerOptions},
    runner::{
        devices,
        inputs::Script,
        manifest::{Entry, Manifest, Press},
        run,
    },
};
use std::path::Path;

/// The collection, if it is there.
pub fn manifest() -> Option<Manifest> {
    let file = shared::roms()?.join("manifest.json");
    Some(Manifest::read(&file).expect("the manifest is there"))
}

/// An entry by its name.
pub fn entry<'a>(manifest: &'a Manifest, id: &str) -> &'a Entry {
    let entry = manifest.entries.iter().find(|entry| entry.id == id);
    entry.unwrap_or_else(|| panic!("no entry {id}"))
}

/// The entry's machine at power-on.
pub fn power_on(entry: &Entry, folder: &Path) -> Machine {
    let rom = run::read_rom(&folder.join(&entry.path)).expect("the ROM is supported");
    let options = PowerOptions {
        region: entry.region,
        ..PowerOptions::default()
    };
    Machine::power_on(rom, options).expect("the machine starts")
}

/// The script of the entry, or of other input to it.
pub fn script(entry: &Entry, input: Option<&Vec<Press>>) -> Script {
    let input = input.unwrap_or(&entry.input);
    let device = entry.needs.as_deref().and_then(devices::named);
    let script = match device {
        Some(device) => devices::script(device, input, entry.frames),
        None => Script::new(input),
    };
    script.expect("the input can be made")
}
