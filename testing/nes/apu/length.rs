//! Length counters. NESdev: APU Length Counter; test ROMs blargg_apu_2005 10 and 11.

use super::Chip;
use nescope::nes::region::Region;

/// `$4017` written in this put cycle restarts the sequence at `R`.
const WRITE: u64 = 1001;
const R: u64 = WRITE + 3;
/// The cycle in which the first half frame is visible.
const HALF: u64 = R + 14913;

/// A chip with pulse 1 enabled and its sequence started at `R`.
fn chip() -> Chip {
    let mut chip = Chip::new(Region::Ntsc);
    chip.write(0x4015, 0x0F, WRITE - 1);
    chip.write(0x4017, 0x40, WRITE);
    chip
}

fn length(chip: &mut Chip, cycle: u64) -> u8 {
    chip.channel(0, cycle).length.expect("a pulse has a length")
}

#[test]
fn all_32_loads_give_the_documented_lengths() {
    let table = [
        10, 254, 20, 2, 40, 4, 80, 6, 160, 8, 60, 10, 14, 12, 26, 14, 12, 16, 24, 18, 48, 20, 96,
        22, 192, 24, 72, 26, 16, 28, 32, 30,
    ];
    for (index, &expected) in table.iter().enumerate() {
        for (channel, register) in [0x4003, 0x4007, 0x400B, 0x400F].into_iter().enumerate() {
            let mut chip = chip();
            chip.write(register, (index as u8) << 3, WRITE + 10);
            let view = chip.channel(channel, WRITE + 11);
            assert_eq!(
                view.length,
                Some(expected),
                "load {index} of {register:04X}"
            );
        }
    }
}

#[test]
fn disabled_channel_ignores_loads_and_disabling_clears_at_once() {
    let mut chip = chip();
    chip.write(0x4015, 0x00, WRITE + 4);
    chip.write(0x4003, 0x08, WRITE + 8);
    assert_eq!(chip.status(WRITE + 9), 0);
    chip.write(0x4015, 0x01, WRITE + 12);
    assert_eq!(chip.status(WRITE + 16), 0, "enabling alone loads nothing");
    chip.write(0x4003, 0x08, WRITE + 20);
    assert_eq!(chip.status(WRITE + 21), 1);
    chip.write(0x4015, 0x00, WRITE + 24);
    assert_eq!(chip.status(WRITE + 24), 0);
}

#[test]
fn half_frame_is_visible_14916_cycles_after_a_put_write() {
    let mut chip = chip();
    chip.write(0x4003, 0x18, WRITE + 10);
    assert_eq!(length(&mut chip, WRITE + 14915), 2);
    assert_eq!(length(&mut chip, WRITE + 14916), 1);
}

#[test]
fn halt_written_just_before_a_half_frame_acts_after_it() {
    for (write, expected) in [(HALF - 1, 1), (HALF - 2, 2)] {
        let mut chip = chip();
        chip.write(0x4003, 0x18, WRITE + 10);
        chip.write(0x4000, 0x20, write);
        assert_eq!(length(&mut chip, HALF), expected, "halted in {write}");
    }
    for (write, expected) in [(HALF - 1, 2), (HALF - 2, 1)] {
        let mut chip = chip();
        chip.write(0x4000, 0x20, WRITE + 8);
        chip.write(0x4003, 0x18, WRITE + 10);
        chip.write(0x4000, 0x00, write);
        assert_eq!(length(&mut chip, HALF), expected, "let go in {write}");
    }
}

#[test]
fn load_just_before_a_half_frame_is_lost_unless_the_counter_was_zero() {
    let cases = [
        // first load, second load's cycle, length at HALF + 1
        (Some(0x18), HALF - 1, 1),
        (Some(0x18), HALF - 2, 253),
        (Some(0x18), HALF, 254),
        (None, HALF - 1, 254),
        (None, HALF - 2, 253),
        (None, HALF, 254),
    ];
    for (first, cycle, expected) in cases {
        let mut chip = chip();
        if let Some(value) = first {
            chip.write(0x4003, value, WRITE + 10);
        }
        chip.write(0x4003, 0x08, cycle);
        assert_eq!(length(&mut chip, HALF + 1), expected, "{first:?} {cycle}");
    }
}
