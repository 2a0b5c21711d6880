//! Sweep units. NESdev: APU Sweep.

use super::Chip;
use nescope::nes::apu::sweep::Sweep;
use nescope::nes::region::Region;

fn sweep(first: bool, value: u8) -> Sweep {
    let mut sweep = Sweep::new(first);
    sweep.write(value);
    sweep
}

#[test]
fn pulse_1_subtracts_one_more_than_pulse_2() {
    assert_eq!(sweep(true, 0x89).target(0x100), 0x100 - 0x80 - 1);
    assert_eq!(sweep(false, 0x89).target(0x100), 0x100 - 0x80);
    assert_eq!(sweep(true, 0x88).target(0x100), 0, "clamped at zero");
    assert_eq!(sweep(false, 0x81).target(0x100), 0x180);
}

#[test]
fn short_periods_and_overflowing_targets_mute_even_when_disabled() {
    assert!(sweep(true, 0x00).mutes(7));
    assert!(!sweep(true, 0x00).mutes(8));
    assert!(!sweep(true, 0x00).mutes(0x3FF));
    assert!(sweep(true, 0x00).mutes(0x400), "shift 0 doubles the period");
    assert!(!sweep(true, 0x08).mutes(0x7FF), "negate never overflows");
    assert!(sweep(false, 0x01).mutes(0x600));
}

#[test]
fn period_bends_at_half_frames_only_when_it_may() {
    let cases = [
        (0x81, 0x100, 0x180, "up"),
        (0x01, 0x100, 0x100, "disabled"),
        (0x80, 0x100, 0x100, "shift 0"),
        (0x81, 0x7FF, 0x7FF, "muted"),
        (0x81, 0x004, 0x004, "too short"),
    ];
    for (value, period, expected, why) in cases {
        assert_eq!(sweep(false, value).clock(period), expected, "{why}");
    }
}

#[test]
fn divider_counts_half_frames_and_reload_restarts_it() {
    let mut sweep = sweep(false, 0xA1);
    let mut periods = Vec::new();
    let mut period = 0x40;
    for _ in 0..7 {
        period = sweep.clock(period);
        periods.push(period);
    }
    assert_eq!(periods, [0x60, 0x60, 0x60, 0x90, 0x90, 0x90, 0xD8]);
    sweep.write(0xA1);
    // Divider 2: the reload flag only refills it.
    assert_eq!(sweep.clock(period), period);
    assert_eq!(sweep.clock(period), period);
    assert_eq!(sweep.clock(period), period);
    assert_ne!(sweep.clock(period), period);
}

#[test]
fn half_frame_of_the_chip_bends_the_pulse() {
    let mut chip = Chip::new(Region::Ntsc);
    chip.write(0x4017, 0x40, 1);
    chip.write(0x4015, 0x02, 10);
    chip.write(0x4005, 0x81, 12);
    chip.write(0x4006, 0x00, 14);
    chip.write(0x4007, 0x09, 16);
    assert_eq!(chip.channel(1, 4 + 14912).period, 0x100);
    assert_eq!(chip.channel(1, 4 + 14913).period, 0x180);
}
