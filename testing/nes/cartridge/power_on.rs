//! A cartridge at power-on, its saved state, and what the CPU and PPU reach through it.

use super::Image;
use nescope::nes::{
    cartridge::{Cartridge, Rom},
    options::{PowerOptions, RamPattern},
    ppu::VideoBus,
    region::Region,
};
use std::sync::Arc;

#[test]
fn unsupported_boards_are_named() {
    let rom = Image::new(100, 3, 0x8000, 0x2000).rom();
    let error = Cartridge::power_on(&rom, &PowerOptions::default(), Region::Ntsc)
        .map(|_| ())
        .expect_err("refused");
    assert_eq!(error.code(), "unsupported_board");
    let text = error.to_string();
    assert!(text.starts_with("mapper 100 submapper 3 is not supported; supported mappers: 0 1 2"));
    assert!(text.ends_with(" 180 210"), "{text}");
}

#[test]
fn trainers_appear_at_7000() {
    let mut image = Image::new(0, 0, 0x8000, 0x2000);
    image.header[7] = 0;
    image.header[6] |= 4;
    let mut file = image.file();
    file.splice(16..16, (0..512).map(|i| i as u8 ^ 0x5A));
    let rom = Arc::new(Rom::parse(&file).expect("valid"));
    let mut cartridge =
        Cartridge::power_on(&rom, &PowerOptions::default(), Region::Ntsc).expect("supported");
    assert_eq!(cartridge.cpu_read(0x7000), Some(0x5A));
    assert_eq!(cartridge.cpu_read(0x71FF), Some(0xA5));
    assert_eq!(cartridge.cpu_read(0x8800), Some(1));
}

#[test]
fn battery_images_are_loaded_and_volatile_ram_is_not_touched_by_them() {
    let options = PowerOptions {
        battery: Some(vec![7; 0x4000]),
        ram: RamPattern::Ones,
        ..PowerOptions::default()
    };
    let cartridge = Image::new(1, 0, 0x8000, 0x2000)
        .ram(7, 7)
        .cartridge_with(&options);
    assert_eq!(cartridge.battery().map(|ram| ram.len()), Some(0x2000));
    assert_eq!(cartridge.battery().expect("has one")[0x1FFF], 7);
    assert_eq!(
        cartridge.memory.ram[cartridge.memory.layout.volatile_ram.range()][0],
        0xFF
    );
}

#[test]
fn ram_patterns_are_what_they_say() {
    let ram = |ram, seed| {
        let options = PowerOptions {
            ram,
            seed,
            ..PowerOptions::default()
        };
        Image::new(0, 0, 0x8000, 0x2000)
            .cartridge_with(&options)
            .memory
            .ram
    };
    assert!(ram(RamPattern::Zeros, 0).iter().all(|&byte| byte == 0));
    assert!(ram(RamPattern::Ones, 0).iter().all(|&byte| byte == 0xFF));
    assert_eq!(
        ram(RamPattern::Alternating, 0)[..8],
        [0, 0, 0, 0, 255, 255, 255, 255]
    );
    assert_eq!(ram(RamPattern::Random, 1), ram(RamPattern::Random, 1));
    assert_ne!(ram(RamPattern::Random, 1), ram(RamPattern::Random, 2));
}

#[test]
fn open_ppu_bus_reads_the_low_address_byte() {
    // NES 2.0 without CHR ROM or CHR RAM.
    let mut cartridge = Image::new(0, 0, 0x8000, 0).cartridge();
    assert_eq!(cartridge.read(0x1234, 0), 0x34);
}

#[test]
fn work_ram_and_nametables_are_mirrored() {
    let mut cartridge = Image::new(0, 0, 0x8000, 0x2000).cartridge();
    cartridge.memory.cpu_write(0x0123, 9);
    assert_eq!(cartridge.memory.cpu_read(0x1923), Some(9));
    cartridge.write(0x2005, 8, 0);
    assert_eq!((cartridge.peek(0x2405), cartridge.peek(0x3005)), (8, 8));
    assert_eq!(cartridge.peek(0x2805), 0);
}

#[test]
fn four_screens_are_four() {
    let mut image = Image::new(4, 0, 0x8000, 0x2000);
    image.header[6] |= 8;
    let mut cartridge = image.cartridge();
    for table in 0..4u16 {
        cartridge.write(0x2000 + table * 0x400, table as u8 + 1, 0);
    }
    cartridge.cpu_write(0xA000, 1, 0);
    let seen = [0, 1, 2, 3].map(|table: u16| cartridge.peek(0x2000 + table * 0x400));
    assert_eq!(seen, [1, 2, 3, 4]);
}

#[test]
fn rom_patches_stay_in_their_machine() {
    let mut cartridge = Image::new(0, 0, 0x8000, 0x2000).cartridge();
    let other = cartridge.clone();
    cartridge.memory.patch_rom(0x10, 0xEA);
    cartridge.memory.patch_rom(u32::MAX, 0xEA);
    assert_eq!(cartridge.cpu_peek(0x8010), Some(0xEA));
    assert_eq!(other.cpu_peek(0x8010), Some(0xFF));
}

#[test]
fn saved_cartridges_only_load_where_they_fit() {
    let mut nrom = Image::new(0, 0, 0x8000, 0x2000).ram(7, 0).cartridge();
    let small = Image::new(0, 0, 0x8000, 0x2000).cartridge();
    let other = Image::new(2, 0, 0x8000, 0x2000).ram(7, 0).cartridge();
    for state in [small.state(), other.state()] {
        let error = nrom.load(state).expect_err("refused");
        assert_eq!(error.code(), "state_mismatch");
    }
}
