//! `$2007`. NESdev: PPU registers; PPU scrolling. AccuracyCoin: $2007 Stress, ALE + Read,
//! PPU Read Buffer, $2007 Read w/ Rendering.

use super::rig::Rig;

#[test]
fn reads_lag_one_byte_and_v_moves_by_1_or_32() {
    let mut rig = Rig::ntsc();
    rig.store(0x2000, &[0x11, 0x22]);
    rig.video.memory[0x2021] = 0x33;
    rig.address(0x2000);
    let next = |rig: &mut Rig| {
        let value = rig.read(7);
        rig.settle();
        value
    };
    next(&mut rig);
    assert_eq!(next(&mut rig), 0x11);
    rig.write(0, 0x04);
    assert_eq!(rig.ppu.v(), 0x2002);
    rig.address(0x2001);
    next(&mut rig);
    assert_eq!(next(&mut rig), 0x22);
    assert_eq!(next(&mut rig), 0x33);
}

#[test]
fn the_buffer_loads_four_dots_after_the_read_ends() {
    let mut rig = Rig::ntsc();
    rig.video.memory[0x2345] = 0x5A;
    rig.address(0x2345);
    rig.goto(20, 100);
    rig.read(7);
    // The cycle covers dots 100-102.
    rig.goto(20, 106);
    assert_eq!((rig.ppu.read_buffer(), rig.ppu.v()), (0, 0x2345));
    rig.goto(20, 107);
    assert_eq!((rig.ppu.read_buffer(), rig.ppu.v()), (0x5A, 0x2346));
}

#[test]
fn accesses_one_cycle_apart_each_move_v() {
    let mut rig = Rig::ntsc();
    rig.address(0x2000);
    let start = rig.ppu.clock();
    rig.read_at(7, start);
    rig.write_at(7, 0x11, start + 12);
    rig.write_at(7, 0x12, start + 24);
    rig.settle();
    assert_eq!(rig.ppu.v(), 0x2003);
    assert_eq!(rig.video.memory[0x2000..0x2004], [0, 0x11, 0x12, 0]);
}

#[test]
fn an_access_while_rendering_moves_v_right_and_down() {
    let mut rig = Rig::ntsc();
    rig.write(1, 0x08);
    rig.goto(0, 99);
    let before = rig.ppu.v();
    rig.read(7);
    rig.goto(0, 108);
    // Dot 104 increments coarse X in any case.
    assert_eq!(rig.ppu.v(), before + 0x1000 + 2);
}

#[test]
fn ale_during_a_read_sticks_in_the_latch() {
    let mut rig = Rig::ntsc();
    rig.video.memory.fill(0xFF);
    rig.write(1, 0x08);
    rig.goto(3, 223);
    rig.video.reads.clear();
    let start = rig.ppu.clock();
    rig.read(7);
    rig.goto(3, 240);
    let at = |dot: u64| {
        let clock = start + (dot - 223) * 4;
        rig.video.reads.iter().find(|r| r.0 == clock).map(|r| r.1)
    };
    assert_eq!(at(229), Some(0x0FFF));
    assert_eq!(at(230), Some(0x0FFF));
    assert_eq!(at(232), Some(0x0FFC));
}
