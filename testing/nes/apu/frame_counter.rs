//! The frame counter, cycle by cycle. NESdev: APU Frame Counter; test ROMs blargg_apu_2005
//! and pal_apu; AccuracyCoin, page 14.

use super::Chip;
use nescope::nes::{apu::effect_cycle, region::Region};

/// What was first visible at which cycle after R.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    quarters: Vec<u64>,
    halves: Vec<u64>,
}

/// Writes `$4017` in `write` and watches an envelope and a length counter in every cycle.
fn watch(region: Region, mode: u8, write: u64, cycles: u64) -> Seen {
    let mut chip = Chip::new(region);
    chip.write(0x4015, 0x0F, 10);
    chip.write(0x400C, 0x00, 12);
    chip.write(0x400F, 0x08, 14);
    chip.write(0x4003, 0x08, 16);
    chip.write(0x4017, mode, write);
    let start = effect_cycle(write);
    let mut seen = Seen::default();
    let mut before = chip.channel(3, start - 1);
    for cycle in start..=start + cycles {
        let view = chip.channel(3, cycle);
        // The first quarter frame loads the decay, later ones lower it.
        if view.volume != before.volume {
            seen.quarters.push(cycle - start);
        }
        if view.length != before.length {
            seen.halves.push(cycle - start);
        }
        before = view;
    }
    seen
}

fn check(region: Region, mode: u8, quarters: &[u64], halves: &[u64]) {
    for write in [101, 102] {
        let last = *quarters.last().expect("a sequence has quarters");
        let seen = watch(region, mode, write, last + 100);
        assert_eq!(seen.quarters, quarters, "{region:?} {mode:02X} at {write}");
        assert_eq!(seen.halves, halves, "{region:?} {mode:02X} at {write}");
    }
}

#[test]
fn four_step_sequence_ntsc() {
    let wrapped = 29830 + 7457;
    check(
        Region::Ntsc,
        0x40,
        &[7457, 14913, 22371, 29829, wrapped],
        &[14913, 29829],
    );
}

#[test]
fn five_step_sequence_ntsc() {
    let wrapped = 37282 + 7457;
    check(
        Region::Ntsc,
        0xC0,
        &[0, 7457, 14913, 22371, 37281, wrapped],
        &[0, 14913, 37281],
    );
}

#[test]
fn four_step_sequence_pal() {
    let wrapped = 33254 + 8313;
    check(
        Region::Pal,
        0x40,
        &[8313, 16627, 24939, 33253, wrapped],
        &[16627, 33253],
    );
}

#[test]
fn five_step_sequence_pal() {
    let wrapped = 41566 + 8313;
    check(
        Region::Pal,
        0xC0,
        &[0, 8313, 16627, 24939, 41565, wrapped],
        &[0, 16627, 41565],
    );
}

#[test]
fn dendy_counts_as_ntsc() {
    let quarters = [7457, 14913, 22371, 29829];
    check(Region::Dendy, 0x40, &quarters, &[14913, 29829]);
}

/// A chip whose sequence starts at R, with the write in a put cycle.
fn started(mode: u8) -> (Chip, u64) {
    let mut chip = Chip::new(Region::Ntsc);
    chip.write(0x4017, mode, 101);
    (chip, 104)
}

fn flag(chip: &mut Chip, cycle: u64) -> bool {
    chip.status(cycle) & 0x40 != 0
}

#[test]
fn flag_first_reads_set_29831_after_a_put_write_and_29832_after_a_get_write() {
    for (write, delay) in [(101, 29831), (102, 29832)] {
        let mut chip = Chip::new(Region::Ntsc);
        chip.write(0x4017, 0x00, write);
        assert!(!flag(&mut chip, write + delay - 1));
        assert!(flag(&mut chip, write + delay));
        assert!(chip.apu.frame_irq());
    }
}

#[test]
fn inhibited_flag_shows_for_two_cycles_without_an_irq() {
    let (mut chip, r) = started(0x40);
    let seen: Vec<bool> = (29827..=29830).map(|at| flag(&mut chip, r + at)).collect();
    assert_eq!(seen, [false, true, true, false]);
    let (mut chip, r) = started(0x40);
    for cycle in r..r + 60000 {
        chip.advance(cycle);
        assert!(!chip.apu.irq());
    }
}

#[test]
fn read_clears_the_flag_at_the_put_to_get_boundary() {
    // A get read: a second read in the following put still sees it.
    let (mut chip, r) = started(0x00);
    assert_eq!(chip.read_status(r + 30000) & 0x40, 0x40);
    assert_eq!(chip.read_status(r + 30001) & 0x40, 0x40);
    assert_eq!(chip.read_status(r + 30002) & 0x40, 0x00);
    // A put read: gone in the next cycle.
    let (mut chip, r) = started(0x00);
    assert_eq!(chip.read_status(r + 30001) & 0x40, 0x40);
    assert_eq!(chip.read_status(r + 30002) & 0x40, 0x00);
}

#[test]
fn read_during_the_three_settings_does_not_stick_before_the_last() {
    for (at, expected) in [
        (29826, true),
        (29827, true),
        (29828, true),
        (29829, true),
        (29830, false),
    ] {
        let (mut chip, r) = started(0x00);
        chip.read_status(r + at);
        assert_eq!(flag(&mut chip, r + 29840), expected, "read at R+{at}");
    }
}

#[test]
fn switching_to_five_steps_keeps_the_flag_and_inhibit_clears_it() {
    let (mut chip, r) = started(0x00);
    chip.write(0x4017, 0x80, r + 30000);
    assert!(flag(&mut chip, r + 40000));
    chip.write(0x4017, 0x40, r + 40001);
    assert!(!flag(&mut chip, r + 40001));
}

#[test]
fn five_step_sequence_never_sets_the_flag() {
    let (mut chip, r) = started(0x80);
    for cycle in r..r + 120_000 {
        assert!(!flag(&mut chip, cycle));
    }
}

#[test]
fn old_sequence_runs_until_the_write_acts() {
    // The old sequence's half frame falls into the cycle before the new R.
    let (mut chip, r) = started(0x40);
    chip.write(0x4015, 0x01, r + 10);
    chip.write(0x4003, 0x18, r + 12);
    chip.write(0x4017, 0x40, r + 14911);
    assert_eq!(chip.channel(0, r + 14913).length, Some(1));
}

/// What is left of ten half frames after `$4017` was written around the one at R+29829.
fn left_after(value: u8, write: u64) -> Option<u8> {
    let (mut chip, r) = started(0x40);
    chip.write(0x4015, 0x01, r + 10);
    chip.write(0x4003, 0x00, r + 12);
    chip.write(0x4017, value, r + write);
    chip.channel(0, r + write + 10).length
}

#[test]
fn a_step_waiting_for_a_switch_to_five_steps_merges_with_it() {
    // Test ROMs apu_test_1, 2, 5, 6: one clock; 4 and 8: two; 9 and 10: always the step's.
    for write in [29827, 29828] {
        assert_eq!(left_after(0x80, write), Some(8), "one clock, at R+{write}");
        assert_eq!(left_after(0x00, write), Some(8), "no restart clock");
    }
    assert_eq!(left_after(0x80, 29829), Some(7));
    assert_eq!(left_after(0x80, 29825), Some(8), "the step never comes");
}

#[test]
fn power_on_writes_4017_nine_cycles_before_the_first_instruction() {
    // The reset sequence takes cycles 0 to 6; nine whole cycles lie between the write and the
    // first instruction, so W = -3, a put cycle, and R = 0.
    let mut chip = Chip::new(Region::Ntsc);
    assert!(!flag(&mut chip, 29827));
    assert!(flag(&mut chip, 29828));
}

#[test]
fn reset_restarts_the_sequence_in_the_old_mode_and_clears_the_flag() {
    let (mut chip, r) = started(0x00);
    chip.advance(r + 30000);
    chip.apu.reset(r + 30001);
    let start = effect_cycle(r + 30001 - 3);
    assert!(!flag(&mut chip, start));
    assert!(!flag(&mut chip, start + 29827));
    assert!(flag(&mut chip, start + 29828));
}
