//! The hub on its own thread: blocking calls, facts at once, change listeners, real time.

use super::rig::{Rig, folder};
use nescope::{
    host::{Disk, Policy},
    hub::{Call, Cancel, Change, Hub, HubHandle, HubOptions, Origin, Progress, Reply},
};
use serde_json::{Value, json};
use std::{
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

fn start() -> HubHandle {
    let hub = Hub::new(
        HubOptions::default(),
        Box::new(Disk::new(Policy::default(), false)),
    );
    HubHandle::start(hub.expect("the specs are valid"))
}

fn started() -> (HubHandle, std::path::PathBuf) {
    let folder = folder();
    let hub = start();
    load(&hub, &folder);
    (hub, folder)
}

fn load(hub: &HubHandle, folder: &Path) {
    let path = folder.join("game.nes").display().to_string();
    let reply = hub.call(Call::new(
        "machine_load",
        json!({ "path": path }),
        Origin::Script,
    ));
    assert!(reply.ok, "{}", reply.text);
}

fn one(hub: &HubHandle, line: &str) -> Reply {
    hub.line(line, Origin::Script).remove(0)
}

#[test]
fn many_threads_share_one_hub() {
    let (hub, _) = started();
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let hub = hub.clone();
            thread::spawn(move || one(&hub, "run_frames 2").ok)
        })
        .collect();
    for thread in threads {
        assert!(thread.join().expect("a call does not panic"));
    }
    assert_eq!(one(&hub, "machine_info").result["position"]["frame"], 8);
    hub.close();
    assert_eq!(
        one(&hub, "version").code(),
        Some("internal"),
        "it has ended"
    );
}

#[test]
fn a_cancelled_run_ends_within_a_frame_and_facts_are_told_meanwhile() {
    let (hub, _) = started();
    let cancel = Cancel::default();
    let (caller, flag) = (hub.clone(), cancel.clone());
    let running = thread::spawn(move || {
        let mut call = Call::new("run_frames", json!({ "frames": 1_000_000 }), Origin::Script);
        call.cancel = flag;
        caller.call(call)
    });
    thread::sleep(Duration::from_millis(100));
    assert!(hub.driving());
    assert!(hub.registry().find("run_frames").is_some());
    cancel.cancel();
    let cancelled = Instant::now();
    let reply = running.join().expect("a call does not panic");
    assert_eq!(reply.result["reason"], "cancelled");
    assert!(cancelled.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_run_takes_no_longer_than_its_timeout() {
    let (hub, _) = started();
    let reply = one(&hub, "run_frames 1000000 timeout_ms=50");
    assert_eq!(reply.result["reason"], "timeout");
}

struct Counted(AtomicU32);

impl Progress for Counted {
    fn report(&self, _: u64, _: Option<u64>, _: &str) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn progress_is_reported_and_not_too_often() {
    let (hub, _) = started();
    let progress = Arc::new(Counted(AtomicU32::new(0)));
    let arguments = json!({ "frames": 1_000_000, "timeout_ms": 450 });
    let mut call = Call::new("run_frames", arguments, Origin::Script);
    call.progress = Some(progress.clone());
    hub.call(call);
    let reports = progress.0.load(Ordering::SeqCst);
    assert!((1..=6).contains(&reports), "{reports} reports in 450 ms");
}

#[test]
fn listeners_hear_of_commands_and_driving_before_the_reply() {
    let folder = folder();
    let hub = start();
    let heard: Arc<Mutex<Vec<Change>>> = Arc::default();
    let into = heard.clone();
    hub.on_change(move |change| {
        into.lock().expect("no test panics here").push(change);
    });
    one(&hub, "version");
    load(&hub, &folder);
    assert!(
        hub.registry()
            .find("run_frames")
            .is_some_and(|found| { hub.registry().attached(found.command) })
    );
    one(&hub, "machine_close");
    let heard = heard.lock().expect("no test panics here").clone();
    assert_eq!(heard, [Change::Commands, Change::Commands]);
}

#[test]
fn real_time_running_answers_between_frames_and_ends_by_itself() {
    let (hub, _) = started();
    assert!(one(&hub, "machine_resume max_frames=6").ok);
    assert_eq!(one(&hub, "machine_info").result["running"], true);
    let end = Instant::now() + Duration::from_secs(20);
    while one(&hub, "machine_info").result["running"] == true && Instant::now() < end {
        thread::sleep(Duration::from_millis(10));
    }
    let info = one(&hub, "machine_info").result;
    assert_eq!(info["last_stop"]["reason"], "limit");
    assert_eq!(info["position"]["frame"], 6);
    let told = one(&hub, "messages channel=run").result;
    assert_eq!(told["messages"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_breakpoint_stops_real_time_running_and_pause_repeats_the_stop() {
    let (hub, _) = started();
    one(&hub, "breakpoint_add nmi");
    one(&hub, "machine_resume");
    let end = Instant::now() + Duration::from_secs(20);
    while one(&hub, "machine_info").result["running"] == true && Instant::now() < end {
        thread::sleep(Duration::from_millis(10));
    }
    let stop = one(&hub, "machine_pause").result;
    assert_eq!(stop["reason"], "breakpoint");
    assert_eq!(stop["breakpoint"], 1);
}

#[test]
fn pause_ends_real_time_running() {
    let (hub, _) = started();
    one(&hub, "machine_resume");
    thread::sleep(Duration::from_millis(60));
    assert_eq!(one(&hub, "machine_pause").result["reason"], "paused");
    assert_eq!(
        one(&hub, "machine_info").result["running"],
        Value::Bool(false)
    );
}

#[test]
fn completion_reaches_labels_paths_and_commands() {
    let mut rig = Rig::new();
    let texts = |rig: &Rig, line: &str| -> Vec<String> {
        let completion = rig.hub.complete(line, line.len());
        completion
            .candidates
            .into_iter()
            .map(|row| row.text)
            .collect()
    };
    assert!(texts(&rig, "run_fr").contains(&"run_frames".to_string()));
    assert!(
        texts(&rig, "run_until NM")
            .iter()
            .any(|text| text.starts_with("NMI_VECTOR"))
    );
    let start = format!("machine_load {}", rig.path("ga"));
    assert!(
        texts(&rig, &start)
            .iter()
            .any(|text| text.ends_with("game.nes"))
    );
    rig.ok("machine_close");
    assert!(!texts(&rig, "run_fr").contains(&"run_frames".to_string()));
}
