//! The Zapper in a port. NESdev: Zapper.

use crate::nes::program::machine;
use nescope::{
    debugger::recent::Recent,
    nes::{
        event::{Buttons, Device, Event, Spot},
        input::{Input, zapper::RELEASE_CYCLES},
        machine::Machine,
        observer::Silent,
    },
};

const LIGHT: u8 = 0x08;
const TRIGGER: u8 = 0x10;
const A: Buttons = Buttons(1);
const B: Buttons = Buttons(2);
const NONE: Buttons = Buttons(0);

/// Makes the screen white and keeps what `$4017` gives at $00, with a count of reads at $01.
const WATCH: &[u8] = &[
    0x78, 0x2C, 0x02, 0x20, 0x10, 0xFB, // SEI, BIT $2002, BPL -5
    0x2C, 0x02, 0x20, 0x10, 0xFB, // BIT $2002, BPL -5
    0xA9, 0x3F, 0x8D, 0x06, 0x20, 0xA9, 0x00, 0x8D, 0x06, 0x20, // $3F00 to $2006
    0xA9, 0x30, 0x8D, 0x07, 0x20, // LDA #$30, STA $2007
    0xA9, 0x00, 0x8D, 0x06, 0x20, 0x8D, 0x06, 0x20, // $0000 to $2006
    // loop at $8022:
    0xAD, 0x17, 0x40, 0x29, 0x18, 0x85, 0x00, // LDA $4017, AND #$18, STA $00
    0xAA, 0xF6, 0x10, // TAX, INC $10,X
    0x4C, 0x22, 0x80, // JMP $8022
];

fn bits(input: &mut Input, cycle: u64) -> u8 {
    input.read(1, cycle).bits
}

fn with_gun() -> Input {
    let mut input = Input::new();
    input.attach(1, Device::Zapper, 0);
    input
}

fn aim(machine: &mut Machine, x: i16, y: i16) {
    let spot = Spot { x, y };
    machine
        .apply(&Event::Aim { port: 2, spot })
        .expect("a port");
}

/// The program with a gun in port 2, in the third white frame.
fn watching() -> Machine {
    let mut machine = machine(WATCH);
    let device = Device::Zapper;
    machine
        .apply(&Event::Attach { port: 2, device })
        .expect("a port");
    machine.run_until_frame(5, &mut Silent);
    machine
}

fn to_line(machine: &mut Machine, line: u64) {
    let clock = machine.position().clock;
    while machine.ppu().scanline() != line as u16 {
        machine.step(&mut Silent);
        assert!(machine.position().clock < clock + 800_000);
    }
}

#[test]
fn light_and_trigger_are_read_without_a_strobe() {
    let mut input = with_gun();
    for cycle in (100..200).step_by(10) {
        assert_eq!(bits(&mut input, cycle), LIGHT);
    }
    input.hold(1, B, 200);
    input.write_out(1, 210);
    for cycle in (300..400).step_by(10) {
        assert_eq!(bits(&mut input, cycle), LIGHT | TRIGGER);
    }
    assert_eq!(input.read(1, 400).with_light(true).bits, TRIGGER);
    assert_eq!(input.read(0, 410).bits, 0, "the pad of port 1");
}

#[test]
fn a_trigger_pulled_through_is_high_for_100_ms() {
    let mut input = with_gun();
    input.hold(1, A, 1000);
    assert_eq!(bits(&mut input, 1001), LIGHT | TRIGGER);
    assert_eq!(bits(&mut input, 999 + RELEASE_CYCLES), LIGHT | TRIGGER);
    assert_eq!(bits(&mut input, 1000 + RELEASE_CYCLES), LIGHT);
    input.hold(1, NONE, 400_000);
    assert_eq!(bits(&mut input, 400_001), LIGHT);
}

#[test]
fn a_half_pulled_trigger_is_high_until_100_ms_after_it_is_let_go() {
    let mut input = with_gun();
    input.hold(1, B, 1000);
    assert_eq!(bits(&mut input, 10_000_000), LIGHT | TRIGGER);
    input.hold(1, NONE, 20_000_000);
    assert_eq!(
        bits(&mut input, 19_999_999 + RELEASE_CYCLES),
        LIGHT | TRIGGER
    );
    assert_eq!(bits(&mut input, 20_000_000 + RELEASE_CYCLES), LIGHT);
}

#[test]
fn a_program_sees_light_below_the_spot_and_nowhere_else() {
    let mut machine = watching();
    aim(&mut machine, 128, 120);
    for (line, expected) in [
        (10, LIGHT),
        (115, LIGHT),
        (119, 0),
        (145, 0),
        (152, LIGHT),
        (230, LIGHT),
        (255, LIGHT),
    ] {
        to_line(&mut machine, line);
        assert_eq!(machine.peek(0x4017) & 0x18, expected, "line {line}");
        let stored = |machine: &Machine| machine.peek(0) & 0x18;
        for _ in 0..12 {
            machine.step(&mut Silent);
        }
        assert_eq!(stored(&machine), expected, "line {line}");
    }
    aim(&mut machine, 128, 400);
    to_line(&mut machine, 10);
    to_line(&mut machine, 125);
    assert_eq!(machine.peek(0x4017) & 0x18, LIGHT);
}

#[test]
fn reads_are_the_same_with_pictures_off_and_after_a_load() {
    let mut machine = watching();
    aim(&mut machine, 40, 60);
    to_line(&mut machine, 62);
    let mut unseen = machine.clone();
    unseen.set_output(false, false);
    let mut loaded = watching();
    aim(&mut loaded, 200, 200);
    loaded.load(&machine.save()).expect("its own state");
    assert_eq!(loaded.input().gun(1), Some(Spot { x: 40, y: 60 }));
    let frame = machine.position().frame + 3;
    for machine in [&mut machine, &mut unseen, &mut loaded] {
        machine.run_until_frame(frame, &mut Silent);
    }
    assert!(machine.save() == unseen.save());
    assert!(machine.save() == loaded.save());
    assert!(machine.peek(0x10) > 0, "light was seen");
}

#[test]
fn an_aim_survives_power_and_leaves_with_the_gun() {
    use nescope::nes::event::Reset;
    let mut machine = watching();
    aim(&mut machine, 128, 120);
    machine.apply(&Event::Reset(Reset::Power)).expect("power");
    machine.run_until_frame(5, &mut Silent);
    to_line(&mut machine, 125);
    assert_eq!(machine.peek(0x4017) & LIGHT, 0);
    let device = Device::Pad;
    machine
        .apply(&Event::Attach { port: 2, device })
        .expect("a port");
    assert_eq!(machine.peek(0x4017) & 0x18, 0, "a pad drives neither");
    assert_eq!(machine.input().gun(1), None);
}

#[test]
fn aims_and_triggers_are_replayed_by_the_recent_past() {
    let mut machine = watching();
    let mut recent = Recent::default();
    recent.restart(&machine);
    let mut moments = Vec::new();
    for step in 0..12u8 {
        let spot = Spot {
            x: 20 * i16::from(step),
            y: 15 * i16::from(step),
        };
        let aim = Event::Aim { port: 2, spot };
        recent.apply(&mut machine, &aim).expect("a port");
        let buttons = Buttons(step % 3);
        let pull = Event::Input { port: 2, buttons };
        recent.apply(&mut machine, &pull).expect("a port");
        machine.run_to_clock(machine.position().clock + 217_003, &mut Silent);
        machine.step(&mut Silent);
        moments.push((machine.position(), machine.save()));
        // An event at the very clock of a moment would belong to it.
        machine.step(&mut Silent);
    }
    for (position, state) in &moments {
        let past = recent.at_clock(&machine, position.clock).expect("kept");
        assert!(past.save() == *state, "{position:?}");
    }
}
