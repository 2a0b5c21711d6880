//! Namco 175 and 340. Source: NESdev "INES Mapper 210".

use crate::nes::cartridge::Image;
use nescope::nes::{cartridge::Cartridge, ppu::VideoBus};

fn cartridge(submapper: u8) -> Cartridge {
    // 2 KiB of RAM; vertical mirroring soldered.
    let mut image = Image::new(210, submapper, 0x2_0000, 0x4_0000).ram(5, 0);
    image.header[6] |= 1;
    image.cartridge()
}

/// What the four nametables show when the first two were written 1 and 2 in vertical mirroring.
fn tables(cartridge: &mut Cartridge, value: u8) -> [u8; 4] {
    cartridge.cpu_write(0xE000, 0x40, 0);
    cartridge.write(0x2000, 1, 0);
    cartridge.write(0x2400, 2, 0);
    cartridge.cpu_write(0xE000, value, 0);
    [0x2000, 0x2400, 0x2800, 0x2C00].map(|address| cartridge.peek(address))
}

#[test]
fn banks_are_those_of_the_163_without_ciram() {
    for submapper in 0..=2 {
        let mut cartridge = cartridge(submapper);
        for (address, value) in [
            (0x8000, 0xE5),
            (0xB800, 0xFF),
            (0xE000, 5),
            (0xE800, 6),
            (0xF000, 7),
        ] {
            cartridge.cpu_write(address, value, 0);
        }
        assert_eq!(
            (cartridge.peek(0x0000), cartridge.peek(0x1C00)),
            (0xE5, 0xFF)
        );
        let prg = [0x8000, 0xA000, 0xC000, 0xE000].map(|a| cartridge.cpu_read(a));
        assert_eq!(prg, [20, 24, 28, 60].map(Some));
    }
}

#[test]
fn the_340_switches_mirroring_and_has_no_ram() {
    let mut cartridge = cartridge(2);
    for (value, wanted) in [
        (0x00, [1, 1, 1, 1]),
        (0x40, [1, 2, 1, 2]),
        (0x80, [2, 2, 2, 2]),
        (0xC0, [1, 1, 2, 2]),
    ] {
        assert_eq!(tables(&mut cartridge, value), wanted, "{value:02X}");
    }
    assert_eq!(cartridge.cpu_read(0x6000), None);
}

#[test]
fn the_175_keeps_its_mirroring_and_switches_ram_that_repeats() {
    let mut cartridge = cartridge(1);
    assert_eq!(tables(&mut cartridge, 0xC0), [1, 2, 1, 2]);
    assert_eq!(cartridge.cpu_read(0x6000), None);
    cartridge.cpu_write(0xC000, 1, 0);
    cartridge.cpu_write(0x6123, 9, 0);
    assert_eq!(cartridge.cpu_read(0x7923), Some(9), "2 KiB repeat");
}

#[test]
fn without_a_submapper_mirroring_is_the_header_s_until_switched() {
    let mut cartridge = cartridge(0);
    cartridge.cpu_write(0xE000, 5, 0);
    cartridge.cpu_write(0x6000, 7, 0);
    assert_eq!(cartridge.cpu_read(0x6000), Some(7));
    cartridge.write(0x2000, 1, 0);
    cartridge.write(0x2400, 2, 0);
    assert_eq!(cartridge.peek(0x2C00), 2);
    assert_eq!(tables(&mut cartridge, 0xC0), [1, 1, 2, 2]);
}
