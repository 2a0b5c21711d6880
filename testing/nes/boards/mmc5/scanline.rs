//! MMC5: the scanline detector, its interrupt, and states saved on the way.
//!
//! Sources: NESdev "MMC5", Scanline Detection and Scanline IRQ; forum "MMC5 IRQ RE Results".

use super::{
    cartridge,
    rig::{machine, shown},
    write_all,
};
use nescope::nes::{
    apu::Sound,
    cartridge::{Cartridge, VideoBus},
    machine::Machine,
    observer::Silent,
};

const LINE: u64 = 341 * 4;

/// The end of a line and the start of the next one: three reads alike, one more at dot 4.
fn detect(cartridge: &mut Cartridge, clock: u64) {
    for dot in [338, 340, 343] {
        cartridge.read(0x2000, clock + dot * 4);
    }
    cartridge.read(0x23C0, clock + 345 * 4);
}

/// `$5204` in the CPU cycle after the latest read at `clock`.
fn status(cartridge: &mut Cartridge, clock: u64) -> u8 {
    cartridge.run(clock / 12 + 1, &mut Sound::silent());
    cartridge.cpu_peek(0x5204).expect("it answers")
}

#[test]
fn the_fourth_read_sets_the_flag_and_later_lines_count() {
    let mut cartridge = cartridge(0, 0);
    write_all(&mut cartridge, &[(0x5203, 2), (0x5204, 0x80)]);
    for address in [0x2000, 0x2000, 0x2000] {
        cartridge.read(address, 100);
        assert_eq!(status(&mut cartridge, 100), 0);
    }
    cartridge.read(0x0000, 108);
    assert_eq!(status(&mut cartridge, 108), 0x40);
    for line in 1..=2 {
        assert!(!cartridge.irq());
        for dot in (0..338).step_by(2) {
            cartridge.read(0x1000 + dot, 100 + line * LINE - LINE + u64::from(dot) * 4);
        }
        detect(&mut cartridge, 100 + line * LINE - LINE);
    }
    assert!(cartridge.irq());
    let at = 100 + 2 * LINE + 16;
    assert_eq!(status(&mut cartridge, at), 0xC0);
    assert_eq!(cartridge.cpu_read(0x5204), Some(0xC0));
    assert_eq!(
        cartridge.cpu_read(0x5204),
        Some(0x40),
        "reading acknowledges"
    );
}

#[test]
fn the_frame_ends_after_three_cycles_without_a_read() {
    let mut cartridge = cartridge(0, 0);
    detect(&mut cartridge, 0);
    let last = 345 * 4 / 12;
    for (cycle, flag) in [(last + 1, 0x40), (last + 2, 0x40), (last + 3, 0)] {
        cartridge.run(cycle, &mut Sound::silent());
        assert_eq!(cartridge.cpu_peek(0x5204), Some(flag), "cycle {cycle}");
    }
}

#[test]
fn the_nmi_vector_ends_frame_and_interrupt() {
    for address in [0xFFFA, 0xFFFB] {
        let mut cartridge = cartridge(0, 0);
        write_all(&mut cartridge, &[(0x5203, 1), (0x5204, 0x80)]);
        detect(&mut cartridge, 0);
        for dot in (0..338).step_by(2) {
            cartridge.read(0x1000 + dot, LINE + 20 + u64::from(dot) * 4);
        }
        detect(&mut cartridge, LINE);
        assert!(cartridge.irq());
        let vector = cartridge.cpu_peek(address);
        assert!(cartridge.irq(), "a debugger's look does not count");
        assert_eq!(cartridge.cpu_read(address), vector);
        assert!(!cartridge.irq());
        assert_eq!(status(&mut cartridge, 2 * LINE + 16), 0);
    }
}

#[test]
fn writes_of_2001_end_the_frame() {
    let mut cartridge = cartridge(0, 0);
    cartridge.snoop(0x2001, 0x18);
    detect(&mut cartridge, 0);
    cartridge.snoop(0x2009, 0);
    assert_eq!(
        status(&mut cartridge, 345 * 4),
        0x40,
        "mirrors are not watched"
    );
    cartridge.snoop(0x2001, 0x06);
    assert_eq!(status(&mut cartridge, 345 * 4), 0);
}

/// Where in the frame a test on the machine first and last holds, instruction by instruction.
fn stretch(machine: &mut Machine, holds: impl Fn(&Machine) -> bool) -> [(u16, u16); 2] {
    let at = |machine: &Machine| {
        let position = machine.position();
        (position.scanline, position.dot)
    };
    while holds(machine) {
        machine.step(&mut Silent);
    }
    while !holds(machine) {
        machine.step(&mut Silent);
    }
    let first = at(machine);
    while holds(machine) {
        machine.step(&mut Silent);
    }
    [first, at(machine)]
}

#[test]
fn the_flag_is_set_on_the_lines_with_pixels() {
    let mut machine = shown("");
    let [first, end] = stretch(&mut machine, |m| m.peek(0x5204) & 0x40 != 0);
    // The program's instructions take three cycles, nine dots.
    assert_eq!((first.0, end.0), (0, 240), "{first:?} {end:?}");
    assert!((4..4 + 12).contains(&first.1), "{first:?}");
    assert!((4..4 + 21).contains(&end.1), "{end:?}");
}

#[test]
fn the_interrupt_comes_on_dot_four_of_its_line() {
    for line in [1, 100, 239] {
        let setup = format!("lda #{line}\n sta $5203\n lda #$80\n sta $5204");
        let mut machine = shown(&setup);
        let pending = |m: &Machine| m.peek(0x5204) & 0x80 != 0;
        // Never acknowledged by a read, it ends when line 0 is detected.
        let [first, end] = stretch(&mut machine, pending);
        assert_eq!(first.0, line, "{first:?}");
        assert!((4..4 + 12).contains(&first.1), "{first:?}");
        assert_eq!(end.0, 0);
    }
}

/// Interrupts on lines 40, 80, ..., each of which counts at `$10` and moves the bank.
fn interrupting() -> Machine {
    machine(
        "lda #3\n sta $5101\n lda #$20\n sta $2000\n lda #40\n sta $5203\n sta $20
         lda #$80\n sta $5204\n jsr own\n lda #1\n sta $5104\n lda #3\n sta $5015
         lda #$84\n sta $5000\n sta $5004\n sta $5002\n sta $5003\n lda #$31\n sta $5006\n sta $5007
         lda #$40\n sta $520A\n sta $5209",
        "cli\n@loop: inc $11\n lda $5204\n and #$40\n ora $12\n sta $12\n jmp @loop",
        "pha\n lda $5204\n lda $5209\n lda $10\n sta $5128\n inc $10\n lda $20\n clc\n adc #40
         sta $20\n sta $5203\n cmp #240\n bne @same\n lda #40\n sta $20\n sta $5203
         @same: pla",
    )
}

#[test]
fn running_in_one_go_and_step_by_step_agree() {
    let (mut stepped, mut run) = (interrupting(), interrupting());
    while stepped.position().frame < 12 {
        assert!(stepped.step(&mut Silent));
    }
    run.run_until_frame(12, &mut Silent);
    assert!(run.peek(0x10) >= 20, "{} interrupts", run.peek(0x10));
    assert!(stepped.save() == run.save());
    assert!(stepped.pixels() == run.pixels());
}

#[test]
fn states_saved_at_any_cycle_go_on_alike() {
    let mut machine = interrupting();
    machine.run_until_frame(6, &mut Silent);
    let mut clock = machine.bus().clock();
    let mut end = interrupting();
    end.run_until_frame(14, &mut Silent);
    let expected = end.save();
    for step in [7, 113, 997, 4001, 20011, 70001, 100003] {
        clock += step * 12;
        machine.run_to_clock(clock, &mut Silent);
        let saved = machine.save();
        let mut other = interrupting();
        other.load(&saved).expect("it is a possible state");
        assert!(other.save() == saved, "after {step} cycles");
        other.run_until_frame(14, &mut Silent);
        assert!(other.save() == expected, "after {step} cycles");
    }
}
