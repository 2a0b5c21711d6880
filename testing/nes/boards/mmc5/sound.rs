//! MMC5: pulses, converter, and how loud they are.
//!
//! Source: NESdev "MMC5 audio".

use super::{cartridge, rig::machine, write_all};
use nescope::nes::{apu::Sound, observer::Silent};

const CPU_HZ: f64 = 236_250_000.0 / 11.0 / 12.0;

/// Half a second of samples after the program's first frames.
fn samples(setup: &str) -> Vec<i16> {
    let mut machine = machine(setup, "", "");
    machine.run_until_frame(30, &mut Silent);
    let mut samples = Vec::new();
    machine.drain_samples(&mut samples);
    samples.clear();
    machine.run_until_frame(60, &mut Silent);
    machine.drain_samples(&mut samples);
    samples
}

fn strength(samples: &[i16]) -> f64 {
    let sum: f64 = samples.iter().map(|&s| f64::from(s).powi(2)).sum();
    (sum / samples.len() as f64).sqrt()
}

/// Swings from below to above half of the highest sample, in hertz.
fn hertz(samples: &[i16]) -> f64 {
    let half = samples.iter().max().expect("there are samples") / 2;
    let (mut low, mut swings) = (false, 0);
    for &sample in samples {
        if sample < -half {
            low = true;
        } else if sample > half && low {
            low = false;
            swings += 1;
        }
    }
    f64::from(swings) * 48000.0 / samples.len() as f64
}

/// A square at full volume with a period, on the registers from `base` on.
fn square(base: u16, enable: u16, period: u16) -> String {
    format!(
        "lda #$03\n sta {enable}\n lda #$BF\n sta {base}\n lda #$08\n sta {}\n lda #{}\n sta {}
         lda #{}\n sta {}",
        base + 1,
        period & 0xFF,
        base + 2,
        period >> 8,
        base + 3
    )
}

#[test]
fn pulses_are_as_loud_as_those_of_the_console_upside_down() {
    let ours = samples(&square(0x5000, 0x5015, 253));
    let console = samples(&square(0x4000, 0x4015, 253));
    let ratio = strength(&ours) / strength(&console);
    assert!((ratio - 1.0).abs() < 0.01, "{ratio}");
    let second = samples(&square(0x5004, 0x5015, 253));
    assert!((strength(&second) / strength(&console) - 1.0).abs() < 0.01);
    let both = square(0x5000, 0x5015, 253) + "\n" + &square(0x4000, 0x4015, 253);
    // Both start within a few cycles: what is left is far weaker than either.
    let left = strength(&samples(&both)) / strength(&console);
    assert!(left < 0.4, "{left}");
}

#[test]
fn periods_give_the_frequencies_of_the_console() {
    for period in [100, 253, 1000] {
        let found = hertz(&samples(&square(0x5000, 0x5015, period)));
        let expected = CPU_HZ / 16.0 / f64::from(period + 1);
        assert!(
            (found - expected).abs() < 4.0,
            "{period}: {found}, {expected}"
        );
    }
}

#[test]
fn length_counters_run_at_240_hertz() {
    let mut cartridge = cartridge(0, 0);
    let mut sound = Sound::silent();
    // Length 10, not halted.
    let start = [(0x5015, 1), (0x5000, 0x1F), (0x5003, 0x00)];
    write_all(&mut cartridge, &start);
    assert_eq!(cartridge.cpu_read(0x5015), Some(1));
    cartridge.run(10 * 7457 - 1, &mut sound);
    assert_eq!(cartridge.cpu_read(0x5015), Some(1));
    cartridge.run(10 * 7457, &mut sound);
    assert_eq!(cartridge.cpu_read(0x5015), Some(0));
}

#[test]
fn short_periods_do_not_silence() {
    let mut machine = machine(&square(0x5000, 0x5015, 3), "", "");
    machine.run_until_frame(10, &mut Silent);
    machine.sound_mut().reset_meter();
    machine.run_until_frame(12, &mut Silent);
    let readings = machine.sound_mut().voice_readings();
    assert!(
        readings[0].highest == 0 && readings[0].lowest < -4000,
        "{:?}",
        readings[0]
    );
}

#[test]
fn a_zero_for_the_converter_interrupts_instead() {
    let mut cartridge = cartridge(0, 0);
    write_all(&mut cartridge, &[(0x5011, 0), (0x5010, 0x00)]);
    assert!(!cartridge.irq(), "not enabled");
    cartridge.cpu_write(0x5010, 0x80, 0);
    assert!(cartridge.irq(), "tripped before");
    cartridge.cpu_write(0x5011, 1, 0);
    assert!(!cartridge.irq());
    cartridge.cpu_write(0x5011, 0, 0);
    assert_eq!(cartridge.cpu_read(0x5010), Some(0x80));
    assert_eq!(cartridge.cpu_read(0x5010), Some(0));
}

#[test]
fn in_read_mode_the_converter_takes_what_the_cpu_reads() {
    let mut cartridge = cartridge(0, 0);
    write_all(
        &mut cartridge,
        &[(0x5010, 0x81), (0x5114, 0x80), (0x5011, 0)],
    );
    assert!(!cartridge.irq(), "$5011 is ignored");
    cartridge.cpu_read(0x8002);
    assert!(!cartridge.irq());
    cartridge.cpu_peek(0x8000);
    assert!(!cartridge.irq());
    assert_eq!(cartridge.cpu_read(0x8000), Some(0), "the bank number");
    assert!(cartridge.irq());
}
