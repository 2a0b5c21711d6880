//! What the debugger sees.

use super::{CPU_HZ, Chip};
use nescope::nes::{apu::view::note, region::Region};

#[test]
fn notes_follow_the_equal_tempered_scale() {
    let cases = [
        (440.0, "A4"),
        (261.63, "C4"),
        (27.5, "A0"),
        (12_543.85, "G9"),
        (452.8, "A4"),
        (453.0, "A#4"),
        (8.18, "C-1"),
    ];
    for (hertz, name) in cases {
        assert_eq!(note(hertz).as_deref(), Some(name), "{hertz}");
    }
    assert_eq!(note(5.0), None);
    assert_eq!(note(28_000.0), None);
}

#[test]
fn pulse_shows_its_registers() {
    let mut chip = Chip::new(Region::Ntsc);
    chip.write(0x4015, 0x02, 10);
    chip.write(0x4004, 0xB7, 11);
    chip.write(0x4005, 0x9A, 12);
    chip.write(0x4006, 0xFD, 13);
    chip.write(0x4007, 0x10, 14);
    let view = chip.channel(1, 20);
    assert_eq!(
        (view.name, view.period, view.duty),
        ("pulse2", 0xFD, Some(2))
    );
    assert_eq!((view.volume, view.constant_volume), (Some(7), Some(true)));
    assert_eq!((view.length, view.halted), (Some(20), Some(true)));
    assert_eq!(view.note.as_deref(), Some("A4"));
    assert!((view.hertz - 440.4).abs() < 0.1);
    let sweep = view.sweep.expect("a pulse has a sweep");
    assert!(sweep.enabled && sweep.negate && !sweep.mutes);
    assert_eq!(
        (sweep.period, sweep.shift, sweep.target),
        (1, 2, 0xFD - 0x3F)
    );
}

#[test]
fn dmc_shows_its_sample_and_the_frame_counter_its_position() {
    let mut chip = Chip::new(Region::Ntsc);
    chip.write(0x4017, 0xC0, 101);
    chip.write(0x4010, 0xCE, 110);
    chip.write(0x4012, 0x02, 111);
    chip.write(0x4013, 0x03, 112);
    let sample = chip.channel(4, 120).sample.expect("the DMC has a sample");
    assert_eq!((sample.rate, sample.start, sample.length), (14, 0xC080, 49));
    assert!(sample.looping && sample.irq_enabled && !sample.irq);
    assert_eq!(chip.channel(4, 120).hertz, CPU_HZ / 72.0);
    let frame = chip.apu.frame_counter();
    assert_eq!((frame.steps, frame.position, frame.inhibit), (5, 16, true));
}
