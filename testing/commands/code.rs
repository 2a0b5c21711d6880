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

#[test]
fn a_line_carries_cycles_flags_and_the_value_at_its_operand() {
    let mut desk = Desk::running();
    desk.ok("memory_write $0010 $55");
    let reply = desk.ok("code_find \"INC $10\"");
    let at = reply["hits"][0]["address"]
        .as_u64()
        .expect("INC frames is there");
    let line = &desk.ok(&format!("u ${at:04X} 1"))["lines"][0];
    assert_eq!(line["text"], "INC $10 = $55");
    assert_eq!(
        (&line["effective"], &line["value"]),
        (&0x10.into(), &0x55.into())
    );
    assert_eq!(line["cycles"]["minimum"], 5);
    assert_eq!(line["flags"], "NZ");
    assert_eq!(line["prg"], at - 0xC000);
    let text = desk.text(&format!("u ${at:04X} 1"));
    assert!(text.ends_with("; 5    NZ"), "{text}");
}

#[test]
fn a_branch_shows_both_costs_and_an_index_its_page_cycle() {
    let mut desk = Desk::new();
    let branch = &desk.ok("code_find \"BPL *\"")["hits"][0]["address"].clone();
    let at = branch.as_u64().expect("a branch is there");
    let line = &desk.ok(&format!("u ${at:04X} 1"))["lines"][0];
    assert_eq!(
        (&line["cycles"]["minimum"], &line["cycles"]["maximum"]),
        (&2.into(), &3.into())
    );
    assert_eq!(line["cycles"]["note"], "taken +1");
    assert!(desk.text(&format!("u ${at:04X} 1")).contains("; 2/3"));
}

#[test]
fn what_the_code_does_not_reach_is_shown_as_bytes() {
    let mut desk = Desk::running();
    let text = desk.ok("memory_find \"'HELLO NESCOPE'\"")["addresses"][0].clone();
    let before = text.as_u64().expect("the text is there") - 33;
    let flow = desk.ok(&format!("u ${before:04X} 3"));
    assert_eq!(flow["mode"], "flow");
    assert_eq!(flow["lines"][0]["text"], "RTI");
    assert_eq!(
        flow["lines"][1]["text"],
        ".byte $0F,$30,$16,$2A,$0F,$11,$21,$31"
    );
    assert_eq!(flow["lines"][1]["data"], true);
    assert!(flow["lines"][1].get("cycles").is_none());
    let linear = desk.ok(&format!("u ${before:04X} 3 linear"));
    assert_eq!(linear["mode"], "linear");
    assert_eq!(linear["lines"][1]["text"], "*SLO $1630 = $00");
}

#[test]
fn prg_addresses_are_shown_where_they_are_mapped() {
    let mut desk = Desk::new();
    let reply = desk.ok("u prg:$0000 1");
    assert_eq!(reply["lines"][0]["address"], 0xC000);
    assert_eq!(reply["lines"][0]["prg"], 0);
    assert_eq!(reply["mapped"], true);
    assert_eq!(desk.code("u chr:$0000"), "bad_value");
}

#[test]
fn patterns_find_instructions_with_wildcards() {
    let mut desk = Desk::running();
    let total = |desk: &mut Desk, pattern: &str| {
        let reply = desk.ok(&format!("code_find \"{pattern}\" no_data"));
        reply["total"].as_u64().unwrap_or(0)
    };
    assert_eq!(total(&mut desk, "STA $2007"), 2);
    assert_eq!(total(&mut desk, "sta PPUDATA"), 2);
    assert_eq!(total(&mut desk, "LDA #$3F; STA $20??"), 1);
    assert_eq!(total(&mut desk, "JSR *"), 3);
    assert_eq!(total(&mut desk, "LD? #?"), 24);
    assert_eq!(total(&mut desk, "STA $02??,X"), 1);
    assert_eq!(total(&mut desk, "STA ?,Y"), 0);
    assert_eq!(desk.code("code_find \"FOO $10\""), "bad_value");
    assert_eq!(desk.code("code_find \"LDA nowhere\""), "bad_value");
    assert_eq!(desk.code("code_find \";\""), "bad_value");
}

#[test]
fn a_search_goes_on_at_its_cursor() {
    let mut desk = Desk::running();
    let first = desk.ok("code_find \"LDA *\" max=2");
    assert_eq!(first["cursor"], 2);
    let second = desk.ok("code_find \"LDA *\" max=1000 cursor=2");
    let total = first["total"].as_u64().unwrap_or(0);
    assert_eq!(
        second["hits"].as_array().map(Vec::len),
        Some(total as usize - 2)
    );
    assert!(second.get("cursor").is_none());
}

#[test]
fn cycles_of_a_loop_are_told_per_turn() {
    let mut desk = Desk::running();
    let idle = desk.ok("memory_find \"A0 03 88 D0 FD 60\"")["addresses"][0].clone();
    let idle = idle.as_u64().expect("the subroutine is there");
    let reply = desk.ok(&format!("code_cycles ${idle:04X}..+6"));
    assert_eq!(reply["instructions"], 4);
    assert_eq!(reply["straight"]["minimum"], 2 + 2 + 2 + 6);
    assert_eq!(reply["through"]["maximum"], 12);
    assert_eq!(reply["bounded"], false);
    assert_eq!(reply["loops"][0]["to"], idle + 2);
    assert_eq!(reply["loops"][0]["turn"]["minimum"], 5, "DEY and BNE taken");
}

#[test]
fn a_function_knows_its_blocks_callers_and_callees() {
    let mut desk = Desk::running();
    let idle = desk.ok("memory_find \"A0 03 88 D0 FD 60\"")["addresses"][0].clone();
    let idle = idle.as_u64().expect("the subroutine is there");
    let inside = desk.ok(&format!("fn ${:04X} dot", idle + 3));
    assert_eq!(
        inside["entry"],
        idle | 0x4000,
        "where it runs, whichever mirror was named"
    );
    assert_eq!(
        (&inside["bytes"], &inside["instructions"]),
        (&6.into(), &4.into())
    );
    assert_eq!(inside["callers"].as_array().map(Vec::len), Some(1));
    assert_eq!(inside["blocks"].as_array().map(Vec::len), Some(3));
    assert_eq!(inside["blocks"][1]["edges"][1]["kind"], "taken");
    assert_eq!(inside["blocks"][2]["exit"], "RTS");
    let dot = inside["dot"].as_str().unwrap_or_default();
    assert!(dot.starts_with("digraph f_") && dot.ends_with('}'), "{dot}");
    let reset = desk.ok("code_function $C000");
    assert_eq!(reset["callees"].as_array().map(Vec::len), Some(3));
}

#[test]
fn references_are_sorted_by_what_they_do() {
    let mut desk = Desk::running();
    assert_eq!(desk.ok("xr PPUDATA write")["total"], 2);
    assert_eq!(desk.ok("xr PPUDATA read")["total"], 0);
    assert_eq!(
        desk.ok("xr PPUSTATUS")["references"][0]["text"],
        "BIT PPUSTATUS"
    );
    assert_eq!(
        desk.ok("xr $0810")["total"],
        1,
        "a mirror of the frame counter"
    );
    assert_eq!(desk.ok("xr $10 read")["references"][0]["kind"], "modify");
}

#[test]
fn free_space_leaves_out_code_and_vectors() {
    let mut desk = Desk::running();
    let reply = desk.ok("code_free");
    assert_eq!(reply["total"], 1);
    let run = &reply["runs"][0];
    let end = run["prg"].as_u64().unwrap_or(0) + run["length"].as_u64().unwrap_or(0);
    assert_eq!(end, 0x3FFA, "up to the vectors");
    assert_eq!(run["mapped"], true);
}

#[test]
fn several_statements_are_assembled_and_the_rest_padded() {
    let mut desk = Desk::new();
    let reply = desk.ok("a $C002 \"ldx #$00; stx PPUMASK\" fill=nop");
    assert_eq!(reply["text"], "LDX #$00; STX PPUMASK; NOP; NOP");
    assert_eq!(reply["replaced"], "LDX #$FF; TXS; INX; STX PPUCTRL");
    let warning = reply["warning"].as_str().unwrap_or_default();
    assert!(warning.contains("takes 5 bytes"), "{warning}");
    assert!(warning.contains("overwrites INX; STX PPUCTRL"), "{warning}");
}

#[test]
fn equal_sizes_need_no_warning() {
    let mut desk = Desk::new();
    let reply = desk.ok("a $C000 \"CLI; SED; LDX #$10\"");
    assert!(reply.get("warning").is_none());
    assert_eq!(reply["replaced"], "SEI; CLD; LDX #$FF");
}

#[test]
fn operands_are_found_as_the_disassembler_prints_them() {
    let mut desk = Desk::running();
    desk.ok("memory_write prg:$3000 $EA,$1A,$D0,$FC");
    desk.ok("symbol_add $EFF0 there");
    let named = desk.ok("code_find \"BNE there+$10\"");
    assert_eq!(named["hits"][0]["address"], 0xF002, "{named}");
    let unofficial = desk.ok("code_find *NOP range=prg:$3000..$3003");
    assert_eq!(unofficial["total"], 1, "{unofficial}");
    assert_eq!(unofficial["hits"][0]["bytes"], serde_json::json!([0x1A]));
}
