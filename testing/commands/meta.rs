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
fn a_line_is_repeated_until_it_fails_or_stops() {
    let mut rig = Rig::new();
    let reply = rig.ok("repeat 3 \"run_step; run_step 2\"");
    assert_eq!(reply["results"].as_array().map(Vec::len), Some(6));
    assert_eq!(rig.ok("machine_info")["position"]["instructions"], 9);
    let failed = rig.ok("repeat 5 bogus");
    assert_eq!(
        (&failed["failed"], &failed["not_run"]),
        (&1.into(), &4.into())
    );
    let never = rig.ok("repeat 5 bogus never");
    assert_eq!(never["failed"], 5);
    assert_eq!(rig.code("repeat 0 version"), "out_of_range");
    assert_eq!(rig.code("repeat 1001 version"), "out_of_range");
}

#[test]
fn a_line_is_run_for_each_element() {
    let mut rig = Rig::new();
    let reply = rig.ok("foreach $10,$20,$30 \"memory_write {} 7; memory_read {} 1\"");
    assert_eq!(reply["results"][5]["result"]["address"], 0x30);
    assert_eq!(reply["results"][5]["result"]["bytes"][0], 7);
    let json = rig.ok(r#"foreach ["a b","c"] "echo <{}> {}""#);
    assert_eq!(json["results"][0]["text"], "<a b> a b");
    assert_eq!(rig.code("foreach a,b version"), "bad_value");
}

#[test]
fn loops_inside_loops_are_bounded_together() {
    let mut rig = Rig::empty();
    rig.ok("alias many \"repeat 1000 version never\"");
    let reply = rig.ok("repeat 1000 many never");
    let text = reply.to_string();
    assert!(
        text.contains("at most 20000 commands"),
        "the bound of one call"
    );
    assert!(reply["not_run"].as_u64() > Some(900));
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
    for number in 0..nescope::commands::MOST_MESSAGES + 5 {
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

#[test]
fn help_on_a_word_that_is_an_alias_and_a_group_shows_both() {
    let mut rig = Rig::new();
    for group in ["apu", "ppu", "state", "run"] {
        let help = rig.ok(&format!("help {group}"));
        let text = help["text"].as_str().expect("a text");
        assert!(text.contains(&format!("The group {group}:")), "{text}");
        let rows = help["commands"].as_array().expect("rows");
        let of_group = rows.iter().filter(|row| row["group"] == group);
        assert!(of_group.count() > 3, "{help}");
    }
}

#[test]
fn no_panel_and_some_panels_can_not_both_be_shown() {
    let mut rig = Rig::new();
    assert_eq!(rig.code("console_view none,code"), "bad_value");
    rig.ok("console_view none");
}
