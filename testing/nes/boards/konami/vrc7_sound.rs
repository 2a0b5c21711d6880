//! The sound of the VRC7. Sources: NESdev "VRC7 audio"; the YM2413 application manual; the
//! test ROMs db_vrc7, clip_vrc7, patch_vrc7 and test_vrc7.

use crate::nes::{
    boards::listener::{CPU_HZ, Listener, decibels},
    cartridge::Image,
};
use nescope::nes::{
    apu::{Sound, mixer::MIXER},
    boards::konami::vrc7_sound::Vrc7Sound,
};

const KEY: u8 = 0x10;
/// A sine: the modulator is silent, the carrier attacks at once and holds.
const SINE: [u8; 8] = [0x01, 0x21, 0x3F, 0x00, 0xF0, 0xF0, 0x0F, 0x0F];
/// The "square" of db_vrc7.
const SQUARE: [u8; 8] = [0x22, 0x21, 0x20, 0x07, 0xF0, 0xF0, 0x0F, 0x0F];
const SAMPLE: u64 = 36;

fn register(listener: &mut Listener, number: u8, value: u8) {
    listener.write(0x9010, number);
    listener.write(0x9030, value);
}

/// A note of the custom instrument on channel 1.
fn play(instrument: [u8; 8], number: u16, octave: u8, volume: u8) -> Listener {
    let mut listener = Listener::new(Image::new(85, 2, 0x8000, 0x2000).cartridge());
    for (index, value) in (0..).zip(instrument) {
        register(&mut listener, index, value);
    }
    register(&mut listener, 0x30, volume);
    register(&mut listener, 0x10, number as u8);
    register(&mut listener, 0x20, KEY | octave << 1 | (number >> 8) as u8);
    listener
}

fn peak(listener: &mut Listener, samples: u64) -> f64 {
    listener.reading(0, samples * SAMPLE).peak()
}

#[test]
fn frequency_is_the_number_and_octave_over_2_to_the_19() {
    for (number, octave) in [(290, 4), (290, 3), (511, 5), (172, 6)] {
        let (hertz, _) = play(SINE, number, octave, 0).strongest();
        let wanted = CPU_HZ / 36.0 * f64::from(number) * f64::from(1 << octave) / 524_288.0;
        assert!((hertz - wanted).abs() < 1.0, "{hertz} {wanted}");
    }
}

#[test]
fn multipliers_are_those_of_the_manual() {
    let factors = [
        0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 10.0, 12.0, 12.0, 15.0, 15.0,
    ];
    for (multiplier, factor) in (0u8..).zip(factors) {
        let mut instrument = SINE;
        instrument[1] = 0x20 | multiplier;
        let (hertz, _) = play(instrument, 256, 4, 0).strongest();
        let wanted = CPU_HZ / 36.0 / 128.0 * factor;
        assert!(
            (hertz - wanted).abs() < 1.5,
            "{multiplier}: {hertz} {wanted}"
        );
    }
}

#[test]
fn volume_steps_are_3_db() {
    let loudest = peak(&mut play(SINE, 290, 4, 0), 2000);
    for volume in 1..10 {
        let level = decibels(peak(&mut play(SINE, 290, 4, volume), 2000), loudest);
        assert!(
            (level + 3.0 * f64::from(volume)).abs() < 0.8,
            "{volume}: {level}"
        );
    }
}

#[test]
fn the_pseudo_square_is_11_db_above_a_console_pulse() {
    let mut listener = play(SQUARE, 290, 4, 0);
    listener.run(2000 * SAMPLE);
    let level = listener.reading(0, 50_000 * SAMPLE).rms();
    let pulse = f64::from(MIXER.pulses(15, 0)) / 2.0;
    let level = decibels(level, pulse);
    assert!((level - 11.0).abs() < 0.2, "{level} dB");
    let (hertz, _) = listener.strongest();
    assert!((hertz - 440.0).abs() < 1.5, "{hertz}");
}

/// NESdev forum, VRC7 and 5B amplifier investigation: one side of the wave is clipped from a
/// little less than two channels at full volume on, both sides with three.
#[test]
fn the_sum_is_clipped_at_about_two_channels() {
    let one = peak(&mut play(SINE, 290, 3, 0), 2000);
    for (channels, least, most) in [
        (1, 0.99, 1.01),
        (2, 1.9, 1.97),
        // The channels begin some samples apart, and so their shares peak.
        (3, 1.9, 2.25),
        (6, 1.9, 2.25),
    ] {
        let mut listener = play(SINE, 290, 3, 0);
        for channel in 1..channels {
            register(&mut listener, 0x30 + channel, 0);
            register(&mut listener, 0x10 + channel, (290 & 0xFF) as u8);
            register(&mut listener, 0x20 + channel, KEY | 3 << 1 | 1);
        }
        listener.reading(0, 2000 * SAMPLE);
        let voices = listener.sound.voice_readings();
        let sum: f64 = voices.iter().map(|voice| voice.peak()).sum::<f64>() / one;
        assert!((least..most).contains(&sum), "{channels}: {sum}");
    }
}

#[test]
fn decay_times_are_those_of_the_manual() {
    // Decay rate 5 at the lowest notes: rate 20, 1307.85 ms from full level to silence, of
    // which 36 dB of sustain level are three quarters.
    let mut instrument = SINE;
    instrument[5] = 0xF5;
    instrument[7] = 0xCF;
    let mut listener = play(instrument, 290, 1, 0);
    listener.run(2000 * SAMPLE);
    let first = listener.reading(0, 1000 * SAMPLE).peak();
    listener.run(20_000 * SAMPLE);
    let later = listener.reading(0, 1000 * SAMPLE).peak();
    let seconds = 21_000.0 * SAMPLE as f64 / CPU_HZ;
    let wanted = 48.0 * seconds / 1.30785;
    let measured = -decibels(later, first);
    assert!((measured - wanted).abs() < 1.0, "{measured} {wanted}");
}

#[test]
fn attack_times_are_those_of_the_manual() {
    // Attack rate 6 at the lowest notes: rate 24, 54.07 ms.
    let mut instrument = SINE;
    instrument[5] = 0x60;
    let mut listener = play(instrument, 511, 1, 0);
    let mut full = peak(&mut play(SINE, 511, 1, 0), 4000) * 0.99;
    full = full.floor();
    let mut samples = 0;
    while listener.reading(0, 10 * SAMPLE).highest < full as i32 {
        samples += 10;
        assert!(samples < 10_000);
    }
    let milliseconds = f64::from(samples) * 36_000.0 / CPU_HZ;
    assert!((milliseconds - 54.07).abs() < 13.0, "{milliseconds} ms");
}

#[test]
fn tremolo_is_4_9_db_deep_and_takes_13440_samples() {
    let mut instrument = SINE;
    instrument[1] |= 0x80;
    let mut listener = play(instrument, 511, 5, 0);
    let mut levels = Vec::new();
    for _ in 0..210 {
        levels.push(listener.reading(0, 64 * SAMPLE - 1).peak());
    }
    let loudest = levels.iter().copied().fold(0.0, f64::max);
    let softest = levels.iter().copied().fold(f64::MAX, f64::min);
    let depth = decibels(loudest, softest);
    assert!((depth - 4.875).abs() < 0.3, "{depth}");
}

#[test]
fn key_off_releases_and_sustain_slows_it() {
    let mut sustained = play(SINE, 290, 4, 0);
    let mut released = play(SINE, 290, 4, 0);
    sustained.run(1000 * SAMPLE);
    released.run(1000 * SAMPLE);
    register(&mut sustained, 0x20, 4 << 1 | 1 | 0x20);
    register(&mut released, 0x20, 4 << 1 | 1);
    sustained.run(3000 * SAMPLE);
    released.run(3000 * SAMPLE);
    assert!(peak(&mut sustained, 1000) > 1000.0);
    assert_eq!(peak(&mut released, 1000), 0.0);
}

#[test]
fn reset_silences_clears_and_takes_no_writes() {
    let mut listener = play(SINE, 290, 4, 0);
    assert!(peak(&mut listener, 1000) > 5000.0);
    listener.write(0xE000, 0x40);
    assert_eq!(peak(&mut listener, 1000), 0.0);
    register(&mut listener, 0x30, 0x10);
    register(&mut listener, 0x10, 0x22);
    register(&mut listener, 0x20, KEY | 8);
    listener.write(0xE000, 0x00);
    assert_eq!(peak(&mut listener, 1000), 0.0);
    register(&mut listener, 0x30, 0x10);
    register(&mut listener, 0x10, 0x22);
    register(&mut listener, 0x20, KEY | 8);
    assert!(peak(&mut listener, 2000) > 1000.0);
}

#[test]
fn every_built_in_instrument_sounds_at_its_pitch_class() {
    for instrument in 1..16u8 {
        let mut listener = Listener::new(Image::new(85, 2, 0x8000, 0x2000).cartridge());
        register(&mut listener, 0x32, instrument << 4);
        register(&mut listener, 0x12, 0x22);
        register(&mut listener, 0x22, KEY | 4 << 1 | 1);
        let reading = listener.reading(2, 10_000 * SAMPLE);
        assert!(reading.rms() > 300.0, "{instrument}: {}", reading.rms());
        assert_eq!(listener.reading(0, 1000).changes, 0);
    }
}

#[test]
fn the_vrc7b_has_no_sound() {
    let cartridge = Image::new(85, 1, 0x8000, 0x2000).cartridge();
    let mut listener = Listener::new(cartridge);
    for (port, value) in [
        (0x9008, 0x30),
        (0x9028, 0x10),
        (0x9008, 0x20),
        (0x9028, 0x19),
    ] {
        listener.write(port, value);
    }
    assert_eq!(peak(&mut listener, 2000), 0.0);
}

#[test]
fn the_state_depends_neither_on_the_cut_nor_on_being_heard() {
    let mut sound = Sound::new(nescope::nes::region::Region::Ntsc);
    let mut chips = [Vrc7Sound::new(), Vrc7Sound::new(), Vrc7Sound::new()];
    let mut random = 777u64;
    let mut cycle = 0;
    for _ in 0..400 {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let end = cycle + 1 + (random >> 40) % 90;
        chips[0].run(end, 0, &mut Sound::silent());
        for step in cycle..=end {
            chips[1].run(step, 0, &mut Sound::silent());
        }
        chips[2].run(end, 0, &mut sound);
        cycle = end;
        for chip in &mut chips {
            chip.write(0x9010, (random >> 30) as u8 & 0x3F);
            chip.write(0x9030, (random >> 50) as u8);
        }
        assert_eq!(chips[0], chips[1]);
        assert_eq!(chips[0], chips[2]);
    }
}
