//! The Arkanoid controller in a port. NESdev: Arkanoid controller.

use crate::nes::program::machine;
use nescope::nes::{
    event::{Buttons, Device, Event},
    input::{Input, vaus},
    machine::EventError,
};

const KNOB: u8 = 0x10;
const FIRE: u8 = 0x08;

fn with_knob(position: u8) -> Input {
    let mut input = Input::new();
    input.attach(1, Device::Arkanoid, 0);
    input.turn(1, position, 10);
    input.write_out(1, 100);
    input.write_out(0, 110);
    input
}

/// Eight reads of the knob's bit, as a program shifts them in.
fn byte(input: &mut Input, cycle: u64) -> u8 {
    (0..8).fold(0, |byte, index| {
        let read = input.read(1, cycle + 10 * index).bits;
        byte << 1 | u8::from(read & KNOB != 0)
    })
}

#[test]
fn the_knob_comes_highest_bit_first_and_inverted() {
    for position in [0x0D, 0x54, 0xA4, 0xF4, 0xFC] {
        assert_eq!(byte(&mut with_knob(position), 200), !position);
    }
}

#[test]
fn the_position_is_that_of_the_strobe() {
    let mut input = with_knob(0x54);
    input.turn(1, 0xF4, 150);
    assert_eq!(byte(&mut input, 200), !0x54);
    input.write_out(1, 400);
    input.write_out(0, 410);
    assert_eq!(byte(&mut input, 500), !0xF4);
}

#[test]
fn the_button_is_read_without_a_strobe() {
    let mut input = with_knob(0xA4);
    assert_eq!(input.read(1, 200).bits & FIRE, 0);
    input.hold(1, Buttons(1), 205);
    for cycle in (210..300).step_by(10) {
        assert_eq!(input.read(1, cycle).bits & (FIRE | 1), FIRE);
    }
    input.hold(1, Buttons(0), 305);
    assert_eq!(input.read(1, 310).bits & FIRE, 0);
}

#[test]
fn a_knob_turns_from_0d_to_fc_and_stays_with_its_port() {
    let mut machine = machine(&[0x4C, 0x00, 0x80]);
    let turn = |port, position| Event::Knob { port, position };
    for position in [0x00, 0x0C, 0xFD, 0xFF] {
        let refused = machine.apply(&turn(1, position));
        assert_eq!(refused, Err(EventError::BadKnob(position)));
    }
    for port in [0, 3] {
        assert_eq!(
            machine.apply(&turn(port, 0x80)),
            Err(EventError::BadPort(port))
        );
    }
    let device = Device::Arkanoid;
    machine.apply(&turn(1, 0x0D)).expect("a port");
    assert_eq!(machine.input().knob(0), None, "a pad has none");
    for port in [1, 2] {
        machine
            .apply(&Event::Attach { port, device })
            .expect("a port");
    }
    assert_eq!(machine.input().knob(0), Some(0x0D));
    assert_eq!(machine.input().knob(1), Some(vaus::CENTER));
    let saved = machine.save();
    machine.apply(&turn(2, 0xFC)).expect("a port");
    machine.load(&saved).expect("its own state");
    assert_eq!(machine.input().knob(1), Some(vaus::CENTER));
}
