//! v, t, x and w. NESdev: PPU scrolling. AccuracyCoin: t Register Quirks.

use super::rig::Rig;
use nescope::nes::ppu::scroll::Scroll;

fn after(v: u16, step: impl Fn(&mut Scroll)) -> u16 {
    let mut scroll = Scroll {
        v,
        ..Scroll::default()
    };
    step(&mut scroll);
    scroll.v
}

#[test]
fn coarse_x_wraps_into_the_neighboring_nametable() {
    assert_eq!(after(0x001E, Scroll::increment_x), 0x001F);
    assert_eq!(after(0x001F, Scroll::increment_x), 0x0400);
    assert_eq!(after(0x7FFF, Scroll::increment_x), 0x7BE0);
}

#[test]
fn row_29_wraps_with_and_row_31_without_the_nametable() {
    assert_eq!(after(0x0000, Scroll::increment_y), 0x1000);
    assert_eq!(after(0x7000 | 28 << 5, Scroll::increment_y), 29 << 5);
    assert_eq!(after(0x7000 | 29 << 5, Scroll::increment_y), 0x0800);
    assert_eq!(after(0x7000 | 30 << 5, Scroll::increment_y), 31 << 5);
    assert_eq!(after(0x7800 | 31 << 5, Scroll::increment_y), 0x0800);
}

#[test]
fn scroll_and_address_writes_share_w_and_t() {
    let mut rig = Rig::ntsc();
    rig.write(5, 0x7D);
    assert_eq!((rig.ppu.t(), rig.ppu.x(), rig.ppu.w()), (0x000F, 5, true));
    rig.write(5, 0x5E);
    assert_eq!((rig.ppu.t(), rig.ppu.w()), (0x616F, false));
    rig.write(6, 0xFD);
    assert_eq!(rig.ppu.t(), 0x3D6F);
    rig.write(0, 0x02);
    assert_eq!(rig.ppu.t(), 0x396F);
    rig.read(2);
    assert!(!rig.ppu.w());
}

#[test]
fn the_second_address_write_reaches_v_four_dots_after_its_cycle_began() {
    let mut rig = Rig::ntsc();
    rig.write(6, 0x21);
    rig.goto(20, 100);
    rig.write(6, 0x08);
    rig.goto(20, 104);
    assert_eq!(rig.ppu.v(), 0);
    rig.goto(20, 105);
    assert_eq!(rig.ppu.v(), 0x2108);
}

#[test]
fn a_rendered_line_moves_v_to_the_next_row() {
    let mut rig = Rig::ntsc();
    rig.write(1, 0x08);
    rig.goto(0, 0);
    assert_eq!(rig.ppu.v(), 0x0002, "two tiles are fetched ahead");
    rig.goto(0, 256);
    assert_eq!(rig.ppu.v(), 0x0021 & 0x1F | 0x0400, "tile 33");
    rig.goto(0, 257);
    assert_eq!(rig.ppu.v(), 0x1402);
    rig.goto(0, 258);
    assert_eq!(rig.ppu.v(), 0x1000);
}

#[test]
fn nametable_rows_30_and_31_show_attribute_bytes_as_tiles() {
    let mut rig = Rig::ntsc();
    rig.goto(242, 0);
    rig.store(0x23C0, &[0x55; 64]);
    rig.video.memory[0x550..0x558].fill(0xFF);
    rig.store(0x3F00, &[0x01, 0x03, 0x04, 0x05, 0x06, 0x02]);
    rig.write(6, 0x23);
    rig.write(6, 0xC0);
    rig.write(1, 0x0A);
    rig.next_frame();
    rig.next_frame();
    // Fine Y comes from t bits 12-13 of $23C0: rows start at 2.
    assert_eq!(rig.pixel(0, 0), 0x02);
    assert_eq!(rig.pixel(200, 0), 0x01);
}
