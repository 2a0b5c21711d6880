//! Commands that only look leave everything as it was, each of them.

use super::rig::Rig;
use nescope::{
    hub::Origin,
    registry::{Command, Effect, Registry},
};

/// Lines for commands that have no example of their own which only looks.
const FURTHER: [&str; 3] = ["screen_shot scale=2", "dev_mode", "observe all"];

fn looks(registry: &Registry, command: &Command) -> bool {
    command.effect == Effect::Observe && registry.find(&command.name).is_some()
}

/// All there is: machine, breakpoints, inputs, labels, settings, aliases, notices, last stop.
fn everything(rig: &Rig) -> String {
    format!("{:?}", rig.hub.session())
}

fn busy() -> Rig {
    let mut rig = Rig::new();
    rig.ok("breakpoint_add $C020 hits=1000 if a == 77");
    rig.ok("input_seq \"R*30 R+A*12\"");
    rig.ok("input_set D port=2");
    rig.ok("alias twice \"run_frames 2\"");
    rig.ok("state_save before_boss");
    rig.ok("memory_snapshot before_boss");
    rig.ok("run_frames 12");
    rig
}

#[test]
fn a_looking_command_changes_nothing_at_all() {
    let mut rig = busy();
    let registry = rig.hub.registry();
    let examples = registry
        .commands()
        .filter(|command| looks(&registry, command))
        .flat_map(|command| command.examples.iter().map(|example| example.line.clone()));
    let lines: Vec<String> = examples.chain(FURTHER.map(str::to_string)).collect();
    assert!(lines.len() > 50, "only {} lines look", lines.len());
    let hash = rig.ok("machine_hash");
    let before = everything(&rig);
    for line in &lines {
        let origin = match line.contains("path=") {
            true => Origin::Console,
            false => Origin::Mcp,
        };
        for reply in rig.hub.line(line, origin) {
            assert!(reply.ok, "{line}: {}", reply.text);
        }
        assert!(everything(&rig) == before, "{line} changed the session");
        assert_eq!(rig.ok("machine_hash"), hash, "{line}");
    }
}

#[test]
fn a_looking_command_changes_nothing_inside_an_instruction() {
    let mut rig = busy();
    rig.ok("run_cycle 1");
    let registry = rig.hub.registry();
    let before = everything(&rig);
    for command in registry
        .commands()
        .filter(|command| looks(&registry, command))
    {
        for example in &command.examples {
            rig.hub.line(&example.line, Origin::Mcp);
            assert!(everything(&rig) == before, "{} changed it", example.line);
        }
    }
}

#[test]
fn every_looking_command_has_an_example_that_runs() {
    let rig = Rig::empty();
    let registry = rig.hub.registry();
    for command in registry
        .commands()
        .filter(|command| looks(&registry, command))
    {
        assert!(!command.examples.is_empty(), "{}", command.name);
    }
}

#[test]
fn a_refused_looking_command_changes_nothing_either() {
    let mut rig = busy();
    let registry = rig.hub.registry();
    let before = everything(&rig);
    for command in registry
        .commands()
        .filter(|command| looks(&registry, command))
    {
        for words in [
            "made_up=1",
            "$FFFFFFFF 99999999999",
            "\"",
            "[",
            "zz:1 -1",
            "-1",
        ] {
            rig.hub
                .line(&format!("{} {words}", command.name), Origin::Mcp);
            assert!(everything(&rig) == before, "{} {words}", command.name);
        }
    }
}
