//! Generated sections of `wiki/accuracy.md`, each between a heading's text and the next heading.

use std::{
    env, fs,
    sync::{Mutex, PoisonError},
};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/wiki/accuracy.md");
/// Ends the text before a section's table and begins the table.
const TABLE: &str = "\n\n| ";

/// Sections are rewritten one at a time.
static WRITING: Mutex<()> = Mutex::new(());

/// Checks that the last table under `## heading` is `table`; with `NESCOPE_BLESS` in the
/// environment, makes it so.
pub fn check(heading: &str, table: &str) {
    let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let page = fs::read_to_string(PAGE).expect("the page is there");
    let title = format!("\n## {heading}\n");
    let start = page.find(&title).expect("the page has the section") + title.len();
    let end = page[start..]
        .find("\n## ")
        .map_or(page.len(), |end| start + end);
    let rows = page[start..end]
        .find(TABLE)
        .expect("the section has a table")
        + start
        + 2;
    if env::var_os("NESCOPE_BLESS").is_some() {
        let text = format!("{}{table}{}", &page[..rows], &page[end..]);
        fs::write(PAGE, text).expect("the page can be written");
        return;
    }
    assert!(
        page[rows..end] == *table,
        "wiki/accuracy.md is stale: NESCOPE_BLESS=1 cargo test --release approved measured"
    );
}

#[test]
fn every_test_that_the_page_names_is_there() {
    let page = fs::read_to_string(PAGE).expect("the page is there");
    let names = page.split('`').skip(1).step_by(2);
    let paths: Vec<&str> = names.filter(|name| name.starts_with("testing/")).collect();
    assert!(paths.len() > 30, "only {} tests are named", paths.len());
    for path in paths {
        let place = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        assert!(place.exists(), "{path} is not there");
    }
}
