//! Limits of what a call returns.

use super::fake::{FakeDoor, Heard};
use nescope::mcp::Sink;
use serde_json::{Value, json};
use std::sync::Arc;

fn call(name: &str, limit: &Value) -> Value {
    let server = FakeDoor::driving().server();
    let sink: Arc<dyn Sink> = Arc::new(Heard::default());
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": name,
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "nescope/maxTextBytes": limit
        }
    }});
    let reply = server.handle(message.to_string().as_bytes(), &sink);
    reply.expect("a reply")
}

fn text(reply: &Value) -> &str {
    reply["result"]["content"][0]["text"]
        .as_str()
        .expect("text")
}

#[test]
fn text_is_cut_at_a_line_end_and_the_rest_is_counted() {
    let reply = call("long_text", &json!(16384));
    let text = text(&reply);
    assert!(text.len() <= 16384 + 120, "{}", text.len());
    let last = text.lines().last().expect("a last line");
    assert!(
        text.lines()
            .rev()
            .skip(1)
            .all(|line| line == "0123456789abcde")
    );
    assert!(
        last.starts_with("... ") && last.contains(" lines left out"),
        "{last}"
    );
}

#[test]
fn a_caller_may_ask_for_more_text_up_to_a_block() {
    assert!(text(&call("long_text", &json!(262_144))).len() > 262_000);
    assert!(text(&call("long_text", &json!(300))).len() < 420);
    for limit in [json!(262_145), json!(1), json!("many"), json!(-1)] {
        assert_eq!(
            call("long_text", &limit)["error"]["code"],
            -32602,
            "{limit}"
        );
    }
}

#[test]
fn a_result_too_large_for_a_message_is_an_error_that_says_so() {
    let reply = call("long_value", &json!(16384));
    assert_eq!(reply["result"]["isError"], true);
    assert!(
        text(&reply).starts_with("limit: the result has 5"),
        "{}",
        text(&reply)
    );
    assert_eq!(reply["result"]["structuredContent"], Value::Null);
}
