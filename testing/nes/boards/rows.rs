//! Properties that hold for every row of the board table.

use crate::nes::cartridge::Image;
use nescope::nes::{
    boards::table::{self, ROWS, Row},
    cartridge::Cartridge,
    memory::Page,
    options::{PowerOptions, RamPattern},
    ppu::VideoBus,
};
use proptest::prelude::*;

/// Memory configurations each board is tried with: ROM sizes, odd counts among them.
const SIZES: [(usize, usize); 5] = [
    (0x4000, 0x2000),
    (0x8000, 0x0000),
    (0xC000, 0x6000),
    (0x2_0000, 0x2_0000),
    (0x8_0000, 0x0000),
];

fn images(row: &Row) -> impl Iterator<Item = Image> {
    let (mapper, submapper) = (row.mapper, row.submapper.unwrap_or(0));
    SIZES.into_iter().flat_map(move |(prg, chr)| {
        let chr_ram = if chr == 0 { 7 } else { 0 };
        let image = Image::new(mapper, submapper, prg, chr).chr_ram(chr_ram);
        [image.clone(), image.clone().ram(7, 0), image.ram(7, 9)]
    })
}

fn random_ram(image: &Image) -> Cartridge {
    image.cartridge_with(&PowerOptions {
        ram: RamPattern::Random,
        ..PowerOptions::default()
    })
}

/// A few hundred CPU writes, PPU fetches and address changes.
fn disturb(cartridge: &mut Cartridge, seed: u64) {
    let mut state = seed | 1;
    for step in 0..400 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let (address, value) = ((state >> 32) as u16, (state >> 24) as u8);
        let cycle = step * 2 + (state >> 60);
        match state >> 61 {
            0..4 => cartridge.cpu_write(address.max(0x4020), value, cycle),
            4 => cartridge.address(address & 0x3FFF, cycle * 12),
            5 => drop(cartridge.read(address % 0x3F00, cycle * 12)),
            6 => cartridge.write(address % 0x3F00, value, cycle * 12),
            _ => drop(cartridge.cpu_read(address.max(0x4020))),
        }
    }
}

fn check_rows(property: impl Fn(&str, Cartridge)) {
    for row in ROWS {
        for image in images(row) {
            property(row.name, random_ram(&image));
        }
    }
}

#[test]
fn the_map_is_total_at_power_on() {
    check_rows(|name, cartridge| {
        let pages = &cartridge.memory.pages;
        let prg = &pages.cpu[16..];
        assert!(
            prg.iter().all(|page| matches!(page, Page::Rom(_))),
            "{name}: {prg:?}"
        );
        assert!(!pages.ppu.contains(&Page::Open), "{name}: {:?}", pages.ppu);
    });
}

#[test]
fn mapping_again_changes_nothing() {
    check_rows(|name, mut cartridge| {
        disturb(&mut cartridge, 7);
        let pages = cartridge.memory.pages.clone();
        cartridge.map();
        assert_eq!(cartridge.memory.pages, pages, "{name}");
    });
}

#[test]
fn saved_registers_come_back() {
    check_rows(|name, mut cartridge| {
        disturb(&mut cartridge, 3);
        let bytes = postcard::to_stdvec(&cartridge.state()).expect("states serialize");
        let saved = cartridge.clone();
        disturb(&mut cartridge, 4);
        let state = postcard::from_bytes(&bytes).expect("states deserialize");
        cartridge.load(state).expect("it is the same cartridge");
        assert_eq!(cartridge.board, saved.board, "{name}");
        assert_eq!(cartridge.memory.ram, saved.memory.ram, "{name}");
        assert_eq!(cartridge.memory.pages, saved.memory.pages, "{name}");
    });
}

#[test]
fn running_on_from_a_saved_state_gives_the_same() {
    check_rows(|name, mut cartridge| {
        disturb(&mut cartridge, 5);
        let state = cartridge.state();
        disturb(&mut cartridge, 6);
        let first = cartridge.clone();
        cartridge.load(state).expect("it is the same cartridge");
        disturb(&mut cartridge, 6);
        assert_eq!(cartridge.board, first.board, "{name}");
        assert_eq!(cartridge.memory.ram, first.memory.ram, "{name}");
    });
}

#[test]
fn peeking_changes_nothing() {
    check_rows(|name, mut cartridge| {
        disturb(&mut cartridge, 8);
        let before = cartridge.clone();
        for address in (0x4020..=0xFFFF).step_by(37) {
            cartridge.cpu_peek(address);
        }
        for address in (0..0x3F00).step_by(37) {
            cartridge.peek(address);
        }
        assert_eq!(cartridge.board, before.board, "{name}");
        assert_eq!(cartridge.memory.ram, before.memory.ram, "{name}");
    });
}

#[test]
fn numbers_find_their_rows() {
    for row in ROWS {
        let found =
            table::find(row.mapper, row.submapper.unwrap_or(15)).expect("it is in the table");
        assert_eq!(found.name, row.name);
    }
    assert!(table::find(4095, 0).is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]
    #[test]
    fn random_writes_never_panic(seed in any::<u64>()) {
        check_rows(|_, mut cartridge| disturb(&mut cartridge, seed));
    }
}
