//! Profiles: which commands are tools, and in which order.

use super::fixture::registry;
use nescope::registry::{MOST_CORE, Profile, codes};

fn names(profile: &Profile, attached_only: bool) -> Vec<String> {
    let commands = registry().profile(profile, attached_only);
    commands
        .iter()
        .map(|command| command.name.clone())
        .collect()
}

#[test]
fn core_commands_come_first_in_their_fixed_order() {
    let all = names(&Profile::Full, true);
    assert_eq!(&all[..3], ["help", "memory_read", "memory_write"]);
    assert_eq!(names(&Profile::Core, true), ["help", "memory_read"]);
}

#[test]
fn internal_commands_are_never_tools() {
    let all = names(&Profile::Full, false);
    assert!(!all.contains(&"exit".into()) && !all.contains(&"McpRequest".into()));
    assert!(all.contains(&"dev_mode".into()));
}

#[test]
fn groups_are_chosen_by_name() {
    let profile: Profile = "Meta, nothing".parse().expect("groups");
    let chosen = names(&profile, true);
    assert_eq!(chosen[0], "help");
    assert!(!chosen.contains(&"memory_read".into()));
}

#[test]
fn profiles_read_back_as_themselves() {
    for text in ["full", "core", "memory,meta"] {
        let profile: Profile = text.parse().expect("a profile");
        assert_eq!(profile.to_string(), text);
    }
    assert!(
        "".parse::<Profile>()
            .is_err_and(|error| error.code == codes::BAD_VALUE)
    );
}

#[test]
fn two_lists_in_a_row_are_equal() {
    assert_eq!(names(&Profile::Full, true), names(&Profile::Full, true));
    assert_eq!(MOST_CORE, 40);
}
