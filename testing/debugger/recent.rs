//! The recent past: every moment that is kept is reached again exactly.

use crate::nes::program::{BUSY, machine};
use nescope::{
    debugger::recent::{MOST_FRAMES, Recent},
    nes::{
        event::{Buttons, Event, Reset, Space},
        machine::Machine,
        observer::Silent,
    },
};

fn hold(frame: u64) -> Event {
    Event::Input {
        port: 1,
        buttons: Buttons(frame as u8),
    }
}

/// Runs to a frame, holding other buttons in every frame and poking now and then.
fn play(machine: &mut Machine, recent: &mut Recent, to: u64) {
    while machine.position().frame < to {
        let frame = machine.position().frame;
        recent.begin_frame(machine);
        recent.apply(machine, &hold(frame)).expect("port 1 exists");
        if frame.is_multiple_of(3) {
            machine.run_to_clock(machine.position().clock + 100_003, &mut Silent);
            let poke = Event::Poke {
                space: Space::Ram,
                address: 0x300,
                value: frame as u8,
            };
            recent.apply(machine, &poke).expect("RAM takes it");
        }
        machine.run_until_frame(frame + 1, &mut Silent);
    }
}

fn begun() -> (Machine, Recent) {
    let machine = machine(BUSY);
    let mut recent = Recent::default();
    recent.restart(&machine);
    (machine, recent)
}

#[test]
fn a_moment_of_the_past_is_reached_again_exactly() {
    let (mut machine, mut recent) = begun();
    let mut moments = Vec::new();
    for frame in (2..40).step_by(5) {
        play(&mut machine, &mut recent, frame);
        recent.begin_frame(&machine);
        machine.step(&mut Silent);
        moments.push((machine.position(), machine.save()));
        machine.step(&mut Silent);
    }
    play(&mut machine, &mut recent, 60);
    for (position, state) in &moments {
        let past = recent
            .at_clock(&machine, position.clock)
            .expect("it is kept");
        assert_eq!(past.position(), *position);
        assert!(past.save() == *state, "frame {}", position.frame);
    }
    let origin = recent.from_origin(&machine).expect("there is an origin");
    let mut replay = origin;
    replay.run_to_instruction(moments[7].0.instructions, &mut Silent);
    assert!(replay.machine.save() == moments[7].1, "from power-on");
}

#[test]
fn the_picture_of_a_kept_frame_is_drawn_again() {
    let (mut machine, mut recent) = begun();
    play(&mut machine, &mut recent, 20);
    let now = machine.position();
    let mut again = recent.from_frame(&machine, 19).expect("frame 19 is kept");
    again.run_to_clock(now.clock, &mut Silent);
    assert!(again.machine.pixels() == machine.pixels());
}

#[test]
fn only_the_last_frames_are_kept() {
    let (mut machine, mut recent) = begun();
    play(&mut machine, &mut recent, MOST_FRAMES as u64 + 50);
    let (first, last) = recent.frames().expect("frames are kept");
    assert_eq!(last - first + 1, MOST_FRAMES as u64);
    assert!(recent.from_frame(&machine, 3).is_none());
    assert!(recent.from_before(&machine, 5).is_some(), "from power-on");
}

#[test]
fn a_power_cycle_and_a_loaded_state_begin_a_new_past() {
    let (mut machine, mut recent) = begun();
    play(&mut machine, &mut recent, 12);
    let state = machine.save();
    let power = Event::Reset(Reset::Power);
    recent.apply(&mut machine, &power).expect("power is there");
    assert_eq!(recent.frames(), Some((0, 0)));
    recent
        .apply(&mut machine, &Event::LoadState(state))
        .expect("its own state");
    assert_eq!(recent.frames(), Some((12, 12)));
    assert!(recent.at_clock(&machine, 100).is_none());
}

#[test]
fn a_past_instruction_is_reached_from_a_stop_in_mid_instruction() {
    let (mut machine, mut recent) = begun();
    play(&mut machine, &mut recent, 5);
    recent.begin_frame(&machine);
    machine.run_to_clock(machine.position().clock + 50_001, &mut Silent);
    assert!(machine.in_mid_instruction());
    let stood = machine.position();
    recent.apply(&mut machine, &hold(7)).expect("port 1 exists");
    let after = machine.position();
    machine.run_until_frame(6, &mut Silent);
    let past = recent.at_clock(&machine, stood.clock).expect("kept");
    assert_eq!(past.position(), stood);
    let past = recent.at_clock(&machine, after.clock).expect("kept");
    assert_eq!(
        past.input().held(0),
        Buttons(7),
        "events of a moment count as past"
    );
}
