//! Group `code`.

use super::desk::Desk;
use serde_json::json;

#[test]
fn disassembly_starts_at_the_next_instruction() {
    let mut desk = Desk::new();
    let reply = desk.ok("u instructions=3");
    assert_eq!(reply["lines"][0]["text"], "SEI");
    assert_eq!(reply["lines"][2]["bytes"], json!([0xA2, 0xFF]));
    assert_eq!(reply["next"], 0xC004);
    assert!(desk.text("u").contains("> $C000  78         SEI"));
}

#[test]
fn operands_carry_hardware_labels() {
    let mut desk = Desk::new();
    assert_eq!(desk.ok("u $C006 1")["lines"][0]["text"], "STX PPUCTRL");
}

#[test]
fn an_instruction_is_assembled_in_place() {
    let mut desk = Desk::new();
    let reply = desk.ok("code_assemble $C002 \"LDX #$10\"");
    assert_eq!(reply["old"], json!([0xA2, 0xFF]));
    assert_eq!(reply["text"], "LDX #$10");
    assert!(reply.get("warning").is_none());
}

#[test]
fn a_shorter_instruction_warns_or_is_padded() {
    let mut desk = Desk::new();
    let warned = desk.ok("a $C006 NOP");
    assert!(warned["warning"].as_str().is_some());
    let mut desk = Desk::new();
    let padded = desk.ok("nop $C006");
    assert_eq!(padded["bytes"], json!([0xEA, 0xEA, 0xEA]));
}

#[test]
fn nonsense_is_no_code_and_changes_nothing() {
    let mut desk = Desk::new();
    assert_eq!(desk.code("code_assemble $C000 \"LDA #\""), "bad_code");
    assert_eq!(desk.code("code_assemble $C000 \"XYZ\""), "bad_code");
    assert_eq!(desk.code("code_assemble $FFFF \"JMP $C000\""), "bad_code");
    assert_eq!(desk.ok("u $C000 1")["lines"][0]["text"], "SEI");
}

#[test]
fn opcodes_are_explained_by_byte_and_by_mnemonic() {
    let mut desk = Desk::new();
    let byte = desk.ok("code_opcode $BD");
    assert_eq!(byte["opcodes"][0]["mnemonic"], "LDA");
    assert_eq!(byte["opcodes"][0]["cycles"], 4);
    assert_eq!(byte["opcodes"][0]["page_cycle"], true);
    assert_eq!(
        desk.ok("op lda")["opcodes"].as_array().map(Vec::len),
        Some(8)
    );
    assert_eq!(desk.code("op FOO"), "not_found");
}
