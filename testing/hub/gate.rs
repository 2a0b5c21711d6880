//! Who may do what: the gate looks at the strongest effect of each call.

use super::rig::Rig;
use serde_json::{Value, json};

#[track_caller]
fn check(driving: bool, name: &str, arguments: Value, expected: Option<&str>) {
    let mut rig = Rig::with(driving, false);
    let path = rig.path("game.nes");
    rig.ok(&format!("machine_load {path}"));
    let reply = rig.agent(name, arguments);
    assert_eq!(reply.code(), expected, "{name}: {}", reply.text);
}

#[test]
fn an_agent_may_always_look() {
    check(false, "machine_info", json!({}), None);
    check(false, "observe", json!({}), None);
    check(false, "dev_mode", json!({}), None);
}

#[test]
fn an_agent_does_more_than_look_only_while_driving_is_on() {
    check(false, "run_frames", json!({}), Some("driving_off"));
    check(false, "messages", json!({}), Some("driving_off"));
    check(true, "run_frames", json!({}), None);
    check(true, "messages", json!({}), None);
}

#[test]
fn internal_commands_are_never_for_agents() {
    check(true, "exit", json!({}), Some("not_for_tools"));
    check(true, "dev_mode", json!({ "on": 1 }), Some("not_for_tools"));
}

#[test]
fn no_generic_command_goes_around_the_gate() {
    check(
        false,
        "command_run",
        json!({ "name": "run_frames" }),
        Some("driving_off"),
    );
    check(
        true,
        "command_run",
        json!({ "line": "exit" }),
        Some("not_for_tools"),
    );
    let mut rig = Rig::with(false, false);
    let reply = rig.agent(
        "batch",
        json!({ "lines": ["version", "machine_power seed=1"] }),
    );
    assert!(reply.ok, "{}", reply.text);
    assert_eq!(reply.result["results"][0]["ok"], true);
    assert_eq!(reply.result["results"][1]["error"]["code"], "driving_off");
}

#[test]
fn the_operator_needs_no_driving() {
    let mut rig = Rig::with(false, false);
    let path = rig.path("game.nes");
    rig.ok(&format!("machine_load {path}"));
    rig.ok("run_frames 2");
    rig.ok("dev_mode 1");
    assert!(rig.hub.driving());
}

#[test]
fn nothing_runs_when_an_argument_is_refused() {
    let mut rig = Rig::new();
    let before = rig.ok("machine_hash state");
    let reply = rig.agent("run_frames", json!({ "frames": 1, "made_up": 2 }));
    assert_eq!(reply.code(), Some("unknown_argument"));
    let reply = rig.agent("run_frames", json!({ "frames": 1_000_001 }));
    assert_eq!(reply.code(), Some("out_of_range"));
    assert!(reply.error.is_some_and(|error| error.usage.is_some()));
    assert_eq!(rig.ok("machine_hash state"), before);
}

#[test]
fn groups_that_need_a_rom_exist_only_with_one() {
    let mut rig = Rig::empty();
    assert_eq!(rig.code("run_frames"), "no_rom");
    let path = rig.path("game.nes");
    rig.ok(&format!("machine_load {path}"));
    rig.ok("run_frames");
    rig.ok("machine_close");
    assert_eq!(rig.code("run_frames"), "no_rom");
}

#[test]
fn commands_of_a_breakpoint_have_the_rights_of_who_gave_them() {
    let mut rig = Rig::new();
    let stolen = rig.path("stolen");
    let line = format!("memory_save {stolen} $0000..$000F");
    let made = rig.agent(
        "breakpoint_add",
        json!({"at": "$C000..$FFFF", "do": line, "temp": true}),
    );
    assert!(made.ok, "{}", made.text);
    rig.ok("run_step");
    assert!(
        !rig.folder.join("stolen.bin").exists(),
        "an agent's commands wrote it"
    );
    rig.ok("bc all");
    rig.ok(&format!("b $C000..$FFFF temp do=\"{line}\""));
    rig.ok("run_step");
    assert!(rig.folder.join("stolen.bin").exists(), "the operator may");
}
