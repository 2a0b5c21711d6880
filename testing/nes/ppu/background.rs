//! Background fetches and shifters. NESdev: PPU rendering. AccuracyCoin: BG Serial In,
//! Stale BG Shift Registers, Hybrid Addresses, Rendering Flag Behavior.

use super::rig::Rig;
use nescope::nes::ppu::background::Shifters;

#[test]
fn without_a_reload_color_2_shifts_in() {
    let mut shifters = Shifters::default();
    for _ in 0..15 {
        shifters.shift();
    }
    assert_eq!(shifters.tap(0), 0);
    shifters.shift();
    assert_eq!(shifters.tap(0), 2);
}

#[test]
fn a_reload_is_seen_eight_dots_later_with_its_attribute() {
    let mut shifters = Shifters::default();
    shifters.reload(0x81, 0x80, 2);
    for _ in 0..8 {
        shifters.shift();
    }
    assert_eq!(
        (shifters.tap(0), shifters.tap(1), shifters.tap(7)),
        (0b1011, 0b1000, 0b1001)
    );
}

/// Addresses read on a rendered line, by dot.
fn reads_of_line(rig: &mut Rig, line: u16) -> Vec<(u16, u16)> {
    rig.goto(line, 0);
    let start = rig.ppu.clock();
    rig.video.reads.clear();
    rig.goto(line + 1, 0);
    let dot = |clock| ((clock - start) / 4) as u16;
    rig.video
        .reads
        .iter()
        .map(|&(clock, address)| (dot(clock), address))
        .collect()
}

#[test]
fn a_line_reads_170_bytes_on_its_even_dots() {
    let mut rig = Rig::ntsc();
    rig.write(1, 0x08);
    rig.goto(0, 0);
    let reads = reads_of_line(&mut rig, 1);
    assert_eq!(reads.len(), 170);
    assert!(
        reads
            .iter()
            .enumerate()
            .all(|(i, &(dot, _))| usize::from(dot) == 2 * i + 2)
    );
    let at = |dot: usize| reads[dot / 2 - 1].1;
    assert_eq!(
        [at(2), at(4), at(6), at(8)],
        [0x2002, 0x23C0, 0x0001, 0x0009]
    );
    // The latch still holds the low byte from before v was copied from t.
    assert_eq!([at(258), at(260)], [0x2002, 0x2000]);
    assert_eq!([at(338), at(340)], [0x2002, 0x2002]);
}

#[test]
fn empty_sprite_slots_still_fetch_tile_ff() {
    let mut rig = Rig::ntsc();
    rig.sprites(&[0xFF; 256]);
    rig.write(0, 0x08);
    rig.write(1, 0x18);
    rig.goto(0, 0);
    let reads = reads_of_line(&mut rig, 50);
    let sprite: Vec<u16> = reads
        .iter()
        .filter(|r| r.0 > 256 && r.0 <= 320)
        .map(|r| r.1)
        .collect();
    for slot in sprite.chunks(4) {
        assert_eq!(slot[2] & 0xFFF8, 0x1FF0);
        assert_eq!(slot[3], slot[2] | 8);
    }
}

#[test]
fn v_changed_between_latch_and_read_makes_a_hybrid_address() {
    let mut rig = Rig::ntsc();
    rig.goto(242, 0);
    rig.write(6, 0x2C);
    rig.write(6, 0x00);
    rig.write(1, 0x08);
    rig.next_frame();
    rig.write(6, 0x2F);
    rig.goto(4, 182);
    rig.video.reads.clear();
    let start = rig.ppu.clock();
    rig.write(6, 0x00);
    rig.goto(4, 190);
    let read = rig
        .video
        .reads
        .iter()
        .find(|r| r.0 == start + 4 * 4)
        .expect("dot 186 reads");
    assert_eq!(read.1, 0x2F19);
}

/// The pixel at (line 7, column 128) when rendering stops at `off` on line 6 and starts at
/// line 7 dot 100; tile 32 of line 6 is opaque.
fn stale_pixel(off: u16) -> u16 {
    let mut rig = Rig::ntsc();
    rig.goto(242, 0);
    rig.store(0x3F00, &[0x01, 0x02, 0x03, 0x04]);
    rig.store(0x2400, &[0x01]);
    rig.video.memory[0x10..0x18].fill(0xFF);
    rig.address(0);
    rig.write(1, 0x0A);
    rig.next_frame();
    rig.goto(6, off);
    rig.write(1, 0);
    rig.goto(7, 125);
    rig.write(1, 0x0A);
    rig.goto(8, 0);
    rig.pixel(7, 130)
}

#[test]
fn shifters_keep_what_they_hold_through_forced_blank() {
    assert_eq!(stale_pixel(283), 0x02);
    assert_eq!(stale_pixel(337), 0x01);
}

#[test]
fn address_watchers_see_a12_on_the_pattern_latch_dots() {
    let mut rig = Rig::ntsc();
    rig.video.watches = true;
    rig.write(0, 0x08);
    rig.write(1, 0x18);
    rig.goto(20, 0);
    let start = rig.ppu.clock();
    rig.video.addresses.clear();
    rig.goto(21, 0);
    let first = rig
        .video
        .addresses
        .iter()
        .find(|a| a.1 & 0x1000 != 0)
        .expect("A12 rises");
    assert_eq!((first.0 - start) / 4, 261);
}
