//! MMC3 and MMC6. Sources: NESdev "MMC3", "MMC6"; the mmc3_test_2 readme.

use crate::nes::cartridge::Image;
use nescope::nes::{
    cartridge::Cartridge,
    options::{Mmc3Revision, PowerOptions},
    ppu::VideoBus,
};

const DIVIDER: u64 = 12;

fn mmc3(revision: Mmc3Revision) -> Cartridge {
    let options = PowerOptions {
        mmc3: Some(revision),
        ..PowerOptions::default()
    };
    Image::new(4, 0, 0x2_0000, 0x2_0000)
        .ram(7, 0)
        .cartridge_with(&options)
}

/// Raises A12 after a long low; returns the IRQ line.
fn rise(cartridge: &mut Cartridge, clock: u64) -> bool {
    cartridge.address(0x0000, clock);
    cartridge.address(0x1000, clock + 4 * DIVIDER);
    cartridge.irq()
}

fn write_all(cartridge: &mut Cartridge, writes: &[(u16, u8)]) {
    for &(address, value) in writes {
        cartridge.cpu_write(address, value, 0);
    }
}

/// Interrupts on each of eight rises, acknowledged in between.
fn interrupts(revision: Mmc3Revision, latch: u8) -> [bool; 8] {
    let mut cartridge = mmc3(revision);
    write_all(&mut cartridge, &[(0xC000, latch), (0xC001, 0), (0xE001, 0)]);
    std::array::from_fn(|i| {
        let line = rise(&mut cartridge, i as u64 * 1000);
        write_all(&mut cartridge, &[(0xE000, 0), (0xE001, 0)]);
        line
    })
}

#[test]
fn the_counter_counts_latch_plus_one_rises() {
    for revision in [Mmc3Revision::A, Mmc3Revision::B] {
        let seen = interrupts(revision, 2);
        assert_eq!(seen, [false, false, true, false, false, true, false, false]);
    }
}

#[test]
fn a_zero_latch_interrupts_always_or_once() {
    assert_eq!(interrupts(Mmc3Revision::B, 0), [true; 8]);
    let mut once = [false; 8];
    once[0] = true;
    assert_eq!(interrupts(Mmc3Revision::A, 0), once);
}

#[test]
fn short_dips_of_a12_do_not_count() {
    let mut cartridge = mmc3(Mmc3Revision::B);
    write_all(&mut cartridge, &[(0xC000, 0), (0xC001, 0), (0xE001, 0)]);
    cartridge.address(0x1000, 0);
    cartridge.address(0x0000, 100);
    cartridge.address(0x1000, 100 + 2 * DIVIDER);
    assert!(!cartridge.irq(), "low during two falling edges of M2 only");
    cartridge.address(0x0000, 200);
    cartridge.address(0x1000, 200 + 3 * DIVIDER);
    assert!(cartridge.irq());
}

#[test]
fn the_line_stays_until_e000() {
    let mut cartridge = mmc3(Mmc3Revision::B);
    write_all(&mut cartridge, &[(0xC000, 0), (0xC001, 0), (0xE001, 0)]);
    assert!(rise(&mut cartridge, 0));
    write_all(&mut cartridge, &[(0xE001, 0), (0xC001, 0)]);
    assert!(cartridge.irq());
    cartridge.cpu_write(0xE000, 0, 0);
    assert!(!cartridge.irq());
}

#[test]
fn the_horizon_is_never_too_late() {
    for latch in 0..5 {
        let mut cartridge = mmc3(Mmc3Revision::B);
        assert_eq!(cartridge.horizon(0), u64::MAX, "disabled");
        write_all(&mut cartridge, &[(0xC000, latch), (0xC001, 0), (0xE001, 0)]);
        let mut clock = 40;
        while !cartridge.irq() {
            let promised = cartridge.horizon(clock);
            cartridge.address(0x0000, clock);
            clock += 3 * DIVIDER;
            cartridge.address(0x1000, clock);
            assert!(!cartridge.irq() || promised <= clock);
        }
    }
}

#[test]
fn ram_can_be_protected_and_disabled() {
    let mut cartridge = mmc3(Mmc3Revision::B);
    write_all(&mut cartridge, &[(0x6000, 1), (0xA001, 0xC0), (0x6000, 2)]);
    assert_eq!(cartridge.cpu_read(0x6000), Some(1));
    cartridge.cpu_write(0xA001, 0x00, 0);
    assert_eq!(cartridge.cpu_read(0x6000), None);
}

#[test]
fn banks_swap_halves() {
    let mut cartridge = mmc3(Mmc3Revision::B);
    for (register, bank) in [
        (0, 8),
        (1, 11),
        (2, 20),
        (3, 21),
        (4, 22),
        (5, 23),
        (6, 3),
        (7, 4),
    ] {
        write_all(&mut cartridge, &[(0x8000, register), (0x8001, bank)]);
    }
    let chr = |c: &Cartridge| [0x0000, 0x0400, 0x0800, 0x1000, 0x1C00].map(|a| c.peek(a));
    let prg =
        |c: &Cartridge| [0x8000, 0xA000, 0xC000, 0xE000].map(|a| c.cpu_peek(a).map(|p| p / 4));
    assert_eq!(chr(&cartridge), [8, 9, 10, 20, 23]);
    assert_eq!(prg(&cartridge), [3, 4, 14, 15].map(Some));
    cartridge.cpu_write(0x8000, 0xC0, 0);
    assert_eq!(chr(&cartridge), [20, 21, 22, 8, 11]);
    assert_eq!(prg(&cartridge), [14, 4, 3, 15].map(Some));
}

#[test]
fn mmc6_ram_is_protected_by_halves() {
    let mut cartridge = Image::new(4, 1, 0x8000, 0x2000).ram(0, 4).cartridge();
    assert_eq!(cartridge.cpu_read(0x7000), None);
    write_all(
        &mut cartridge,
        &[(0x8000, 0x20), (0xA001, 0x30), (0x7005, 5), (0x7205, 6)],
    );
    assert_eq!(cartridge.cpu_read(0x7405), Some(5), "1 KiB repeats");
    assert_eq!(
        cartridge.cpu_read(0x7205),
        Some(0),
        "the other half reads 0"
    );
    cartridge.cpu_write(0x8000, 0, 0);
    assert_eq!(cartridge.cpu_read(0x7005), None);
}

/// NESdev "INES Mapper 118": CIRAM A10 is bit 7 of the bank at the same place of
/// `$0000-$0FFF`; the mirroring register does nothing.
#[test]
fn txsrom_takes_nametables_from_chr_banks() {
    let mut cartridge = Image::new(118, 0, 0x2_0000, 0x1_0000).cartridge();
    let select = |cartridge: &mut Cartridge, register, bank| {
        write_all(cartridge, &[(0x8000, register), (0x8001, bank)]);
    };
    select(&mut cartridge, 0, 0x80);
    select(&mut cartridge, 1, 0x00);
    write_all(&mut cartridge, &[(0xA000, 1)]);
    assert_eq!(super::discrete::nametables(&cartridge), [1, 1, 0, 0]);
    for (register, bank) in [(2, 0x00), (3, 0x80), (4, 0x80), (5, 0x00)] {
        select(&mut cartridge, register, bank);
    }
    write_all(&mut cartridge, &[(0x8000, 0x80)]);
    assert_eq!(super::discrete::nametables(&cartridge), [0, 1, 1, 0]);
}
