//! The player's own program, seen by the CPU at `$4100-$4177`.
//!
//! It clears work RAM and the sound registers, calls INIT, then waits; the operand of the
//! waiting JMP is a register of the board, which sends the CPU to the call of PLAY when it is
//! time. Of the stack it uses `$01FE-$01FF` for the address it is returned to. Where INIT may
//! stay, PLAY is called in an NMI instead, which takes eight bytes more from wherever the
//! stack then is.
//!
//! ```text
//! reset:  SEI, CLD, LDX #$FF, TXS, INX, STX $2000, STX $2001, STX BEGIN, TXA
//! clear:  STA $00,X, STA $0100,X to STA $0700,X, INX, BNE clear, LDX #$13
//! silent: STA $4000,X, DEX, BPL silent, STA $4015
//!         LDA #$0F, STA $4015, LDA #$40, STA $4017
//!         LDA #song, LDX #system, LDY #call, JSR INIT, STA TIMER, JMP wait (or again)
//! wait:   JMP wait (or play)
//! play:   JSR PLAY, JMP wait
//! again:  LDA #song, LDX #system, LDY #$81, JSR INIT
//! stay:   JMP stay
//! nmi:    PHA, LDA CLAIM, BPL ignore, TXA, PHA, TYA, PHA, JSR PLAY
//!         PLA, TAY, PLA, TAX, PLA, RTI
//! ignore: PLA, RTI
//! ```
//!
//! NESdev: NSF, initializing a tune; NSF2, non-returning INIT

use std::ops::RangeInclusive;

/// Where it begins, and where the reset vector points.
pub const START: u16 = 0x4100;
/// Where the CPU sees it.
pub const RANGE: RangeInclusive<u16> = START..=START + PROGRAM.len() as u16 - 1;
/// A write gives the song its memory and ends the override of the reset vector.
pub const BEGIN: u16 = 0x41F0;
/// A write starts the timer of PLAY.
pub const TIMER: u16 = 0x41F1;
/// A read has bit 7 set if the NMI is the timer's, and then PLAY runs until [`RETURN`].
pub const CLAIM: u16 = 0x41F2;

/// The operands that depend on the file: song number.
pub const SONGS: [u16; 2] = [0x4140, 0x4158];
/// Number of the system.
pub const SYSTEMS: [u16; 2] = [0x4142, 0x415A];
/// Y of the first call of INIT.
pub const FIRST_Y: u16 = 0x4144;
/// Addresses of INIT, low bytes.
pub const INITS: [u16; 2] = [0x4146, 0x415E];
/// What follows the first INIT, low byte.
pub const THEN: u16 = 0x414C;
/// Where the waiting JMP goes, low byte.
pub const WAIT_OPERAND: u16 = 0x414F;
/// Addresses of PLAY, low bytes.
pub const PLAYS: [u16; 2] = [0x4152, 0x416E];
/// The waiting JMP.
pub const WAIT: u16 = 0x414E;
/// The call of PLAY after the wait.
pub const PLAY: u16 = 0x4151;
/// The second call of INIT.
pub const AGAIN: u16 = 0x4157;
/// The NMI handler.
pub const NMI: u16 = 0x4163;
/// The RTI after PLAY in the NMI handler.
pub const RETURN: u16 = 0x4175;
/// An RTI that ends an interrupt nobody expects.
pub const IGNORE: u16 = 0x4177;
/// Y of the first INIT where there is a second.
pub const Y_OF_TWO: u8 = 0x80;

/// The bytes, with zeros for what depends on the file.
pub const PROGRAM: [u8; 120] = [
    0x78, 0xD8, 0xA2, 0xFF, 0x9A, 0xE8, 0x8E, 0x00, 0x20, 0x8E, 0x01, 0x20, // reset
    0x8E, 0xF0, 0x41, 0x8A, 0x95, 0x00, 0x9D, 0x00, 0x01, 0x9D, 0x00, 0x02, // clear
    0x9D, 0x00, 0x03, 0x9D, 0x00, 0x04, 0x9D, 0x00, 0x05, 0x9D, 0x00, 0x06, //
    0x9D, 0x00, 0x07, 0xE8, 0xD0, 0xE6, 0xA2, 0x13, 0x9D, 0x00, 0x40, 0xCA, // silent
    0x10, 0xFA, 0x8D, 0x15, 0x40, 0xA9, 0x0F, 0x8D, 0x15, 0x40, 0xA9, 0x40, //
    0x8D, 0x17, 0x40, 0xA9, 0x00, 0xA2, 0x00, 0xA0, 0x00, 0x20, 0x00, 0x00, // INIT
    0x8D, 0xF1, 0x41, 0x4C, 0x00, 0x41, 0x4C, 0x00, 0x41, 0x20, 0x00, 0x00, // wait, play
    0x4C, 0x4E, 0x41, 0xA9, 0x00, 0xA2, 0x00, 0xA0, 0x81, 0x20, 0x00, 0x00, // again
    0x4C, 0x60, 0x41, 0x48, 0xAD, 0xF2, 0x41, 0x10, 0x0D, 0x8A, 0x48, 0x98, // stay, nmi
    0x48, 0x20, 0x00, 0x00, 0x68, 0xA8, 0x68, 0xAA, 0x68, 0x40, 0x68, 0x40, // ignore
];
