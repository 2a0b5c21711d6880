//! The sound of the Namco 163. Sources: NESdev "Namco 163 audio"; test ROMs db_n163 and
//! test_n163_longwave.

use super::listener::{CPU_HZ, Listener, decibels};
use crate::nes::cartridge::Image;
use nescope::nes::{apu::Sound, apu::mixer::MIXER, cartridge::Cartridge};

fn cartridge(submapper: u8) -> Cartridge {
    Image::new(19, submapper, 0x8000, 0x2000).cartridge()
}

/// A cartridge whose sound is enabled, all of its RAM 0.
fn listener(submapper: u8) -> Listener {
    let mut listener = Listener::new(cartridge(submapper));
    listener.write(0xE000, 0);
    listener
}

fn poke(listener: &mut Listener, address: u8, values: &[u8]) {
    listener.write(0xF800, address | 0x80);
    for &value in values {
        listener.write(0x4800, value);
    }
}

fn peek(listener: &mut Listener, address: u8) -> u8 {
    listener.write(0xF800, address);
    listener
        .cartridge
        .cpu_read(0x4800)
        .expect("the port is read")
}

/// The registers of a channel (8 to 1), from its first byte: `length` in samples.
fn channel(listener: &mut Listener, number: u8, frequency: u32, length: u16, volume: u8) {
    let base = 0x40 + 8 * (number - 1);
    let [low, middle, high, _] = frequency.to_le_bytes();
    poke(listener, base, &[low, 0, middle, 0]);
    let length = (256 - length) as u8;
    poke(listener, base + 4, &[high | length, 0, 0, volume]);
}

/// A square of 16 samples at the beginning of the RAM.
fn square(listener: &mut Listener) {
    poke(listener, 0, &[0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]);
}

#[test]
fn the_port_steps_on_where_asked_and_wraps() {
    let mut cartridge = cartridge(0);
    cartridge.cpu_write(0xF800, 0xFE, 0);
    for value in [1, 2, 3] {
        cartridge.cpu_write(0x4800, value, 0);
    }
    cartridge.cpu_write(0xFFFF, 0xFE, 0);
    let read = [0x4800, 0x4FFF, 0x4800].map(|port| cartridge.cpu_read(port));
    assert_eq!(read, [1, 2, 3].map(Some));
    cartridge.cpu_write(0xF800, 0x7F, 0);
    assert_eq!(cartridge.cpu_read(0x4800), Some(2));
    assert_eq!(cartridge.cpu_read(0x4800), Some(2), "does not step on");
}

#[test]
fn frequencies_follow_the_formula() {
    // db_n163: 3867 with 16 samples on one channel is 440 Hz.
    for (frequency, length, channels) in [
        (3867, 16, 1),
        (3867, 32, 1),
        (15_468, 16, 4),
        (60_000, 64, 2),
    ] {
        let mut listener = listener(3);
        square(&mut listener);
        channel(
            &mut listener,
            8,
            frequency,
            length,
            (channels - 1) << 4 | 15,
        );
        let (hertz, _) = listener.strongest();
        let all = f64::from(length) * f64::from(channels);
        let wanted = CPU_HZ * f64::from(frequency) / (15.0 * 65_536.0 * all);
        // A wave of 64 samples holds half a square; its fundamental may not be the strongest.
        let ratio = hertz / wanted;
        assert!((ratio - ratio.round()).abs() < 0.01, "{hertz} {wanted}");
    }
}

#[test]
fn long_waves_reach_256_samples() {
    // test_n163_longwave: 16 samples give 440 Hz, 128 samples 55 Hz, 256 half of that.
    for (length, changes) in [(16u16, 440 * 2), (128, 55 * 2), (240, 2 * 29)] {
        let mut listener = listener(3);
        square(&mut listener);
        channel(&mut listener, 8, 3867, length, 15);
        let found = listener.reading(7, CPU_HZ as u64).changes;
        assert!(found.abs_diff(changes) <= 2, "{length}: {found}");
    }
}

#[test]
fn loudness_follows_the_submapper() {
    let pulse = f64::from(MIXER.pulses(15, 0));
    for (submapper, wanted) in [(0, 16.5), (3, 12.0), (4, 16.5), (5, 18.75)] {
        let mut listener = listener(submapper);
        square(&mut listener);
        channel(&mut listener, 8, 3867, 16, 15);
        let reading = listener.reading(7, 100_000);
        let span = f64::from(reading.highest - reading.lowest);
        let found = decibels(span, pulse);
        assert!((found - wanted).abs() < 0.1, "{submapper}: {found}");
    }
    for submapper in [1, 2] {
        let mut listener = listener(submapper);
        square(&mut listener);
        channel(&mut listener, 8, 3867, 16, 15);
        assert_eq!(listener.reading(7, 100_000).changes, 0);
    }
}

#[test]
fn volume_is_linear_around_sample_8() {
    let mut listener = listener(3);
    square(&mut listener);
    for volume in 0..16 {
        channel(&mut listener, 8, 3867, 16, volume);
        listener.run(100);
        let reading = listener.reading(7, 100_000);
        let unit = 79 * i32::from(volume);
        assert_eq!((reading.highest, reading.lowest), (7 * unit, -8 * unit));
    }
}

#[test]
fn channels_take_turns_of_15_cycles() {
    for channels in 1..=8u8 {
        let mut listener = listener(3);
        for number in 9 - channels..=8 {
            // Sample 0 of a RAM of zeros is the lowest output.
            channel(&mut listener, number, 0, 16, (channels - 1) << 4 | 15);
        }
        listener.run(1000);
        let cycles = 15 * 8 * 7 * 6 * 5 * 10;
        listener.run(15 - (listener.cycle + 1) % 15);
        for number in 1..=8 {
            let reading = listener.reading(usize::from(number - 1), cycles);
            listener.run(14);
            let share = reading.sum as f64 / (-8.0 * 15.0 * 79.0) / cycles as f64;
            let wanted = if number > 8 - channels {
                1.0 / f64::from(channels)
            } else {
                0.0
            };
            assert!(
                (share - wanted).abs() < 0.001,
                "{number} of {channels}: {share}"
            );
        }
    }
}

#[test]
fn the_mean_of_n_channels_is_one_nth() {
    let mut amplitudes = Vec::new();
    for channels in [1u8, 2, 4, 6] {
        let mut listener = listener(3);
        square(&mut listener);
        // The others stay at the center: volume 0.
        let frequency = 3867 * u32::from(channels);
        channel(&mut listener, 8, frequency, 16, (channels - 1) << 4 | 15);
        amplitudes.push(listener.strongest().1 * f64::from(channels));
    }
    for amplitude in &amplitudes {
        assert!(
            (amplitude / amplitudes[0] - 1.0).abs() < 0.03,
            "{amplitudes:?}"
        );
    }
}

#[test]
fn phases_are_read_at_any_cycle() {
    let mut listener = listener(3);
    channel(&mut listener, 8, 0x1_2345, 256, 0x00);
    let mut before = 0u32;
    for _ in 0..500 {
        let phase = [0x79, 0x7B, 0x7D].map(|address| {
            listener.cartridge.cpu_write(0xF800, address, 0);
            listener
                .cartridge
                .cpu_read(0x4800)
                .expect("the port is read")
        });
        let phase = u32::from_le_bytes([phase[0], phase[1], phase[2], 0]);
        let steps = listener.cycle / 15;
        if before != 0 {
            assert_eq!(phase.wrapping_sub(before) & 0xFF_FFFF, 0x1_2345);
        }
        before = phase;
        listener.run(15);
        assert_eq!(listener.cycle / 15, steps + 1);
    }
}

#[test]
fn a_written_phase_moves_the_wave() {
    let mut listener = listener(3);
    square(&mut listener);
    channel(&mut listener, 8, 0, 16, 15);
    listener.run(20);
    assert!(listener.reading(7, 20).lowest > 0, "sample 15");
    poke(&mut listener, 0x7D, &[8]);
    listener.run(20);
    assert!(listener.reading(7, 20).highest < 0, "sample 0");
    assert_eq!(peek(&mut listener, 0x7D), 8);
}

#[test]
fn disabled_sound_is_silent_and_leaves_the_ram_alone() {
    let mut listener = listener(3);
    square(&mut listener);
    channel(&mut listener, 8, 3867, 16, 15);
    listener.write(0xE000, 0x40);
    let before = [0x79, 0x7B, 0x7D].map(|address| peek(&mut listener, address));
    let reading = listener.reading(7, 100_000);
    assert_eq!(
        (reading.changes, reading.highest, reading.lowest),
        (0, 0, 0)
    );
    let after = [0x79, 0x7B, 0x7D].map(|address| peek(&mut listener, address));
    assert_eq!(before, after);
}

#[test]
fn state_is_the_same_with_and_without_sound_and_however_cut() {
    let mut listener = listener(3);
    for number in 4..=8 {
        channel(&mut listener, number, 4001 * u32::from(number), 256, 0x4D);
    }
    let mut silent = listener.cartridge.clone();
    let mut cut = listener.cartridge.clone();
    let start = listener.cycle;
    listener.run(100_003);
    silent.run(start + 100_003, &mut Sound::silent());
    for step in 1..=100_003 / 7 {
        cut.run(start + step * 7, &mut Sound::silent());
    }
    cut.run(start + 100_003, &mut Sound::silent());
    assert_eq!(listener.cartridge.board, silent.board);
    assert_eq!(listener.cartridge.board, cut.board);
}

#[test]
fn fewer_channels_take_over_at_the_next_turn() {
    let mut listener = listener(3);
    square(&mut listener);
    channel(&mut listener, 8, 3867, 16, 0x7F);
    listener.run(15 * 5);
    channel(&mut listener, 8, 3867, 16, 0x0F);
    let alone = listener.reading(7, 100_000);
    assert!(alone.lowest < 0 && alone.highest > 0);
    assert!(alone.squares / alone.cycles > 400_000);
}

#[test]
fn a_saved_wave_goes_on_in_phase() {
    let mut first = listener(3);
    square(&mut first);
    channel(&mut first, 8, 3867, 16, 0x1F);
    first.run(4567);
    let bytes = postcard::to_stdvec(&first.cartridge.state()).expect("states serialize");
    let mut second = listener(3);
    second.run(first.cycle - second.cycle);
    let state = postcard::from_bytes(&bytes).expect("states deserialize");
    second
        .cartridge
        .load(state)
        .expect("it is the same cartridge");
    for _ in 0..100 {
        assert_eq!(first.reading(7, 37), second.reading(7, 37));
    }
}
