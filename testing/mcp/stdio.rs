//! The stdio transport on pipes of this process, with the made-up commands behind it.

use super::fake::FakeDoor;
use nescope::mcp::transport::{
    lines::{self, LINE_MOST, Line},
    stdio,
};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Cursor, PipeReader, PipeWriter, Read, Write, pipe},
    sync::{Arc, atomic::Ordering},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

const OPEN: &str = concat!(
    r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    "\n"
);

struct Client {
    door: FakeDoor,
    input: PipeWriter,
    output: BufReader<PipeReader>,
    server: JoinHandle<()>,
}

impl Client {
    fn new() -> Client {
        let door = FakeDoor::driving();
        let (reader, input) = pipe().expect("a pipe");
        let (output, writer) = pipe().expect("a pipe");
        let server = Arc::new(door.server());
        Client {
            door,
            input,
            output: BufReader::new(output),
            server: thread::spawn(move || stdio::run(&server, BufReader::new(reader), writer)),
        }
    }

    fn write(&mut self, bytes: impl AsRef<[u8]>) {
        self.input
            .write_all(bytes.as_ref())
            .expect("the server reads");
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the server writes");
        assert!(line.ends_with('\n'), "{line:?}");
        serde_json::from_str(&line).expect("a line is one JSON object")
    }

    /// Ends the input and gives the rest of the output.
    fn end(self) -> String {
        drop(self.input);
        let mut rest = String::new();
        let mut output = self.output;
        output.read_to_string(&mut rest).expect("the server ends");
        self.server.join().expect("the server returns");
        rest
    }
}

fn ping(id: u32) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n")
}

fn call(id: u32, name: &str, arguments: &Value) -> String {
    let params = json!({"name": name, "arguments": arguments});
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{params}}}\n")
}

#[test]
fn crlf_and_blank_lines_are_tolerated() {
    let mut client = Client::new();
    client.write("\r\n\n  \n");
    client.write(ping(1).replace('\n', "\r\n"));
    assert_eq!(client.read()["id"], 1);
    assert_eq!(client.end(), "");
}

#[test]
fn invalid_utf8_gets_a_parse_error_and_the_next_line_works() {
    let mut client = Client::new();
    client.write(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\xfe\"}\n");
    client.write(ping(2));
    assert_eq!(client.read()["error"]["code"], -32700);
    assert_eq!(client.read()["id"], 2);
    client.end();
}

#[test]
fn no_reply_holds_a_raw_newline() {
    let mut client = Client::new();
    client.write(OPEN);
    client.write(call(1, "echo", &json!({"text": "two\nlines\r\n\u{2028}"})));
    client.read();
    assert_eq!(
        client.read()["result"]["structuredContent"]["text"],
        "two\nlines\r\n\u{2028}"
    );
    client.end();
}

#[test]
fn a_line_of_ten_megabytes_is_served() {
    let mut client = Client::new();
    client.write(OPEN);
    let big = "x".repeat(10_000_000);
    client.write(call(1, "echo", &json!({"txt": big})));
    client.read();
    let reply = client.read();
    assert_eq!(reply["id"], 1);
    assert_eq!(reply["result"]["isError"], true);
    client.end();
}

#[test]
fn a_line_over_the_limit_is_refused_and_the_next_one_works() {
    let mut client = Client::new();
    let server = thread::spawn(move || {
        let chunk = vec![b'x'; 1 << 20];
        (0..17).for_each(|_| client.write(&chunk));
        client.write("\n");
        client.write(ping(2));
        let error = client.read();
        assert_eq!(error["error"]["code"], -32600);
        assert_eq!(error["id"], Value::Null);
        assert!(error["error"]["message"].to_string().contains("16777216"));
        assert_eq!(client.read()["id"], 2);
        client.end();
    });
    server.join().expect("served");
}

#[test]
fn lines_are_bounded_and_a_last_line_needs_no_end() {
    let mut reader = BufReader::with_capacity(3, Cursor::new("abcd\r\n\nabcdefghi\nxyz"));
    let mut next = || lines::next(&mut reader, 5).expect("no error");
    assert_eq!(next(), Some(Line::Text(b"abcd".to_vec())));
    assert_eq!(next(), Some(Line::TooLong));
    assert_eq!(next(), Some(Line::Text(b"xyz".to_vec())));
    assert_eq!(next(), None);
    const { assert!(LINE_MOST >= 10_000_000) }
}

#[test]
fn many_requests_written_before_any_reply_is_read_are_all_answered_in_order() {
    let mut client = Client::new();
    client.write(OPEN);
    let text = "y".repeat(500);
    for id in 1..=2000 {
        client.write(call(id, "echo", &json!({"text": text})));
    }
    assert_eq!(client.read()["id"], 0);
    for id in 1..=2000 {
        assert_eq!(client.read()["id"], id);
    }
    assert_eq!(client.end(), "");
}

#[test]
fn calls_over_the_limit_are_refused_and_none_is_lost() {
    let mut client = Client::new();
    client.write(OPEN);
    client.write(call(1, "slow", &json!({})));
    let waiting = u32::try_from(stdio::CALLS_MOST).expect("a small number");
    let last = waiting + 100;
    for id in 2..=last {
        client.write(call(id, "echo", &json!({})));
    }
    client.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}\n");
    client.read();
    let replies: Vec<Value> = (2..=last).map(|_| client.read()).collect();
    let refused = replies
        .iter()
        .filter(|reply| reply["error"]["code"] == -32603);
    assert!((90..=100).contains(&refused.count()));
    let mut ids: Vec<u64> = replies
        .iter()
        .filter_map(|reply| reply["id"].as_u64())
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, (2..=u64::from(last)).collect::<Vec<u64>>());
    client.end();
}

#[test]
fn a_cancel_is_read_while_a_call_runs() {
    let mut client = Client::new();
    client.write(OPEN);
    client.write(call(1, "slow", &json!({})));
    client.write(ping(2));
    client.read();
    assert_eq!(client.read()["id"], 2);
    while client.door.0.calls.load(Ordering::SeqCst) == 0 {
        thread::sleep(Duration::from_millis(1));
    }
    client.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}\n");
    client.write(call(3, "echo", &json!({"text": "after"})));
    assert_eq!(client.read()["id"], 3);
    assert_eq!(client.door.0.stopped.load(Ordering::SeqCst), 1);
    client.end();
}

#[test]
fn the_end_of_the_input_lets_written_calls_finish_and_ends() {
    let mut client = Client::new();
    client.write(OPEN);
    (1..=5).for_each(|id| client.write(call(id, "echo", &json!({"text": "last words"}))));
    let rest = client.end();
    assert_eq!(rest.lines().count(), 6);
    assert!(rest.lines().last().expect("a line").contains("\"id\":5"));
}

#[test]
fn the_end_of_the_input_stops_a_long_call_promptly() {
    let mut client = Client::new();
    client.write(OPEN);
    client.write(call(1, "slow", &json!({})));
    let start = Instant::now();
    let rest = client.end();
    assert!(
        start.elapsed() < Duration::from_secs(4),
        "{:?}",
        start.elapsed()
    );
    assert!(
        rest.lines().last().expect("a line").contains("cancelled"),
        "{rest}"
    );
}

#[test]
fn a_broken_output_ends_quietly() {
    let mut client = Client::new();
    drop(client.output);
    client
        .input
        .write_all(ping(1).as_bytes())
        .expect("the server reads");
    client.server.join().expect("the server returns by itself");
}
