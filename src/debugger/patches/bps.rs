//! BPS: the steps that write the target from front to back.
//!
//! ```text
//! "BPS1"  source size  target size  metadata size  metadata
//! steps: action | (length - 1) << 2
//!   0 the source at the same place   1 bytes that follow
//!   2 the source at an offset moved by a signed number   3 the target likewise
//! CRC-32 of source, target, patch
//! ```
//!
//! Source: the public-domain BPS file format specification

use super::{
    PatchError, check,
    number::{self, Reader},
    open,
};
use crate::debugger::image::runs_of;

const MAGIC: &[u8] = b"BPS1";
const SOURCE_READ: u64 = 0;
const TARGET_READ: u64 = 1;
const SOURCE_COPY: u64 = 2;

/// Applies a patch.
///
/// # Errors
/// See [`PatchError`]; a source with another checksum is refused.
pub fn apply(patch: &[u8], source: &[u8]) -> Result<Vec<u8>, PatchError> {
    let (body, checksums) = open(patch)?;
    check("source", checksums.source, source)?;
    let mut reader = Reader::new(body, MAGIC.len());
    let source_size = reader.size()?;
    let target_size = reader.size()?;
    let metadata = reader.size()?;
    reader.slice(metadata)?;
    if source_size != source.len() {
        return Err(PatchError::Malformed {
            offset: MAGIC.len(),
            what: "another size of the source",
        });
    }
    let target = steps(&mut reader, source, target_size)?;
    check("target", checksums.target, &target)?;
    Ok(target)
}

fn steps(reader: &mut Reader, source: &[u8], size: usize) -> Result<Vec<u8>, PatchError> {
    let mut target = Vec::with_capacity(size);
    let (mut from_source, mut from_target) = (0i64, 0i64);
    while !reader.is_at_end() {
        let offset = reader.at;
        let outside = |what| PatchError::Malformed { offset, what };
        let step = reader.number()?;
        let length = usize::try_from((step >> 2) + 1).unwrap_or(usize::MAX);
        if length > size - target.len() {
            return Err(outside("a step beyond the end of the target"));
        }
        match step & 3 {
            SOURCE_READ => {
                let at = target.len();
                let bytes = source.get(at..at + length);
                target.extend_from_slice(bytes.ok_or(outside("a read past the source"))?);
            }
            TARGET_READ => target.extend_from_slice(reader.slice(length)?),
            SOURCE_COPY => {
                let at = moved(&mut from_source, reader, length, offset)?;
                let bytes = source.get(at..at + length);
                target.extend_from_slice(bytes.ok_or(outside("a copy past the source"))?);
            }
            _ => {
                let at = moved(&mut from_target, reader, length, offset)?;
                if at >= target.len() {
                    return Err(outside("a copy of what is not written yet"));
                }
                // What is copied may be what this step writes.
                for at in at..at + length {
                    target.push(target[at]);
                }
            }
        }
    }
    match target.len() == size {
        true => Ok(target),
        false => Err(PatchError::Truncated(reader.at)),
    }
}

/// Moves a position by the next number, gives where it is, and leaves it behind the copy.
fn moved(
    position: &mut i64,
    reader: &mut Reader,
    length: usize,
    offset: usize,
) -> Result<usize, PatchError> {
    let number = reader.number()?;
    let distance = i64::try_from(number >> 1).unwrap_or(i64::MAX);
    let to = match number & 1 {
        0 => position.checked_add(distance),
        _ => position.checked_sub(distance),
    };
    let to = to.filter(|to| (0..=super::MOST_TARGET_BYTES as i64).contains(to));
    let to = to.ok_or(PatchError::Malformed {
        offset,
        what: "a copy from outside the file",
    })?;
    *position = to + length as i64;
    Ok(to as usize)
}

/// A patch that turns `source` into `target`: what is the same at the same place is read from
/// the source, everything else is in the patch.
pub fn create(source: &[u8], target: &[u8]) -> Vec<u8> {
    let mut patch = MAGIC.to_vec();
    number::push(&mut patch, source.len() as u64);
    number::push(&mut patch, target.len() as u64);
    number::push(&mut patch, 0);
    let mut at = 0;
    for run in runs_of(source, target) {
        step(&mut patch, SOURCE_READ, run.start - at);
        step(&mut patch, TARGET_READ, run.len());
        patch.extend_from_slice(&target[run.clone()]);
        at = run.end;
    }
    let both = source.len().min(target.len());
    step(&mut patch, SOURCE_READ, both - at);
    step(&mut patch, TARGET_READ, target.len() - both);
    patch.extend_from_slice(&target[both..]);
    for bytes in [source, target] {
        patch.extend_from_slice(&crc32fast::hash(bytes).to_le_bytes());
    }
    let own = crc32fast::hash(&patch);
    patch.extend_from_slice(&own.to_le_bytes());
    patch
}

fn step(patch: &mut Vec<u8>, action: u64, length: usize) {
    if length > 0 {
        number::push(patch, action | (length as u64 - 1) << 2);
    }
}
