//! Small NROM programs made in the tests.

use nescope::nes::{cartridge::Rom, machine::Machine, options::PowerOptions};
use std::sync::Arc;

const PRG: usize = 0x8000;
const NMI: usize = 0x7F00;
const VECTORS: usize = 0x7FFA;

/// A 32 KiB NROM file with `code` at `$8000` and `INC $10, RTI` as NMI handler.
pub fn file(code: &[u8]) -> Vec<u8> {
    let mut prg = vec![0xEA; PRG];
    prg[..code.len()].copy_from_slice(code);
    prg[NMI..NMI + 3].copy_from_slice(&[0xE6, 0x10, 0x40]);
    prg[VECTORS..].copy_from_slice(&[0x00, 0xFF, 0x00, 0x80, 0x00, 0xFF]);
    let mut file = b"NES\x1A\x02\x01\x00\x00".to_vec();
    file.resize(16, 0);
    file.extend(prg);
    file.extend((0..0x2000).map(|i| (i * 7 % 251) as u8));
    file
}

/// A machine with that program.
pub fn machine(code: &[u8]) -> Machine {
    let rom = Arc::new(Rom::parse(&file(code)).expect("a well-formed file"));
    Machine::power_on(rom, PowerOptions::default()).expect("NROM is supported")
}

/// Keeps every chip busy: rendering, NMI, OAM DMA, a looping DMC sample, controller reads.
pub const BUSY: &[u8] = &[
    0x78, 0xA2, 0xFF, 0x9A, // SEI, LDX #$FF, TXS
    0x2C, 0x02, 0x20, 0x10, 0xFB, // BIT $2002, BPL -5
    0x2C, 0x02, 0x20, 0x10, 0xFB, // BIT $2002, BPL -5
    0xA9, 0x90, 0x8D, 0x00, 0x20, // LDA #$90, STA $2000
    0xA9, 0x1E, 0x8D, 0x01, 0x20, // LDA #$1E, STA $2001
    0xA9, 0x4F, 0x8D, 0x10, 0x40, // LDA #$4F, STA $4010
    0xA9, 0x04, 0x8D, 0x13, 0x40, // LDA #$04, STA $4013
    0xA9, 0x1F, 0x8D, 0x15, 0x40, // LDA #$1F, STA $4015
    0xA9, 0xBF, 0x8D, 0x00, 0x40, // LDA #$BF, STA $4000
    0xA9, 0x21, 0x8D, 0x02, 0x40, 0x8D, 0x03, 0x40, // LDA #$21, STA $4002, STA $4003
    // loop at $8034:
    0xE6, 0x00, 0xAD, 0x02, 0x20, // INC $00, LDA $2002
    0xA9, 0x02, 0x8D, 0x14, 0x40, // LDA #$02, STA $4014
    0x8D, 0x16, 0x40, 0xCE, 0x16, 0x40, // STA $4016, DEC $4016
    0xAD, 0x16, 0x40, 0x9D, 0x00, 0x02, // LDA $4016, STA $0200,X
    0xE8, 0x4C, 0x34, 0x80, // INX, JMP $8034
];
