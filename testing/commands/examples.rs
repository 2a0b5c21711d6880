//! Every example of every spec runs, and its reply holds to `returns`.
//!
//! The examples speak of a state and a snapshot `before_boss`, which are saved before each, and
//! of breakpoint 1, a Zapper in port 2 and an Arkanoid controller in port 1.

use super::desk::Desk;

#[test]
fn every_example_of_every_spec_runs_and_matches_its_returns() {
    let registry = Desk::empty().hub.registry();
    let mut failures = Vec::new();
    let mut count = 0;
    for command in registry.commands() {
        for example in &command.examples {
            let mut desk = Desk::running();
            desk.ok("state_save before_boss");
            desk.ok("memory_snapshot before_boss");
            desk.ok("breakpoint_add $C123 if a == 77");
            desk.ok("input_device 1 arkanoid");
            desk.ok("input_device 2 zapper");
            for reply in desk.hub.line(&example.line, nescope::hub::Origin::Console) {
                count += 1;
                if !reply.ok {
                    failures.push(format!("{}: {}", example.line, reply.text));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count > 60, "only {count} examples ran");
}

#[test]
fn every_command_has_an_example_unless_it_needs_a_file_of_the_user() {
    let registry = Desk::empty().hub.registry();
    let without: Vec<_> = registry
        .commands()
        .filter(|command| command.examples.is_empty())
        .map(|command| command.name.as_str())
        .collect();
    let excused = [
        "script",
        "memory_save",
        "memory_load",
        "apu_wav",
        "cartridge_patch",
        "symbol_load",
        "test_run",
        "test_suite",
    ];
    assert_eq!(without, excused, "commands without an example");
}
