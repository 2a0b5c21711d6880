//! Saved states with a right checksum that no machine was ever in: refused, or run without a
//! panic. A part of the wrong bits is tried each day.

use super::program::{BUSY, file, machine};
use crate::seed;
use nescope::nes::{cartridge::Rom, machine::Machine, observer::Silent, options::PowerOptions};
use proptest::prelude::*;
use std::sync::Arc;

/// Bytes before the checksum, which covers everything behind it.
const CHECKSUM: usize = 8 + 2 + 32 + 1;

/// Boards, no more than the bytes of their registers, and how many bits to go on by.
const BOARDS: [(u8, usize, usize); 4] = [(1, 48, 3), (4, 48, 3), (5, 160, 11), (9, 48, 3)];
/// How many bits to go on by in the small sections.
const STEP: usize = 4;

/// Puts the right checksum on a forged state.
fn seal(state: &mut [u8]) {
    let sum = crc32fast::hash(&state[CHECKSUM + 4..]);
    state[CHECKSUM..CHECKSUM + 4].copy_from_slice(&sum.to_le_bytes());
}

/// The first bit to try of every `step`.
fn first_bit(step: usize) -> usize {
    let seed = seed::today();
    println!("{}={seed} repeats it", seed::VARIABLE);
    seed as usize % step
}

fn load_and_run(machine: &mut Machine, forged: &[u8]) {
    if machine.load(forged).is_err() {
        return;
    }
    let until = machine.position().frame + 3;
    machine.run_until_frame(until, &mut Silent);
    assert!(machine.pixels().iter().all(|&pixel| pixel < 512));
    let saved = machine.save();
    machine.load(&saved).expect("it goes on as a possible one");
}

/// Offset and length of a section's bytes.
fn section(state: &[u8], tag: &[u8; 4]) -> (usize, usize) {
    let at = state.windows(4).position(|window| window == tag);
    let at = at.expect("the section is there") + 6;
    let length = u32::from_le_bytes(state[at..at + 4].try_into().expect("four bytes"));
    (at + 4, length as usize)
}

#[test]
fn every_bit_of_the_small_sections_may_be_wrong() {
    let mut machine = machine(BUSY);
    machine.set_output(true, true);
    machine.run_until_frame(20, &mut Silent);
    let good = machine.save();
    for tag in [b"MACH", b"CPU ", b"WIRE", b"DMA ", b"APU ", b"INPT"] {
        let (start, length) = section(&good, tag);
        for bit in (first_bit(STEP)..length * 8).step_by(STEP) {
            let mut forged = good.clone();
            forged[start + bit / 8] ^= 1 << (bit % 8);
            seal(&mut forged);
            load_and_run(&mut machine, &forged);
        }
    }
}

#[test]
fn a_board_may_not_be_wired_otherwise() {
    for (mapper, registers, step) in BOARDS {
        let mut bytes = file(BUSY);
        bytes[6] = mapper << 4;
        let rom = Arc::new(Rom::parse(&bytes).expect("a well-formed file"));
        let mut machine = Machine::power_on(rom, PowerOptions::default()).expect("supported");
        machine.run_until_frame(20, &mut Silent);
        let good = machine.save();
        let (start, _) = section(&good, b"CART");
        for bit in (first_bit(step)..registers * 8).step_by(step) {
            let mut forged = good.clone();
            forged[start + bit / 8] ^= 1 << (bit % 8);
            seal(&mut forged);
            load_and_run(&mut machine, &forged);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn forged_bytes_never_panic(
        frame in 0u64..12,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        chip in 0usize..4,
    ) {
        let mut machine = machine(BUSY);
        machine.set_output(true, true);
        machine.run_until_frame(frame, &mut Silent);
        let mut forged = machine.save();
        let tag = [b"PPU ", b"APU ", b"WIRE", b"CART"][chip];
        let (start, length) = section(&forged, tag);
        for (at, value) in changes {
            forged[start + at.index(length)] = value;
        }
        seal(&mut forged);
        load_and_run(&mut machine, &forged);
    }
}
