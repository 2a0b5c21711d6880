//! Devices that entries of a manifest need.

use super::program;
use nescope::{
    nes::{
        cartridge::Rom,
        event::{Device, Spot},
        input::vaus,
        machine::Machine,
        options::PowerOptions,
    },
    runner::{devices, inputs::Script, manifest::Press, run},
};
use std::sync::Arc;

const FRAMES: u64 = 60;

fn machine() -> Machine {
    let rom = Rom::parse(&program::silent()).expect("the program is a cartridge");
    Machine::power_on(Arc::new(rom), PowerOptions::default()).expect("the machine starts")
}

/// What `look` sees at the end of each frame.
fn each_frame<T>(script: &Script, look: impl Fn(&Machine) -> T) -> Vec<T> {
    let mut machine = machine();
    let frames = 0..FRAMES;
    let seen = frames.map(|frame| {
        run::run_frame(&mut machine, script, frame);
        look(&machine)
    });
    seen.collect()
}

fn moved(frame: u64, port: u8, aim: Option<[i16; 2]>, knob: Option<u8>) -> Press {
    Press {
        frame,
        port,
        aim,
        knob,
        ..Press::default()
    }
}

#[test]
fn a_gun_without_input_points_at_the_middle_and_is_fired() {
    let script = devices::script(Device::Zapper, &[], FRAMES).expect("it has a script");
    let aims = each_frame(&script, |machine| machine.input().gun(1));
    assert_eq!(aims, [Some(Spot { x: 128, y: 120 }); FRAMES as usize]);
    let triggers = each_frame(&script, |machine| machine.input().held(1).0);
    assert_eq!(
        (triggers[39], triggers[40], triggers[49], triggers[50]),
        (0, 1, 1, 0)
    );
}

#[test]
fn a_paddle_without_input_turns_from_end_to_end_and_fires_in_both_ports() {
    let script = devices::script(Device::Arkanoid, &[], FRAMES).expect("it has a script");
    for port in 0..2 {
        let knobs = each_frame(&script, |machine| machine.input().knob(port));
        assert_eq!(knobs[0], Some(*vaus::RANGE.start()));
        assert_eq!(knobs[FRAMES as usize - 1], Some(*vaus::RANGE.end()));
        assert!(knobs.is_sorted());
        let fire = each_frame(&script, |machine| machine.input().held(port).0);
        assert_eq!((fire[49], fire[50]), (0, 1));
    }
}

#[test]
fn a_device_is_where_the_input_moves_it() {
    let input = [moved(5, 1, None, Some(100)), moved(9, 1, None, Some(200))];
    let script = devices::script(Device::Arkanoid, &input, FRAMES).expect("it has a script");
    let knobs = each_frame(&script, |machine| machine.input().knob(0));
    assert_eq!(
        [4, 5, 8, 9].map(|frame| knobs[frame]),
        [164, 100, 100, 200].map(Some)
    );
    let other = each_frame(&script, |machine| machine.input().device(1));
    assert_eq!(other[0], Device::Pad);
}

#[test]
fn moves_that_no_device_can_make_are_refused() {
    for wrong in [
        moved(0, 1, None, Some(12)),
        moved(0, 2, None, Some(253)),
        moved(0, 3, Some([0, 0]), None),
        moved(0, 0, None, None),
    ] {
        assert!(
            Script::new(std::slice::from_ref(&wrong)).is_err(),
            "{wrong:?}"
        );
    }
    assert_eq!(devices::named("fds-bios"), None);
}

#[test]
fn scripts_part_where_one_does_what_the_other_does_not() {
    let common = moved(3, 2, Some([1, 1]), None);
    let script = |presses: &[Press]| Script::new(presses).expect("the input can be made");
    let long = script(&[common.clone(), moved(7, 2, Some([2, 2]), None)]);
    let short = script(&[common]);
    assert_eq!(long.parting(&short), 7);
    assert_eq!(short.parting(&long), 7);
    assert_eq!(short.parting(&short), u64::MAX);
    assert_eq!(short.clone().with(Device::Zapper, &[2]).parting(&short), 0);
}
