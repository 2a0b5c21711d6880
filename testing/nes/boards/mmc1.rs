//! MMC1. Sources: NESdev "MMC1", "SxROM"; Holy Mapperel's readme for the RAM wirings.

use super::discrete::nametables;
use crate::nes::cartridge::Image;
use nescope::nes::{
    cartridge::Cartridge,
    memory::Mirroring,
    options::{Mmc1Revision, PowerOptions},
    ppu::VideoBus,
};

/// Five writes, ten cycles apart, low bit first.
fn set(cartridge: &mut Cartridge, address: u16, value: u8) {
    for bit in 0..5u8 {
        cartridge.cpu_write(address, value >> bit & 1, 1000 + u64::from(bit) * 10);
    }
}

fn prg(cartridge: &Cartridge, address: u16) -> u16 {
    let byte = |offset| u16::from(cartridge.cpu_peek(address + offset).expect("ROM answers"));
    byte(0) | byte(1) << 8
}

fn has_ram(cartridge: &Cartridge) -> bool {
    cartridge.cpu_peek(0x6000).is_some()
}

#[test]
fn the_last_bank_is_fixed_at_power_on() {
    let cartridge = Image::new(1, 0, 0x2_0000, 0x2000).cartridge();
    assert_eq!((prg(&cartridge, 0x8000), prg(&cartridge, 0xC000)), (0, 56));
}

#[test]
fn four_prg_modes() {
    let mut cartridge = Image::new(1, 0, 0x2_0000, 0x2000).cartridge();
    set(&mut cartridge, 0xE000, 3);
    for (mode, low, high) in [
        (0x00, 16, 24),
        (0x04, 16, 24),
        (0x08, 0, 24),
        (0x0C, 24, 56),
    ] {
        set(&mut cartridge, 0x8000, mode);
        assert_eq!(
            (prg(&cartridge, 0x8000), prg(&cartridge, 0xC000)),
            (low, high),
            "{mode:X}"
        );
    }
}

#[test]
fn chr_banks_are_eight_or_four_kib() {
    let mut cartridge = Image::new(1, 0, 0x8000, 0x2_0000).cartridge();
    set(&mut cartridge, 0xA000, 3);
    set(&mut cartridge, 0xC000, 7);
    assert_eq!((cartridge.peek(0), cartridge.peek(0x1000)), (8, 12));
    set(&mut cartridge, 0x8000, 0x1C);
    assert_eq!((cartridge.peek(0), cartridge.peek(0x1000)), (12, 28));
}

#[test]
fn control_arranges_nametables() {
    let mut cartridge = Image::new(1, 0, 0x8000, 0x2000).cartridge();
    for (value, mirroring) in [
        (0, Mirroring::OneScreenLower),
        (1, Mirroring::OneScreenUpper),
        (2, Mirroring::Vertical),
        (3, Mirroring::Horizontal),
    ] {
        set(&mut cartridge, 0x8000, value);
        assert_eq!(nametables(&cartridge), mirroring.pages());
    }
}

#[test]
fn the_second_of_two_consecutive_writes_shifts_nothing() {
    let mut cartridge = Image::new(1, 0, 0x2_0000, 0x2000).cartridge();
    for bit in 0..5u64 {
        let value = 3 >> bit & 1;
        cartridge.cpu_write(0xE000, value, 100 + bit * 10);
        cartridge.cpu_write(0xE000, value ^ 1, 101 + bit * 10);
    }
    assert_eq!(prg(&cartridge, 0x8000), 24);
}

#[test]
fn the_reset_bit_counts_in_consecutive_writes_too() {
    let mut cartridge = Image::new(1, 0, 0x2_0000, 0x2000).cartridge();
    set(&mut cartridge, 0x8000, 0);
    cartridge.cpu_write(0x8000, 0, 2000);
    cartridge.cpu_write(0x8000, 0x80, 2001);
    assert_eq!(prg(&cartridge, 0xC000), 56);
    set(&mut cartridge, 0xE000, 3);
    assert_eq!(prg(&cartridge, 0x8000), 24, "the shift register was empty");
}

#[test]
fn prg_bit_4_disables_ram() {
    let mut cartridge = Image::new(1, 0, 0x2_0000, 0x2_0000).ram(7, 0).cartridge();
    assert!(has_ram(&cartridge));
    set(&mut cartridge, 0xE000, 0x10);
    assert!(!has_ram(&cartridge));
}

#[test]
fn snrom_disables_ram_by_chr_bit_4_and_boards_with_chr_rom_do_not() {
    let mut snrom = Image::new(1, 0, 0x2_0000, 0)
        .chr_ram(7)
        .ram(7, 0)
        .cartridge();
    set(&mut snrom, 0xA000, 0x10);
    assert!(!has_ram(&snrom));
    let mut skrom = Image::new(1, 0, 0x2_0000, 0x2_0000).ram(7, 0).cartridge();
    set(&mut skrom, 0xA000, 0x10);
    assert!(has_ram(&skrom));
}

#[test]
fn ram_banks_follow_each_boards_wiring() {
    // Bank number in the CHR 0 register: SOROM bit 3, SZROM bit 4, SXROM bits 3-2.
    let sorom = Image::new(1, 0, 0x2_0000, 0).chr_ram(7).ram(7, 7);
    let szrom = Image::new(1, 0, 0x2_0000, 0x8000).ram(8, 0);
    let sxrom = Image::new(1, 0, 0x8_0000, 0).chr_ram(7).ram(0, 9);
    for (image, register, banks) in [(sorom, 0x08, 2), (szrom, 0x10, 2), (sxrom, 0x04, 4)] {
        let mut cartridge = image.cartridge();
        for bank in 0..banks {
            set(&mut cartridge, 0xA000, bank * register);
            cartridge.cpu_write(0x6000, bank + 1, 0);
        }
        for bank in 0..banks {
            set(&mut cartridge, 0xA000, bank * register);
            assert_eq!(
                cartridge.cpu_read(0x6000),
                Some(bank + 1),
                "register {register:X}"
            );
        }
    }
}

#[test]
fn sorom_bank_1_is_the_one_with_the_battery() {
    let mut cartridge = Image::new(1, 0, 0x2_0000, 0)
        .chr_ram(7)
        .ram(7, 7)
        .cartridge();
    set(&mut cartridge, 0xA000, 0x08);
    cartridge.cpu_write(0x6000, 0x42, 0);
    assert_eq!(cartridge.battery().expect("it has one")[0], 0x42);
}

#[test]
fn surom_chr_bit_4_moves_all_of_prg() {
    let mut cartridge = Image::new(1, 0, 0x8_0000, 0)
        .chr_ram(7)
        .ram(0, 7)
        .cartridge();
    assert_eq!(prg(&cartridge, 0xC000), 15 * 8);
    set(&mut cartridge, 0xA000, 0x10);
    assert_eq!(
        (prg(&cartridge, 0x8000), prg(&cartridge, 0xC000)),
        (16 * 8, 31 * 8)
    );
}

#[test]
fn in_4k_mode_the_register_in_use_follows_ppu_a12() {
    let mut cartridge = Image::new(1, 0, 0x8_0000, 0)
        .chr_ram(7)
        .ram(0, 7)
        .cartridge();
    assert_eq!(cartridge.horizon(500), u64::MAX);
    set(&mut cartridge, 0x8000, 0x1C);
    set(&mut cartridge, 0xC000, 0x10);
    assert!(cartridge.watched_lines() != 0);
    assert_eq!(
        cartridge.horizon(500),
        500,
        "the PPU can move PRG at any dot"
    );
    cartridge.address(0x1000, 0);
    assert_eq!(prg(&cartridge, 0xC000), 31 * 8);
    cartridge.address(0x0000, 4);
    assert_eq!(prg(&cartridge, 0xC000), 15 * 8);
}

#[test]
fn serom_does_not_switch_prg() {
    let mut cartridge = Image::new(1, 5, 0x8000, 0x2000).cartridge();
    set(&mut cartridge, 0xE000, 1);
    assert_eq!((prg(&cartridge, 0x8000), prg(&cartridge, 0xC000)), (0, 8));
}

/// NESdev "INES Mapper 155".
#[test]
fn mmc1a_keeps_ram_enabled_and_lets_bit_3_through() {
    let by_option = |revision| PowerOptions {
        mmc1: Some(revision),
        ..PowerOptions::default()
    };
    let image = |mapper| Image::new(mapper, 0, 0x4_0000, 0x2000).ram(7, 0);
    let mut chips = [
        image(155).cartridge(),
        image(1).cartridge_with(&by_option(Mmc1Revision::A)),
    ];
    for cartridge in &mut chips {
        set(cartridge, 0xE000, 0x12);
        assert!(has_ram(cartridge));
        assert_eq!(prg(cartridge, 0xC000), 7 * 8, "A17 is bit 3, 0");
        set(cartridge, 0xE000, 0x1A);
        set(cartridge, 0x8000, 0x08);
        assert_eq!(prg(cartridge, 0x8000), 8 * 8, "A17 is bit 3, 1");
        set(cartridge, 0xE000, 0x0A);
        assert_eq!(prg(cartridge, 0x8000), 0);
    }
    let mut later = image(155).cartridge_with(&by_option(Mmc1Revision::B));
    set(&mut later, 0xE000, 0x12);
    assert!(!has_ram(&later));
}
