//! Faces of the console without a process: exit codes that a real run must never show.

use crate::hub::rig::Rig;
use nescope::{
    commands::{CommandError, Done},
    console::{Interrupt, exit_code, pipe, print::Style, run_lines, run_script},
    hub::{Context, HubHandle},
};
use serde::Deserialize;

const SPEC: &str = r#"{
  "info": { "group": "made", "title": "Made up", "help": "Commands of this test" },
  "commands": { "made_panic": {
    "summary": "Panic", "effect": "change", "args": [], "returns": { "shape": "done" },
    "examples": [{ "line": "made_panic", "why": "see the exit code" }] } } }"#;

#[derive(Deserialize)]
struct None {}

fn panics(_: &mut Context<'_>, _: None) -> Result<Done, CommandError> {
    panic!("on purpose");
}

fn hub() -> HubHandle {
    let mut hub = Rig::empty_hub();
    hub.add("made.json", SPEC, |bindings| {
        bindings.bind("made_panic", panics)
    })
    .expect("the spec is valid");
    HubHandle::start(hub)
}

#[test]
fn a_panic_in_a_handler_gives_exit_code_70() {
    let (hub, style) = (hub(), Style::of_process(false));
    let interrupt = Interrupt::new(|| {});
    let lines = ["made_panic".to_string(), "version".to_string()];
    assert_eq!(
        run_lines(&hub, &lines, &interrupt, style),
        exit_code::INTERNAL
    );
    let script = "version\nmade_panic\nexit 3\n";
    assert_eq!(
        run_script(&hub, script, &interrupt, style),
        exit_code::INTERNAL
    );
    hub.close();
}

#[test]
fn every_kind_of_failure_has_its_exit_code() {
    for (code, expected) in [
        ("expectation_failed", 1),
        ("unknown_command", 2),
        ("out_of_range", 2),
        ("limit", 3),
        ("cancelled", 3),
        ("jam", 4),
        ("io", 5),
        ("bad_header", 5),
        ("bad_expression", 6),
        ("expr_error", 6),
        ("mismatch", 7),
        ("unsupported_board", 8),
        ("internal", 70),
    ] {
        assert_eq!(exit_code::of_error(code), expected, "{code}");
    }
}

#[test]
fn lines_of_a_pipe_are_bounded() {
    let mut input = &b"one\r\nfar too long a line\n\xFF\n\nlast"[..];
    let mut next = || pipe::line(&mut input, 8).expect("memory can be read");
    assert_eq!(next(), Some(Ok("one".to_string())));
    assert!(matches!(next(), Some(Err(_))));
    assert!(matches!(next(), Some(Err(_))));
    assert_eq!(next(), Some(Ok(String::new())));
    assert_eq!(next(), Some(Ok("last".to_string())));
    assert_eq!(next(), None);
}

#[test]
fn exit_leaves_from_inside_other_commands() {
    let folder = crate::hub::rig::folder();
    let script = folder.join("leave.txt");
    std::fs::write(&script, "version\nexit 3\nbogus\n").expect("the folder can be written");
    let script = format!("script {}", script.display());
    for line in [
        "exit 3; bogus",
        "command_run line=\"exit 3\"",
        "command_run exit {\"code\":3}",
        "repeat 2 \"exit 3\"",
        "repeat 2 \"exit 3; bogus\"",
        "foreach 3,4 \"exit {}\"",
        "batch [\"version\",\"exit 3\",\"bogus\"] never",
        r#"batch ["repeat 2 \"exit 3\"","bogus"] never"#,
        &script,
    ] {
        let hub = hub();
        let interrupt = Interrupt::new(|| {});
        let lines = [line.to_string(), "bogus".to_string()];
        let style = Style::of_process(false);
        assert_eq!(run_lines(&hub, &lines, &interrupt, style), 3, "{line}");
        hub.close();
    }
    let _ = std::fs::remove_dir_all(folder);
}
