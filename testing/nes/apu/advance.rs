//! One long advance is the same as many short ones, with and without sound, and the horizon
//! never comes late.

use nescope::nes::{
    apu::{Apu, DmcRequest, Sound},
    region::Region,
};
use proptest::prelude::*;

/// A write some cycles after the one before.
#[derive(Clone, Copy, Debug)]
struct Write {
    gap: u64,
    address: u16,
    value: u8,
}

fn writes() -> impl Strategy<Value = Vec<Write>> {
    let address = prop_oneof![0x4000u16..0x4014, Just(0x4015), Just(0x4017)];
    let gap = prop_oneof![1u64..8, 1u64..400, 1u64..30_000];
    let write = (gap, address, any::<u8>()).prop_map(|(gap, address, value)| Write {
        gap,
        address,
        value,
    });
    prop::collection::vec(write, 1..40)
}

fn region() -> impl Strategy<Value = Region> {
    prop_oneof![Just(Region::Ntsc), Just(Region::Pal)]
}

/// Serves a request two cycles after its first halt attempt, on a get cycle.
fn due(request: Option<DmcRequest>) -> Option<u64> {
    request.map(|request| (request.first_halt_cycle + 3) & !1)
}

/// Runs all writes, advancing at most `stride` cycles at a time and serving DMC requests.
fn run(region: Region, writes: &[Write], stride: u64, sound: &mut Sound) -> Vec<Apu> {
    let mut apu = Apu::new(region);
    let mut cycle = 0;
    let mut states = Vec::new();
    for write in writes {
        let target = cycle + write.gap;
        while cycle < target {
            let step = (cycle + stride)
                .min(target)
                .min(apu.horizon().max(cycle + 1));
            apu.advance(step, sound);
            cycle = step;
            if due(apu.dmc_request()).is_some_and(|due| due <= cycle) && cycle % 2 == 0 {
                apu.dmc_deliver(0xA5, cycle);
            }
        }
        apu.write(write.address, write.value, cycle, sound);
        states.push(apu.clone());
    }
    states
}

/// Advances without regard to requests, so that strides may pass the horizon.
fn run_unserved(region: Region, writes: &[Write], stride: u64) -> Vec<Apu> {
    let mut apu = Apu::new(region);
    let mut sound = Sound::silent();
    let mut cycle = 0;
    let mut states = Vec::new();
    for write in writes {
        let target = cycle + write.gap;
        while cycle < target {
            cycle = (cycle + stride).min(target);
            apu.advance(cycle, &mut sound);
        }
        apu.write(write.address, write.value, cycle, &mut sound);
        states.push(apu.clone());
    }
    states
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn one_jump_equals_cycle_by_cycle(region in region(), writes in writes()) {
        let jumps = run_unserved(region, &writes, u64::MAX / 2);
        let cycles = run_unserved(region, &writes, 1);
        prop_assert_eq!(jumps, cycles);
    }

    #[test]
    fn sound_changes_no_state(region in region(), writes in writes()) {
        let silent = run(region, &writes, 1, &mut Sound::silent());
        let sounding = run(region, &writes, 1, &mut Sound::new(region));
        prop_assert_eq!(silent, sounding);
    }

    #[test]
    fn samples_do_not_depend_on_the_stride(region in region(), writes in writes()) {
        let mut heard = Vec::new();
        for stride in [3, 977] {
            let mut sound = Sound::new(region);
            let mut apu = Apu::new(region);
            let mut samples = Vec::new();
            let mut cycle = 0;
            for write in &writes {
                let target = cycle + write.gap;
                while cycle < target {
                    cycle = (cycle + stride).min(target);
                    apu.advance(cycle, &mut sound);
                }
                apu.write(write.address, write.value, cycle, &mut sound);
                if stride == 3 {
                    sound.drain(&mut samples);
                }
            }
            sound.drain(&mut samples);
            let kept = samples.len().min(20_000);
            heard.push(samples.split_off(samples.len() - kept));
        }
        prop_assert_eq!(&heard[0], &heard[1]);
    }

    #[test]
    fn lines_change_only_at_the_horizon(region in region(), writes in writes()) {
        let mut apu = Apu::new(region);
        let mut sound = Sound::silent();
        let mut cycle = 0;
        for write in &writes {
            for _ in 0..write.gap {
                let horizon = apu.horizon();
                let before = (apu.irq(), apu.dmc_request().map(|request| request.first_halt_cycle));
                cycle += 1;
                apu.advance(cycle, &mut sound);
                let after = (apu.irq(), apu.dmc_request().map(|request| request.first_halt_cycle));
                let announced = cycle >= horizon
                    || after.1.is_some_and(|halt| halt > cycle && halt >= horizon);
                prop_assert!(before == after || announced, "{} before {}", cycle, horizon);
            }
            apu.write(write.address, write.value, cycle, &mut sound);
        }
    }

    #[test]
    fn saved_state_continues_the_same(writes in writes()) {
        let mut sound = Sound::silent();
        for apu in run_unserved(Region::Ntsc, &writes, 1000) {
            let bytes = postcard::to_allocvec(&apu).expect("an APU serializes");
            let mut copy: Apu = postcard::from_bytes(&bytes).expect("an APU deserializes");
            prop_assert_eq!(&copy, &apu);
            let mut apu = apu;
            copy.advance(3_000_000, &mut sound);
            apu.advance(3_000_000, &mut sound);
            prop_assert_eq!(copy, apu);
        }
    }
}
