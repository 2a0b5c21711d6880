//! Envelopes and the linear counter. NESdev: APU Envelope; APU Triangle.

use super::Chip;
use nescope::nes::region::Region;

/// R of a 4-step sequence started by a write in put cycle 1.
const R: u64 = 4;
const QUARTERS: [u64; 4] = [R + 7457, R + 14913, R + 22371, R + 29829];

/// The cycle of quarter frame `index` from R on.
fn quarter(index: usize) -> u64 {
    QUARTERS[index % 4] + 29830 * (index / 4) as u64
}

/// Pulse 1 with a control value and a long length, started before the first quarter frame.
fn chip(control: u8) -> Chip {
    let mut chip = Chip::new(Region::Ntsc);
    chip.write(0x4017, 0x40, 1);
    chip.write(0x4015, 0x01, 10);
    chip.write(0x4000, control, 12);
    chip.write(0x4003, 0x08, 14);
    chip
}

fn volumes(chip: &mut Chip, count: usize) -> Vec<u8> {
    (0..count)
        .map(|index| {
            let view = chip.channel(0, quarter(index));
            view.volume.expect("a pulse has a volume")
        })
        .collect()
}

#[test]
fn decay_starts_at_15_and_falls_every_period_plus_one_quarters() {
    let mut chip = chip(0x01);
    assert_eq!(volumes(&mut chip, 8), [15, 15, 14, 14, 13, 13, 12, 12]);
}

#[test]
fn decay_stops_at_zero_without_loop() {
    let mut chip = chip(0x00);
    let volumes = volumes(&mut chip, 20);
    assert_eq!(
        volumes[..16],
        [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    );
    assert_eq!(volumes[16..], [0, 0, 0, 0]);
}

#[test]
fn decay_starts_over_with_loop() {
    let mut chip = chip(0x20);
    assert_eq!(volumes(&mut chip, 18)[14..], [1, 0, 15, 14]);
}

#[test]
fn constant_volume_selects_the_output_only() {
    let mut chip = chip(0x1A);
    assert_eq!(volumes(&mut chip, 3), [10, 10, 10]);
    // The decay ran on behind it with the same divider.
    chip.write(0x4000, 0x00, quarter(2) + 10);
    assert_eq!(chip.channel(0, quarter(2) + 11).volume, Some(15));
}

#[test]
fn linear_counter_reloads_while_control_is_set() {
    let mut chip = Chip::new(Region::Ntsc);
    chip.write(0x4017, 0x40, 1);
    chip.write(0x4015, 0x04, 10);
    chip.write(0x4008, 0x83, 12);
    chip.write(0x400B, 0x08, 14);
    let linear = |chip: &mut Chip, index| chip.channel(2, quarter(index)).linear;
    assert_eq!(linear(&mut chip, 0), Some(3));
    assert_eq!(linear(&mut chip, 1), Some(3));
    chip.write(0x4008, 0x03, quarter(1) + 10);
    let rest: Vec<_> = (2..7).map(|index| linear(&mut chip, index)).collect();
    assert_eq!(rest, [Some(3), Some(2), Some(1), Some(0), Some(0)]);
}

#[test]
fn triangle_needs_both_counters_and_holds_its_level() {
    let mut chip = Chip::new(Region::Ntsc);
    chip.write(0x4017, 0x40, 1);
    chip.write(0x4015, 0x04, 10);
    chip.write(0x4008, 0x01, 12);
    chip.write(0x400A, 0x63, 13);
    chip.write(0x400B, 0x08, 14);
    assert_eq!(
        chip.channel(2, quarter(0) - 1).level,
        15,
        "linear counter not loaded yet"
    );
    let level = |chip: &mut Chip, cycle| chip.channel(2, cycle).level;
    let held = level(&mut chip, quarter(1));
    assert_ne!(held, 15, "stepped for one quarter");
    assert_eq!(level(&mut chip, quarter(3)), held);
}
