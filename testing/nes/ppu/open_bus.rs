//! The I/O latch. NESdev: Open bus behavior. Test ROM: ppu_open_bus.

use super::rig::Rig;

const FRAME: u64 = 89342 * 4;

#[test]
fn every_register_write_sets_the_latch() {
    let mut rig = Rig::ntsc();
    for register in 0..8 {
        rig.write(register, 0x50 + register as u8);
        assert_eq!(rig.read(0), 0x50 + register as u8);
    }
}

#[test]
fn a_status_read_drives_only_its_flags() {
    let mut rig = Rig::ntsc();
    rig.write(2, 0xFF);
    assert_eq!(rig.read(2), 0x1F);
    assert_eq!(rig.read(1), 0x1F);
}

#[test]
fn bits_fade_within_a_second_unless_driven() {
    let mut rig = Rig::ntsc();
    rig.write(2, 0xFF);
    rig.run_to(rig.ppu.clock() + FRAME * 4);
    assert_eq!(rig.read(0), 0xFF, "reading does not drive");
    rig.run_to(rig.ppu.clock() + FRAME * 30);
    rig.goto(100, 0);
    rig.read(2);
    rig.run_to(rig.ppu.clock() + FRAME * 30);
    assert_eq!(rig.read(0), 0);
}

#[test]
fn an_attribute_read_drives_its_missing_bits_low() {
    let mut rig = Rig::ntsc();
    rig.sprites(&[0xFF, 0xFF, 0xFF, 0xFF]);
    rig.write(3, 2);
    rig.write(2, 0xFF);
    rig.settle();
    assert_eq!(rig.read(4), 0xE3);
    assert_eq!(rig.read(0), 0xE3);
}
