//! MMC2 and MMC4. Sources: NESdev "MMC2", "MMC4".

use crate::nes::cartridge::Image;
use nescope::nes::{cartridge::Cartridge, ppu::VideoBus};

fn with_banks(mapper: u16) -> Cartridge {
    let mut cartridge = Image::new(mapper, 0, 0x2_0000, 0x2_0000)
        .ram(7, 0)
        .cartridge();
    for (register, bank) in [(0xB000, 1), (0xC000, 2), (0xD000, 3), (0xE000, 4)] {
        cartridge.cpu_write(register, bank, 0);
    }
    cartridge
}

/// The 4 KiB banks of both pattern tables.
fn banks(cartridge: &Cartridge) -> [u8; 2] {
    [cartridge.peek(0) / 4, cartridge.peek(0x1000) / 4]
}

#[test]
fn latches_change_after_the_fetch() {
    for mapper in [9, 10] {
        let mut cartridge = with_banks(mapper);
        assert_eq!(banks(&cartridge), [2, 4], "mapper {mapper}");
        cartridge.read(0x0FD8, 0);
        assert_eq!(banks(&cartridge), [1, 4]);
        cartridge.read(0x1FDF, 0);
        assert_eq!(banks(&cartridge), [1, 3]);
        cartridge.read(0x0FE8, 0);
        cartridge.read(0x1FE8, 0);
        assert_eq!(banks(&cartridge), [2, 4]);
    }
}

#[test]
fn only_mmc4_hears_all_rows_in_the_first_table() {
    for (mapper, bank) in [(9, 2), (10, 1)] {
        let mut cartridge = with_banks(mapper);
        cartridge.read(0x0FDF, 0);
        assert_eq!(banks(&cartridge)[0], bank, "mapper {mapper}");
    }
}

#[test]
fn peeks_and_low_planes_do_not_flip_latches() {
    let mut cartridge = with_banks(9);
    cartridge.peek(0x0FD8);
    cartridge.read(0x0FD0, 0);
    cartridge.read(0x2FD8, 0);
    assert_eq!(banks(&cartridge), [2, 4]);
}

#[test]
fn prg_banks_are_eight_and_sixteen_kib() {
    let mut mmc2 = with_banks(9);
    mmc2.cpu_write(0xA000, 5, 0);
    let pages = [0x8000, 0xA000, 0xC000, 0xE000].map(|address| mmc2.cpu_peek(address));
    assert_eq!(pages, [20, 52, 56, 60].map(Some));
    let mut mmc4 = with_banks(10);
    mmc4.cpu_write(0xA000, 5, 0);
    let pages = [0x8000, 0xA000, 0xC000, 0xE000].map(|address| mmc4.cpu_peek(address));
    assert_eq!(pages, [40, 44, 56, 60].map(Some));
}
