//! Namco 163: banks, CIRAM as CHR, write protection, the counter. Source: NESdev "INES Mapper 019".

use crate::nes::cartridge::Image;
use nescope::nes::{
    apu::{NEVER, Sound},
    boards::BoardLogic,
    cartridge::Cartridge,
    options::PowerOptions,
    ppu::VideoBus,
};

fn image() -> Image {
    Image::new(19, 0, 0x2_0000, 0x4_0000).ram(7, 0)
}

fn write_all(cartridge: &mut Cartridge, writes: &[(u16, u8)]) {
    for &(address, value) in writes {
        cartridge.cpu_write(address, value, 0);
    }
}

fn run(cartridge: &mut Cartridge, cycle: u64) -> bool {
    cartridge.run(cycle, &mut Sound::silent());
    cartridge.irq()
}

#[test]
fn registers_of_2_kib_switch_prg_and_chr() {
    let mut cartridge = image().cartridge();
    for page in 0..8 {
        cartridge.cpu_write(0x8000 + 0x800 * page + 0x7FF, 0x20 + page as u8, 0);
    }
    write_all(&mut cartridge, &[(0xE000, 5), (0xEFFF, 6), (0xF7FF, 7)]);
    let chr = [0, 0x400, 0x800, 0xC00, 0x1000, 0x1400, 0x1800, 0x1C00].map(|a| cartridge.peek(a));
    assert_eq!(chr, std::array::from_fn(|page| 0x20 + page as u8));
    let prg = [0x8000, 0xA000, 0xC000, 0xE000].map(|a| cartridge.cpu_read(a));
    assert_eq!(prg, [20, 24, 28, 60].map(Some));
}

#[test]
fn nametables_come_from_ciram_or_chr_rom() {
    let mut cartridge = image().cartridge();
    write_all(
        &mut cartridge,
        &[
            (0xC000, 0xE0),
            (0xC800, 0xE1),
            (0xD000, 0x55),
            (0xD800, 0xFE),
        ],
    );
    cartridge.write(0x2000, 0xA1, 0);
    cartridge.write(0x2400, 0xB2, 0);
    cartridge.write(0x2800, 0xC3, 0);
    let found = [0x2000, 0x2400, 0x2800, 0x2C00].map(|a| cartridge.peek(a));
    assert_eq!(found, [0xA1, 0xB2, 0x55, 0xA1]);
    let mirrors = [0x3000, 0x3400, 0x3800, 0x3C00].map(|a| cartridge.peek(a));
    assert_eq!(mirrors, found);
}

#[test]
fn ciram_serves_as_chr_unless_it_is_disabled() {
    let mut cartridge = image().cartridge();
    write_all(&mut cartridge, &[(0xC000, 0xE0), (0xC800, 0xE1)]);
    write_all(&mut cartridge, &[(0x8000, 0xE4), (0xB800, 0xFF)]);
    cartridge.write(0x0000, 0x77, 0);
    cartridge.write(0x1C00, 0x88, 0);
    assert_eq!(
        (cartridge.peek(0x2000), cartridge.peek(0x2400)),
        (0x77, 0x88)
    );
    cartridge.cpu_write(0xE800, 0x40, 0);
    assert_eq!(
        (cartridge.peek(0x0000), cartridge.peek(0x1C00)),
        (0xE4, 0x88)
    );
    cartridge.cpu_write(0xE800, 0x80, 0);
    assert_eq!(
        (cartridge.peek(0x0000), cartridge.peek(0x1C00)),
        (0x77, 0xFF)
    );
}

#[test]
fn chr_ram_beside_chr_rom_takes_the_place_of_ciram() {
    let mut cartridge = image().chr_ram(9).cartridge();
    write_all(
        &mut cartridge,
        &[(0x8000, 0xE0), (0x8800, 0xE3), (0xC000, 0xE3)],
    );
    cartridge.write(0x0000, 0x10, 0);
    cartridge.write(0x0400, 0x13, 0);
    assert_eq!(
        (cartridge.peek(0x0000), cartridge.peek(0x2000)),
        (0x10, 0x13)
    );
}

#[test]
fn ram_is_written_with_the_key_and_window_by_window() {
    let mut cartridge = image().cartridge();
    let windows = [0x6000, 0x6800, 0x7000, 0x7800];
    let mut attempt = |protect: u8, value: u8| {
        cartridge.cpu_write(0xF800, protect, 0);
        windows.map(|address| {
            cartridge.cpu_write(address, value, 0);
            cartridge.cpu_read(address) == Some(value)
        })
    };
    assert_eq!(attempt(0x40, 1), [true; 4]);
    assert_eq!(attempt(0x45, 2), [false, true, false, true]);
    assert_eq!(attempt(0x4F, 3), [false; 4]);
    for protect in [0x00, 0x50, 0x80, 0xC0, 0x20] {
        assert_eq!(attempt(protect, 4), [false; 4], "{protect:02X}");
    }
}

/// A counter set to `value` and enabled in cycle 100.
fn counting(value: u16) -> Cartridge {
    let mut cartridge = image().cartridge();
    run(&mut cartridge, 100);
    let [low, high] = value.to_le_bytes();
    write_all(&mut cartridge, &[(0x5000, low), (0x5800, high | 0x80)]);
    cartridge
}

#[test]
fn reaching_7fff_interrupts_and_stops() {
    for cycles in [1u64, 2, 100, 0x7FFF] {
        let mut cartridge = counting(0x7FFF - cycles as u16);
        assert_eq!(cartridge.irq_cycle(), 100 + cycles);
        assert!(!run(&mut cartridge, 99 + cycles), "{cycles}");
        assert!(run(&mut cartridge, 100 + cycles), "{cycles}");
        assert!(run(&mut cartridge, 200_000));
        let read = [0x5000, 0x5800].map(|a| cartridge.cpu_read(a));
        assert_eq!(read, [0xFF, 0xFF].map(Some), "it stays at the end");
        assert_eq!(cartridge.irq_cycle(), NEVER);
    }
}

#[test]
fn the_counter_is_read_while_it_runs() {
    let mut cartridge = counting(0x1230);
    run(&mut cartridge, 100 + 0x345);
    let read = [0x5000, 0x5800].map(|a| cartridge.cpu_read(a));
    assert_eq!(read, [0x75, 0x95].map(Some), "$1575, enabled");
    cartridge.cpu_write(0x5800, 0x15, 0);
    run(&mut cartridge, 100 + 0x445);
    let read = [0x5000, 0x5800].map(|a| cartridge.cpu_read(a));
    assert_eq!(read, [0x75, 0x15].map(Some), "stopped");
}

#[test]
fn writing_either_half_acknowledges() {
    for address in [0x5000, 0x57FF, 0x5800, 0x5FFF] {
        let mut cartridge = counting(0x7FF0);
        assert!(run(&mut cartridge, 200));
        cartridge.cpu_write(address, 0, 0);
        assert!(!cartridge.irq(), "{address:04X}");
    }
}

#[test]
fn sound_ram_is_battery_backed_behind_the_cartridge_s_own_ram() {
    let mut with_battery = image().ram(0, 7);
    with_battery.header[6] |= 2;
    let mut battery = vec![0x11; 0x2000];
    battery.extend((0..128).map(|byte| byte ^ 0x55));
    let options = PowerOptions {
        battery: Some(battery.clone()),
        ..PowerOptions::default()
    };
    let mut cartridge = with_battery.cartridge_with(&options);
    assert_eq!(cartridge.battery(), Some(battery));
    cartridge.cpu_write(0xF800, 0x80, 0);
    let read: Vec<u8> = (0..128)
        .filter_map(|_| cartridge.cpu_read(0x4800))
        .collect();
    assert_eq!(read, (0..128).map(|byte| byte ^ 0x55).collect::<Vec<u8>>());
    assert_eq!(image().ram(0, 0).cartridge().battery(), None);
}

#[test]
fn cutting_the_run_into_pieces_changes_nothing() {
    let mut whole = counting(0x1234);
    let mut pieces = whole.clone();
    whole.run(90_000, &mut Sound::silent());
    let mut cycle = 100;
    while cycle < 90_000 {
        cycle = (cycle + 1 + cycle * 7 % 53).min(90_000);
        pieces.run(cycle, &mut Sound::silent());
    }
    assert_eq!(whole.board, pieces.board);
    assert!(whole.board.can_be_at(90_001));
    assert!(!whole.board.can_be_at(1 << 40));
}
