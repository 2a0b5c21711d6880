//! What light guns see of the picture. NESdev: Zapper.

use super::rig::Rig;
use nescope::nes::event::Spot;

const SPOT: Spot = Spot { x: 128, y: 120 };
/// The first and the last dot and line around the spot that a diode sees.
const FIRST: (u16, u16) = (117, 126);
const LAST: (u16, u16) = (123, 132);

/// A screen of one color without rendering, before line 100, with a gun in port 2.
fn blank(color: u8) -> Rig {
    let mut rig = Rig::ntsc();
    rig.goto(250, 0);
    rig.store(0x3F00, &[color]);
    rig.address(0);
    rig.ppu.point(1, Some(SPOT));
    rig.goto(100, 0);
    rig
}

/// The same picture rendered from tiles.
fn rendered(color: u8) -> Rig {
    let mut rig = Rig::ntsc();
    rig.goto(250, 0);
    rig.solid();
    rig.goto(245, 0);
    rig.store(0x3F00, &[0x0F, color]);
    rig.address(0);
    rig.write(1, 0x0A);
    rig.ppu.point(1, Some(SPOT));
    rig.goto(100, 0);
    rig
}

/// Lines after the last lit pixel that the diode stays on.
fn lines_on(rig: &mut Rig) -> u16 {
    rig.goto(LAST.0, LAST.1);
    let mut lines = 0;
    rig.goto(LAST.0, LAST.1 + 1);
    while rig.ppu.sees_light(1) && lines < 60 {
        rig.goto(LAST.0 + lines + 1, LAST.1 + 1);
        lines += 1;
    }
    lines
}

#[test]
fn the_diode_stays_on_26_lines_for_white_24_for_light_grey_and_19_for_dark_grey() {
    for (color, lines) in [
        (0x30, 26),
        (0x20, 26),
        (0x10, 24),
        (0x00, 19),
        (0x0F, 0),
        (0x01, 0),
    ] {
        assert_eq!(lines_on(&mut blank(color)), lines, "{color:02X} blank");
        assert_eq!(
            lines_on(&mut rendered(color)),
            lines,
            "{color:02X} rendered"
        );
    }
}

#[test]
fn light_is_seen_from_the_pixel_that_the_beam_reaches_first() {
    for mut rig in [blank(0x30), rendered(0x30)] {
        rig.goto(FIRST.0, FIRST.1);
        assert!(!rig.ppu.sees_light(1));
        rig.goto(FIRST.0, FIRST.1 + 1);
        assert!(rig.ppu.sees_light(1));
        assert!(!rig.ppu.sees_light(0), "port 1 has no gun");
        rig.goto(240, 0);
        assert!(!rig.ppu.sees_light(1), "the picture is below");
    }
}

#[test]
fn a_sprite_is_seen_where_it_is_and_not_four_pixels_beside_it() {
    let sees = |x: i16, y: i16| {
        let mut rig = Rig::ntsc();
        rig.goto(250, 0);
        rig.solid();
        let mut sprites = [0xFF; 256];
        sprites[..4].copy_from_slice(&[99, 0, 0, 200]);
        rig.sprites(&sprites);
        rig.store(0x3F00, &[0x0F]);
        rig.store(0x3F11, &[0x30]);
        rig.address(0);
        rig.write(1, 0x14);
        rig.ppu.point(0, Some(Spot { x, y }));
        rig.goto(110, 0);
        rig.ppu.sees_light(0)
    };
    // It covers columns 200 to 207 of lines 100 to 107.
    assert!(sees(203, 103) && sees(197, 97) && sees(210, 110));
    assert!(!sees(196, 103) && !sees(211, 103) && !sees(203, 96) && !sees(203, 111));
}

#[test]
fn a_gun_beside_the_picture_sees_nothing() {
    for (x, y) in [
        (-4, 100),
        (259, 100),
        (100, -4),
        (100, 243),
        (i16::MIN, i16::MIN),
        (i16::MAX, i16::MAX),
        (i16::MAX, 100),
        (100, i16::MIN),
    ] {
        let mut rig = rendered(0x30);
        rig.ppu.point(1, Some(Spot { x, y }));
        let start = rig.ppu.frame();
        while rig.ppu.frame() < start + 2 {
            rig.run_to(rig.ppu.clock() + 100);
            assert!(!rig.ppu.sees_light(1), "({x}, {y})");
        }
    }
    // Its edge is in the field of view.
    let mut rig = rendered(0x30);
    rig.ppu.point(1, Some(Spot { x: 258, y: 105 }));
    rig.goto(106, 0);
    assert!(rig.ppu.sees_light(1));
}

#[test]
fn what_is_seen_depends_neither_on_the_picture_nor_on_the_steps() {
    for start in [blank(0x10), rendered(0x10)] {
        let clock = start.ppu.clock() + 341 * 4 * 70;
        let (mut dots, mut bulk, mut unseen) = (start.clone(), start.clone(), start);
        while dots.ppu.clock() < clock {
            dots.run_to(dots.ppu.clock() + 1);
        }
        bulk.run_to(clock);
        unseen.frame.enabled = false;
        unseen.run_to(clock);
        assert_eq!(dots.ppu, bulk.ppu);
        assert_eq!(dots.ppu, unseen.ppu);
        assert_eq!(dots.frame.pixels, bulk.frame.pixels);
    }
}

#[test]
fn a_gun_changes_nothing_of_the_picture() {
    let mut with = rendered(0x30);
    let mut without = with.clone();
    without.ppu.point(1, None);
    let clock = with.ppu.clock() + 341 * 4 * 400;
    with.run_to(clock);
    without.run_to(clock);
    assert_eq!(with.frame.pixels, without.frame.pixels);
    assert_eq!(with.ppu.status(), without.ppu.status());
}
