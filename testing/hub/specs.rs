//! Specs and functions belong together, and a command added at run time appears everywhere.

use super::rig::Rig;
use nescope::{
    commands::{CommandError, Done},
    hub::{Context, Origin},
    registry::Profile,
};
use serde::Deserialize;

#[test]
fn every_spec_has_a_function_and_every_function_a_spec() {
    assert_eq!(Rig::empty().hub.unpaired(), Vec::<String>::new());
}

#[test]
fn argument_structs_have_exactly_the_fields_of_their_specs() {
    let rig = Rig::empty();
    let registry = rig.hub.registry();
    for (name, binding) in rig.hub.bindings().iter() {
        let command = registry
            .find(name)
            .expect("every function has a spec")
            .command;
        let declared = command.arguments.iter().map(|row| row.name.as_str());
        let mut declared: Vec<&str> = declared.collect();
        let fields = binding.fields.expect("arguments are plain structs");
        let mut fields = fields.to_vec();
        declared.sort_unstable();
        fields.sort_unstable();
        assert_eq!(fields, declared, "{name}");
    }
}

#[test]
fn every_spec_file_holds_to_the_format() {
    let rig = Rig::empty();
    for (file, text) in nescope::commands::SPECS {
        nescope::registry::Registry::check_format(file, text).expect(file);
    }
    rig.hub
        .registry()
        .check_commands()
        .expect("the commands are complete");
}

const SPEC: &str = r#"{
  "info": { "group": "made", "title": "Made up", "help": "Commands of this test" },
  "commands": { "made_double": {
    "summary": "Double a number", "effect": "observe", "aliases": ["dbl"],
    "args": [{ "name": "number", "type": "integer", "min": 0, "max": 100, "required": true, "help": "the number" }],
    "returns": { "shape": "done" },
    "examples": [{ "line": "made_double 4", "why": "eight" }] } } }"#;

#[derive(Deserialize)]
struct DoubleArgs {
    number: u32,
}

fn double(_: &mut Context<'_>, args: DoubleArgs) -> Result<Done, CommandError> {
    Ok(Done::saying(format!("{}", args.number * 2)))
}

#[test]
fn a_command_added_at_run_time_appears_everywhere() {
    let mut rig = Rig::empty();
    rig.hub
        .add("made.json", SPEC, |bindings| {
            bindings.bind("made_double", double)
        })
        .expect("the spec is valid");
    assert_eq!(rig.line("dbl 21")[0].text, "42");
    assert_eq!(rig.code("made_double 101"), "out_of_range");
    assert!(
        rig.line("help made_double")[0]
            .text
            .contains("Double a number")
    );
    let completion = rig.hub.complete("made", 4);
    assert_eq!(completion.candidates[0].text, "made_double");
    let registry = rig.hub.registry();
    let tools = registry.profile(&Profile::Full, true);
    let tool = tools.iter().find(|tool| tool.name == "made_double");
    let schema = registry.input_schema(tool.expect("it is a tool"));
    assert_eq!(schema["required"][0], "number");
    assert!(rig.hub.unpaired().is_empty());
}

#[test]
fn a_spec_without_a_function_is_found_and_a_garbage_spec_refused() {
    let mut rig = Rig::empty();
    rig.hub
        .add("made.json", SPEC, |_| {})
        .expect("the spec is valid");
    assert_eq!(rig.hub.unpaired(), ["made_double"]);
    assert_eq!(rig.code("made_double 1"), "internal");
    let garbage = [
        "",
        "{",
        "[]",
        r#"{"info":{},"commands":{}}"#,
        r#"{"commands":1}"#,
    ];
    for text in garbage {
        let added = rig.hub.add("bad.json", text, |_| {});
        assert!(added.is_err(), "{text} was taken");
    }
    rig.ok("version");
}

#[test]
fn garbage_on_a_line_is_an_error_and_never_a_panic() {
    let mut rig = Rig::new();
    let lines = [
        "\u{0}",
        "=",
        "((((",
        "]",
        "\"",
        "m m m m m",
        "run_frames 1e9",
        "run_frames -1",
        "memory_read $FFFFFFFFFFFF",
        "help \u{1F600}",
        "McpRequest {",
        "batch [",
        "run_until until=((((((((((",
        "run_step 99999999999999999999999",
    ];
    for line in lines {
        for reply in rig.hub.line(line, Origin::Mcp) {
            assert_ne!(reply.code(), Some("internal"), "{line}: {}", reply.text);
        }
    }
    let long = format!("echo {}", "x".repeat(70_000));
    assert_eq!(rig.code(&long), "out_of_range");
}
