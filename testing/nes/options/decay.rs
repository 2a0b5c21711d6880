//! The decay of OAM. NESdev: PPU OAM (Dynamic RAM decay): a row lasts at least as long as the
//! vblank of an NTSC console and not much longer; the 2C07 refreshes all rows in its long one.

use crate::nes::ppu::rig::Rig;
use nescope::nes::{options::PowerOptions, region::Region};

/// Master clocks of an NTSC CPU cycle.
const CYCLE: u64 = 12;

fn decaying(region: Region) -> Rig {
    let options = PowerOptions {
        oam_decay: true,
        ..PowerOptions::default()
    };
    Rig::new(region, options)
}

/// OAM full of $41, just drawn.
fn drawn(region: Region) -> Rig {
    let mut rig = decaying(region);
    rig.goto(250, 0);
    rig.sprites(&[0x41; 256]);
    rig.write(1, 0x10);
    rig.goto(100, 0);
    rig
}

#[test]
fn a_row_lasts_an_ntsc_vblank_and_not_much_longer() {
    for (cycles, kept) in [(2_400, true), (2_900, true), (3_100, false)] {
        let mut rig = drawn(Region::Ntsc);
        rig.write(1, 0);
        rig.run_to(rig.ppu.clock() + cycles * CYCLE);
        rig.write(3, 0x80);
        let byte = rig.read(4);
        assert_eq!(byte, if kept { 0x41 } else { 0 }, "{cycles} cycles");
    }
}

#[test]
fn the_row_of_oamaddr_is_read_all_the_time() {
    let mut rig = drawn(Region::Ntsc);
    rig.write(1, 0);
    rig.settle();
    rig.write(3, 0x80);
    rig.run_to(rig.ppu.clock() + 100_000 * CYCLE);
    assert_eq!(rig.ppu.oam()[0x80..0x88], [0x41; 8]);
    assert_eq!(rig.read(4), 0x41);
    rig.settle();
    rig.write(3, 0x88);
    assert_eq!(rig.read(4), 0, "the next row was left alone");
}

#[test]
fn only_the_2c07_keeps_oam_alive_through_a_long_vblank() {
    for (region, kept) in [
        (Region::Ntsc, true),
        (Region::Pal, true),
        (Region::Dendy, false),
    ] {
        let mut rig = drawn(region);
        rig.next_frame();
        rig.goto(10, 0);
        assert_eq!(rig.ppu.oam()[0x81] == 0x41, kept, "{region:?}");
    }
}

#[test]
fn what_was_lost_counts_when_it_is_used_and_not_when_it_is_written() {
    let mut rig = drawn(Region::Ntsc);
    rig.write(1, 0);
    rig.run_to(rig.ppu.clock() + 5_000 * CYCLE);
    assert_eq!(rig.ppu.decayed_oam_uses(), 0, "nothing looked at it");
    rig.sprites(&[0x33; 256]);
    rig.write(1, 0x10);
    rig.goto(120, 0);
    assert_eq!(rig.ppu.decayed_oam_uses(), 0, "all of it was written again");
    rig.write(1, 0);
    rig.run_to(rig.ppu.clock() + 5_000 * CYCLE);
    rig.write(3, 0x80);
    assert_eq!(rig.read(4), 0);
    assert_eq!(rig.ppu.decayed_oam_uses(), 1);
    rig.settle();
    rig.write(1, 0x10);
    rig.next_frame();
    rig.goto(10, 0);
    assert_eq!(rig.ppu.decayed_oam_uses(), 2, "drawing uses the rest, once");
}
