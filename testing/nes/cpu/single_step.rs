//! The single-instruction cases: registers, memory and every bus access of 244 opcodes.
//!
//! All 48,800 cases are compared in full, 47,978 of them as they stand. In the other 822 the
//! set stops one cycle early, as its emulator of origin does: all 200 of NOP abs ($0C) and
//! the 622 of NOP abs,X ($1C, $3C, $5C, $7C, $DC, $FC) that cross a page lack the read of their
//! operand. The chip makes it: instr_timing counts 4 and 5 cycles, AccuracyCoin ("All NOPs")
//! sees the read clear the vblank flag. That read is added to the expected accesses.
//!
//! Unstable stores run as [`UnstableStores::Plain`], the model of the set. The other one
//! differs from it in 507 of the 517 cases that cross a page.
//!
//! Source: ProcessorTests by Thomas Harte, NMOS 6502 set.

use super::flat::{Access, FlatBus};
use crate::shared;
use nescope::nes::{
    cpu::{Cpu, Status},
    options::UnstableStores,
};
use serde::Deserialize;
use std::io::{BufRead, BufReader};

const CASES: usize = 48_800;
/// Cases that lack the read of a NOP's operand.
const CORRECTED: usize = 822;
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

/// The accesses that the chip makes in this case, and whether the set lacks one.
fn expected_accesses(case: &Case, bus: &FlatBus) -> (Vec<Access>, bool) {
    let mut accesses: Vec<Access> = case.4.iter().map(|a| (a.0, a.1, a.2 == 'w')).collect();
    let corrected = match case.0 {
        0x0C | 0x1C | 0x3C | 0x5C | 0x7C | 0xDC | 0xFC => {
            add_operand_read(case, bus, &mut accesses)
        }
        _ => false,
    };
    (accesses, corrected)
}

/// Appends the read of the operand, unless it is there.
fn add_operand_read(case: &Case, bus: &FlatBus, accesses: &mut Vec<Access>) -> bool {
    let index = if case.0 == 0x0C { 0 } else { case.2.3 };
    let base = u16::from_le_bytes([accesses[1].1, accesses[2].1]);
    let address = base.wrapping_add(index.into());
    let missing = accesses.last().is_none_or(|last| last.0 != address);
    if missing {
        accesses.push((address, bus.ram[usize::from(address)], false));
    }
    missing
}

fn difference(cpu: &Cpu, bus: &FlatBus, case: &Case, accesses: &[Access]) -> Option<String> {
    let want = &case.3;
    let registers = (cpu.pc, cpu.s, cpu.a, cpu.x, cpu.y, cpu.p.0);
    let expected = (want.0, want.1, want.2, want.3, want.4, want.5);
    if registers != expected {
        return Some(format!("registers {registers:02X?}, not {expected:02X?}"));
    }
    if accesses != bus.accesses {
        return Some(format!("bus {:02X?}, not {accesses:02X?}", bus.accesses));
    }
    let wrong = |&&(address, value): &&(u16, u8)| bus.ram[usize::from(address)] != value;
    let wrong = want.6.iter().find(wrong);
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
    let mut cpu = Cpu::new(MAGIC, MAGIC, UnstableStores::Plain);
    let mut failures = Vec::new();
    let (mut cases, mut corrected) = (0, 0);
    for line in lines {
        let line = line.expect("the cases unpack");
        let case: Case = serde_json::from_str(&line).expect("a case has the documented form");
        load(&mut cpu, &mut bus, &case.2);
        bus.accesses.clear();
        cpu.step(&mut bus);
        let (accesses, lacked) = expected_accesses(&case, &bus);
        corrected += usize::from(lacked);
        if let Some(what) = difference(&cpu, &bus, &case, &accesses) {
            failures.push(format!("{:02X} {}: {what}", case.0, case.1));
        }
        cases += 1;
    }
    assert_eq!((cases, corrected), (CASES, CORRECTED));
    assert!(
        failures.is_empty(),
        "{} of {cases} cases fail, the first:\n{}",
        failures.len(),
        failures[..failures.len().min(20)].join("\n")
    );
}
