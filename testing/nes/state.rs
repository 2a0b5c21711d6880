//! Saved states: exact continuation, and bytes that are none.

use super::program::{BUSY, file, machine};
use nescope::nes::{
    cartridge::Rom,
    machine::Machine,
    observer::Silent,
    options::PowerOptions,
    state::{StateError, sections},
};
use proptest::prelude::*;
use std::sync::Arc;

/// Run, save, run, compare with load, run.
fn continues(machine: &mut Machine, steps: u32, frames: u64) {
    for _ in 0..steps {
        machine.step(&mut Silent);
    }
    let saved = machine.save();
    let mut other = machine.clone();
    other.run_until_frame(other.position().frame + 3, &mut Silent);
    other.load(&saved).expect("its own state");
    assert!(other.save() == saved, "a loaded state saves the same bytes");
    let until = machine.position().frame + frames;
    machine.run_until_frame(until, &mut Silent);
    other.run_until_frame(until, &mut Silent);
    assert_eq!(machine.position(), other.position());
    assert!(
        machine.save() == other.save(),
        "the loaded machine went on alike"
    );
    assert_eq!(machine.pixels(), other.pixels());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_loaded_state_goes_on_like_the_machine_that_saved_it(frame in 0u64..40, steps in 0u32..3000) {
        let mut machine = machine(BUSY);
        machine.run_until_frame(frame, &mut Silent);
        continues(&mut machine, steps, 3);
    }

    #[test]
    fn garbage_in_a_state_is_an_error_and_changes_nothing(at in 0usize..4000, flip in 1u8..) {
        let mut machine = machine(BUSY);
        let good = machine.save();
        let mut bad = good.clone();
        let at = at % bad.len();
        bad[at] ^= flip;
        prop_assert!(machine.load(&bad).is_err());
        prop_assert!(machine.save() == good);
    }
}

#[test]
fn a_truncated_state_is_an_error_at_every_length() {
    let mut machine = machine(BUSY);
    let good = machine.save();
    for length in (0..good.len()).step_by(7) {
        let error = machine.load(&good[..length]).expect_err("too short");
        assert!(["not_a_state", "truncated", "corrupt"].contains(&error.code()));
    }
    let mut long = good.clone();
    long.push(0);
    assert!(machine.load(&long).is_err());
    assert!(machine.save() == good);
}

#[test]
fn a_state_of_another_rom_is_refused() {
    let other = machine(&[0xEA, 0x4C, 0x00, 0x80]);
    let mut machine = machine(BUSY);
    let error = machine.load(&other.save()).expect_err("another ROM");
    assert!(matches!(error, StateError::WrongRom(_)));
    assert_eq!(error.code(), "wrong_rom");
}

#[test]
fn a_state_of_another_region_is_refused() {
    let rom = Arc::new(Rom::parse(&file(BUSY)).expect("a well-formed file"));
    let options = PowerOptions {
        region: Some(nescope::nes::region::Region::Pal),
        ..PowerOptions::default()
    };
    let pal = Machine::power_on(rom, options).expect("NROM");
    let error = machine(BUSY).load(&pal.save()).expect_err("another region");
    assert_eq!(error, StateError::WrongRegion);
}

#[test]
fn a_state_comes_apart_into_its_sections() {
    let state = machine(BUSY).save();
    let tags: Vec<_> = sections(&state).into_iter().map(|(tag, _)| tag).collect();
    assert_eq!(tags.len(), 8);
    assert!(
        tags.contains(&"CPU".to_owned()) && tags.contains(&"CART".to_owned()),
        "{tags:?}"
    );
    assert!(sections(&state[..20]).is_empty());
}
