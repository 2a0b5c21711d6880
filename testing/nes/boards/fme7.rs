//! FME-7: banks, RAM and ROM at $6000, the counter. Source: NESdev "Sunsoft FME-7".

use crate::nes::cartridge::Image;
use nescope::nes::{apu::Sound, boards::BoardLogic, cartridge::Cartridge, ppu::VideoBus};

fn fme7() -> Cartridge {
    // 32 KiB of RAM, which the chip's bank lines reach.
    Image::new(69, 0, 0x2_0000, 0x2_0000).ram(9, 0).cartridge()
}

fn command(cartridge: &mut Cartridge, command: u8, parameter: u8) {
    cartridge.cpu_write(0x8000, command, 0);
    cartridge.cpu_write(0xA000, parameter, 0);
}

fn run(cartridge: &mut Cartridge, cycle: u64) -> bool {
    cartridge.run(cycle, &mut Sound::silent());
    cartridge.irq()
}

/// Writes the counter and the control register in cycle 100.
fn counting(counter: u16, control: u8) -> Cartridge {
    let mut cartridge = fme7();
    run(&mut cartridge, 100);
    let [low, high] = counter.to_le_bytes();
    command(&mut cartridge, 14, low);
    command(&mut cartridge, 15, high);
    command(&mut cartridge, 13, control);
    cartridge
}

#[test]
fn commands_switch_all_banks() {
    let mut cartridge = fme7();
    for page in 0..8 {
        command(&mut cartridge, page, 0x40 + page);
    }
    for (register, bank) in [(8, 3), (9, 5), (10, 6), (11, 7)] {
        command(&mut cartridge, register, bank);
    }
    let chr = [0, 0x400, 0x800, 0xC00, 0x1000, 0x1400, 0x1800, 0x1C00].map(|a| cartridge.peek(a));
    assert_eq!(chr, std::array::from_fn(|page| 0x40 + page as u8));
    let prg = [0x6000, 0x8000, 0xA000, 0xC000, 0xE000].map(|a| cartridge.cpu_read(a));
    assert_eq!(prg, [12, 20, 24, 28, 60].map(Some));
}

#[test]
fn a_write_to_another_command_register_address_counts_too() {
    let mut cartridge = fme7();
    cartridge.cpu_write(0x9FFF, 9, 0);
    cartridge.cpu_write(0xBFFF, 4, 0);
    assert_eq!(cartridge.cpu_read(0x8000), Some(16));
}

#[test]
fn ram_at_6000_is_switched_banked_and_can_be_open() {
    let mut cartridge = fme7();
    command(&mut cartridge, 8, 0xC0);
    cartridge.cpu_write(0x6000, 0x11, 0);
    command(&mut cartridge, 8, 0xC1);
    cartridge.cpu_write(0x6000, 0x22, 0);
    command(&mut cartridge, 8, 0xC0);
    assert_eq!(cartridge.cpu_read(0x6000), Some(0x11));
    command(&mut cartridge, 8, 0x40);
    assert_eq!(cartridge.cpu_read(0x6000), None, "chosen, not enabled");
    cartridge.cpu_write(0x6000, 0x33, 0);
    command(&mut cartridge, 8, 0x81);
    assert_eq!(
        cartridge.cpu_read(0x6000),
        Some(4),
        "ROM whatever bit 7 says"
    );
    command(&mut cartridge, 8, 0xC0);
    assert_eq!(cartridge.cpu_read(0x6000), Some(0x11));
}

#[test]
fn four_mirrorings() {
    let mut cartridge = fme7();
    for (value, tables) in [
        (0, [1, 2, 1, 2]),
        (1, [1, 1, 2, 2]),
        (2, [1, 1, 1, 1]),
        (3, [2, 2, 2, 2]),
    ] {
        command(&mut cartridge, 12, 0);
        cartridge.write(0x2000, 1, 0);
        cartridge.write(0x2400, 2, 0);
        command(&mut cartridge, 12, value);
        let found = [0x2000, 0x2400, 0x2800, 0x2C00].map(|a| cartridge.peek(a));
        assert_eq!(found, tables, "{value}");
    }
}

#[test]
fn going_below_zero_interrupts_one_cycle_after_the_count() {
    for counter in [0, 1, 2, 100, 0xFFFF] {
        let mut cartridge = counting(counter, 0x81);
        let due = 100 + u64::from(counter) + 1;
        assert_eq!(cartridge.irq_cycle(), due);
        assert!(!run(&mut cartridge, due - 1), "{counter}");
        assert!(run(&mut cartridge, due), "{counter}");
        assert!(run(&mut cartridge, due + 70_000), "it stays pulled");
    }
}

#[test]
fn counting_and_interrupting_are_switched_apart() {
    let mut cartridge = counting(10, 0x01);
    assert!(!run(&mut cartridge, 1000), "does not count");
    command(&mut cartridge, 13, 0x80);
    assert!(!run(&mut cartridge, 1020), "counts in silence, to -10");
    command(&mut cartridge, 13, 0x81);
    assert_eq!(cartridge.irq_cycle(), 1000 + 11 + 0x1_0000);
    assert!(!run(&mut cartridge, 1000 + 10 + 0x1_0000));
    assert!(run(&mut cartridge, 1000 + 11 + 0x1_0000));
}

#[test]
fn every_write_to_control_acknowledges_and_the_counter_runs_on() {
    let mut cartridge = counting(10, 0x81);
    assert!(run(&mut cartridge, 200));
    command(&mut cartridge, 14, 0);
    assert!(cartridge.irq(), "the counter's own registers do not");
    command(&mut cartridge, 13, 0x81);
    assert!(!cartridge.irq());
    // It was 11 - 100 = -89 = $FFA7; its low byte is 0 since cycle 200.
    assert_eq!(cartridge.irq_cycle(), 200 + 0xFF00 + 1);
}

#[test]
fn cutting_the_run_into_pieces_changes_nothing() {
    let mut whole = counting(0x1234, 0x81);
    let mut pieces = whole.clone();
    whole.run(90_000, &mut Sound::silent());
    let mut cycle = 100;
    while cycle < 90_000 {
        cycle = (cycle + 1 + cycle * 7 % 53).min(90_000);
        pieces.run(cycle, &mut Sound::silent());
    }
    assert_eq!(whole.board, pieces.board);
}

#[test]
fn a_clock_far_off_is_no_possible_state() {
    let mut cartridge = fme7();
    run(&mut cartridge, 1000);
    assert!(cartridge.board.can_be_at(1001));
    assert!(!cartridge.board.can_be_at(999));
    assert!(!cartridge.board.can_be_at(1 << 40));
}
