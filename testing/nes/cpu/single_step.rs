//! The single-instruction cases: registers, memory and every bus access of 244 opcodes.
//!
//! In two places the set follows its emulator of origin and not the 2A03; there the expected
//! accesses are corrected first, so that these cases are still compared in full:
//!
//! - NOP abs ($0C) and NOP abs,X that crosses a page lack the read of their operand. The
//!   chip makes it: instr_timing counts 4 and 5 cycles, AccuracyCoin ("All NOPs") sees the
//!   read clear the vblank flag.
//! - An unstable store that crosses a page ANDs its value with the *indexed* high byte plus
//!   one and leaves the address alone. The chip uses the base's high byte plus one and ANDs
//!   the address with the register too (NESdev: Programming with unofficial opcodes;
//!   AccuracyCoin, behavior 1).
//!
//! Source: ProcessorTests by Thomas Harte, NMOS 6502 set.

use super::flat::{Access, FlatBus};
use crate::shared;
use nescope::nes::cpu::{Cpu, Status};
use serde::Deserialize;
use std::io::{BufRead, BufReader};

const CASES: usize = 48_800;
/// The set's constant of both unstable immediates.
const MAGIC: u8 = 0xEE;

#[derive(Deserialize)]
struct Snapshot(u16, u8, u8, u8, u8, u8, Vec<(u16, u8)>);

#[derive(Deserialize)]
struct Case(u8, String, Snapshot, Snapshot, Vec<(u16, u8, char)>);

fn load(cpu: &mut Cpu, bus: &mut FlatBus, from: &Snapshot) {
    (cpu.pc, cpu.s, cpu.a, cpu.x, cpu.y) = (from.0, from.1, from.2, from.3, from.4);
    cpu.p = Status(from.5);
    for &(address, value) in &from.6 {
        bus.ram[usize::from(address)] = value;
    }
}

/// The accesses that the chip makes in this case, and whether the set has others.
fn expected_accesses(case: &Case, bus: &FlatBus) -> (Vec<Access>, bool) {
    let mut accesses: Vec<Access> = case.4.iter().map(|a| (a.0, a.1, a.2 == 'w')).collect();
    let corrected = match case.0 {
        0x0C | 0x1C | 0x3C | 0x5C | 0x7C | 0xDC | 0xFC => {
            add_operand_read(case, bus, &mut accesses)
        }
        0x93 | 0x9B | 0x9C | 0x9E | 0x9F => correct_store(case, &mut accesses),
        _ => false,
    };
    (accesses, corrected)
}

/// The base address in the accesses of an indexed instruction.
fn base(case: &Case, accesses: &[Access]) -> u16 {
    let at = if case.0 == 0x93 { 2 } else { 1 };
    u16::from_le_bytes([accesses[at].1, accesses[at + 1].1])
}

fn add_operand_read(case: &Case, bus: &FlatBus, accesses: &mut Vec<Access>) -> bool {
    let index = if case.0 == 0x0C { 0 } else { case.2.3 };
    let address = base(case, accesses).wrapping_add(index.into());
    let missing = accesses.last().is_none_or(|last| last.0 != address);
    if missing {
        accesses.push((address, bus.ram[usize::from(address)], false));
    }
    missing
}

fn correct_store(case: &Case, accesses: &mut [Access]) -> bool {
    let Snapshot(_, _, a, x, y, ..) = case.2;
    let (register, index) = match case.0 {
        0x9C => (y, x),
        0x9E => (x, y),
        _ => (a & x, y),
    };
    let base = base(case, accesses);
    let [low, high] = base.wrapping_add(index.into()).to_le_bytes();
    let base_high = (base >> 8) as u8;
    let value = register & base_high.wrapping_add(1);
    let crossed = high != base_high;
    let last = accesses.last_mut().expect("a store writes");
    if crossed {
        *last = (u16::from_le_bytes([low, value]), value, true);
    }
    crossed
}

fn difference(cpu: &Cpu, bus: &FlatBus, case: &Case) -> Option<String> {
    let want = &case.3;
    let registers = (cpu.pc, cpu.s, cpu.a, cpu.x, cpu.y, cpu.p.0);
    let expected = (want.0, want.1, want.2, want.3, want.4, want.5);
    if registers != expected {
        return Some(format!("registers {registers:02X?}, not {expected:02X?}"));
    }
    let (accesses, corrected) = expected_accesses(case, bus);
    if accesses != bus.accesses {
        return Some(format!("bus {:02X?}, not {accesses:02X?}", bus.accesses));
    }
    let wrong = |&&(address, value): &&(u16, u8)| bus.ram[usize::from(address)] != value;
    let wrong = want.6.iter().find(wrong).filter(|_| !corrected);
    wrong.map(|cell| format!("memory is not {cell:02X?}"))
}

#[test]
fn every_single_instruction_case_matches_registers_memory_and_bus() {
    let Some(folder) = shared::single_step() else {
        return;
    };
    let file = std::fs::File::open(folder.join("cases.jsonl.gz")).expect("the cases are there");
    let lines = BufReader::new(flate2::read::GzDecoder::new(file)).lines();
    let mut bus = FlatBus::new();
    let mut cpu = Cpu::new(MAGIC, MAGIC);
    let mut failures = Vec::new();
    let mut cases = 0;
    for line in lines {
        let line = line.expect("the cases unpack");
        let case: Case = serde_json::from_str(&line).expect("a case has the documented form");
        load(&mut cpu, &mut bus, &case.2);
        bus.accesses.clear();
        cpu.step(&mut bus);
        if let Some(what) = difference(&cpu, &bus, &case) {
            failures.push(format!("{:02X} {}: {what}", case.0, case.1));
        }
        cases += 1;
    }
    assert_eq!(cases, CASES);
    assert!(
        failures.is_empty(),
        "{} of {cases} cases fail, the first:\n{}",
        failures.len(),
        failures[..failures.len().min(20)].join("\n")
    );
}
