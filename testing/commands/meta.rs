//! The meta group.

use crate::hub::rig::Rig;
use std::fs;

#[test]
fn an_alias_of_the_session_stands_for_the_start_of_a_line() {
    let mut rig = Rig::new();
    rig.ok("alias second \"run_frames 60\"");
    rig.ok("alias go run_frames");
    assert_eq!(rig.ok("go 2")["position"]["frame"], 2);
    assert_eq!(rig.ok("second")["position"]["frame"], 62);
    assert_eq!(rig.code("alias help version"), "bad_value");
    rig.ok("alias go off");
    assert_eq!(rig.code("go 2"), "unknown_command");
}

#[test]
fn an_alias_may_hold_several_commands() {
    let mut rig = Rig::new();
    rig.ok("alias both \"run_frames 1; run_step 2\"");
    let replies = rig.line("both");
    assert_eq!(replies.len(), 2);
    assert_eq!(replies[1].result["executed"], 2);
}

#[test]
fn settings_keep_what_is_set_and_refuse_the_rest() {
    let mut rig = Rig::empty();
    assert_eq!(rig.ok("set color never")["settings"][0]["value"], "never");
    assert_eq!(rig.code("set color green"), "bad_value");
    assert_eq!(rig.code("set made_up 1"), "not_found");
    assert_eq!(rig.code("set text_limit 1"), "bad_value");
    assert!(
        rig.ok("show")["settings"]
            .as_array()
            .is_some_and(|rows| rows.len() > 2)
    );
}

#[test]
fn a_script_stops_at_its_first_error() {
    let mut rig = Rig::new();
    let path = rig.path("script.txt");
    let text = "# a comment\nrun_frames 2 # another\necho a # b; c\nbogus\nrun_frames\n";
    fs::write(&path, text).expect("the folder can be written");
    let reply = rig.ok(&format!("script {path}"));
    assert_eq!(reply["failed"], 1);
    assert_eq!(reply["not_run"], 1);
    assert_eq!(reply["results"][1]["result"]["text"], "a # b; c");
    assert_eq!(rig.ok("machine_info")["position"]["frame"], 2);
}

#[test]
fn echo_takes_the_rest_of_the_line_verbatim() {
    let mut rig = Rig::empty();
    let replies = rig.line("echo a; b \"c\" d=e # f");
    assert_eq!(replies.len(), 1);
    assert_eq!(replies[0].text, "a; b \"c\" d=e # f");
}

#[test]
fn spec_gives_schemas_and_knows_aliases() {
    let mut rig = Rig::empty();
    let spec = rig.ok("spec f");
    assert_eq!(spec["name"], "run_frames");
    assert_eq!(spec["attached"], false);
    assert_eq!(spec["input"]["additionalProperties"], false);
    assert_eq!(rig.code("spec made_up"), "unknown_command");
    assert!(
        rig.ok("spec")["commands"]
            .as_array()
            .is_some_and(|rows| rows.len() > 50)
    );
}

#[test]
fn messages_are_bounded_and_drained_by_channel() {
    let mut rig = Rig::empty();
    let mut queue = nescope::commands::Messages::default();
    for number in 0..1005 {
        queue.push(
            if number % 2 == 0 { "even" } else { "odd" },
            number.to_string(),
        );
    }
    assert_eq!(queue.len(), nescope::commands::MOST_MESSAGES);
    assert_eq!(queue.take_dropped(), 5);
    let first = &queue.drain(Some("even"), 1)[0];
    assert_eq!((first.channel.as_str(), first.text.as_str()), ("even", "6"));
    assert_eq!(rig.line("messages")[0].text, "no messages");
}

#[test]
fn json_is_the_documented_object_for_success_and_failure() {
    let mut rig = Rig::empty();
    let reply = rig.line("version --json").remove(0);
    assert!(reply.json);
    let keys = |reply: &nescope::hub::Reply| -> Vec<String> {
        let json = reply.to_json();
        json.as_object()
            .map(|object| object.keys().cloned().collect())
            .unwrap_or_default()
    };
    assert_eq!(
        keys(&reply),
        ["command", "ok", "result", "text", "messages"]
    );
    let reply = rig.line("run_frames nonsense --json").remove(0);
    assert_eq!(keys(&reply), ["command", "ok", "error", "text", "messages"]);
}
