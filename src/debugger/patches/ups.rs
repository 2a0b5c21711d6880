//! UPS: differences as exclusive-or, so that a patch works both ways.
//!
//! ```text
//! "UPS1"  source size  target size
//! hunks: bytes to pass over, then bytes to mix in up to a zero, which is a byte too
//! CRC-32 of source, target, patch
//! ```
//!
//! Source: the UPS entry of the file format wiki

use super::{PatchError, check, number::Reader, open};

const MAGIC: &[u8] = b"UPS1";

/// Applies a patch, in the direction that the source asks for.
///
/// # Errors
/// See [`PatchError`]; a source with neither of the two checksums is refused.
pub fn apply(patch: &[u8], source: &[u8]) -> Result<Vec<u8>, PatchError> {
    let (body, checksums) = open(patch)?;
    let mut reader = Reader::new(body, MAGIC.len());
    let sizes = [reader.size()?, reader.size()?];
    let crc = crc32fast::hash(source);
    let backwards = crc == checksums.target && crc != checksums.source;
    let (source_crc, target_crc, source_size, target_size) = match backwards {
        true => (checksums.target, checksums.source, sizes[1], sizes[0]),
        false => (checksums.source, checksums.target, sizes[0], sizes[1]),
    };
    check("source", source_crc, source)?;
    if source_size != source.len() {
        return Err(PatchError::Malformed {
            offset: MAGIC.len(),
            what: "another size of the source",
        });
    }
    let mut target = source.to_vec();
    target.resize(target_size, 0);
    hunks(&mut reader, source, &mut target)?;
    check("target", target_crc, &target)?;
    Ok(target)
}

/// Beyond the end of either file there are zeros.
fn hunks(reader: &mut Reader, source: &[u8], target: &mut [u8]) -> Result<(), PatchError> {
    let longest = source.len().max(target.len()) as u64;
    let mut at = 0u64;
    while !reader.is_at_end() {
        let offset = reader.at;
        at = at.saturating_add(reader.number()?);
        loop {
            if at > longest {
                return Err(PatchError::Malformed {
                    offset,
                    what: "a hunk beyond the end of both files",
                });
            }
            let mixed = reader.byte()?;
            let byte = source.get(at as usize).copied().unwrap_or(0);
            if let Some(cell) = target.get_mut(at as usize) {
                *cell = byte ^ mixed;
            }
            at += 1;
            if mixed == 0 {
                break;
            }
        }
    }
    Ok(())
}
