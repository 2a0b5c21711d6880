//! MMC5: banks, extended RAM, multiplier and timer by direct access.
//!
//! Source: NESdev "MMC5".

mod picture;
mod rig;
mod scanline;
mod sound;

use crate::nes::cartridge::Image;
use nescope::nes::{
    apu::Sound,
    boards::BoardLogic,
    cartridge::{Cartridge, VideoBus},
};

/// 128 KiB of PRG ROM, 256 KiB of CHR ROM and RAM of these sizes, 64 << shift.
pub fn cartridge(volatile_shift: u8, battery_shift: u8) -> Cartridge {
    Image::new(5, 0, 0x2_0000, 0x4_0000)
        .ram(volatile_shift, battery_shift)
        .cartridge()
}

pub fn write_all(cartridge: &mut Cartridge, writes: &[(u16, u8)]) {
    for &(address, value) in writes {
        cartridge.cpu_write(address, value, 0);
    }
}

/// The 8 KiB ROM bank at each window from `$8000`.
fn prg(cartridge: &Cartridge) -> [u8; 4] {
    [0x8000, 0xA000, 0xC000, 0xE000].map(|address| {
        let page = cartridge.cpu_peek(address).expect("ROM answers");
        page / 4
    })
}

/// The 1 KiB bank at each window of the pattern tables.
fn chr(cartridge: &Cartridge) -> [u8; 8] {
    std::array::from_fn(|i| cartridge.peek(i as u16 * 0x400))
}

#[test]
fn four_prg_modes() {
    let mut cartridge = cartridge(0, 0);
    assert_eq!(prg(&cartridge)[3], 15, "the last bank at power-on");
    let banks = [(0x5114, 0x81), (0x5115, 0x83), (0x5116, 0x86), (0x5117, 9)];
    write_all(&mut cartridge, &banks);
    for (mode, expected) in [
        (0, [8, 9, 10, 11]),
        (1, [2, 3, 8, 9]),
        (2, [2, 3, 6, 9]),
        (3, [1, 3, 6, 9]),
    ] {
        cartridge.cpu_write(0x5100, mode, 0);
        assert_eq!(prg(&cartridge), expected, "mode {mode}");
    }
}

#[test]
fn ram_shows_in_every_window_but_the_last() {
    let mut cartridge = cartridge(0, 10);
    let unlock = [(0x5102, 2), (0x5103, 1), (0x5113, 3)];
    write_all(&mut cartridge, &unlock);
    cartridge.cpu_write(0x6005, 0x77, 0);
    let windows = [(0x5114, 0x8000), (0x5115, 0xA000), (0x5116, 0xC000)];
    for (register, address) in windows {
        cartridge.cpu_write(register, 3, 0);
        assert_eq!(cartridge.cpu_read(address + 5), Some(0x77));
        cartridge.cpu_write(address + 6, register as u8, 0);
        assert_eq!(cartridge.cpu_read(0x6006), Some(register as u8));
    }
    cartridge.cpu_write(0x5117, 3, 0);
    assert_eq!(prg(&cartridge)[3], 3, "always ROM");
}

#[test]
fn ram_is_written_only_with_both_keys() {
    let mut cartridge = cartridge(0, 7);
    for (first, second, open) in [(0, 0, false), (2, 0, false), (1, 2, false), (2, 1, true)] {
        let keys = [(0x5102, first), (0x5103, second)];
        write_all(&mut cartridge, &keys);
        let before = cartridge.cpu_read(0x6000).expect("RAM answers");
        cartridge.cpu_write(0x6000, before ^ 0xFF, 0);
        let written = cartridge.cpu_read(0x6000) != Some(before);
        assert_eq!(written, open, "{first} {second}");
    }
}

/// Which RAM each bank value shows, numbered by the first value that shows it.
fn ram_banks(mut cartridge: Cartridge) -> [Option<u8>; 8] {
    write_all(&mut cartridge, &[(0x5102, 2), (0x5103, 1)]);
    for bank in (0..8).rev() {
        write_all(&mut cartridge, &[(0x5113, bank), (0x6000, bank)]);
    }
    std::array::from_fn(|bank| {
        cartridge.cpu_write(0x5113, bank as u8, 0);
        cartridge.cpu_read(0x6000)
    })
}

#[test]
fn bank_bits_select_ram_chips_as_the_boards_are_wired() {
    let none = [None; 4];
    let half = |low: [u8; 4]| low.map(Some);
    let join = |a: [Option<u8>; 4], b: [Option<u8>; 4]| [a, b].concat();
    let [elrom, ekrom, etrom, ewrom, superset] = [(0, 0), (0, 7), (7, 7), (0, 9), (0, 10)]
        .map(|(volatile, battery)| ram_banks(cartridge(volatile, battery)).to_vec());
    assert_eq!(elrom, join(none, none));
    assert_eq!(ekrom, join(half([0; 4]), none));
    assert_eq!(etrom, join(half([0; 4]), half([4; 4])));
    assert_eq!(ewrom, join(half([0, 1, 2, 3]), none));
    assert_eq!(superset, join(half([0, 1, 2, 3]), half([4, 5, 6, 7])));
}

#[test]
fn the_first_of_two_chips_has_the_battery() {
    let mut cartridge = cartridge(7, 7);
    write_all(&mut cartridge, &[(0x5102, 2), (0x5103, 1), (0x6000, 0x42)]);
    assert_eq!(cartridge.battery().expect("it has one")[0], 0x42);
}

#[test]
fn four_chr_modes_count_banks_in_their_own_size() {
    let mut cartridge = cartridge(0, 0);
    let banks: Vec<_> = (0..8).map(|i| (0x5120 + i, i as u8 + 1)).collect();
    write_all(&mut cartridge, &banks);
    for (mode, expected) in [
        (0, [64, 65, 66, 67, 68, 69, 70, 71]),
        (1, [16, 17, 18, 19, 32, 33, 34, 35]),
        (2, [4, 5, 8, 9, 12, 13, 16, 17]),
        (3, [1, 2, 3, 4, 5, 6, 7, 8]),
    ] {
        cartridge.cpu_write(0x5101, mode, 0);
        assert_eq!(chr(&cartridge), expected, "mode {mode}");
    }
}

#[test]
fn upper_chr_bits_belong_to_later_writes() {
    let mut cartridge = Image::new(5, 0, 0x8000, 0x8_0000).cartridge();
    let writes = [(0x5101, 3), (0x5120, 1), (0x5130, 1), (0x5121, 1)];
    write_all(&mut cartridge, &writes);
    let kib =
        |c: &Cartridge, address| c.peek(address) as usize | (c.peek(address + 1) as usize) << 8;
    assert_eq!(kib(&cartridge, 0x0000), 1);
    assert_eq!(kib(&cartridge, 0x0400), 0x101);
}

#[test]
fn outside_the_frame_tall_sprites_show_the_set_written_last() {
    let mut cartridge = cartridge(0, 0);
    let banks = [(0x5101, 3), (0x5120, 7), (0x5128, 9)];
    write_all(&mut cartridge, &banks);
    assert_eq!(chr(&cartridge)[0], 7, "8x8 sprites know one set");
    cartridge.snoop(0x2000, 0x20);
    assert_eq!(chr(&cartridge)[0], 7, "and so does a blanked screen");
    cartridge.snoop(0x2001, 0x08);
    assert_eq!((chr(&cartridge)[0], chr(&cartridge)[4]), (9, 9));
    cartridge.cpu_write(0x5120, 7, 0);
    assert_eq!(chr(&cartridge)[0], 7);
    cartridge.cpu_write(0x5129, 1, 0);
    cartridge.snoop(0x2008, 0x00);
    assert_eq!(chr(&cartridge)[0], 9, "mirrors are not watched");
}

#[test]
fn nametables_come_from_four_sources() {
    let mut cartridge = cartridge(0, 0);
    write_all(&mut cartridge, &[(0x5104, 0), (0x5105, 0b11_10_01_00)]);
    for (i, value) in [10, 11, 12].into_iter().enumerate() {
        cartridge.write(0x2005 + i as u16 * 0x400, value, 0);
    }
    write_all(&mut cartridge, &[(0x5106, 13), (0x5107, 2)]);
    cartridge.write(0x2C05, 99, 0);
    let nametables = [0x2005, 0x2405, 0x2805, 0x2C05];
    assert_eq!(nametables.map(|a| cartridge.peek(a)), [10, 11, 12, 13]);
    assert_eq!(cartridge.peek(0x2FC3), 0xAA, "fill attribute");
    cartridge.cpu_write(0x5104, 2, 0);
    assert_eq!(cartridge.cpu_read(0x5C05), Some(12), "it is extended RAM");
    assert_eq!(cartridge.peek(0x2805), 0, "zeros in modes 2 and 3");
}

#[test]
fn extended_ram_has_four_modes() {
    let mut cartridge = cartridge(0, 0);
    write_all(&mut cartridge, &[(0x5104, 2), (0x5C10, 1), (0x5BFF, 7)]);
    assert_eq!(cartridge.cpu_read(0x5C10), Some(1));
    assert_eq!(cartridge.cpu_read(0x5BFF), None);
    write_all(&mut cartridge, &[(0x5104, 3), (0x5C10, 2)]);
    assert_eq!(cartridge.cpu_read(0x5C10), Some(1), "read only");
    for mode in [0, 1] {
        write_all(&mut cartridge, &[(0x5104, mode), (0x5C10, 3)]);
        assert_eq!(cartridge.cpu_read(0x5C10), None);
        cartridge.cpu_write(0x5104, 2, 0);
        assert_eq!(cartridge.cpu_read(0x5C10), Some(1), "not in the frame");
    }
}

#[test]
fn the_multiplier_gives_sixteen_bits() {
    let mut cartridge = cartridge(0, 0);
    let product = |c: &mut Cartridge| {
        u16::from_le_bytes([0x5205, 0x5206].map(|a| c.cpu_read(a).expect("it answers")))
    };
    assert_eq!(product(&mut cartridge), 0xFE01);
    for (a, b) in [(0, 200), (7, 9), (255, 1), (201, 77)] {
        write_all(&mut cartridge, &[(0x5205, a), (0x5206, b)]);
        assert_eq!(product(&mut cartridge), u16::from(a) * u16::from(b));
    }
}

#[test]
fn the_timer_interrupts_once_after_its_count() {
    let mut cartridge = cartridge(0, 0);
    let mut sound = Sound::silent();
    cartridge.run(10, &mut sound);
    cartridge.cpu_write(0x520A, 1, 10);
    assert_eq!(
        cartridge.irq_cycle(),
        u64::MAX,
        "the high byte starts nothing"
    );
    cartridge.cpu_write(0x5209, 4, 10);
    assert_eq!(cartridge.irq_cycle(), 10 + 0x104);
    cartridge.run(10 + 0x103, &mut sound);
    assert!(!cartridge.irq());
    cartridge.run(10 + 0x104, &mut sound);
    assert!(cartridge.irq());
    assert_eq!(cartridge.cpu_read(0x5209), Some(0x80));
    assert_eq!(
        (cartridge.irq(), cartridge.cpu_read(0x5209)),
        (false, Some(0))
    );
    assert!(cartridge.board.runs());
}
