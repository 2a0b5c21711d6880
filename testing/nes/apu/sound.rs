//! The sound output: aliases, the non-linear mix, muting, bounds, determinism.
//! NESdev: APU Mixer.

use super::spectrum::{LENGTH, LOBE, magnitudes};
use nescope::nes::{
    apu::{
        Apu, Sound,
        mixer::{Channel, FULL_SCALE, MIXER},
        sound::QUEUE,
        triangle::ULTRASONIC,
    },
    region::Region,
};

const CPU_HZ: f64 = 236_250_000.0 / 11.0 / 12.0;

/// Samples of a steady state after the given writes.
fn record(writes: &[(u16, u8)]) -> Vec<i16> {
    let mut apu = Apu::new(Region::Ntsc);
    let mut sound = Sound::new(Region::Ntsc);
    let mut cycle = 10;
    for &(address, value) in writes {
        apu.write(address, value, cycle, &mut sound);
        cycle += 4;
    }
    let mut samples = Vec::new();
    while samples.len() < LENGTH + 9600 {
        cycle += 29780;
        apu.advance(cycle, &mut sound);
        sound.drain(&mut samples);
    }
    samples[9600..9600 + LENGTH].to_vec()
}

fn pulse(period: u16, duty: u8) -> Vec<i16> {
    record(&[
        (0x4015, 0x01),
        (0x4000, duty << 6 | 0x3F),
        (0x4001, 0x08),
        (0x4002, period as u8),
        (0x4003, 0x08 | (period >> 8) as u8),
    ])
}

/// The strongest component that is no harmonic of `hertz`, in dB against the strongest one.
fn alias(samples: &[i16], hertz: f64) -> f64 {
    let magnitudes = magnitudes(samples);
    let width = 48000.0 / LENGTH as f64;
    let strongest = magnitudes[LOBE..].iter().fold(0.0, |a: f64, &b| a.max(b));
    let mut foreign = 0.0f64;
    for (bin, &magnitude) in magnitudes.iter().enumerate().skip(LOBE) {
        let frequency = bin as f64 * width;
        let harmonic = (frequency / hertz).round().max(1.0) * hertz;
        if (frequency - harmonic).abs() > LOBE as f64 * width {
            foreign = foreign.max(magnitude);
        }
    }
    20.0 * (foreign / strongest).log10()
}

#[test]
fn pulse_sweep_keeps_aliases_below_60_db() {
    // Fundamentals from 12.4 kHz (period 8) down to 55 Hz, all duties.
    let mut period = 8u16;
    let mut worst = (f64::NEG_INFINITY, 0, 0);
    while period < 0x7FF {
        let hertz = CPU_HZ / (16.0 * f64::from(period + 1));
        for duty in 0..3 {
            let level = alias(&pulse(period, duty), hertz);
            if level > worst.0 {
                worst = (level, period, duty);
            }
        }
        period += 1 + period / 5;
    }
    println!(
        "worst alias {:.1} dB at period {} duty {}",
        worst.0, worst.1, worst.2
    );
    assert!(worst.0 < -60.0, "{worst:?}");
}

#[test]
fn fast_triangle_keeps_aliases_below_60_db() {
    for period in [2u8, 3, 5, 9, 20, 70] {
        let samples = record(&[
            (0x4015, 0x04),
            (0x4008, 0xFF),
            (0x400A, period),
            (0x400B, 0x08),
        ]);
        let level = alias(&samples, CPU_HZ / (32.0 * (f64::from(period) + 1.0)));
        assert!(level < -60.0, "period {period}: {level:.1} dB");
    }
}

#[test]
fn pitch_and_level_of_a_pulse_are_right() {
    // Period 253 is 440.4 Hz; a 50 % pulse of volume 15 has a fundamental of 4 / pi halves.
    let magnitudes = magnitudes(&pulse(253, 2));
    let peak = (LOBE..4000).max_by(|&a, &b| magnitudes[a].total_cmp(&magnitudes[b]));
    let hertz = peak.expect("there are bins") as f64 * 48000.0 / LENGTH as f64;
    assert!((hertz - 440.4).abs() < 1.5, "{hertz}");
    let amplitude = magnitudes[peak.expect("there are bins")] / (LENGTH as f64 * 0.35875 / 2.0);
    let step = f64::from(MIXER.pulses(15, 0));
    // High-pass filters at 90 and 440 Hz take 0.98 and 0.71 of it.
    let expected = step / 2.0 * 4.0 / std::f64::consts::PI * 0.98 * 0.707;
    assert!(
        (amplitude / expected - 1.0).abs() < 0.05,
        "{amplitude} {expected}"
    );
}

#[test]
fn mix_follows_the_documented_curves() {
    for first in 0..=15u8 {
        for second in 0..=15u8 {
            let sum = f64::from(first) + f64::from(second);
            let exact = if sum == 0.0 {
                0.0
            } else {
                95.88 / (8128.0 / sum + 100.0)
            };
            let made = f64::from(MIXER.pulses(first, second));
            assert!((made - FULL_SCALE * exact).abs() <= 0.51);
        }
    }
    for triangle in 0..=15u8 {
        for noise in 0..=15u8 {
            for dmc in 0..=127u8 {
                let u = f64::from(triangle) / 8227.0
                    + f64::from(noise) / 12241.0
                    + f64::from(dmc) / 22638.0;
                let exact = if u == 0.0 {
                    0.0
                } else {
                    159.79 / (1.0 / u + 100.0)
                };
                let made = f64::from(MIXER.others(triangle, noise, dmc));
                assert!(
                    (made - FULL_SCALE * exact).abs() < 2.5,
                    "{triangle} {noise} {dmc}"
                );
            }
        }
    }
    let between = (MIXER.others(7, 0, 0) + MIXER.others(8, 0, 0)) / 2;
    assert!((MIXER.others(ULTRASONIC, 0, 0) - between).abs() <= 3);
}

#[test]
fn muted_channel_is_silent_and_keeps_its_state() {
    let mut apu = Apu::new(Region::Ntsc);
    let mut sound = Sound::new(Region::Ntsc);
    sound.mute(Channel::Pulse1, true);
    for (step, (address, value)) in [(0x4015, 1), (0x4000, 0xBF), (0x4002, 0xFD), (0x4003, 8)]
        .into_iter()
        .enumerate()
    {
        apu.write(address, value, 10 + step as u64, &mut sound);
    }
    // The first half second lets the switch-on of the resting triangle die away.
    let mut samples = Vec::new();
    apu.advance(900_000, &mut sound);
    sound.drain(&mut samples);
    samples.clear();
    apu.advance(1_000_000, &mut sound);
    sound.drain(&mut samples);
    assert!(samples.len() > 2000);
    assert!(samples.iter().all(|&sample| sample == 0));
    assert!(apu.channels(CPU_HZ)[0].audible);
    sound.mute(Channel::Pulse1, false);
    apu.advance(1_100_000, &mut sound);
    samples.clear();
    sound.drain(&mut samples);
    assert!(samples.iter().any(|&sample| sample > 1000));
}

#[test]
fn silence_is_zero_and_a_second_has_48000_samples() {
    let mut apu = Apu::new(Region::Ntsc);
    let mut sound = Sound::new(Region::Ntsc);
    let mut samples = Vec::new();
    for frame in 1..=60u64 {
        apu.advance(frame * 29_829, &mut sound);
        sound.drain(&mut samples);
    }
    let expected = (60.0 * 29_829.0 * 48_000.0 / CPU_HZ) as usize;
    assert_eq!(samples.len(), expected);
    // The triangle rests at its first step, 15: only the high-passed switch-on is heard.
    assert!(samples[20_000..].iter().all(|&sample| sample == 0));
}

#[test]
fn undrained_queue_is_bounded() {
    let mut apu = Apu::new(Region::Pal);
    let mut sound = Sound::new(Region::Pal);
    for second in 1..=5 {
        apu.advance(second * 1_662_607, &mut sound);
    }
    sound.finish();
    assert!(sound.samples().len() <= QUEUE);
    assert!(sound.samples().len() >= QUEUE / 2);
}

#[test]
fn sound_switched_off_and_on_again_continues_from_the_state() {
    let mut apu = Apu::new(Region::Ntsc);
    let mut sound = Sound::new(Region::Ntsc);
    sound.enable(false);
    apu.write(0x4015, 0x01, 10, &mut sound);
    apu.write(0x4000, 0xBF, 14, &mut sound);
    apu.write(0x4002, 0xFD, 18, &mut sound);
    apu.write(0x4003, 0x08, 22, &mut sound);
    apu.advance(500_000_000, &mut sound);
    let mut samples = Vec::new();
    sound.drain(&mut samples);
    assert!(samples.is_empty());
    sound.enable(true);
    apu.advance(500_100_000, &mut sound);
    sound.drain(&mut samples);
    assert_eq!(samples.len(), 2681);
    assert!(samples.iter().any(|&sample| sample > 1000));
}

#[test]
fn a_sound_that_begins_anew_soon_is_the_one_that_ran_on() {
    let mut apu = Apu::new(Region::Ntsc);
    let mut unbroken = Sound::new(Region::Ntsc);
    for (address, value) in [
        (0x4015, 0x0F),
        (0x4000, 0xBF),
        (0x4002, 0xFD),
        (0x4003, 0x08),
        (0x4008, 0xFF),
        (0x400A, 0x55),
        (0x400B, 0x08),
    ] {
        apu.write(address, value, 10, &mut unbroken);
    }
    apu.advance(1_234_567, &mut unbroken);
    let (mut other, mut anew, mut new) = (apu.clone(), unbroken.clone(), Sound::new(Region::Ntsc));
    let mut past = Vec::new();
    unbroken.drain(&mut past);
    anew.forget();
    new.forget();
    anew.drain(&mut past);
    let mut again = apu.clone();
    let samples = [
        (&mut apu, &mut unbroken),
        (&mut other, &mut anew),
        (&mut again, &mut new),
    ]
    .map(|(apu, sound)| {
        let mut samples = Vec::new();
        apu.advance(1_334_567, sound);
        sound.drain(&mut samples);
        samples
    });
    // Whatever the output had played before, what it plays from a state on is the same ...
    assert!(samples[1] == samples[2]);
    assert!(samples[1][0].abs() < 100, "it begins at rest");
    // ... and once the kernel and the filters have forgotten, that of the unbroken output; its
    // first samples are those of the kernel's length that could still change.
    let late = samples[0].len() - samples[1].len();
    assert!(late <= 1, "{late} samples");
    let pairs = samples[0][late..].iter().zip(&samples[1]).skip(1500);
    let worst = pairs.map(|(a, b)| (a - b).abs()).max();
    assert!(worst.is_some_and(|worst| worst <= 1), "{worst:?}");
}

#[test]
fn meter_tells_a_50_percent_pulse_from_silence() {
    let mut apu = Apu::new(Region::Ntsc);
    let mut sound = Sound::new(Region::Ntsc);
    apu.write(0x4015, 0x01, 10, &mut sound);
    apu.write(0x4000, 0xBC, 14, &mut sound);
    apu.write(0x4002, 0xFD, 18, &mut sound);
    apu.write(0x4003, 0x08, 22, &mut sound);
    sound.reset_meter();
    apu.advance(2_000_000, &mut sound);
    let readings = sound.readings();
    assert!(
        (readings[0].rms() - 6.0).abs() < 0.01,
        "{}",
        readings[0].rms()
    );
    assert_eq!(readings[0].peak(), 6.0);
    assert_eq!(readings[1].rms(), 0.0);
    assert!(readings[1].cycles > 1_999_000);
}

#[test]
fn samples_are_the_same_on_every_host() {
    // Tables and filters use plain arithmetic only; this sum was computed once and kept.
    let sum = pulse(100, 1).iter().fold(0u64, |sum, &sample| {
        sum.wrapping_mul(31).wrapping_add(sample as u64)
    });
    assert_eq!(sum, KEPT_SUM);
}

/// See `samples_are_the_same_on_every_host`.
const KEPT_SUM: u64 = 1_558_422_733_551_173_874;
