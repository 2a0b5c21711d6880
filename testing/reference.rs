//! The generated reference of all commands.

use nescope::{commands, registry::Registry};
use std::{env, fs};

/// The page, next to the other pages of the wiki.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/wiki/commands.md");

#[test]
fn the_command_reference_is_what_the_specs_say() {
    let mut files = commands::SPECS.to_vec();
    for room in nescope::rooms() {
        files.extend(room.specs);
    }
    let registry = Registry::load(&files).expect("the built-in specs are valid");
    let page = registry.reference();
    if env::var_os("NESCOPE_BLESS").is_some() {
        fs::write(PAGE, &page).expect("the page can be written");
    }
    let found = fs::read_to_string(PAGE).unwrap_or_default();
    assert!(
        found == page,
        "wiki/commands.md is stale: NESCOPE_BLESS=1 cargo test --release reference"
    );
}
