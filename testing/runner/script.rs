//! Options and scripted input.

use nescope::{
    nes::{
        event::Buttons,
        options::{Mmc3Revision, UnstableStores},
        region::Region,
    },
    runner::{args::BenchInput, inputs, manifest::Press, options},
};

fn press(frame: u64, names: &[&str]) -> Press {
    Press {
        frame,
        port: 1,
        press: names.iter().map(|name| (*name).to_owned()).collect(),
        frames: 3,
        ..Press::default()
    }
}

#[test]
fn presses_hold_for_their_frames_and_add_up() {
    let script = inputs::Script::new(&[press(10, &["Start"]), press(12, &["right", "A"])]);
    let script = script.expect("the names are buttons");
    let held = |frame| script.held(1, frame).0;
    assert_eq!([9, 10, 12, 13, 15].map(held), [0, 0x08, 0x89, 0x81, 0]);
    assert_eq!(script.held(2, 10), Buttons(0));
    assert!(inputs::Script::new(&[press(0, &["Turbo"])]).is_err());
}

#[test]
fn bench_input_is_fixed() {
    let start = |frame| inputs::bench(BenchInput::Start, frame).0;
    assert_eq!([59, 60, 67, 68].map(start), [0, 8, 8, 0]);
    let mash = |frame| inputs::bench(BenchInput::Mash, frame).0;
    // Left, A every other 16 frames, Start from 60, Right from 64.
    assert_eq!(
        [0, 16, 60, 64, 188, 196].map(mash),
        [0x40, 0x41, 0x49, 0x88, 0x49, 0x80]
    );
}

#[test]
fn options_are_named_values() {
    let parse = |texts: &[&str]| {
        options::parse(
            &texts
                .iter()
                .map(|text| (*text).to_owned())
                .collect::<Vec<_>>(),
        )
    };
    let options = parse(&["mmc3=a", "region=pal", "seed=$10", "alignment=3"]).expect("valid");
    assert_eq!(options.mmc3, Some(Mmc3Revision::A));
    assert_eq!(
        (options.region, options.seed, options.alignment),
        (Some(Region::Pal), 16, 3)
    );
    let options = parse(&["unstable=plain"]).expect("valid");
    assert_eq!(options.unstable_stores, UnstableStores::Plain);
    let options = parse(&["align=2", "song=3", "ram=rand", "oam_decay=on"]).expect("valid");
    assert_eq!((options.alignment, options.song), (2, Some(3)));
    assert!(options.oam_decay);
    for (wrong, told) in [
        (
            "console=ps2",
            "front_loader, top_loader, late_famicom or famicom",
        ),
        ("cpu=z", "letterless, e, early_g, g or h"),
        ("oam_decay=maybe", "true or false"),
        ("align=4", "0 to 3"),
        ("warp=1", "region, ram, palette, seed, align, cpu, load_dma"),
    ] {
        let error = parse(&[wrong]).expect_err(wrong);
        assert!(error.contains(told), "{error}");
    }
    for wrong in [
        "mmc3",
        "unstable=x",
        "mmc3=x",
        "alignment=4",
        "ane_magic=256",
        "warp=1",
    ] {
        assert!(parse(&[wrong]).is_err(), "{wrong}");
    }
}
