//! A panic in a handler: an error reply, and everything is what it was before.

use super::rig::Rig;
use nescope::{
    commands::{CommandError, Done},
    hub::Context,
    nes::event::{Event, Space},
};
use serde::Deserialize;

#[derive(Deserialize)]
struct None {}

const SPEC: &str = r#"{
  "info": { "group": "made", "title": "Made up", "help": "Commands of this test" },
  "commands": { "made_panic": {
    "summary": "Change everything and panic", "effect": "change", "args": [],
    "returns": { "shape": "done" },
    "examples": [{ "line": "made_panic", "why": "see it undone" }] } } }"#;

fn panics(context: &mut Context<'_>, _: None) -> Result<Done, CommandError> {
    let poke = Event::Poke {
        space: Space::Ram,
        address: 0x30,
        value: 0x55,
    };
    context.session.apply(&poke)?;
    context.session.breakpoints.remove(1);
    context.session.aliases.insert("x".into(), "version".into());
    context.attach("rom", false);
    panic!("on purpose");
}

#[test]
fn a_panic_in_a_handler_is_an_error_and_everything_is_as_before() {
    let mut rig = Rig::new();
    rig.ok("breakpoint_add $C000");
    rig.ok("run_frames 2");
    rig.hub
        .add("made.json", SPEC, |bindings| {
            bindings.bind("made_panic", panics)
        })
        .expect("the spec is valid");
    let before = rig.ok("machine_hash state");
    let reply = rig.line("made_panic").remove(0);
    assert_eq!(reply.code(), Some("internal"));
    assert!(reply.text.contains("on purpose"), "{}", reply.text);
    assert_eq!(rig.ok("machine_hash state"), before);
    assert_eq!(rig.hub.session().breakpoints.len(), 1);
    assert!(rig.hub.session().aliases.is_empty());
    assert_eq!(rig.ok("run_frames")["reason"], "done", "the hub lives on");
}

#[test]
fn a_panic_inside_a_batch_undoes_only_the_inner_command() {
    let mut rig = Rig::new();
    rig.hub
        .add("made.json", SPEC, |bindings| {
            bindings.bind("made_panic", panics)
        })
        .expect("the spec is valid");
    let reply = rig.ok(r#"batch ["run_frames 3","made_panic","run_frames 2"] never"#);
    assert_eq!(reply["failed"], 1);
    assert_eq!(reply["results"][1]["error"]["code"], "internal");
    assert_eq!(reply["results"][2]["result"]["position"]["frame"], 5);
}
