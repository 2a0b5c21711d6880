//! Controllers. NESdev: Controller reading; Standard controller; Four player adapters.
//! AccuracyCoin, Controller strobing and clocking.

mod vaus;
mod zapper;

use nescope::nes::{
    event::{Buttons, Device},
    input::Input,
    options::Console,
};

const PADS: [u8; 4] = [0b1010_0101, 0b0000_1111, 0b0101_0000, 0b1000_0001];

fn held() -> Input {
    let mut input = Input::new();
    for (pad, &buttons) in PADS.iter().enumerate() {
        input.hold(pad, Buttons(buttons), 0);
    }
    input
}

/// Strobes around `cycle` with plenty of time.
fn strobe(input: &mut Input, cycle: u64) {
    input.write_out(1, cycle);
    input.write_out(0, cycle + 10);
}

/// Reads `count` bits, one read every ten cycles, first bit lowest.
fn bits(input: &mut Input, port: usize, cycle: u64, count: u64) -> u32 {
    (0..count).fold(0, |bits, index| {
        let read = input.read(port, cycle + 10 * index);
        bits | u32::from(read.bits & 1) << index
    })
}

#[test]
fn pad_gives_eight_buttons_and_then_ones() {
    let mut input = held();
    strobe(&mut input, 100);
    assert_eq!(bits(&mut input, 0, 200, 12), 0xF00 | u32::from(PADS[0]));
    assert_eq!(bits(&mut input, 1, 400, 12), 0xF00 | u32::from(PADS[1]));
    assert_eq!(input.read(0, 900).mask, 0x1F);
}

/// NESdev "Controller reading": the original Famicom clocks a pad in every read cycle, later
/// consoles once for adjacent ones. Bits that a console does not drive are open bus.
#[test]
fn consoles_differ_in_clocks_and_driven_bits() {
    for (console, clocks, driven) in [
        (Console::FrontLoader, 1, [0x1F, 0x1F]),
        (Console::TopLoader, 1, [0x1B, 0x1F]),
        (Console::LateFamicom, 1, [0x07, 0x1F]),
        (Console::Famicom, 2, [0x07, 0x1F]),
    ] {
        let mut input = Input::of(console);
        strobe(&mut input, 100);
        let masks = [0, 1].map(|port| input.read(port, 200 + 10 * port as u64).mask);
        assert_eq!(masks, driven);
        strobe(&mut input, 300);
        input.read(0, 400);
        input.read(0, 401);
        input.read(1, 500);
        assert_eq!(input.position(0), clocks, "{console:?}");
    }
}

#[test]
fn unplugged_port_gives_zeros() {
    let mut input = held();
    input.attach(1, Device::None, 50);
    strobe(&mut input, 100);
    assert_eq!(bits(&mut input, 1, 200, 30), 0);
}

#[test]
fn four_score_gives_two_pads_a_signature_and_then_ones() {
    let mut input = held();
    input.attach(0, Device::FourScore, 50);
    assert_eq!(input.device(1), Device::FourScore);
    strobe(&mut input, 100);
    let expected = |first: usize, second: usize, signature: u32| {
        u32::from(PADS[first]) | u32::from(PADS[second]) << 8 | signature << 16 | 0xFF << 24
    };
    // 0 0 0 1 0 0 0 0 and 0 0 1 0 0 0 0 0, in the order of the reads.
    assert_eq!(bits(&mut input, 0, 200, 32), expected(0, 2, 0x08));
    assert_eq!(bits(&mut input, 1, 600, 32), expected(1, 3, 0x04));
    assert_eq!(bits(&mut input, 0, 1000, 4), 0xF);
    input.attach(1, Device::Pad, 2000);
    assert_eq!(input.device(0), Device::Pad);
}

#[test]
fn strobed_pad_gives_a_and_does_not_shift() {
    let mut input = Input::new();
    input.write_out(1, 101);
    input.hold(0, Buttons(0x02), 150);
    assert_eq!(bits(&mut input, 0, 200, 4), 0);
    input.hold(0, Buttons(0x03), 250);
    assert_eq!(bits(&mut input, 0, 300, 4), 0xF);
    input.write_out(0, 401);
    assert_eq!(bits(&mut input, 0, 500, 3), 0b011);
}

#[test]
fn only_bit_0_strobes() {
    for (value, strobes) in [(0x02, false), (0x04, false), (0x03, true), (0xFF, true)] {
        let mut input = held();
        strobe(&mut input, 100);
        bits(&mut input, 0, 200, 3);
        input.write_out(value, 301);
        input.write_out(0, 311);
        let next = bits(&mut input, 0, 400, 1);
        let expected = if strobes {
            PADS[0] & 1
        } else {
            PADS[0] >> 3 & 1
        };
        assert_eq!(next, u32::from(expected), "{value:02X}");
    }
}

#[test]
fn level_that_spans_a_get_to_put_edge_strobes() {
    // AccuracyCoin, Controller strobing 3: DEC $4016 writes $41 on a get, $40 on a put.
    let mut input = held();
    strobe(&mut input, 100);
    bits(&mut input, 0, 200, 3);
    input.write_out(0x41, 400);
    input.write_out(0x40, 401);
    assert_eq!(bits(&mut input, 0, 410, 8), u32::from(PADS[0]));
    assert_eq!(input.strobes(), 2);
}

#[test]
fn level_from_put_to_get_is_never_seen() {
    // AccuracyCoin, Controller strobing 4: $41 on a put, $40 on the following get.
    let mut input = held();
    strobe(&mut input, 100);
    bits(&mut input, 0, 200, 3);
    input.write_out(0x41, 401);
    input.write_out(0x40, 402);
    assert_eq!(bits(&mut input, 0, 410, 5), u32::from(PADS[0] >> 3));
    assert_eq!(input.strobes(), 1);
}

#[test]
fn contiguous_reads_are_one_clock_and_give_one_bit() {
    let mut input = held();
    strobe(&mut input, 100);
    let first: Vec<u8> = (200..204).map(|cycle| input.read(0, cycle).bits).collect();
    assert_eq!(first, [PADS[0] & 1; 4]);
    assert_eq!(input.polls(0), 1);
    assert_eq!(bits(&mut input, 0, 205, 7), u32::from(PADS[0] >> 1));
}

#[test]
fn read_of_the_other_port_ends_a_run() {
    let mut input = held();
    strobe(&mut input, 100);
    input.read(0, 200);
    input.read(1, 201);
    input.read(0, 202);
    assert_eq!(input.polls(0), 2);
    assert_eq!(bits(&mut input, 0, 210, 6), u32::from(PADS[0] >> 2));
}

#[test]
fn buttons_are_taken_when_the_strobe_ends() {
    let mut input = Input::new();
    input.hold(0, Buttons(0x01), 10);
    strobe(&mut input, 100);
    // Held later, but before the first read.
    input.hold(0, Buttons(0xFE), 150);
    assert_eq!(bits(&mut input, 0, 200, 8), 0x01);
}

#[test]
fn peek_changes_nothing() {
    let mut input = held();
    strobe(&mut input, 100);
    let before = input.clone();
    assert_eq!(input.peek(0, 500).bits, PADS[0] & 1);
    assert_eq!(input, before);
    assert_eq!(bits(&mut input, 0, 600, 8), u32::from(PADS[0]));
}

#[test]
fn last_poll_tells_a_lag_frame() {
    let mut input = held();
    assert_eq!(input.last_poll(), None);
    strobe(&mut input, 100);
    assert_eq!(input.last_poll(), None, "a strobe alone is no poll");
    input.read(1, 321);
    assert_eq!(input.last_poll(), Some(321));
}

#[test]
fn power_cycle_keeps_devices_and_buttons() {
    let mut input = held();
    input.attach(0, Device::FourScore, 50);
    strobe(&mut input, 100_000);
    input.read(0, 200_000);
    let mut fresh = input.power_cycled(Console::FrontLoader);
    assert_eq!(fresh.held(3), Buttons(PADS[3]));
    strobe(&mut fresh, 100);
    assert_eq!(bits(&mut fresh, 0, 200, 8), u32::from(PADS[0]));
}
