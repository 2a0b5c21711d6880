//! Action 53. Source: NESdev "Action 53 mapper".

use super::discrete::nametables;
use crate::nes::cartridge::Image;
use nescope::nes::{cartridge::Cartridge, memory::Mirroring, ppu::VideoBus};

fn set(cartridge: &mut Cartridge, register: u8, value: u8) {
    cartridge.cpu_write(0x5000, register, 0);
    cartridge.cpu_write(0x8000, value, 0);
}

/// 512 KiB, whose first byte of each 2 KiB is the number of that page.
fn action53() -> Cartridge {
    Image::new(28, 0, 0x8_0000, 0).chr_ram(9).cartridge()
}

/// The 16 KiB banks at `$8000` and `$C000`.
fn banks(cartridge: &Cartridge) -> [u8; 2] {
    [0x8000, 0xC000].map(|address| cartridge.cpu_peek(address).expect("ROM answers") / 8)
}

#[test]
fn the_last_bank_is_at_c000_at_power_on() {
    assert_eq!(banks(&action53()), [30, 31]);
}

#[test]
fn inner_bits_replace_as_many_outer_bits_as_the_size_has() {
    let mut cartridge = action53();
    set(&mut cartridge, 0x81, 0x05);
    set(&mut cartridge, 0x01, 0x0A);
    // Size in bits 5-4, PRG mode in bits 3-2.
    for (mode, expected) in [
        (0x00, [10, 11]),
        (0x10, [8, 9]),
        (0x20, [12, 13]),
        (0x30, [4, 5]),
        (0x08, [10, 10]),
        (0x18, [10, 10]),
        (0x28, [10, 10]),
        (0x38, [10, 10]),
        (0x0C, [10, 11]),
        (0x3C, [10, 11]),
    ] {
        set(&mut cartridge, 0x80, mode);
        assert_eq!(banks(&cartridge), expected, "mode ${mode:02X}");
    }
}

#[test]
fn one_screen_modes_take_the_screen_from_user_registers() {
    let mut cartridge = action53();
    for register in [0x00, 0x01] {
        set(&mut cartridge, 0x80, 0);
        set(&mut cartridge, register, 0x10);
        assert_eq!(nametables(&cartridge), Mirroring::OneScreenUpper.pages());
        set(&mut cartridge, register, 0x00);
        assert_eq!(nametables(&cartridge), Mirroring::OneScreenLower.pages());
        set(&mut cartridge, 0x80, 2);
        set(&mut cartridge, register, 0x10);
        assert_eq!(nametables(&cartridge), Mirroring::Vertical.pages());
    }
}

#[test]
fn chr_ram_has_four_banks() {
    let mut cartridge = action53();
    for bank in 0..4 {
        set(&mut cartridge, 0x00, bank);
        cartridge.write(0x0000, bank + 1, 0);
    }
    for bank in 0..4 {
        set(&mut cartridge, 0x00, bank);
        assert_eq!(cartridge.peek(0x0000), bank + 1);
    }
}
