//! A two-pass assembler for the 6502 with all 256 opcodes.
//!
//! ```text
//! .inesprg 1            ; ROM image: header fields (.ineschr .inesmap .inesmir .inesbat)
//! .org $0010            ; RAM: .res reserves without emitting
//! lives:  .res 1
//! .org $C000
//! start:  lda #<message ; < low byte, > high byte, * the statement's address
//! @loop:  dex           ; @names belong to the last plain label
//!         bne @loop
//!         lda a:lives   ; a: absolute, z: zero page; without them the value decides
//!         nop.1a        ; an encoding of several is chosen by its opcode
//! message: .byte "TEXT", 0
//!         .word start
//! .chr 0                ; the first 8 KiB of CHR ROM
//! ```
//!
//! A value that is not known yet when an operand is met (a forward reference) is taken as
//! absolute. Unofficial mnemonics are the NESdev wiki's, with the usual synonyms.
//!
//! NESdev: CPU unofficial opcodes; iNES

mod cursor;
mod directive;
mod encoding;
mod error;
mod expression;
mod image;
mod lexer;
mod passes;
mod statement;
mod symbols;

pub use error::{AssembleError, Problem};
pub use symbols::Symbol;

/// An assembled source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// CPU address of the first byte; `$8000` for a ROM image.
    pub origin: u16,
    /// The bytes; for a ROM image the whole file, header included.
    pub bytes: Vec<u8>,
    /// Labels and constants in order of definition.
    pub symbols: Vec<Symbol>,
    /// Whether the source set a header, so that `bytes` is a ROM file.
    pub rom: bool,
}

impl Image {
    /// The value of a label or constant; local labels as `plain@local`.
    pub fn symbol(&self, name: &str) -> Option<i64> {
        let found = self.symbols.iter().find(|symbol| symbol.name == name)?;
        Some(found.value)
    }
}

/// Assembles a whole source. Without `.org` it starts at `$8000`.
///
/// # Errors
/// The first problem, with its line, column and code.
pub fn assemble(source: &str) -> Result<Image, AssembleError> {
    passes::run(source, 0x8000, &|_| None)
}

/// Assembles lines that go to `address`; names that they do not define come from `lookup`.
///
/// # Errors
/// The first problem, with its line, column and code.
pub fn assemble_line(
    address: u16,
    text: &str,
    lookup: &dyn Fn(&str) -> Option<i64>,
) -> Result<Vec<u8>, AssembleError> {
    passes::run(text, i64::from(address), lookup).map(|image| image.bytes)
}
