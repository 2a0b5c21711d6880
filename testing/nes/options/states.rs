//! States carry the revisions of their chips: a machine that loads one goes on as the machine
//! that saved it, whatever it was itself. A board takes no state of another revision.

use super::machine;
use crate::nes::{cartridge::image::Image, program::BUSY};
use nescope::nes::{
    machine::Machine,
    observer::Silent,
    options::{
        Console, CpuRevision, LoadDma, Mmc1Revision, Mmc3Revision, PalettePattern, PowerOptions,
        PpuRevision, RamPattern, UnstableStores,
    },
};

/// Each with another value of one option.
fn variants() -> Vec<PowerOptions> {
    let default = PowerOptions::default;
    vec![
        PowerOptions {
            cpu: CpuRevision::Letterless,
            ..default()
        },
        PowerOptions {
            cpu: CpuRevision::E,
            ..default()
        },
        PowerOptions {
            load_dma: LoadDma::Third,
            ..default()
        },
        PowerOptions {
            ppu: PpuRevision::Old,
            ..default()
        },
        PowerOptions {
            ppu: PpuRevision::Rgb,
            ..default()
        },
        PowerOptions {
            console: Console::Famicom,
            ..default()
        },
        PowerOptions {
            console: Console::TopLoader,
            ..default()
        },
        PowerOptions {
            alignment: 3,
            ..default()
        },
        PowerOptions {
            oam_decay: true,
            ..default()
        },
        PowerOptions {
            unstable_stores: UnstableStores::Or,
            ..default()
        },
        PowerOptions {
            ane_magic: 0,
            ..default()
        },
        PowerOptions {
            ram: RamPattern::Random,
            seed: 5,
            ..default()
        },
        PowerOptions {
            palette: PalettePattern::Console,
            ..default()
        },
    ]
}

#[test]
fn a_loaded_state_goes_on_as_the_machine_of_other_options_that_saved_it() {
    let plain = machine(BUSY, PowerOptions::default());
    for options in variants() {
        let mut other = machine(BUSY, options.clone());
        assert!(other.save() != plain.save(), "{options:?} is in the state");
        other.run_until_frame(3, &mut Silent);
        let mut loaded = plain.clone();
        loaded.load(&other.save()).expect("the same cartridge");
        for machine in [&mut other, &mut loaded] {
            machine.run_until_frame(8, &mut Silent);
        }
        assert!(loaded.save() == other.save(), "{options:?}");
        assert_eq!(loaded.pixels(), other.pixels(), "{options:?}");
    }
}

fn boards(image: &Image, options: [PowerOptions; 2]) -> [Machine; 2] {
    options.map(|options| Machine::power_on(image.rom(), options).expect("a known board"))
}

#[test]
fn a_board_refuses_a_state_of_another_revision_and_keeps_its_own() {
    let mmc3 = |revision| PowerOptions {
        mmc3: Some(revision),
        ..PowerOptions::default()
    };
    let mmc1 = |revision| PowerOptions {
        mmc1: Some(revision),
        ..PowerOptions::default()
    };
    let pairs = [
        (4, [mmc3(Mmc3Revision::A), mmc3(Mmc3Revision::B)]),
        (4, [mmc3(Mmc3Revision::B), mmc3(Mmc3Revision::Mmc6)]),
        (1, [mmc1(Mmc1Revision::A), mmc1(Mmc1Revision::B)]),
    ];
    for (mapper, options) in pairs {
        let image = Image::new(mapper, 0, 0x2_0000, 0x2000).ram(7, 0);
        let [mut one, two] = boards(&image, options);
        let before = one.save();
        let error = one.load(&two.save()).expect_err("another revision");
        assert_eq!(error.code(), "corrupt");
        assert!(one.save() == before);
    }
}
