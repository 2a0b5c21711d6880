//! Patch files: what turns one file into another.
//!
//! | format | reads | writes | checks |
//! |---|---|---|---|
//! | IPS | yes | yes | nothing; header or not has to be guessed |
//! | BPS | yes | yes | CRC-32 of source, target and patch |
//! | UPS | yes | no | CRC-32 of source, target and patch |
//!
//! All bytes are from outside: sizes are bounded before anything is allocated.

pub mod bps;
pub mod ips;
mod number;
pub mod ups;

use thiserror::Error;

/// Longest file that a patch may ask for.
pub const MOST_TARGET_BYTES: usize = 64 << 20;

/// A patch format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `PATCH`.
    Ips,
    /// `BPS1`.
    Bps,
    /// `UPS1`.
    Ups,
}

impl Format {
    /// The format of a file, by its first bytes.
    pub fn of(patch: &[u8]) -> Option<Format> {
        match patch {
            [b'P', b'A', b'T', b'C', b'H', ..] => Some(Format::Ips),
            [b'B', b'P', b'S', b'1', ..] => Some(Format::Bps),
            [b'U', b'P', b'S', b'1', ..] => Some(Format::Ups),
            _ => None,
        }
    }

    /// Its name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Format::Ips => "ips",
            Format::Bps => "bps",
            Format::Ups => "ups",
        }
    }
}

/// Why a patch could not be applied.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PatchError {
    /// The file ends inside a part.
    #[error("the patch is truncated at byte {0}")]
    Truncated(usize),
    /// Bytes that no patch of the format has.
    #[error("the patch is malformed at byte {offset}: {what}")]
    Malformed {
        /// Offset in the patch.
        offset: usize,
        /// What is wrong.
        what: &'static str,
    },
    /// A result that is too large.
    #[error("the patched file would have {0} bytes, more than {most}", most = MOST_TARGET_BYTES)]
    TooLarge(u64),
    /// A checksum that is not right.
    #[error("the CRC-32 of the {what} is {found:08x}, the patch wants {expected:08x}")]
    Checksum {
        /// Source, target or patch.
        what: &'static str,
        /// As the patch says.
        expected: u32,
        /// As it is.
        found: u32,
    },
}

/// Checksums that a patch carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checksums {
    /// CRC-32 of the file it is for.
    pub source: u32,
    /// CRC-32 of the file it makes.
    pub target: u32,
}

/// Bytes of the three checksums at the end of BPS and UPS files.
const FOOTER: usize = 12;

/// Splits the checksums off and checks the patch's own.
fn open(patch: &[u8]) -> Result<(&[u8], Checksums), PatchError> {
    let truncated = PatchError::Truncated(patch.len());
    let body = patch.len().checked_sub(FOOTER).ok_or(truncated.clone())?;
    let word = |at: usize| {
        let bytes = patch.get(at..at + 4).and_then(|word| word.try_into().ok());
        bytes.map(u32::from_le_bytes).ok_or(truncated.clone())
    };
    let checksums = Checksums {
        source: word(body)?,
        target: word(body + 4)?,
    };
    check("patch", word(body + 8)?, &patch[..body + 8])?;
    Ok((&patch[..body], checksums))
}

fn check(what: &'static str, expected: u32, bytes: &[u8]) -> Result<(), PatchError> {
    let found = crc32fast::hash(bytes);
    match found == expected {
        true => Ok(()),
        false => Err(PatchError::Checksum {
            what,
            expected,
            found,
        }),
    }
}

/// The checksums of a BPS or UPS patch.
///
/// # Errors
/// Truncated, or the patch's own checksum is wrong.
pub fn checksums(patch: &[u8]) -> Result<Checksums, PatchError> {
    Ok(open(patch)?.1)
}
