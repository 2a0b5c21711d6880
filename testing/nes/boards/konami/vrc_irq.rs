//! The VRC interrupt counter, on a VRC6. Source: NESdev "VRC IRQ".

use crate::nes::cartridge::Image;
use nescope::nes::{
    apu::{NEVER, Sound},
    cartridge::Cartridge,
};

const LATCH: u16 = 0xF000;
const CONTROL: u16 = 0xF001;
const ACKNOWLEDGE: u16 = 0xF002;

fn vrc6() -> Cartridge {
    Image::new(24, 0, 0x8000, 0x2000).cartridge()
}

fn write(cartridge: &mut Cartridge, address: u16, value: u8, cycle: u64) {
    cartridge.run(cycle, &mut Sound::silent());
    cartridge.cpu_write(address, value, cycle);
}

/// The first cycle after `cycle` with the line pulled, run to cycle by cycle.
fn pulled_at(cartridge: &mut Cartridge, cycle: u64) -> Option<u64> {
    let pulled = |cycle: &u64| {
        cartridge.run(*cycle, &mut Sound::silent());
        cartridge.irq()
    };
    (cycle + 1..cycle + 40_000).find(pulled)
}

/// Cycles from a write of the control register to the interrupt.
fn cycles_to_irq(latch: u8, control: u8) -> Option<u64> {
    let mut cartridge = vrc6();
    write(&mut cartridge, LATCH, latch, 90);
    write(&mut cartridge, CONTROL, control, 100);
    pulled_at(&mut cartridge, 100).map(|cycle| cycle - 100)
}

#[test]
fn cycle_mode_counts_cycles_from_the_latch_to_256() {
    for latch in [0x00, 0x01, 0x80, 0xFE, 0xFF] {
        assert_eq!(cycles_to_irq(latch, 6), Some(256 - u64::from(latch)));
    }
}

#[test]
fn scanlines_last_114_114_and_113_cycles() {
    let wanted = [114, 228, 341, 455, 569, 682];
    for (lines, cycles) in (1u8..).zip(wanted) {
        assert_eq!(cycles_to_irq(0u8.wrapping_sub(lines), 2), Some(cycles));
    }
}

#[test]
fn it_counts_only_when_enabled() {
    assert_eq!(cycles_to_irq(0xFF, 0), None);
    assert_eq!(cycles_to_irq(0xFF, 5), None);
}

#[test]
fn the_counter_goes_on_from_the_latch_after_an_interrupt() {
    let mut cartridge = vrc6();
    write(&mut cartridge, LATCH, 0xF0, 0);
    write(&mut cartridge, CONTROL, 7, 0);
    assert_eq!(pulled_at(&mut cartridge, 0), Some(16));
    write(&mut cartridge, ACKNOWLEDGE, 0, 20);
    assert!(!cartridge.irq());
    assert_eq!(pulled_at(&mut cartridge, 20), Some(32));
}

#[test]
fn acknowledging_copies_the_enable_bit() {
    let mut cartridge = vrc6();
    write(&mut cartridge, LATCH, 0xF0, 0);
    write(&mut cartridge, CONTROL, 6, 0);
    assert_eq!(pulled_at(&mut cartridge, 0), Some(16));
    write(&mut cartridge, ACKNOWLEDGE, 0, 20);
    assert_eq!(pulled_at(&mut cartridge, 20), None);
    write(&mut cartridge, CONTROL, 6, 50_000);
    write(&mut cartridge, CONTROL, 5, 50_005);
    write(&mut cartridge, ACKNOWLEDGE, 0, 50_010);
    let left = 16 - 5;
    assert_eq!(pulled_at(&mut cartridge, 50_010), Some(50_010 + left));
}

#[test]
fn the_line_stays_until_it_is_acknowledged() {
    for register in [CONTROL, ACKNOWLEDGE] {
        let mut cartridge = vrc6();
        write(&mut cartridge, LATCH, 0xFF, 0);
        write(&mut cartridge, CONTROL, 6, 0);
        cartridge.run(5000, &mut Sound::silent());
        assert!(cartridge.irq());
        assert_eq!(cartridge.irq_cycle(), NEVER);
        write(&mut cartridge, register, 0, 5000);
        assert!(!cartridge.irq());
    }
}

#[test]
fn the_promised_cycle_is_the_one_however_it_is_run_to() {
    for (latch, control) in [(0x00, 2), (0x37, 2), (0xFE, 2), (0x00, 6), (0xC1, 6)] {
        for step in [1, 3, 7, 113, 114, 1000] {
            let mut cartridge = vrc6();
            write(&mut cartridge, LATCH, latch, 0);
            write(&mut cartridge, CONTROL, control, 3);
            let promised = cartridge.irq_cycle();
            let mut cycle = 3;
            while cycle + step < promised {
                cycle += step;
                cartridge.run(cycle, &mut Sound::silent());
                assert!(!cartridge.irq());
                assert_eq!(cartridge.irq_cycle(), promised, "{latch} {control} {step}");
            }
            cartridge.run(promised, &mut Sound::silent());
            assert!(cartridge.irq());
        }
    }
}
