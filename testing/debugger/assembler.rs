//! The assembler: every opcode, every directive, every kind of mistake.

use nescope::debugger::{
    assembler::{assemble, assemble_line},
    disassembler::Instruction,
};
use nescope::nes::cpu::opcodes::OPCODES;
use proptest::prelude::*;

/// Checks that `source` assembles to `bytes`.
fn check(source: &str, bytes: &[u8]) {
    let image = assemble(source).unwrap_or_else(|error| panic!("{source}: {error}"));
    assert_eq!(image.bytes, bytes, "{source}");
}

/// Checks that `source` fails with `code` at a line and column.
fn check_error(source: &str, code: &str, line: usize, column: usize) {
    let error = assemble(source).expect_err(source);
    assert_eq!(
        (error.code(), error.line, error.column),
        (code, line, column),
        "{source}: {error}"
    );
}

#[test]
fn every_opcode_survives_disassembly_and_assembly() {
    for (opcode, row) in (0u8..=255).zip(&OPCODES) {
        for operands in [
            [0x12, 0x34],
            [0x00, 0x00],
            [0xFF, 0xFF],
            [0x80, 0x01],
            [0x7F, 0xFE],
        ] {
            let bytes = [opcode, operands[0], operands[1]];
            let peek = |address: u16| bytes[usize::from(address - 0x9000)];
            let instruction = Instruction::decode(0x9000, &peek);
            let text = instruction.assembly();
            let assembled = assemble_line(0x9000, &text, &|_| None)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(assembled, &bytes[..usize::from(row.length())], "{text}");
        }
    }
}

#[test]
fn every_opcode_byte_can_be_asked_for_by_number() {
    for (opcode, row) in (0u8..=255).zip(&OPCODES) {
        let operand = Instruction::decode(0x10, &|at| if at == 0x10 { opcode } else { 0x20 })
            .operand_text(&nescope::debugger::disassembler::NoNames);
        let text = format!("{}.{opcode:02x} {operand}", row.mnemonic);
        let bytes = assemble_line(0x10, &text, &|_| None).expect(&text);
        assert_eq!(bytes[0], opcode, "{text}");
    }
}

#[test]
fn addressing_modes_follow_the_operand() {
    check("asl", &[0x0A]);
    check("asl a", &[0x0A]);
    check("lda #$12", &[0xA9, 0x12]);
    check("lda #-1", &[0xA9, 0xFF]);
    check("lda $12", &[0xA5, 0x12]);
    check("lda a:$12", &[0xAD, 0x12, 0x00]);
    check("lda $12,x", &[0xB5, 0x12]);
    check("lda $12,y", &[0xB9, 0x12, 0x00]);
    check("ldx $12,y", &[0xB6, 0x12]);
    check("stx z:$12,Y", &[0x96, 0x12]);
    check("lda ($12,x)", &[0xA1, 0x12]);
    check("lda ($12),y", &[0xB1, 0x12]);
    check("jmp ($1234)", &[0x6C, 0x34, 0x12]);
    check("lda (1+2)*3", &[0xA5, 0x09]);
    check("lda (1+2)*300,x", &[0xBD, 0x84, 0x03]);
    check("lda (1+2)+0,x", &[0xB5, 0x03]);
    check("brk", &[0x00]);
    check("brk #$7F", &[0x00, 0x7F]);
}

#[test]
fn unofficial_mnemonics_have_their_synonyms() {
    check("kil\nstp\nhlt\njam", &[0x02; 4]);
    check(
        "isb $10\nisc $10\nins $10",
        &[0xE7, 0x10, 0xE7, 0x10, 0xE7, 0x10],
    );
    check("*nop $10", &[0x04, 0x10]);
    check("nop.da", &[0xDA]);
    check("sbc.eb #1", &[0xEB, 0x01]);
}

#[test]
fn branches_count_from_the_next_instruction() {
    check("loop: bne loop", &[0xD0, 0xFE]);
    check("bne *+2", &[0xD0, 0x00]);
    check(".org $8000\nbeq done\nnop\ndone:", &[0xF0, 0x01, 0xEA]);
    let wrapped = assemble_line(0xFFF0, "bne $0000", &|_| None).expect("wraps");
    assert_eq!(wrapped, [0xD0, 0x0E]);
}

#[test]
fn local_labels_belong_to_the_last_plain_label() {
    check(
        "one: jmp @end\n@end: nop\ntwo: jmp @end\n@end: nop",
        &[0x4C, 0x03, 0x80, 0xEA, 0x4C, 0x07, 0x80, 0xEA],
    );
    let image = assemble("one: nop\n@end: nop").expect("assembles");
    assert_eq!(image.symbol("one@end"), Some(0x8001));
}

#[test]
fn expressions_have_c_precedence() {
    for (expression, value) in [
        ("1+2*3", 7),
        ("(1+2)*3", 9),
        ("1<<3|1", 9),
        ("$F0>>4&3", 3),
        ("<$1234", 0x34),
        (">$1234", 0x12),
        ("~0&$FF", 0xFF),
        ("7/2", 3),
        ("6^3", 5),
        ("'A'", 65),
        ("%1010_1010", 0xAA),
        ("-1+2", 1),
    ] {
        check(&format!(".byte {expression}"), &[value]);
    }
}

#[test]
fn data_directives_give_bytes() {
    check(".byte 1,2,\"AB\",0", &[1, 2, 65, 66, 0]);
    check(".text \"a\\\"\\n\"", &[97, 34, 10]);
    check(".word $1234, label\nlabel:", &[0x34, 0x12, 0x04, 0x80]);
    check(".res 3, $EA", &[0xEA; 3]);
    check(".byte 1\n.res 2\n.byte 2", &[1, 0, 0, 2]);
    check(".byte 1\n.align 4\n.byte 2", &[1, 0, 0, 0, 2]);
}

#[test]
fn constants_may_refer_to_later_names() {
    check("size = end - start\nstart: .byte size, 7\nend:", &[2, 7]);
    check("a1 = b1\nb1 = c1 + 1\nc1 = 4\n.byte a1", &[5]);
}

#[test]
fn zero_page_labels_give_short_instructions() {
    check(
        ".org $10\nlives: .res 1\n.org $8000\ninc lives",
        &[0xE6, 0x10],
    );
}

#[test]
fn a_rom_image_has_header_banks_and_chr() {
    let source = ".inesprg 2\n.ineschr 1\n.inesmap 66\n.inesmir 1\n.inesbat 1\n\
        .org $8000\n.byte 1\n.org $FFFC\n.word $8000\n.chr 0\n.org $0010\n.byte 9";
    let image = assemble(source).expect("assembles");
    assert!(image.rom);
    assert_eq!(image.bytes.len(), 16 + 0x8000 + 0x2000);
    assert_eq!(&image.bytes[..8], b"NES\x1A\x02\x01\x23\x40");
    assert_eq!(image.bytes[16], 1);
    assert_eq!(image.bytes[16 + 0x7FFC..16 + 0x7FFE], [0, 0x80]);
    assert_eq!(image.bytes[16 + 0x8010], 9);
}

#[test]
fn banks_lie_in_the_file_in_order() {
    let source = ".inesprg 4\n.bank 2\n.org $8001\n.byte 7\n.bank 3\n.org $C002\n.byte 8";
    let bytes = assemble(source).expect("assembles").bytes;
    assert_eq!((bytes[16 + 0x8001], bytes[16 + 0xC002]), (7, 8));
}

#[test]
fn sixteen_kib_of_prg_lie_at_both_halves() {
    let bytes = assemble(".inesprg 1\n.org $C000\n.byte 7")
        .expect("assembles")
        .bytes;
    assert_eq!(bytes[16], 7);
}

#[test]
fn mistakes_name_line_column_and_code() {
    check_error("nop\n  frob #1", "unknown_mnemonic", 2, 3);
    check_error("lda nowhere", "unknown_name", 1, 5);
    check_error("lda #300", "out_of_range", 1, 5);
    check_error("stx $1234,y", "out_of_range", 1, 5);
    check_error("inx #1", "bad_mode", 1, 5);
    check_error("lda.ea #1", "bad_mode", 1, 8);
    check_error("x: nop\nx: nop", "duplicate_name", 2, 1);
    check_error(".frob 1", "unknown_directive", 1, 1);
    check_error(".byte 1/0", "division_by_zero", 1, 8);
    check_error("lda #", "syntax", 1, 6);
    check_error("lda $12 $13", "syntax", 1, 9);
    check_error("lda ($12),x", "syntax", 1, 11);
    check_error(".byte \"abc", "syntax", 1, 7);
    check_error("bne *+200", "out_of_range", 1, 5);
    check_error(".org nowhere", "unknown_name", 1, 6);
    check_error("a1 = b1\nb1 = a1", "unknown_name", 2, 6);
    check_error(".inesprg 1\n.org $10\n.byte 1", "outside_image", 3, 1);
    check_error(".res 99999999", "out_of_range", 1, 6);
    check_error(&format!("lda {}1", "(".repeat(500)), "too_deep", 1, 47);
    check_error(&format!("lda {}1", "-".repeat(500)), "too_deep", 1, 46);
    check_error(&format!("lda 1{}", "+1".repeat(500)), "too_deep", 1, 406);
}

#[test]
fn endless_reserving_is_refused() {
    let source = ".res $100000\n".repeat(20);
    assert_eq!(
        assemble(&source).expect_err("too large").code(),
        "too_large"
    );
}

proptest! {
    #[test]
    fn any_text_gives_an_image_or_an_error(text in "[a-z0-9@.:#$%()<>,+*/= \"'\n;~^&|-]{0,80}") {
        let _ = assemble(&text);
        let _ = assemble(&format!(".inesprg 1\n{text}"));
    }

    #[test]
    fn any_unicode_gives_an_image_or_an_error(text in ".{0,60}") {
        let _ = assemble(&text);
    }

    #[test]
    fn any_bytes_survive_disassembly_and_assembly(bytes in any::<[u8; 3]>(), address: u16) {
        let peek = |at: u16| bytes[usize::from(at.wrapping_sub(address)) % 3];
        let instruction = Instruction::decode(address, &peek);
        let text = instruction.assembly();
        // A flat image ends at the top of the address space.
        if u32::from(address) + u32::from(instruction.length()) <= 0x10000 {
            let assembled = assemble_line(address, &text, &|_| None).expect(&text);
            prop_assert_eq!(assembled, instruction.bytes());
        }
    }
}
