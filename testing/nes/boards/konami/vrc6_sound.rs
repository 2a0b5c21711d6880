//! The sound of the VRC6. Sources: NESdev "VRC6 audio"; the test ROM db_vrc6a.

use crate::nes::{
    boards::listener::{CPU_HZ, Listener, decibels},
    cartridge::Image,
};
use nescope::nes::{apu::Sound, apu::mixer::MIXER, boards::konami::vrc6_sound::Vrc6Sound};

/// Amplitude of one unit of the chip's converter.
const UNIT: f64 = 298.0;

fn listener(writes: &[(u16, u8)]) -> Listener {
    let mut listener = Listener::new(Image::new(24, 0, 0x8000, 0x2000).cartridge());
    for &(address, value) in writes {
        listener.write(address, value);
    }
    listener
}

#[test]
fn a_pulse_has_16_steps_of_its_period() {
    for base in [0x9000, 0xA000] {
        let writes = [(base, 0x7F), (base + 1, 253), (base + 2, 0x80)];
        let (hertz, _) = listener(&writes).strongest();
        assert!((hertz - CPU_HZ / (16.0 * 254.0)).abs() < 1.0, "{hertz}");
    }
}

#[test]
fn the_saw_has_14_steps_of_its_period() {
    let writes = [(0xB000, 0x20), (0xB001, 253), (0xB002, 0x80)];
    let (hertz, _) = listener(&writes).strongest();
    assert!((hertz - CPU_HZ / (14.0 * 254.0)).abs() < 1.0, "{hertz}");
}

#[test]
fn a_full_pulse_is_as_loud_as_one_of_the_console() {
    let mut listener = listener(&[(0x9000, 0x7F), (0x9001, 253), (0x9002, 0x80)]);
    let span = 2.0 * listener.reading(0, 100_000).peak();
    let level = decibels(span, f64::from(MIXER.pulses(15, 0)));
    assert!(level.abs() < 0.05, "{level} dB");
}

#[test]
fn duty_is_the_share_of_high_steps() {
    for duty in 0..8u8 {
        let mut listener = listener(&[(0x9000, duty << 4 | 10), (0x9001, 9), (0x9002, 0x80)]);
        let reading = listener.reading(0, 160 * 100);
        let wanted = UNIT * 10.0 * f64::from(duty + 1) / 16.0;
        assert!((reading.mean() - wanted).abs() < 1.0, "{duty}");
        assert_eq!(reading.changes, 200);
    }
}

#[test]
fn constant_mode_ignores_duty_and_disabled_channels_are_silent() {
    let mut listener = listener(&[(0xA000, 0x86), (0xA001, 9), (0xA002, 0x80)]);
    let reading = listener.reading(1, 1000);
    assert_eq!((reading.lowest, reading.highest), (6 * 298, 6 * 298));
    listener.write(0xA002, 0x00);
    assert_eq!(listener.reading(1, 1000).highest, 0);
}

#[test]
fn the_saw_climbs_six_times_and_wraps() {
    let mut listener = listener(&[(0xB000, 0x08), (0xB001, 9), (0xB002, 0x80)]);
    let reading = listener.reading(2, 140 * 100);
    // Levels 0 to 6, two clocks each.
    assert_eq!((reading.lowest, reading.highest), (0, 6 * 298));
    assert!((reading.mean() - 3.0 * UNIT).abs() < 1.0);
    listener.write(0xB000, 0x3F);
    // 6 * 63 is more than 255: the accumulator wraps, its upper five bits are heard.
    let reading = listener.reading(2, 140 * 100);
    let levels = [0, 63, 126, 189, 252, 59, 122].map(|sum: i32| sum >> 3);
    let mean = UNIT * f64::from(levels.iter().sum::<i32>()) / 7.0;
    assert!((reading.mean() - mean).abs() < 1.0);
}

#[test]
fn frequency_control_shifts_periods_and_halts() {
    let writes = [(0x9000, 0x7F), (0x9001, 0xFF), (0x9002, 0x8F)];
    for (control, period) in [(0u8, 0xFFFu64), (2, 0xFF), (4, 0xF), (6, 0xF)] {
        let mut listener = listener(&writes);
        listener.write(0x9003, control);
        // The count under way still ends at the old period.
        listener.run(0x1000);
        let turns = 4;
        let reading = listener.reading(0, 16 * (period + 1) * turns);
        assert_eq!(reading.changes, 2 * turns, "{control}");
    }
    let mut listener = listener(&writes);
    listener.write(0x9003, 1);
    assert_eq!(listener.reading(0, 1_000_000).changes, 0);
}

#[test]
fn the_state_depends_neither_on_the_cut_nor_on_being_heard() {
    let mut sound = Sound::new(nescope::nes::region::Region::Ntsc);
    let mut chips = [Vrc6Sound::new(), Vrc6Sound::new(), Vrc6Sound::new()];
    let mut random = 12345u64;
    let mut cycle = 0;
    for _ in 0..300 {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let end = cycle + 1 + (random >> 40) % 50;
        chips[0].run(end, 0, &mut Sound::silent());
        for step in cycle..=end {
            chips[1].run(step, 0, &mut Sound::silent());
        }
        chips[2].run(end, 0, &mut sound);
        cycle = end;
        let address = 0x9000 + (random >> 60) as u16 % 3 * 0x1000 + (random >> 50) as u16 % 4;
        let value = (random >> 30) as u8;
        chips.iter_mut().for_each(|chip| chip.write(address, value));
        assert_eq!(chips[0], chips[1]);
        assert_eq!(chips[0], chips[2]);
    }
}
