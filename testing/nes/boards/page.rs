//! The generated board page.

use nescope::nes::boards::table;
use std::{env, fs, path::Path};

#[test]
fn boards_page_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("wiki/boards.md");
    let wanted = table::markdown();
    if env::var_os("NESCOPE_BLESS").is_some() {
        fs::write(&path, &wanted).expect("wiki is writable");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == wanted,
        "wiki/boards.md is stale: run NESCOPE_BLESS=1 cargo test --release boards_page"
    );
}
