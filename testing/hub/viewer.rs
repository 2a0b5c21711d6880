//! Viewers see the machine's pictures at their own rate and disturb nothing.

use super::rig::Rig;
use nescope::hub::{Glimpse, HubHandle, Origin, Viewer, viewer};
use serde_json::Value;
use std::{
    thread,
    time::{Duration, Instant},
};

/// Nothing here takes this long unless it is broken.
const PATIENCE: Duration = Duration::from_secs(20);

/// A hub on a thread, with the program loaded.
fn start() -> HubHandle {
    let hub = HubHandle::start(Rig::empty_hub());
    ok(&hub, "machine_load demo");
    hub
}

#[track_caller]
fn ok(hub: &HubHandle, line: &str) -> Value {
    let replies = hub.line(line, Origin::Console);
    let reply = replies.last().expect("a line has a reply");
    assert!(reply.ok, "{line}: {}", reply.text);
    reply.result.clone()
}

/// Takes until what is taken is as wanted.
#[track_caller]
fn take_until(viewer: &Viewer, wanted: impl Fn(&Glimpse) -> bool) -> Glimpse {
    let mut glimpse = Glimpse::default();
    let end = Instant::now() + PATIENCE;
    while !(viewer.take(&mut glimpse) && wanted(&glimpse)) {
        assert!(Instant::now() < end, "last seen: frame {}", glimpse.frame);
        thread::sleep(Duration::from_millis(1));
    }
    glimpse
}

#[test]
fn a_viewer_sees_a_paused_machine_at_once_and_after_every_step() {
    let hub = start();
    ok(&hub, "run_frames 5");
    let viewer = hub.watch();
    let glimpse = take_until(&viewer, |_| true);
    assert_eq!((glimpse.frame, glimpse.running), (5, false));
    assert_eq!(
        glimpse.pixels.len(),
        viewer::PICTURE_WIDTH * viewer::PICTURE_HEIGHT
    );
    assert!(
        !viewer.take(&mut Glimpse::default()),
        "there is nothing new"
    );
    ok(&hub, "run_frames; run_frames");
    take_until(&viewer, |glimpse| glimpse.frame == 7);
}

#[test]
fn a_viewer_without_a_cartridge_sees_no_pixels() {
    let hub = HubHandle::start(Rig::empty_hub());
    let viewer = hub.watch();
    assert!(take_until(&viewer, |_| true).pixels.is_empty());
}

#[test]
fn a_running_machine_is_seen_and_its_notices_are_told() {
    let hub = start();
    let viewer = hub.watch();
    ok(&hub, "machine_speed 0");
    ok(&hub, "machine_resume max_frames=200");
    take_until(&viewer, |glimpse| glimpse.running && glimpse.speed == 0);
    take_until(&viewer, |glimpse| !glimpse.running && glimpse.frame == 200);
    let notices = viewer.notices();
    assert!(
        notices.iter().any(|notice| notice.channel == "run"),
        "{notices:?}"
    );
    let kept = ok(&hub, "messages");
    assert!(kept.to_string().contains("\"run\""), "{kept}");
}

#[test]
fn a_viewer_leaves_the_state_as_it_is_without_one() {
    let alone = start();
    ok(&alone, "run_frames 300");
    let alone = ok(&alone, "machine_hash");
    let hub = start();
    let viewer = hub.watch();
    ok(&hub, "machine_speed 0");
    ok(&hub, "machine_resume max_frames=300");
    let mut glimpse = Glimpse::default();
    let end = Instant::now() + PATIENCE;
    while glimpse.running || glimpse.frame < 300 {
        viewer.take(&mut glimpse);
        ok(&hub, "cpu_registers; code_disassemble");
        assert!(Instant::now() < end, "it does not end");
    }
    let watched = ok(&hub, "machine_hash");
    for part in ["ram", "vram", "state", "frame"] {
        assert_eq!(watched[part], alone[part], "{part}");
    }
}

#[test]
fn a_viewer_that_takes_nothing_or_goes_away_holds_nobody_up() {
    let hub = start();
    let idle = hub.watch();
    drop(hub.watch());
    ok(&hub, "machine_speed 0");
    ok(&hub, "machine_resume max_frames=300");
    let end = Instant::now() + PATIENCE;
    while ok(&hub, "machine_info")["running"] == true {
        assert!(Instant::now() < end, "it does not end");
    }
    take_until(&idle, |glimpse| glimpse.frame == 300);
}
