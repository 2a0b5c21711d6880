//! Sprites and OAM. NESdev: PPU sprite evaluation; PPU OAM. AccuracyCoin: pages 18 and 19;
//! test ROM sprite_overflow.

use super::rig::Rig;
use nescope::nes::{options::PowerOptions, region::Region};

/// A frame with these sprites, everything on, rendered up to line 128.
fn rendered(sprites: &[u8]) -> Rig {
    let mut rig = Rig::ntsc();
    rig.goto(242, 0);
    rig.solid();
    rig.sprites(sprites);
    rig.address(0);
    rig.write(1, 0x1E);
    rig.next_frame();
    rig.goto(128, 0);
    rig
}

/// The dot of line 128 on which this status bit is first set.
fn dot_of(rig: &mut Rig, bit: u8) -> Option<u16> {
    while rig.ppu.scanline() == 128 {
        let dot = rig.ppu.dot();
        rig.run_to(rig.ppu.clock() + 1);
        if rig.ppu.status() & bit != 0 {
            return Some(dot);
        }
    }
    None
}

fn ys(ys: &[u8]) -> Vec<u8> {
    ys.iter().flat_map(|y| [*y, 0, 0, 0x80]).collect()
}

#[test]
fn the_ninth_sprite_overflows_at_dot_130() {
    assert_eq!(dot_of(&mut rendered(&ys(&[128; 9])), 0x20), Some(130));
    let mut late = vec![0xF0; 3];
    late.extend([128; 9]);
    assert_eq!(dot_of(&mut rendered(&ys(&late)), 0x20), Some(136));
    assert_eq!(dot_of(&mut rendered(&ys(&[128; 8])), 0x20), None);
}

#[test]
fn the_overflow_search_steps_diagonally() {
    // After eight sprites, sprite 8 is out of range and sprite 9 is tested by its tile.
    let mut sprites = ys(&[128; 8]);
    sprites.extend([0xF0, 0, 0, 0, 0xF0, 128, 0, 0]);
    sprites.resize(256, 0xF0);
    assert_eq!(dot_of(&mut rendered(&sprites), 0x20), Some(132));
}

#[test]
fn the_hit_comes_one_dot_after_the_pixel_column() {
    let mut rig = rendered(&ys(&[127]));
    assert_eq!(dot_of(&mut rig, 0x40), Some(129));
    let sprite_at = |x| rendered(&[127, 0, 0, x]);
    assert_eq!(dot_of(&mut sprite_at(254), 0x40), Some(255));
    assert_eq!(dot_of(&mut sprite_at(255), 0x40), None);
    assert_eq!(dot_of(&mut sprite_at(0), 0x40), Some(1));
}

#[test]
fn only_the_sprite_evaluated_first_hits() {
    assert_eq!(dot_of(&mut rendered(&ys(&[0xF0, 127])), 0x40), None);
    let mut rig = rendered(&ys(&[0xF0, 0xF0, 127, 0xF0]));
    rig.goto(127, 10);
    rig.write(3, 8);
    rig.goto(128, 0);
    assert_eq!(dot_of(&mut rig, 0x40), Some(129));
}

#[test]
fn a_low_slot_behind_the_background_hides_a_higher_one() {
    let mut rig = rendered(&[100, 0, 0x20, 50, 100, 0, 0x01, 50]);
    rig.goto(242, 0);
    rig.store(0x3F00, &[1, 2, 3, 4]);
    rig.store(0x3F11, &[0x11, 0x12, 0x13, 0x14, 0x15, 0x16]);
    rig.address(0);
    rig.next_frame();
    rig.goto(128, 0);
    assert_eq!(rig.pixel(101, 50), 2, "background over the first sprite");
}

/// What `$2004` shows after each dot of line 128.
fn oam_bus(rig: &mut Rig) -> Vec<u8> {
    (0..341)
        .map(|_| {
            rig.run_to(rig.ppu.clock() + 1);
            rig.ppu.peek(4, &rig.video)
        })
        .collect()
}

#[test]
fn the_oam_buffer_shows_every_stage_of_a_line() {
    let mut sprites = vec![
        128, 0x11, 0x02, 0x33, 0xF5, 0x44, 0x01, 0x66, 128, 0x77, 0x03, 0x99,
    ];
    sprites.resize(256, 0xF8);
    let mut rig = rendered(&sprites);
    let seen = oam_bus(&mut rig);
    assert!(seen[1..65].iter().all(|byte| *byte == 0xFF));
    let evaluated = [
        128, 128, 0x11, 0x11, 2, 2, 0x33, 0x33, 0xF5, 0xF5, 128, 128, 0x77, 0x77,
    ];
    assert_eq!(seen[65..79], evaluated);
    // All 64 seen: 8 dots for each copied sprite, 2 for the others. Then even dots read the
    // next free byte of secondary OAM, which holds the last Y.
    let finished = 65 + 2 * 8 + 62 * 2;
    assert_eq!(seen[finished..finished + 4], [128, 0xF8, 0xF5, 0xF8]);
    let slot = |s: usize| &seen[257 + 8 * s..265 + 8 * s];
    assert_eq!(slot(0), [128, 0x11, 2, 0x33, 0x33, 0x33, 0x33, 0x33]);
    assert_eq!(slot(1), [128, 0x77, 3, 0x99, 0x99, 0x99, 0x99, 0x99]);
    assert_eq!(slot(2), [0xF8, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]);
    assert!(seen[321..341].iter().all(|byte| *byte == 128));
}

#[test]
fn a_misaligned_sprite_whose_x_is_out_of_range_realigns_the_walk() {
    // Seven sprites from address 1; the eighth ends in an X out of range at $20.
    let mut sprites = vec![0xF0];
    for _ in 0..7 {
        sprites.extend([128, 0, 0, 128]);
    }
    sprites.extend([128, 0, 0, 0xF0]);
    sprites.resize(0x25, 0xF0);
    sprites.push(128);
    sprites.resize(256, 0xF0);
    let mut rig = rendered(&sprites);
    rig.write(3, 1);
    assert_eq!(dot_of(&mut rig, 0x20), Some(132));
}

#[test]
fn writes_while_rendering_step_to_the_next_sprite_and_store_nothing() {
    let mut rig = rendered(&[0x10; 256]);
    rig.goto(128, 325);
    rig.write(3, 1);
    rig.write(4, 0x77);
    assert_eq!(rig.ppu.oam_address(), 4);
    assert_eq!(rig.ppu.oam()[1], 0x10);
}

#[test]
fn disabling_mid_line_copies_a_row_when_rendering_resumes() {
    let bytes: Vec<u8> = (0..=255).collect();
    let mut rig = rendered(&bytes);
    rig.goto(128, 17);
    rig.write(1, 0);
    rig.goto(250, 0);
    assert_eq!(
        rig.ppu.oam()[72],
        72,
        "nothing happens before rendering resumes"
    );
    rig.write(1, 0x1E);
    rig.goto(261, 2);
    let row = rig.ppu.oam()[..8].to_vec();
    // Dots up to 20 were rendered: ten bytes of secondary OAM cleared.
    assert_eq!(rig.ppu.oam()[80..88], row);
    assert_eq!(rig.ppu.oam()[88], 88);
}

#[test]
fn resuming_on_a_dot_that_reads_primary_oam_copies_no_row() {
    let bytes: Vec<u8> = (0..=255).collect();
    for (resumed, copied) in [(33, false), (34, true)] {
        let mut rig = rendered(&bytes);
        rig.goto(128, 17);
        rig.write(1, 0);
        // Effective four dots later.
        rig.goto(140, resumed);
        rig.write(1, 0x1E);
        rig.goto(141, 0);
        assert_eq!(rig.ppu.oam()[80] == 0, copied, "from dot {resumed}");
    }
}

#[test]
fn rendering_from_a_nonzero_oam_address_copies_its_row_to_the_first() {
    let bytes: Vec<u8> = (0..=255).collect();
    for (region, copied) in [(Region::Ntsc, true), (Region::Pal, false)] {
        let mut rig = Rig::new(region, PowerOptions::default());
        rig.sprites(&bytes);
        rig.goto(241, 0);
        rig.write(3, 0x40);
        rig.write(1, 0x18);
        rig.goto(0, 10);
        assert_eq!(rig.ppu.oam()[0] == 0x40, copied, "{region:?}");
    }
}

#[test]
fn rows_decay_only_when_asked_to() {
    for decays in [false, true] {
        let options = PowerOptions {
            oam_decay: decays,
            ..PowerOptions::default()
        };
        let mut rig = Rig::new(Region::Ntsc, options);
        rig.sprites(&[0x55; 256]);
        rig.run_to(rig.ppu.clock() + 60_000);
        rig.write(3, 0x80);
        let expected = if decays { 0 } else { 0x55 };
        assert_eq!(rig.read(4), expected);
    }
}

#[test]
fn a_unit_left_in_output_mode_ignores_x() {
    let mut rig = rendered(&[50, 0, 0, 100]);
    rig.goto(242, 0);
    rig.store(0x3F00, &[1, 2, 3, 4]);
    rig.store(0x3F10, &[1, 0x22]);
    rig.address(0);
    rig.write(1, 0x14);
    rig.next_frame();
    rig.goto(50, 330);
    rig.write(1, 0);
    rig.goto(54, 100);
    rig.write(1, 0x14);
    rig.goto(55, 0);
    // Enabled from dot 104 on.
    assert_eq!(
        [102, 103, 110, 111].map(|x| rig.pixel(54, x)),
        [1, 0x22, 0x22, 1]
    );
}
