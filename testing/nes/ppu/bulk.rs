//! Running many dots in one go is the same as running them one by one, and a saved PPU
//! continues like the one it was taken from.

use super::rig::Rig;
use nescope::nes::{options::PowerOptions, region::Region};
use proptest::prelude::*;

/// Register accesses with the clocks between them.
fn accesses() -> impl Strategy<Value = Vec<(u64, bool, u16, u8)>> {
    let gap = prop_oneof![12u64..40, 12u64..3000, 12u64..400_000];
    let value = prop_oneof![any::<u8>(), Just(0x1E), Just(0x18), Just(0x00), Just(0x3F)];
    prop::collection::vec((gap, any::<bool>(), 0u16..8, value), 1..60)
}

fn start(region: Region, alignment: u8, oam_decay: bool) -> Rig {
    let mut rig = Rig::new(
        region,
        PowerOptions {
            alignment,
            oam_decay,
            ..PowerOptions::default()
        },
    );
    for (index, byte) in rig.video.memory.iter_mut().enumerate() {
        *byte = (index.wrapping_mul(31) >> 3) as u8;
    }
    for index in 0..=255 {
        rig.ppu.poke_oam(index, index.wrapping_mul(29));
    }
    rig
}

fn access(rig: &mut Rig, clock: u64, write: bool, register: u16, value: u8) -> u8 {
    if write {
        rig.write_at(register, value, clock);
        0
    } else {
        rig.read_at(register, clock)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn bulk_and_single_dots_agree(
        accesses in accesses(),
        alignment in 0u8..4,
        region in prop_oneof![Just(Region::Ntsc), Just(Region::Pal), Just(Region::Dendy)],
        decay in any::<bool>(),
        (hears, picture) in any::<(bool, bool)>(),
    ) {
        let mut bulk = start(region, alignment, decay);
        (bulk.video.hears, bulk.frame.enabled) = (hears, picture);
        let mut single = bulk.clone();
        let mut clock = bulk.ppu.clock() + 100;
        for (gap, write, register, value) in accesses {
            clock += gap;
            while single.ppu.clock() < clock {
                single.run_to(single.ppu.clock() + 1);
            }
            let seen = access(&mut bulk, clock, write, register, value);
            prop_assert_eq!(seen, access(&mut single, clock, write, register, value));
            prop_assert_eq!(&bulk.ppu, &single.ppu);
        }
        prop_assert_eq!(&bulk.frame, &single.frame);
        prop_assert_eq!(&bulk.video.memory, &single.video.memory);
    }

    #[test]
    fn a_saved_ppu_continues_alike(accesses in accesses(), clocks in 0u64..400_000) {
        let mut rig = start(Region::Ntsc, 0, false);
        let mut clock = rig.ppu.clock();
        for (gap, write, register, value) in accesses {
            clock += gap;
            access(&mut rig, clock, write, register, value);
        }
        let bytes = postcard::to_stdvec(&rig.ppu).expect("the PPU serializes");
        let mut restored = rig.clone();
        restored.ppu = postcard::from_bytes(&bytes).expect("what was serialized loads");
        rig.run_to(clock + clocks);
        restored.run_to(clock + clocks);
        prop_assert_eq!(&rig.ppu, &restored.ppu);
        prop_assert_eq!(&rig.frame, &restored.frame);
    }
}
