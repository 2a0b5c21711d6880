//! Conversations as data: one section of a `.talk` file is one test.
//!
//! ```text
//! ## name of the test
//! # a comment
//! > bytes sent, as they are; $meta stands for the _meta of a sessionless request,
//!   $open for a handshake's two messages (their reply is taken for granted)
//! < a pattern the next message must match
//! ! something happens on the server's side: driving on, driving off, attach, detach, log
//! = n   so many commands have run
//! ```
//!
//! A pattern's object matches one with at least its keys; `"<any>"` matches everything,
//! `"<none>"` an absent key, `"<start>text"` a string that starts so. When a section ends, no
//! message may be left. `"<same>name"` as a result: byte for byte the result of that name seen
//! before.

use super::fake::{FakeDoor, Heard};
use nescope::mcp::{Options, Server, Sink, door::Message};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{Arc, atomic::Ordering},
};

macro_rules! talks {
    ($($file:ident: $($name:ident)*;)*) => {$(
        mod $file {
            const TALK: &str = include_str!(concat!(stringify!($file), ".talk"));
            $(#[test] fn $name() { super::check(TALK, stringify!($name)); })*

            #[test]
            fn every_section_of_the_file_is_a_test() {
                let sections: Vec<&str> = super::sections(TALK).map(|(name, _)| name).collect();
                assert_eq!(sections, [$(stringify!($name)),*]);
            }
        }
    )*};
}

talks! {
    framing:
        bytes_that_are_no_json_get_a_parse_error_and_the_next_line_works
        half_a_line_gets_a_parse_error
        deeply_nested_json_gets_a_parse_error
        a_batch_is_never_executed
        json_that_is_no_request_is_refused
        ids_are_strings_or_integers
        ids_come_back_with_their_type_and_value
        a_notification_never_gets_a_reply
        a_response_is_ignored
        unknown_methods_are_not_found
        unknown_notifications_and_parameters_are_ignored
        params_that_are_no_object_are_refused;
    handshake:
        each_revision_is_echoed
        unknown_revisions_are_answered_with_the_newest
        initialize_names_the_server_and_what_works
        initialize_without_a_version_is_refused
        ping_is_answered_at_any_time
        requests_before_initialize_are_refused_and_both_ways_in_named
        no_list_notice_is_sent_before_initialized
        initialize_after_sessionless_traffic_works
        a_second_initialize_restarts_the_negotiation
        sessionless_methods_are_not_found
        capabilities_that_are_absent_have_no_methods;
    sessionless:
        discover_describes_the_server
        a_request_without_version_or_capabilities_is_refused
        an_unsupported_version_is_named_with_the_supported_ones
        client_info_is_optional
        every_result_has_a_type_and_names_the_server
        nothing_is_inferred_from_earlier_requests
        two_interleaved_clients_do_not_disturb_each_other
        handshake_methods_are_not_found;
    list:
        each_tool_has_a_name_and_an_object_schema
        schemas_are_published_as_written
        two_lists_are_equal
        a_handshake_list_follows_what_is_attached
        a_sessionless_list_holds_the_whole_profile
        driving_tools_are_unlisted_while_driving_is_off
        old_revisions_get_the_fields_they_know
        a_bad_cursor_is_refused
        lists_carry_cache_hints_without_a_handshake;
    call:
        a_call_returns_text_and_the_structured_value
        missing_arguments_are_an_empty_object
        malformed_calls_are_refused_and_run_nothing
        an_alias_is_callable_though_unlisted
        an_unknown_tool_is_a_protocol_error
        a_driving_tool_is_unknown_while_driving_is_off
        a_bad_argument_is_a_tool_error_with_usage
        a_failing_command_is_a_tool_error
        a_panic_is_a_tool_error_and_the_server_lives_on
        a_call_that_needs_a_cartridge_says_so_in_both_eras
        a_picture_is_an_image_block
        a_sound_is_an_audio_block
        other_bytes_are_an_embedded_resource;
    notices:
        log_levels_are_the_eight_of_syslog
        log_notices_below_the_level_are_not_sent
        without_a_handshake_only_a_request_that_asks_is_logged
        live_messages_go_to_the_log
        progress_rises_and_keeps_its_token
        a_bad_progress_token_is_refused
        cancels_of_nothing_are_ignored
        a_listen_is_acknowledged_with_what_it_hears
        two_listens_are_told_apart
        a_listen_without_a_filter_is_refused
        a_cancelled_listen_hears_nothing
        attaching_tells_handshake_clients_only
        a_toggle_gives_one_notice_to_each_subscriber_of_both_eras
        a_toggle_to_the_same_state_gives_none
        the_end_answers_a_listen_first_and_notifies_after;
}

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

fn check(talk: &str, name: &str) {
    let section = sections(talk).find(|(found, _)| *found == name);
    let (_, lines) = section.unwrap_or_else(|| panic!("no section {name}"));
    let mut stage = Stage::new();
    for line in lines.lines().filter(|line| !line.trim().is_empty()) {
        stage.line(line);
    }
    assert!(stage.heard.is_empty(), "left over: {:#?}", stage.heard);
}

fn sections(talk: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = talk.split("## ").skip(1);
    parts.map(|part| part.split_once('\n').unwrap_or((part, "")))
}

struct Stage {
    door: FakeDoor,
    server: Server<FakeDoor>,
    sink: Arc<Heard>,
    heard: Vec<Value>,
    named: HashMap<String, String>,
}

impl Stage {
    fn new() -> Stage {
        let door = FakeDoor::driving();
        Stage {
            server: door.server(),
            door,
            sink: Arc::default(),
            heard: Vec::new(),
            named: HashMap::new(),
        }
    }

    fn line(&mut self, line: &str) {
        let (sign, rest) = line.split_at(1);
        let rest = rest.trim();
        match sign {
            "#" => {}
            ">" => self.send(rest),
            "<" => self.expect(rest),
            "!" => self.happen(rest),
            "=" => {
                let calls = self.door.0.calls.load(Ordering::SeqCst);
                assert_eq!(calls.to_string(), rest, "commands that ran");
            }
            _ => panic!("no such line: {line}"),
        }
    }

    fn send(&mut self, text: &str) {
        if text == "$open" {
            self.open();
            return;
        }
        let text = text.replace("$meta", META);
        let text = text.replace("$nested", &"[".repeat(100_000));
        let sink: Arc<dyn Sink> = self.sink.clone();
        let reply = self.server.handle(text.as_bytes(), &sink);
        self.heard.extend(self.sink.take());
        self.heard.extend(reply);
    }

    fn open(&mut self) {
        self.send(
            r#"{"jsonrpc":"2.0","id":"open","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#,
        );
        self.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        self.expect(r#"{"id":"open","result":{"protocolVersion":"2025-11-25"}}"#);
    }

    fn expect(&mut self, pattern: &str) {
        let pattern: Value = serde_json::from_str(pattern)
            .unwrap_or_else(|error| panic!("pattern {pattern}: {error}"));
        assert!(!self.heard.is_empty(), "nothing came, wanted {pattern}");
        let message = self.heard.remove(0);
        assert_eq!(message["jsonrpc"], "2.0", "{message:#}");
        if let Some(name) = pattern["result"]
            .as_str()
            .and_then(|text| text.strip_prefix("<same>"))
        {
            let text = message["result"].to_string();
            let first = self
                .named
                .entry(name.into())
                .or_insert_with(|| text.clone());
            assert_eq!(*first, text);
            return;
        }
        if let Err(path) = matches(&pattern, &message) {
            panic!("at {path}: wanted {pattern:#}, got {message:#}");
        }
    }

    fn happen(&mut self, what: &str) {
        let facts = &self.door.0;
        match what {
            "driving on" => facts.driving.store(true, Ordering::SeqCst),
            "driving off" => facts.driving.store(false, Ordering::SeqCst),
            "attach" => facts.attached.store(true, Ordering::SeqCst),
            "detach" => facts.attached.store(false, Ordering::SeqCst),
            "close" => self.server.close(),
            "log" => self.server.log(&Message {
                channel: "warning".into(),
                text: "odd".into(),
            }),
            _ => panic!("nothing like {what} happens"),
        }
        self.server.tools_may_have_changed();
        self.heard.extend(self.sink.take());
    }
}

/// Whether a message is as the pattern says, or the path at which it is not.
fn matches(pattern: &Value, message: &Value) -> Result<(), String> {
    match (pattern, message) {
        (Value::String(text), _) if text == "<any>" => Ok(()),
        (Value::String(text), Value::String(found)) if text.starts_with("<start>") => {
            let start = &text["<start>".len()..];
            found
                .starts_with(start)
                .then_some(())
                .ok_or_else(String::new)
        }
        (Value::Object(wanted), Value::Object(found)) => {
            wanted.iter().try_for_each(|(key, value)| {
                if *value == json!("<none>") {
                    let absent = !found.contains_key(key);
                    return absent.then_some(()).ok_or_else(|| format!("/{key}"));
                }
                let found = found.get(key).ok_or_else(|| format!("/{key}"))?;
                matches(value, found).map_err(|path| format!("/{key}{path}"))
            })
        }
        (Value::Array(wanted), Value::Array(found)) if wanted.len() == found.len() => {
            let mut pairs = wanted.iter().zip(found).enumerate();
            pairs.try_for_each(|(index, (wanted, found))| {
                matches(wanted, found).map_err(|path| format!("/{index}{path}"))
            })
        }
        (wanted, found) if wanted == found => Ok(()),
        _ => Err(String::new()),
    }
}

#[test]
fn walking_the_pages_gives_each_tool_once() {
    let door = FakeDoor::driving();
    let server = door.server_with(Options {
        page: 5,
        ..Options::default()
    });
    let sink: Arc<dyn Sink> = Arc::new(Heard::default());
    let mut names = Vec::new();
    let mut cursor = String::new();
    for page in 0..3 {
        let request = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{{META}{cursor}}}}}"#
        );
        let reply = server.handle(request.as_bytes(), &sink).expect("a reply");
        let result = &reply["result"];
        let tools = result["tools"].as_array().expect("a list");
        names.extend(tools.iter().map(|tool| tool["name"].to_string()));
        assert_eq!(result["cacheScope"], "private");
        assert_eq!(
            result.get("nextCursor").is_some(),
            page < 2,
            "the last page has none"
        );
        cursor = format!(r#","cursor":{}"#, result["nextCursor"]);
    }
    assert_eq!(names.len(), 12);
    let mut unique = names.clone();
    unique.dedup();
    assert_eq!(unique, names);
}
