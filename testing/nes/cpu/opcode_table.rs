//! The opcode table against the executor: length and cycles of all 256 opcodes.

use super::flat::FlatBus;
use nescope::nes::cpu::{
    Cpu, Status,
    opcodes::{AccessKind, OPCODES, Opcode},
};

const CODE: u16 = 0x8000;

/// Cycles and bytes of one instruction whose operand bytes are all 1, with these indexes.
fn run(opcode: u8, index: u8, status: u8) -> (u8, u16) {
    let mut bus = FlatBus::new();
    bus.ram[usize::from(CODE)..][..3].copy_from_slice(&[opcode, 1, 1]);
    bus.ram[1..4].fill(1);
    let mut cpu = Cpu::default();
    (cpu.pc, cpu.x, cpu.y, cpu.p) = (CODE, index, index, Status(status));
    cpu.step(&mut bus);
    (bus.accesses.len() as u8, cpu.pc.wrapping_sub(CODE))
}

fn check(byte: u8, opcode: &Opcode) {
    let name = format!("{byte:02X} {}", opcode.mnemonic);
    let branch = opcode.access == AccessKind::Branch;
    let (cycles, length) = run(byte, 0, 0);
    let (other_cycles, other_length) = run(byte, 0, 0xFF);
    assert_eq!(cycles.min(other_cycles), opcode.cycles, "cycles of {name}");
    if branch {
        assert_eq!(cycles.max(other_cycles), opcode.cycles + 1, "{name} taken");
        assert_eq!(
            length.min(other_length),
            u16::from(opcode.length()),
            "{name}"
        );
        return;
    }
    if opcode.access != AccessKind::Control {
        assert_eq!(length, u16::from(opcode.length()), "length of {name}");
    }
    let (crossing, _) = run(byte, 0xFF, 0);
    let expected = opcode.cycles + u8::from(opcode.page_cycle);
    assert_eq!(crossing, expected, "cycles of {name} crossing a page");
}

#[test]
fn the_opcode_table_agrees_with_the_executor() {
    for (byte, opcode) in OPCODES.iter().enumerate() {
        check(byte as u8, opcode);
    }
}

#[test]
fn the_opcode_table_has_151_official_opcodes() {
    assert_eq!(OPCODES.iter().filter(|opcode| opcode.official).count(), 151);
}
