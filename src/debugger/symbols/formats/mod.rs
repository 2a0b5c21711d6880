//! Symbol files of assemblers and emulators, one file here for each format.
//!
//! | format | from | gives |
//! |---|---|---|
//! | mlb | Mesen, asm6f | places in memories, sizes, comments |
//! | nl | FCEUX, asm6f | CPU addresses; the bank is in the file's name |
//! | dbg | ld65 | places, sizes, scopes, source lines |
//! | sym | WLA-DX | bank and CPU address |
//! | fns | NESASM | CPU addresses |
//! | vice | ld65 -Ln, 64tass | CPU addresses |
//! | json | nescope | everything a label has |
//!
//! A CPU address becomes a place in a memory where the cartridge leaves no choice: work RAM,
//! cartridge RAM without banks, PRG ROM of at most 32 KiB. Elsewhere it stays a CPU address
//! and names whatever bank is mapped.

mod collector;
mod dbg;
mod detect;
mod fns;
pub mod json;
mod mlb;
mod nl;
mod vice;
mod wla;

pub use collector::{Loaded, Target};
pub use detect::detect;

use collector::{Collector, Line};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Larger files are refused.
pub const MOST_BYTES: usize = 16 << 20;

/// A format of symbol files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Mesen labels, also written by asm6f.
    Mlb,
    /// FCEUX name lists, also written by asm6f.
    Nl,
    /// Debug information of ld65, version 2.
    Dbg,
    /// Symbols of WLA-DX.
    Sym,
    /// Function symbols of NESASM.
    Fns,
    /// Labels for the VICE monitor.
    Vice,
    /// nescope's own labels.
    Json,
    /// ELF with DWARF; not read.
    Elf,
}

/// Why a symbol file can not be read at all.
#[derive(Debug, Error)]
pub enum SymbolError {
    /// More than [`MOST_BYTES`].
    #[error("the file has {0} bytes; symbol files have at most {MOST_BYTES}")]
    TooLarge(usize),
    /// No format fits.
    #[error("this looks like no symbol file that is known; give format=")]
    Unknown,
    /// ELF.
    #[error("ELF files are not read; let the linker also write labels, such as with ld65 -Ln")]
    Elf,
    /// A debug file of an older ld65.
    #[error(
        "this .dbg file has version {0}; version 2 is read, which ld65 of cc65 2.13 and later writes"
    )]
    DbgVersion(String),
    /// The file names no version, so it is no debug file.
    #[error("this is no .dbg file of ld65: its first line is no version")]
    NotDbg,
    /// Not the JSON that [`json`] describes.
    #[error("these are no labels of nescope: {0}")]
    Json(String),
}

/// Reads a symbol file; `name` is its file name, which may say the bank.
///
/// # Errors
/// Only when nothing of it can be read; lines that make no sense are skipped and counted.
pub fn load(
    bytes: &[u8],
    name: &str,
    format: Option<Format>,
    target: &Target,
) -> Result<(Format, Loaded), SymbolError> {
    if bytes.len() > MOST_BYTES {
        return Err(SymbolError::TooLarge(bytes.len()));
    }
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{FEFF}');
    let format = match format {
        Some(format) => format,
        None => detect(text, name).ok_or(SymbolError::Unknown)?,
    };
    let mut collector = Collector::new(target);
    let to = &mut collector;
    match format {
        Format::Mlb => lines(text).for_each(|line| mlb::read(line, to)),
        Format::Nl => nl::read(text, name, to),
        Format::Dbg => dbg::read(text, to)?,
        Format::Sym => wla::read(text, to),
        Format::Fns => lines(text).for_each(|line| fns::read(line, to)),
        Format::Vice => lines(text).for_each(|line| vice::read(line, to)),
        Format::Json => json::read(text, to)?,
        Format::Elf => return Err(SymbolError::Elf),
    }
    Ok((format, collector.loaded))
}

/// The lines that have something on them.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let numbered = text.lines().enumerate().map(|(index, text)| Line {
        number: index + 1,
        text,
    });
    numbered.filter(|line| !line.text.trim().is_empty())
}

/// A hexadecimal number of at most eight digits, `$` before it or not.
fn hexadecimal(text: &str) -> Option<u32> {
    let digits = text.trim();
    let digits = digits.strip_prefix('$').unwrap_or(digits);
    let plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    (plain && !digits.is_empty()).then(|| u32::from_str_radix(digits, 16).ok())?
}
