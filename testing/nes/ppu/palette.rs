//! Palette RAM. NESdev: PPU palettes. AccuracyCoin: Palette RAM Quirks, PPU Read Buffer.

use super::rig::Rig;
use nescope::nes::{options::PowerOptions, region::Region};

/// Reads a palette address through `$2007` with the I/O latch at `latch`.
fn read(rig: &mut Rig, address: u16, latch: u8) -> u8 {
    rig.address(address);
    rig.write(2, latch);
    let value = rig.read(7);
    rig.settle();
    value
}

#[test]
fn sprite_backdrops_mirror_background_backdrops() {
    let mut rig = Rig::ntsc();
    for (index, color) in (0..16).zip(0x10..) {
        rig.store(0x3F00 + index, &[color]);
    }
    rig.store(0x3F18, &[0x2A]);
    assert_eq!(read(&mut rig, 0x3F08, 0), 0x2A);
    assert_eq!(read(&mut rig, 0x3F00, 0), 0x10);
    assert_eq!(read(&mut rig, 0x3F10, 0), 0x10);
    assert_eq!(read(&mut rig, 0x3FEF, 0), 0x1F);
    assert_eq!(read(&mut rig, 0x3F04, 0), 0x14);
}

#[test]
fn reads_are_immediate_six_bits_and_grey() {
    let mut rig = Rig::ntsc();
    rig.store(0x3F05, &[0xFA]);
    assert_eq!(read(&mut rig, 0x3F05, 0x00), 0x3A);
    assert_eq!(read(&mut rig, 0x3F05, 0xC0), 0xFA);
    rig.write(1, 0x01);
    assert_eq!(read(&mut rig, 0x3F05, 0x00), 0x30);
}

#[test]
fn a_palette_read_fills_the_buffer_from_the_nametable_behind_it() {
    let mut rig = Rig::ntsc();
    rig.video.memory[0x2F05] = 0x5A;
    read(&mut rig, 0x3F05, 0);
    assert_eq!(rig.ppu.read_buffer(), 0x5A);
}

#[test]
fn without_rendering_the_cell_under_v_is_shown() {
    let mut rig = Rig::ntsc();
    rig.store(0x3F00, &[0x01, 0x02]);
    rig.address(0x3F01);
    rig.goto(100, 0);
    rig.goto(101, 0);
    assert_eq!(rig.pixel(100, 128), 0x02);
    rig.address(0x2000);
    rig.goto(103, 0);
    assert_eq!(rig.pixel(102, 128), 0x01);
}

#[test]
fn emphasis_names_colors_alike_in_every_region() {
    for (region, red) in [
        (Region::Ntsc, 0x20),
        (Region::Pal, 0x40),
        (Region::Dendy, 0x40),
    ] {
        let mut rig = Rig::new(region, PowerOptions::default());
        rig.goto(261, 0);
        rig.address(0x2000);
        rig.write(1, red);
        rig.goto(20, 0);
        assert_eq!(rig.pixel(10, 10), 0x40, "{region:?}");
    }
}
