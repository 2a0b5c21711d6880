//! VRC2 and VRC4. Source: NESdev "VRC2 and VRC4"; the corpus ROM vrc2_m22/chr_0-127.

use super::{chr, ciram, prg, write_all};
use crate::nes::cartridge::Image;
use nescope::nes::{apu::Sound, cartridge::Cartridge};

fn board(mapper: u16, submapper: u8) -> Cartridge {
    Image::new(mapper, submapper, 0x4_0000, 0x8_0000).cartridge()
}

/// The CPU address of a register, `$x000` to `$x003`, through the lines at A0 and A1.
fn at(register: u16, a0: u16, a1: u16) -> u16 {
    let low = if register & 1 != 0 { a0 } else { 0 };
    let high = if register & 2 != 0 { a1 } else { 0 };
    register & 0xF000 | low | high
}

#[test]
fn every_variant_listens_to_its_lines() {
    let variants: [(u16, u8, u16, u16); 16] = [
        (21, 0, 0x02, 0x04),
        (21, 0, 0x40, 0x80),
        (21, 1, 0x02, 0x04),
        (21, 2, 0x40, 0x80),
        (22, 0, 0x02, 0x01),
        (23, 0, 0x01, 0x02),
        (23, 0, 0x04, 0x08),
        (23, 1, 0x01, 0x02),
        (23, 2, 0x04, 0x08),
        (23, 3, 0x01, 0x02),
        (25, 0, 0x02, 0x01),
        (25, 0, 0x08, 0x04),
        (25, 1, 0x02, 0x01),
        (25, 2, 0x08, 0x04),
        (25, 3, 0x02, 0x01),
        (22, 7, 0x02, 0x01),
    ];
    for (mapper, submapper, a0, a1) in variants {
        let mut cartridge = board(mapper, submapper);
        for index in 0..8u16 {
            let low = 0xB000 + (index >> 1) * 0x1000 + (index & 1) * 2;
            let bank = 0x12 + index as u8 * 0x11;
            cartridge.cpu_write(at(low, a0, a1), bank & 0x0F, 0);
            cartridge.cpu_write(at(low + 1, a0, a1), bank >> 4, 0);
        }
        let shift = u8::from(mapper == 22);
        let wanted: [u8; 8] = std::array::from_fn(|index| (0x12 + index as u8 * 0x11) >> shift);
        assert_eq!(chr(&cartridge, 0), wanted, "{mapper} {submapper}");
    }
}

#[test]
fn prg_banks_are_switched_and_swapped() {
    let mut cartridge = board(23, 1);
    write_all(&mut cartridge, &[(0x8000, 5), (0xA000, 6)]);
    assert_eq!(prg(&cartridge), [5, 6, 30, 31]);
    cartridge.cpu_write(0x9002, 2, 0);
    assert_eq!(prg(&cartridge), [30, 6, 5, 31]);
    let mut vrc2 = board(23, 3);
    write_all(&mut vrc2, &[(0x8000, 5), (0x9002, 2)]);
    assert_eq!(prg(&vrc2), [5, 0, 30, 31], "the VRC2 has no swap");
}

#[test]
fn mirroring_has_two_bits_on_the_vrc4_and_one_on_the_vrc2() {
    let wanted = [[0, 1, 0, 1], [0, 0, 1, 1], [0, 0, 0, 0], [1, 1, 1, 1]];
    for (value, tables) in (0..).zip(wanted) {
        let mut vrc4 = board(21, 1);
        vrc4.cpu_write(0x9000, value, 0);
        assert_eq!(ciram(&mut vrc4), tables);
        let mut vrc2 = board(22, 0);
        vrc2.cpu_write(0x9003, value, 0);
        assert_eq!(ciram(&mut vrc2), wanted[usize::from(value & 1)]);
    }
}

#[test]
fn chr_banks_have_nine_bits_on_the_vrc4() {
    let mut cartridge = board(23, 1);
    write_all(&mut cartridge, &[(0xB000, 0x0A), (0xB001, 0x1F)]);
    let page = nescope::nes::ppu::VideoBus::peek(&cartridge, 1);
    assert_eq!((chr(&cartridge, 0), page), ([0xFA], 1));
}

#[test]
fn a_vrc2_without_ram_keeps_a_bit() {
    let mut cartridge = board(22, 0);
    assert_eq!(cartridge.cpu_read(0x6000), Some(0x60));
    cartridge.cpu_write(0x6123, 0xFF, 0);
    assert_eq!(cartridge.cpu_read(0x6FFF), Some(0x61));
    assert_eq!(cartridge.cpu_read(0x7000), None);
    let mut with_ram = Image::new(22, 0, 0x2_0000, 0x2_0000).ram(7, 0).cartridge();
    with_ram.cpu_write(0x6000, 0x5A, 0);
    assert_eq!(with_ram.cpu_read(0x6000), Some(0x5A));
}

#[test]
fn ram_is_guarded_on_the_vrc4() {
    let mut cartridge = Image::new(21, 1, 0x2_0000, 0x2_0000).ram(7, 0).cartridge();
    assert_eq!(cartridge.cpu_read(0x6000), None);
    write_all(&mut cartridge, &[(0x9004, 1), (0x6000, 3)]);
    assert_eq!(cartridge.cpu_read(0x6000), Some(3));
}

#[test]
fn the_irq_latch_is_written_in_halves() {
    let mut cartridge = board(23, 1);
    write_all(&mut cartridge, &[(0xF000, 0x0), (0xF001, 0xF), (0xF002, 6)]);
    assert_eq!(cartridge.irq_cycle(), 16);
    cartridge.run(16, &mut Sound::silent());
    assert!(cartridge.irq());
    cartridge.cpu_write(0xF003, 0, 16);
    assert!(!cartridge.irq());
}
