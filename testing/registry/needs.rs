//! Groups that exist only while what they need is attached.

use super::fixture::{FILES, Known};
use nescope::registry::{Profile, Registry, codes};
use serde_json::json;

fn empty() -> Registry {
    Registry::load(&FILES).expect("the fixture is valid")
}

#[test]
fn attaching_says_whether_anything_changed() {
    let mut registry = empty();
    assert!(registry.attach("rom", true));
    assert!(!registry.attach("rom", true));
    assert!(registry.attach("rom", false));
    assert!(!registry.attach("rom", false));
}

#[test]
fn a_detached_command_can_not_be_called() {
    let registry = empty();
    let error = registry
        .parse_line("m 300", &Known)
        .expect_err("no cartridge");
    assert_eq!(error.code, codes::NO_ROM);
    assert_eq!(error.message, codes::NO_ROM_TEXT);
    let error = registry
        .prepare("m", json!({}), &Known)
        .expect_err("no cartridge");
    assert_eq!(error.code, codes::NO_ROM);
}

#[test]
fn lists_help_and_completion_follow() {
    let mut registry = empty();
    let listed = |registry: &Registry| {
        let tools = registry.profile(&Profile::Full, true);
        let help = registry.help(None, false).expect("an index").text;
        let words = registry.complete("memory_", 7, &Known).candidates;
        (
            tools.iter().any(|command| command.name == "memory_read"),
            help.contains("memory_read"),
            words.iter().any(|word| word.text == "memory_read"),
        )
    };
    assert_eq!(listed(&registry), (false, false, false));
    registry.attach("rom", true);
    assert_eq!(listed(&registry), (true, true, true));
}

#[test]
fn a_snapshot_does_not_follow() {
    let mut registry = empty();
    let snapshot = registry.clone();
    registry.attach("rom", true);
    assert!(
        snapshot
            .prepare("m", json!({"address": 1}), &Known)
            .is_err()
    );
    assert!(registry.prepare("m", json!({"address": 1}), &Known).is_ok());
}

#[test]
fn help_on_a_detached_command_says_what_it_needs() {
    let help = empty().help(Some("memory_read"), false).expect("help");
    assert!(help.text.contains("needs rom"), "{}", help.text);
}
