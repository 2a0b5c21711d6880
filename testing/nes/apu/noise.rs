//! The noise channel. Source: NESdev "APU Noise" and its talk page.

use nescope::nes::{apu::noise::Noise, options::CpuRevision};
use std::collections::BTreeMap;

const LONG_CYCLE: usize = 32767;
const SHORT_MODE: u8 = 0x80;

/// Which loop is heard depends on the state in which the mode is chosen; their levels differ by
/// decibels.
#[test]
fn the_short_mode_has_352_loops_of_93_steps_and_one_of_31() {
    let mut long = Noise::new(false, CpuRevision::default());
    // A loop is known by its least state.
    let mut loops = BTreeMap::new();
    for _ in 0..LONG_CYCLE {
        long.clock();
        let mut short = long.clone();
        short.write_rate(SHORT_MODE);
        let (least, steps) = loop_of(&mut short);
        loops.insert(least, steps);
    }
    let count = |wanted| loops.values().filter(|&&steps| steps == wanted).count();
    assert_eq!((count(93), count(31), loops.len()), (352, 1, 353));
}

/// The least state of the loop that a channel is in, and the loop's length.
fn loop_of(noise: &mut Noise) -> (u16, usize) {
    let first = noise.shifter();
    let (mut least, mut steps) = (first, 1);
    noise.clock();
    while noise.shifter() != first {
        least = least.min(noise.shifter());
        noise.clock();
        steps += 1;
    }
    (least, steps)
}
