//! VRC6. Sources: NESdev "VRC6"; the banks read from a chip in "Talk:VRC6".

use super::{chr, ciram, prg, write_all};
use crate::nes::cartridge::Image;
use nescope::nes::cartridge::Cartridge;

/// The bank registers in the measurement.
const BANKS: [u8; 8] = [0x81, 0x88, 0x90, 0x99, 0xA0, 0xA9, 0xB1, 0xB8];

fn vrc6(mapper: u16) -> Cartridge {
    let image = Image::new(mapper, 0, 0x4_0000, 0x4_0000).ram(7, 0);
    let mut cartridge = image.cartridge();
    for (register, &bank) in (0u16..).zip(&BANKS) {
        let lines = match mapper {
            24 => register & 3,
            _ => (register & 1) << 1 | register >> 1 & 1,
        };
        cartridge.cpu_write(0xD000 + (register >> 2) * 0x1000 + lines, bank, 0);
    }
    cartridge
}

#[test]
fn pattern_banks_follow_the_measured_table() {
    let separate = [0x81, 0x88, 0x90, 0x99, 0xA0, 0xA9, 0xB1, 0xB8];
    let pairs = [0x81, 0x81, 0x88, 0x88, 0x90, 0x90, 0x99, 0x99];
    let mixed = [0x81, 0x88, 0x90, 0x99, 0xA0, 0xA0, 0xA9, 0xA9];
    for mapper in [24, 26] {
        let mut cartridge = vrc6(mapper);
        for control in 0..0x20 {
            cartridge.cpu_write(0xB003, control, 0);
            let wanted = [separate, pairs, mixed, mixed][usize::from(control & 3)];
            assert_eq!(chr(&cartridge, 0), wanted, "{control:02X}");
        }
    }
}

#[test]
fn pairs_of_patterns_are_2_kib_banks_when_arranged() {
    let mut cartridge = vrc6(24);
    cartridge.cpu_write(0xB003, 0x21, 0);
    let pairs = [0x80, 0x81, 0x88, 0x89, 0x90, 0x91, 0x98, 0x99];
    assert_eq!(chr(&cartridge, 0), pairs);
    cartridge.cpu_write(0xB003, 0x22, 0);
    let mixed = [0x81, 0x88, 0x90, 0x99, 0xA0, 0xA1, 0xA8, 0xA9];
    assert_eq!(chr(&cartridge, 0), mixed);
}

#[test]
fn nametables_follow_the_measured_table() {
    let halves = [0xB1, 0xB1, 0xB8, 0xB8];
    let four = [0xA0, 0xA9, 0xB1, 0xB8];
    let turns = [0xB1, 0xB8, 0xB1, 0xB8];
    let rows = [halves, four, turns, turns, turns, four, halves, halves];
    let mut cartridge = vrc6(24);
    for control in 0..0x10 {
        let wanted = rows[usize::from(control & 7)];
        cartridge.cpu_write(0xB003, 0x10 | control, 0);
        assert_eq!(chr(&cartridge, 0x2000), wanted, "{control:02X} ROM");
        assert_eq!(chr(&cartridge, 0x3000), wanted);
        cartridge.cpu_write(0xB003, control, 0);
        assert_eq!(
            ciram(&mut cartridge),
            wanted.map(|bank| bank & 1),
            "{control:02X} RAM"
        );
    }
}

#[test]
fn the_games_mirrorings_are_arranged() {
    let mut cartridge = vrc6(24);
    for (control, wanted) in [
        (0x20, [0, 1, 0, 1]),
        (0x24, [0, 0, 1, 1]),
        (0x28, [0, 0, 0, 0]),
        (0x2C, [1, 1, 1, 1]),
    ] {
        cartridge.cpu_write(0xB003, control, 0);
        assert_eq!(ciram(&mut cartridge), wanted);
    }
}

#[test]
fn prg_banks_are_16_and_8_kib() {
    let mut cartridge = vrc6(24);
    write_all(&mut cartridge, &[(0x8FFC, 3), (0xC123, 9)]);
    assert_eq!(prg(&cartridge), [6, 7, 9, 31]);
}

#[test]
fn ram_answers_when_enabled() {
    let mut cartridge = vrc6(26);
    assert_eq!(cartridge.cpu_read(0x6000), None);
    write_all(&mut cartridge, &[(0xB003, 0x80), (0x6000, 7)]);
    assert_eq!(cartridge.cpu_read(0x6000), Some(7));
}

#[test]
fn the_vrc6b_has_its_registers_exchanged() {
    let mut cartridge = vrc6(26);
    write_all(&mut cartridge, &[(0xF000, 0xF0), (0xF002, 6)]);
    assert_eq!(cartridge.irq_cycle(), 16);
}
