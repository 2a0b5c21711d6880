//! nestest against its golden log: registers and cycles before each of 8,991 instructions.

use crate::shared;
use nescope::nes::{
    cartridge::Rom,
    event::{Event, Register},
    machine::Machine,
    observer::Silent,
    options::PowerOptions,
};
use std::sync::Arc;

/// Cycles that the log counts before its first line.
const LOG_START: u64 = 7;

fn start(machine: &mut Machine) {
    let registers = [
        (Register::Pc, 0xC000),
        (Register::A, 0),
        (Register::X, 0),
        (Register::Y, 0),
        (Register::P, 0x24),
        (Register::S, 0xFD),
    ];
    for (register, value) in registers {
        let event = Event::SetRegister { register, value };
        machine.apply(&event).expect("registers can be set");
    }
}

/// Our line: address, registers and cycles in the log's columns.
fn state_line(machine: &Machine, first_cycle: u64) -> String {
    let cpu = machine.cpu();
    format!(
        "{:04X} A:{:02X} X:{:02X} Y:{:02X} P:{:02X} SP:{:02X} CYC:{}",
        cpu.pc,
        cpu.a,
        cpu.x,
        cpu.y,
        cpu.p.0,
        cpu.s,
        machine.position().cycle - first_cycle + LOG_START
    )
}

/// The same columns of a golden line.
fn golden_line(line: &str) -> String {
    let registers = line.find("A:").expect("a log line has registers");
    let video = line.find("PPU:").expect("a log line has a PPU column");
    let cycles = line.find("CYC:").expect("a log line has cycles");
    format!(
        "{} {} {}",
        &line[..4],
        line[registers..video].trim(),
        line[cycles..].trim()
    )
}

/// The instruction bytes of a golden line.
fn golden_bytes(line: &str) -> Vec<u8> {
    line[6..15]
        .split_whitespace()
        .map(|byte| u8::from_str_radix(byte, 16).expect("bytes are hexadecimal"))
        .collect()
}

#[test]
fn nestest_differs_from_the_golden_log_in_no_line() {
    let Some(roms) = shared::roms() else { return };
    let log = std::fs::read_to_string(roms.join("nestest/nestest.log")).expect("log");
    let file = std::fs::read(roms.join("nestest/nestest.nes")).expect("ROM");
    let rom = Arc::new(Rom::parse(&file).expect("nestest is an iNES file"));
    let mut machine = Machine::power_on(rom, PowerOptions::default()).expect("NROM");
    start(&mut machine);
    let first_cycle = machine.position().cycle;
    let mut lines = 0;
    for (number, line) in log.lines().enumerate() {
        let found = state_line(&machine, first_cycle);
        assert_eq!(found, golden_line(line), "line {}", number + 1);
        let pc = machine.cpu().pc;
        for (i, byte) in golden_bytes(line).into_iter().enumerate() {
            let found = machine.peek(pc.wrapping_add(i as u16));
            assert_eq!(found, byte, "line {} byte {i}", number + 1);
        }
        machine.step(&mut Silent);
        lines += 1;
    }
    assert_eq!(lines, 8991);
    assert_eq!((machine.peek(2), machine.peek(3)), (0, 0));
}
