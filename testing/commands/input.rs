//! Group `input`.

use super::desk::Desk;

/// The pad as the program read it in its last NMI: A is bit 7.
fn pad(desk: &mut Desk) -> u64 {
    desk.ok("m $11 1")["bytes"][0].as_u64().unwrap_or(0)
}

#[test]
fn held_buttons_reach_the_program() {
    let mut desk = Desk::running();
    assert_eq!(desk.ok("input_set R+A")["held"]["p1"], "RA");
    desk.ok("run_frames 2");
    assert_eq!(pad(&mut desk), 0x81);
    desk.ok("joy .");
    desk.ok("run_frames 2");
    assert_eq!(pad(&mut desk), 0);
}

#[test]
fn buttons_are_released_after_their_frames() {
    let mut desk = Desk::running();
    desk.ok("input_set Start frames=3");
    desk.ok("run_frames 2");
    assert_eq!(desk.ok("input_get")["ports"][0]["held"], "T");
    desk.ok("run_frames 2");
    assert_eq!(desk.ok("input_get")["ports"][0]["held"], ".");
}

#[test]
fn a_press_lasts_one_frame() {
    let mut desk = Desk::running();
    desk.ok("press A");
    desk.ok("run_frames 1");
    assert_eq!(pad(&mut desk), 0x80);
    desk.ok("run_frames 1");
    assert_eq!(pad(&mut desk), 0x00);
}

#[test]
fn a_sequence_plays_frame_by_frame() {
    let mut desk = Desk::running();
    let queued = desk.ok("input_seq \"A*2 .*1 B*1\"");
    assert_eq!(queued["frames"], 4);
    let mut seen = Vec::new();
    for _ in 0..5 {
        desk.ok("run_frames 1");
        seen.push(pad(&mut desk));
    }
    assert_eq!(seen, [0x80, 0x80, 0x00, 0x40, 0x00]);
}

#[test]
fn a_sequence_is_held_inside_one_long_run() {
    let mut desk = Desk::running();
    desk.ok("seq \"A*2 .*1 B*10\"");
    desk.ok("run_frames 6");
    assert_eq!(pad(&mut desk), 0x40);
}

#[test]
fn a_sequence_can_run_to_its_end() {
    let mut desk = Desk::running();
    let reply = desk.ok("seq \"R*5\" then=go");
    assert_eq!(reply["reason"], "done");
    assert_eq!(reply["frame"], 15);
}

#[test]
fn sequences_follow_each_other_and_a_new_hold_ends_them() {
    let mut desk = Desk::running();
    desk.ok("seq \"A*3\"");
    assert_eq!(desk.ok("seq \"B*3\"")["frames"], 6);
    desk.ok("input_set Left");
    assert_eq!(desk.ok("input_get")["ports"][0]["queued"], 0);
    desk.ok("run_frames 3");
    assert_eq!(desk.ok("input_get")["ports"][0]["held"], "L");
}

#[test]
fn ports_are_apart_and_all_are_cleared() {
    let mut desk = Desk::running();
    desk.ok("input_set {\"p1\":[\"A\"],\"p2\":[\"B\"]}");
    let held = desk.ok("input_set Up port=3")["held"].clone();
    assert_eq!(
        (&held["p1"], &held["p2"], &held["p3"]),
        (&"A".into(), &"B".into(), &"U".into())
    );
    desk.ok("input_clear");
    assert_eq!(desk.ok("input_get")["ports"][1]["held"], ".");
}

#[test]
fn devices_are_changed() {
    let mut desk = Desk::running();
    assert_eq!(desk.ok("input_device 1 fourscore")["type"], "fourscore");
    assert_eq!(desk.ok("input_get")["ports"][1]["device"], "fourscore");
    assert_eq!(desk.code("input_device 3 pad"), "out_of_range");
    assert_eq!(desk.code("input_device 1 zeppelin"), "bad_value");
}

#[test]
fn unknown_buttons_are_refused_and_nothing_is_held() {
    let mut desk = Desk::running();
    assert_eq!(desk.code("input_set R+Q"), "bad_value");
    assert_eq!(desk.code("input_seq \"R*5 Z*2\""), "bad_value");
    assert_eq!(desk.ok("input_get")["ports"][0]["held"], ".");
}

#[test]
fn a_zapper_is_connected_aimed_and_shot() {
    let mut desk = Desk::running();
    assert_eq!(desk.code("input_aim 10 20"), "not_connected");
    desk.ok("input_device 2 zapper");
    let gun = desk.ok("input_aim 10 20 trigger=pulled");
    assert_eq!(
        (&gun["aim"]["x"], &gun["aim"]["y"]),
        (&10.into(), &20.into())
    );
    assert_eq!(gun["trigger"], "pulled");
    let port = desk.ok("input_get")["ports"][1].clone();
    assert_eq!(
        (&port["held"], &port["aim"]["y"]),
        (&"A".into(), &20.into())
    );
    // The trigger bit is 1 right after the pull. NESdev: Zapper.
    assert_eq!(
        desk.ok("memory_read $4017 1")["bytes"][0]
            .as_u64()
            .map(|bits| bits & 0x10),
        Some(0x10)
    );
    desk.ok("state_save gun");
    assert_eq!(desk.ok("input_aim")["trigger"], "pulled");
    assert_eq!(desk.ok("input_get")["ports"][1]["aim"]["x"], -256);
    desk.ok("input_device 2 pad");
    desk.ok("state_load gun");
    assert_eq!(desk.ok("input_get")["ports"][1]["aim"]["x"], 10);
    assert_eq!(desk.code("input_aim 256 0"), "out_of_range");
    assert_eq!(desk.code("input_aim 0 240"), "out_of_range");
    assert_eq!(desk.code("input_aim 7"), "bad_value");
    assert_eq!(desk.code("input_aim 7 7 trigger=bang"), "bad_value");
    assert_eq!(desk.code("input_aim 7 7 port=3"), "out_of_range");
}

#[test]
fn an_arkanoid_controller_is_connected_and_turned() {
    let mut desk = Desk::running();
    assert_eq!(desk.code("input_knob $A4"), "not_connected");
    desk.ok("input_device 2 arkanoid");
    assert_eq!(desk.ok("input_get")["ports"][1]["knob"], 0xA4);
    assert_eq!(desk.ok("input_knob $54")["position"], 0x54);
    assert_eq!(desk.code("input_knob 12"), "out_of_range");
    assert_eq!(desk.code("input_knob 253"), "out_of_range");
    assert_eq!(desk.ok("input_get")["ports"][1]["knob"], 0x54);
}
