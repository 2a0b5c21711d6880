//! The sound of the 5B. Sources: NESdev "Sunsoft 5B audio"; the test ROMs of nes-audio-tests
//! (db_5b, envelope_5b, noise_5b, phase_5b) and what they say they expect.

use super::listener::{CPU_HZ, Listener, decibels};
use crate::nes::cartridge::Image;
use nescope::nes::{
    apu::{Sound, mixer::MIXER},
    boards::sunsoft::sunsoft5b::Sunsoft5b,
};

const TONE_A: u8 = 0b11_1110;
const NOISE_A: u8 = 0b11_0111;
const NOTHING: u8 = 0b11_1111;

fn listener() -> Listener {
    let mut listener = Listener::new(Image::new(69, 0, 0x8000, 0x2000).cartridge());
    register(&mut listener, 7, NOTHING);
    listener
}

fn register(listener: &mut Listener, number: u8, value: u8) {
    listener.write(0xC000, number);
    listener.write(0xE000, value);
}

fn registers(listener: &mut Listener, values: &[(u8, u8)]) {
    for &(number, value) in values {
        register(listener, number, value);
    }
}

/// The constant level of channel A now, in amplitude units.
fn level(listener: &mut Listener) -> i32 {
    listener.reading(0, 20).highest
}

#[test]
fn tones_have_the_documented_frequency() {
    for (period, wanted) in [(127u16, 440.4), (25, 2237.2), (60, 932.2)] {
        let mut listener = listener();
        let [low, high] = period.to_le_bytes();
        registers(&mut listener, &[(0, low), (1, high), (7, TONE_A), (8, 12)]);
        let (hertz, _) = listener.strongest();
        assert!((hertz - wanted).abs() < 1.0, "{hertz} {wanted}");
        assert!((hertz - CPU_HZ / (32.0 * f64::from(period))).abs() < 1.0);
    }
}

#[test]
fn a_tone_flips_every_period_of_16_cycles_and_period_0_is_1() {
    for (period, flips) in [(0, 1000), (1, 1000), (2, 500), (5, 200), (100, 10)] {
        let mut listener = listener();
        registers(&mut listener, &[(0, period), (7, TONE_A), (8, 12)]);
        let reading = listener.reading(0, 16_000);
        assert_eq!(reading.changes, flips, "{period}");
    }
}

#[test]
fn volume_12_is_1_3_db_below_an_apu_pulse_and_steps_are_3_db() {
    let mut listener = listener();
    let mut levels = Vec::new();
    for volume in 0..16 {
        register(&mut listener, 8, volume);
        levels.push(f64::from(level(&mut listener)));
    }
    assert_eq!(levels[0], 0.0, "volume 0 is silent");
    let pulse = f64::from(MIXER.pulses(15, 0));
    assert!((decibels(levels[12], pulse) + 1.3).abs() < 0.01);
    for volume in 2..16 {
        let step = decibels(levels[volume], levels[volume - 1]);
        assert!((step - 3.0).abs() < 0.1, "{volume}: {step}");
    }
}

#[test]
fn envelope_steps_are_1_5_db_and_meet_the_volumes() {
    let mut listener = listener();
    let mut volumes = Vec::new();
    for volume in 0..16 {
        register(&mut listener, 8, volume);
        volumes.push(level(&mut listener));
    }
    // One step every 16 * 4096 cycles, upwards, once.
    registers(&mut listener, &[(11, 0), (12, 0x10), (8, 0x10), (13, 0x0D)]);
    let mut levels = Vec::new();
    for _ in 0..32 {
        levels.push(level(&mut listener));
        listener.run(16 * 4096 - 21);
    }
    assert_eq!(levels[..2], [0, 0]);
    for (volume, &wanted) in volumes.iter().enumerate() {
        assert_eq!(levels[2 * volume + 1], wanted);
    }
    for step in 5..32 {
        let rise = decibels(f64::from(levels[step]), f64::from(levels[step - 1]));
        assert!((rise - 1.5).abs() < 0.1, "{step}: {rise}");
    }
}

/// Envelope levels 0 to 31 at the middle of each of 96 steps.
fn shape(shape: u8) -> Vec<u8> {
    let mut listener = listener();
    registers(&mut listener, &[(11, 0), (12, 0x10), (8, 0x10), (13, 0x0D)]);
    let mut dac = Vec::new();
    for _ in 0..32 {
        dac.push(level(&mut listener));
        listener.run(16 * 4096 - 21);
    }
    register(&mut listener, 13, shape);
    let mut levels = Vec::new();
    for _ in 0..96 {
        let level = level(&mut listener);
        // The two lowest levels are both silent.
        let found = dac.iter().rposition(|&step| step == level);
        levels.push(found.expect("a level of the DAC") as u8);
        listener.run(16 * 4096 - 21);
    }
    levels
}

#[test]
fn all_shapes_look_as_documented() {
    let up: Vec<u8> = (0..32).map(|step: u8| step.max(1)).collect();
    let down: Vec<u8> = up.iter().rev().copied().collect();
    let (low, high) = (vec![1; 32], vec![31; 32]);
    let ramps = |parts: [&Vec<u8>; 3]| parts.into_iter().flatten().copied().collect::<Vec<u8>>();
    for (value, wanted) in [
        (0x00, [&down, &low, &low]),
        (0x03, [&down, &low, &low]),
        (0x04, [&up, &low, &low]),
        (0x07, [&up, &low, &low]),
        (0x08, [&down, &down, &down]),
        (0x09, [&down, &low, &low]),
        (0x0A, [&down, &up, &down]),
        (0x0B, [&down, &high, &high]),
        (0x0C, [&up, &up, &up]),
        (0x0D, [&up, &high, &high]),
        (0x0E, [&up, &down, &up]),
        (0x0F, [&up, &low, &low]),
    ] {
        assert_eq!(shape(value), ramps(wanted), "{value:02X}");
    }
}

#[test]
fn envelopes_sound_at_a_32nd_and_a_64th_of_the_step_frequency() {
    // envelope_5b: period 4 as a saw is 874 Hz; period 16 as a triangle is 109 Hz (phase_5b).
    for (period, shape, wanted) in [(4, 0x08, 873.9), (16, 0x0A, 109.2)] {
        let mut listener = listener();
        registers(&mut listener, &[(11, period), (8, 0x10), (13, shape)]);
        let (hertz, _) = listener.strongest();
        let ratio = hertz / wanted;
        assert!((ratio - ratio.round()).abs() < 0.01, "{hertz} {wanted}");
    }
    let steps = |period| {
        let mut listener = listener();
        registers(&mut listener, &[(11, period), (8, 0x10), (13, 0x0C)]);
        // The first silent step does not change the level: 31 changes in 32 steps.
        listener.reading(0, 16 * 32 * 100).changes
    };
    assert_eq!(steps(0), 3100);
    assert_eq!(steps(1), 3100);
    assert_eq!(steps(2), 1550);
}

#[test]
fn writing_the_shape_starts_the_envelope_again_in_its_phase() {
    let mut listener = listener();
    registers(&mut listener, &[(11, 0), (12, 0x10), (8, 0x10), (13, 0x00)]);
    let top = level(&mut listener);
    listener.run(16 * 4096 * 5 + 4000);
    assert!(level(&mut listener) < top);
    register(&mut listener, 13, 0x00);
    listener.run(16 * 4096 - 40);
    assert_eq!(
        level(&mut listener),
        top,
        "the first step has its whole length"
    );
}

#[test]
fn noise_has_a_bit_every_32_cycles_and_repeats_after_131071() {
    let mut chip = Sunsoft5b::new();
    let mut cycle = 0;
    for (number, value) in [(7, NOISE_A), (8, 15), (6, 1)] {
        chip.write(0xC000, number);
        chip.write(0xE000, value);
    }
    let mut bits = |count: usize| -> Vec<bool> {
        let next = |_| {
            cycle += 32;
            chip.run(cycle, 0, &mut Sound::silent());
            chip.levels()[0] != 0
        };
        (0..count).map(next).collect()
    };
    const CYCLE: usize = (1 << 17) - 1;
    let first = bits(CYCLE);
    assert_eq!(first, bits(CYCLE));
    assert_eq!(first.iter().filter(|&&bit| bit).count(), 1 << 16);
    // Taps at bits 16 and 13: each bit is the sum of those 17 and 14 before it.
    for i in 17..CYCLE {
        assert_eq!(first[i], first[i - 17] != first[i - 14]);
    }
}

#[test]
fn noise_changes_half_as_often_as_it_shifts() {
    for (period, shifts) in [(0, 10_000.0), (1, 10_000.0), (4, 2500.0), (31, 322.6)] {
        let mut listener = listener();
        registers(&mut listener, &[(6, period), (7, NOISE_A), (8, 12)]);
        let changes = listener.reading(0, 320_000).changes as f64;
        assert!((changes / shifts - 0.5).abs() < 0.08, "{period}: {changes}");
    }
}

#[test]
fn a_period_made_shorter_than_the_count_flips_at_once() {
    // phase_5b: a long period need not end before a short one takes effect.
    let mut listener = listener();
    registers(&mut listener, &[(0, 0xFF), (1, 0x0F), (7, TONE_A), (8, 12)]);
    listener.run(16 * 2000);
    registers(&mut listener, &[(1, 0), (0, 100)]);
    assert_eq!(listener.reading(0, 16).changes, 1);
}

#[test]
fn generators_run_on_unheard() {
    // phase_5b: neither volume 0 nor the disable bits halt a tone.
    let mut heard = listener();
    registers(&mut heard, &[(0, 77), (7, TONE_A), (8, 9)]);
    let mut unheard = listener();
    registers(&mut unheard, &[(0, 77), (7, NOTHING), (8, 0)]);
    heard.run(123_456);
    unheard.run(123_456);
    registers(&mut unheard, &[(7, TONE_A), (8, 9)]);
    registers(&mut heard, &[(7, TONE_A), (8, 9)]);
    for _ in 0..200 {
        assert_eq!(level(&mut heard), level(&mut unheard));
    }
}

#[test]
fn tone_and_noise_are_anded_and_both_off_is_constant() {
    let mut listener = listener();
    registers(&mut listener, &[(0, 9), (6, 3), (8, 12)]);
    let constant = listener.reading(0, 50_000);
    assert_eq!((constant.changes, constant.lowest > 0), (0, true));
    let mut mean = |off| {
        register(&mut listener, 7, off);
        let reading = listener.reading(0, 3_000_000);
        reading.sum as f64 / reading.cycles as f64 / f64::from(constant.highest)
    };
    assert!((mean(TONE_A) - 0.5).abs() < 0.01);
    assert!((mean(NOISE_A) - 0.5).abs() < 0.01);
    assert!((mean(TONE_A & NOISE_A) - 0.25).abs() < 0.01);
}

#[test]
fn a_high_nibble_in_the_address_disables_writes() {
    let mut listener = listener();
    register(&mut listener, 8, 10);
    let before = level(&mut listener);
    register(&mut listener, 0x18, 15);
    assert_eq!(level(&mut listener), before);
    register(&mut listener, 8, 15);
    assert!(level(&mut listener) > before);
}

#[test]
fn state_is_the_same_with_and_without_sound_and_however_cut() {
    let mut listener = listener();
    registers(
        &mut listener,
        &[
            (0, 3),
            (2, 50),
            (4, 200),
            (6, 7),
            (7, 0),
            (8, 12),
            (9, 0x10),
            (10, 3),
            (11, 9),
            (13, 10),
        ],
    );
    let mut silent = listener.cartridge.clone();
    let mut cut = listener.cartridge.clone();
    let start = listener.cycle;
    listener.run(200_003);
    silent.run(start + 200_003, &mut Sound::silent());
    for step in 1..=200_003 / 7 {
        cut.run(start + step * 7, &mut Sound::silent());
    }
    cut.run(start + 200_003, &mut Sound::silent());
    assert_eq!(listener.cartridge.board, silent.board);
    assert_eq!(listener.cartridge.board, cut.board);
}

#[test]
fn a_saved_tone_goes_on_in_phase() {
    let mut first = listener();
    registers(&mut first, &[(0, 33), (7, TONE_A), (8, 11)]);
    first.run(4567);
    let state = first.cartridge.state();
    let bytes = postcard::to_stdvec(&state).expect("states serialize");
    let mut second = listener();
    second.run(first.cycle - second.cycle);
    let state = postcard::from_bytes(&bytes).expect("states deserialize");
    second
        .cartridge
        .load(state)
        .expect("it is the same cartridge");
    for _ in 0..100 {
        assert_eq!(level(&mut first), level(&mut second));
    }
}
