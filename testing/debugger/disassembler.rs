//! The disassembler's texts, and its columns against the golden nestest log.

use crate::shared;
use nescope::debugger::{
    disassembler::{Indexes, Instruction, NoNames},
    nestest::{self, Columns},
    symbols::hardware::{self as labels, HardwareNames},
};

fn decode(bytes: &[u8]) -> Instruction {
    let bytes = bytes.to_vec();
    Instruction::decode(0x8000, &move |at| bytes[usize::from(at - 0x8000)])
}

/// Checks the text of an instruction at $8000.
fn check(bytes: &[u8], text: &str) {
    assert_eq!(decode(bytes).text(&NoNames), text);
}

#[test]
fn operands_are_hexadecimal_with_their_mode() {
    check(&[0xEA], "NOP");
    check(&[0x0A], "ASL A");
    check(&[0xA9, 0x05], "LDA #$05");
    check(&[0xB5, 0x05], "LDA $05,X");
    check(&[0x9D, 0x00, 0x03], "STA $0300,X");
    check(&[0xA1, 0x05], "LDA ($05,X)");
    check(&[0xB1, 0x05], "LDA ($05),Y");
    check(&[0x6C, 0x00, 0x03], "JMP ($0300)");
    check(&[0xD0, 0xFE], "BNE $8000");
}

#[test]
fn unofficial_opcodes_have_a_star() {
    check(&[0x04, 0x10], "*NOP $10");
    check(&[0xE7, 0x10], "*ISC $10");
    assert_eq!(
        decode(&[0x80, 0x12]).line(&NoNames),
        "8000  80 12    *NOP #$12"
    );
    assert_eq!(decode(&[0xEA]).line(&NoNames), "8000  EA        NOP");
}

#[test]
fn hardware_registers_are_named() {
    assert_eq!(
        decode(&[0x8D, 0x00, 0x20]).text(&HardwareNames),
        "STA PPUCTRL"
    );
    assert_eq!(decode(&[0xA9, 0x16]).text(&HardwareNames), "LDA #$16");
    assert_eq!(labels::address("oamdma"), Some(0x4014));
    assert_eq!(
        labels::at(0xFFFC).map(|label| label.name),
        Some("RESET_VECTOR")
    );
    assert_eq!(labels::at(0x4009), None);
}

#[test]
fn effective_addresses_follow_the_registers() {
    let memory = |at: u16| match at {
        0x10 => 0x00,
        0x11 => 0x03,
        0x0305 => 0x77,
        0xFF => 0x34,
        0x00 => 0x12,
        _ => 0,
    };
    let indexes = Indexes { x: 0x0B, y: 5 };
    let effective = decode(&[0xB1, 0x10])
        .effective(indexes, &memory)
        .expect("has an address");
    assert_eq!(
        (effective.pointer, effective.address, effective.value),
        (Some(0x300), 0x305, 0x77)
    );
    let wrapped = decode(&[0xA1, 0xF4])
        .effective(indexes, &memory)
        .expect("has an address");
    assert_eq!(wrapped.address, 0x1234);
    assert_eq!(
        decode(&[0x20, 0x00, 0x90]).effective(indexes, &memory),
        None
    );
}

/// The bytes, operands and registers of each line of the golden log give that line again;
/// values in memory are taken from the line itself.
#[test]
fn the_golden_log_is_written_in_its_own_columns() {
    let Some(roms) = shared::roms() else { return };
    let log = std::fs::read_to_string(roms.join("nestest/nestest.log")).expect("log is there");
    for line in log.lines() {
        let address = u16::from_str_radix(&line[..4], 16).expect("address");
        let bytes: Vec<u8> = line[6..15]
            .split_whitespace()
            .map(|byte| u8::from_str_radix(byte, 16).expect("byte"))
            .collect();
        let peek = |at: u16| {
            bytes
                .get(usize::from(at.wrapping_sub(address)))
                .copied()
                .unwrap_or(0)
        };
        let field = |name: &str| {
            let at = line.rfind(name).expect("column") + name.len();
            u8::from_str_radix(&line[at..at + 2], 16).expect("register")
        };
        let number = |text: &str| text.trim().parse::<u16>().expect("number");
        let columns = Columns {
            a: field(" A:"),
            x: field(" X:"),
            y: field(" Y:"),
            p: field(" P:"),
            s: field(" SP:"),
            scanline: number(&line[78..81]),
            dot: number(&line[82..85]),
            cycle: line[line.find("CYC:").expect("cycles") + 4..]
                .trim()
                .parse()
                .expect("cycles"),
        };
        let ours = nestest::line(&Instruction::decode(address, &peek), &columns, &peek);
        let (code, rest) = line.split_at(48);
        let shown = code.split(['@', '=']).next().expect("text").trim_end();
        assert!(ours.starts_with(shown), "{line}\n{ours}");
        assert_eq!(&ours[48..], rest);
        assert_eq!(
            code.matches(['@', '=']).count(),
            ours.matches(['@', '=']).count(),
            "{line}\n{ours}"
        );
    }
}
