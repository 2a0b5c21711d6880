//! Boards of discrete logic, NINA-001 and the Camerica chips.
//!
//! Sources: NESdev "UxROM", "CNROM", "AxROM", "GxROM", "Color Dreams", "INES Mapper 034",
//! "INES Mapper 071", "NES 2.0 submappers".

use crate::nes::cartridge::Image;
use nescope::nes::{cartridge::Cartridge, memory::Mirroring, ppu::VideoBus};

/// The 2 KiB PRG page that answers at an address.
fn prg(cartridge: &Cartridge, address: u16) -> u8 {
    cartridge.cpu_peek(address & 0xF800).expect("ROM answers")
}

/// The 1 KiB CHR page that answers at an address.
fn chr(cartridge: &Cartridge, address: u16) -> u8 {
    cartridge.peek(address & 0xFC00)
}

/// The 1 KiB of nametable RAM behind each nametable.
pub fn nametables(cartridge: &Cartridge) -> [u8; 4] {
    let mut probe = cartridge.clone();
    let ciram = probe.memory.layout.ciram.range();
    for (i, byte) in probe.memory.ram[ciram].iter_mut().enumerate() {
        *byte = (i / 0x400) as u8;
    }
    [0x2000, 0x2400, 0x2800, 0x2C00].map(|address| probe.peek(address))
}

#[test]
fn nrom_repeats_sixteen_kib() {
    let cartridge = Image::new(0, 0, 0x4000, 0x2000).cartridge();
    assert_eq!((prg(&cartridge, 0x8000), prg(&cartridge, 0xC000)), (0, 0));
    assert_eq!(prg(&cartridge, 0xFFFF), 7);
}

#[test]
fn uxrom_switches_the_first_bank_and_keeps_the_last() {
    let mut cartridge = Image::new(2, 0, 0x2_0000, 0).chr_ram(7).cartridge();
    cartridge.cpu_write(0x8002, 3, 0);
    assert_eq!((prg(&cartridge, 0x8000), prg(&cartridge, 0xC000)), (24, 56));
}

#[test]
fn bus_conflicts_follow_the_submapper() {
    for (submapper, bank) in [(0, 3), (1, 3), (2, 1)] {
        let mut cartridge = Image::new(2, submapper, 0x2_0000, 0).chr_ram(7).cartridge();
        // The byte at $8800 is 1: page 1 of bank 0.
        cartridge.cpu_write(0x8800, 3, 0);
        assert_eq!(prg(&cartridge, 0x8000), bank * 8, "submapper {submapper}");
    }
}

#[test]
fn cnrom_switches_chr_and_wraps_at_its_size() {
    let mut cartridge = Image::new(3, 0, 0x8000, 0x8000).cartridge();
    cartridge.cpu_write(0x8002, 0x31 + 4, 0);
    assert_eq!(chr(&cartridge, 0x0400), 9);
}

#[test]
fn axrom_switches_prg_and_the_screen() {
    let mut cartridge = Image::new(7, 0, 0x2_0000, 0).chr_ram(7).cartridge();
    assert_eq!(nametables(&cartridge), Mirroring::OneScreenLower.pages());
    cartridge.cpu_write(0xFFFF, 0x12, 0);
    assert_eq!(prg(&cartridge, 0x8000), 32);
    assert_eq!(nametables(&cartridge), Mirroring::OneScreenUpper.pages());
}

#[test]
fn gxrom_switches_both() {
    let mut cartridge = Image::new(66, 0, 0x2_0000, 0x8000).cartridge();
    cartridge.cpu_write(0x8002, 0x21, 0);
    assert_eq!((prg(&cartridge, 0x8000), chr(&cartridge, 0)), (32, 8));
}

#[test]
fn color_dreams_switches_both_the_other_way_round() {
    let mut cartridge = Image::new(11, 0, 0x2_0000, 0x2_0000).cartridge();
    cartridge.cpu_write(0x8002, 0x52, 0);
    assert_eq!((prg(&cartridge, 0x8000), chr(&cartridge, 0)), (32, 40));
}

#[test]
fn mapper_34_is_told_apart_by_chr_rom() {
    let mut bnrom = Image::new(34, 0, 0x2_0000, 0).chr_ram(7).cartridge();
    bnrom.cpu_write(0x8800, 2, 0);
    assert_eq!(prg(&bnrom, 0x8000), 32);
    let mut nina = Image::new(34, 0, 0x1_0000, 0x1_0000).ram(7, 0).cartridge();
    nina.cpu_write(0x8002, 1, 0);
    assert_eq!(prg(&nina, 0x8000), 0);
    nina.cpu_write(0x7FFD, 1, 0);
    nina.cpu_write(0x7FFE, 2, 0);
    nina.cpu_write(0x7FFF, 3, 0);
    assert_eq!(prg(&nina, 0x8000), 16);
    assert_eq!((chr(&nina, 0), chr(&nina, 0x1000)), (8, 12));
    assert_eq!(nina.cpu_read(0x7FFE), Some(2), "writes reach the RAM too");
}

#[test]
fn camerica_switches_from_c000_only() {
    let mut cartridge = Image::new(71, 0, 0x2_0000, 0).chr_ram(7).cartridge();
    cartridge.cpu_write(0x8002, 3, 0);
    assert_eq!(prg(&cartridge, 0x8000), 0);
    assert_eq!(nametables(&cartridge), Mirroring::Horizontal.pages());
    cartridge.cpu_write(0xC802, 3, 0);
    assert_eq!((prg(&cartridge, 0x8000), prg(&cartridge, 0xC000)), (24, 56));
}

#[test]
fn fire_hawk_switches_the_screen() {
    for (submapper, address) in [(1, 0x8002), (0, 0x9002)] {
        let mut cartridge = Image::new(71, submapper, 0x2_0000, 0)
            .chr_ram(7)
            .cartridge();
        cartridge.cpu_write(address, 0x10, 0);
        assert_eq!(nametables(&cartridge), Mirroring::OneScreenUpper.pages());
    }
}

#[test]
fn mapper_180_keeps_the_first_bank_and_switches_the_other() {
    let mut cartridge = Image::new(180, 0, 0x2_0000, 0).chr_ram(7).cartridge();
    cartridge.cpu_write(0x8002, 3, 0);
    assert_eq!((prg(&cartridge, 0x8000), prg(&cartridge, 0xC000)), (0, 24));
}

#[test]
fn irem_latch_switches_prg_and_chr_with_bus_conflicts() {
    let mut cartridge = Image::new(78, 3, 0x2_0000, 0x2_0000).cartridge();
    // The byte at $F800 is $3F: page 63.
    cartridge.cpu_write(0xF800, 0xA2 | 0x10, 0);
    assert_eq!((prg(&cartridge, 0x8000), prg(&cartridge, 0xC000)), (16, 56));
    assert_eq!(chr(&cartridge, 0), 24, "$B2 & $3F chooses CHR bank 3");
}

/// NESdev "INES Mapper 078": the two boards differ in what bit 3 does; iNES 1 tells them
/// apart by the flag of four nametables.
#[test]
fn irem_boards_differ_in_nametables() {
    use Mirroring::*;
    for (image, off, on) in [
        (
            Image::new(78, 1, 0x2_0000, 0x8000),
            OneScreenLower,
            OneScreenUpper,
        ),
        (Image::new(78, 3, 0x2_0000, 0x8000), Horizontal, Vertical),
        (
            Image::new(78, 0, 0x2_0000, 0x8000),
            OneScreenLower,
            OneScreenUpper,
        ),
        (
            Image::new(78, 0, 0x2_0000, 0x8000).four_screen(),
            Horizontal,
            Vertical,
        ),
    ] {
        let mut cartridge = image.cartridge();
        assert_eq!(nametables(&cartridge), off.pages());
        cartridge.cpu_write(0xFFFF, 0x08, 0);
        assert_eq!(nametables(&cartridge), on.pages());
    }
}

#[test]
fn nrom_368_shows_46_kib_from_4800() {
    let mut cartridge = Image::new(0, 0, 0xC000, 0x2000).cartridge();
    for (page, address) in (0x4800..=0xF800).step_by(0x800).enumerate() {
        assert_eq!(usize::from(prg(&cartridge, address)), page + 1);
    }
    assert_eq!(cartridge.cpu_read(0x4100), None);
    let with_ram = Image::new(0, 0, 0xC000, 0x2000).ram(7, 0).cartridge();
    assert_eq!(with_ram.cpu_peek(0x4800), None);
}
