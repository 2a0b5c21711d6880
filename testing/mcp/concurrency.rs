//! Several threads in one server: cancels, progress and pings while a call runs.

use super::fake::{FakeDoor, Heard};
use nescope::mcp::{Server, Sink, Step};
use serde_json::{Value, json};
use std::{
    sync::{Arc, atomic::Ordering},
    thread,
    time::{Duration, Instant},
};

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"progressToken":"p"}"#;

fn slow(id: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"slow",{META}}}}}"#
    )
}

fn cancel(id: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
    )
}

fn wait_for(what: impl Fn() -> bool) {
    let start = Instant::now();
    while !what() {
        assert!(start.elapsed() < Duration::from_secs(5), "waited too long");
        thread::sleep(Duration::from_millis(1));
    }
}

struct Stage {
    door: FakeDoor,
    server: Server<FakeDoor>,
    heard: Arc<Heard>,
    sink: Arc<dyn Sink>,
}

impl Stage {
    fn new() -> Stage {
        let door = FakeDoor::driving();
        let heard = Arc::new(Heard::default());
        Stage {
            server: door.server(),
            door,
            sink: heard.clone(),
            heard,
        }
    }

    fn handle(&self, message: &str) -> Option<Value> {
        self.server.handle(message.as_bytes(), &self.sink)
    }

    /// Runs `slow` in a thread, and `meanwhile` once it has started.
    fn during_slow(&self, id: u32, meanwhile: impl FnOnce()) -> Option<Value> {
        thread::scope(|scope| {
            let calls = self.door.0.calls.load(Ordering::SeqCst);
            let call = scope.spawn(move || self.handle(&slow(id)));
            wait_for(|| self.door.0.calls.load(Ordering::SeqCst) > calls);
            meanwhile();
            call.join().expect("the call ends")
        })
    }
}

#[test]
fn a_ping_is_answered_while_a_call_runs() {
    let stage = Stage::new();
    stage.during_slow(1, || {
        let ping = r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#;
        assert_eq!(stage.handle(ping).expect("a reply")["result"], json!({}));
        stage.handle(&cancel(1));
    });
}

#[test]
fn a_cancelled_call_stops_and_gets_no_reply_and_no_further_notice() {
    let stage = Stage::new();
    let reply = stage.during_slow(1, || {
        stage.handle(&cancel(1));
        stage.heard.take();
    });
    assert_eq!(reply, None);
    assert_eq!(stage.door.0.stopped.load(Ordering::SeqCst), 1);
    assert_eq!(stage.heard.take(), Vec::<Value>::new());
}

#[test]
fn a_cancel_stops_only_the_request_it_names() {
    let stage = Stage::new();
    let first = stage.during_slow(1, || {
        let second = stage.during_slow(2, || {
            stage.handle(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"1"}}"#);
            stage.handle(&cancel(2));
        });
        assert_eq!(second, None);
        assert_eq!(stage.door.0.stopped.load(Ordering::SeqCst), 1);
        stage.handle(&cancel(1));
    });
    assert_eq!(first, None);
}

#[test]
fn a_call_cancelled_before_it_runs_never_runs() {
    let stage = Stage::new();
    let Step::Work(work) = stage.server.accept(slow(1).as_bytes(), &stage.sink) else {
        panic!("a call is work");
    };
    stage.handle(&cancel(1));
    assert_eq!(stage.server.perform(work), None);
    assert_eq!(stage.door.0.calls.load(Ordering::SeqCst), 0);
}

#[test]
fn progress_of_a_long_call_is_bounded_and_ends_with_the_reply() {
    let stage = Stage::new();
    stage.during_slow(1, || {
        thread::sleep(Duration::from_millis(600));
        stage.handle(&cancel(1));
    });
    let notices = stage.heard.take();
    // Four at once, then four a second; about sixty were reported.
    assert!(
        (4..=8).contains(&notices.len()),
        "{} notices",
        notices.len()
    );
    let values = notices
        .iter()
        .map(|notice| notice["params"]["progress"].as_u64());
    let values: Vec<u64> = values.map(|value| value.expect("a number")).collect();
    assert!(
        values.windows(2).all(|pair| pair[0] < pair[1]),
        "{values:?}"
    );
}

#[test]
fn the_end_of_the_pipe_stops_what_runs_and_still_answers_it() {
    let stage = Stage::new();
    let reply = stage.during_slow(1, || stage.server.close());
    assert_eq!(
        reply.expect("a reply")["result"]["structuredContent"]["reason"],
        "cancelled"
    );
}
