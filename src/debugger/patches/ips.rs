//! IPS: `PATCH`, records of a 24-bit offset, a 16-bit length and bytes (length 0: a 16-bit
//! count and one byte to repeat), `EOF`, and perhaps a 24-bit length to cut the file to.
//!
//! A record at offset `$454F46` would read as `EOF`; a writer starts it one byte earlier.

use super::{PatchError, number::Reader};
use crate::debugger::image::runs_of;

const MAGIC: &[u8] = b"PATCH";
const END: &[u8] = b"EOF";
const END_OFFSET: usize = 0x45_4F46;
const MOST_OFFSET: usize = 0xFF_FFFF;
const MOST_LENGTH: usize = 0xFFFF;
/// A run of one value that is shorter is no smaller as a repetition.
const LEAST_REPEATED: usize = 9;

/// One record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Offset in the target.
    pub offset: usize,
    /// The bytes to put there.
    pub bytes: Vec<u8>,
}

/// A patch taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ips {
    /// Its records, in order.
    pub records: Vec<Record>,
    /// The length to cut the target to.
    pub truncate: Option<usize>,
}

impl Ips {
    /// Takes a patch apart.
    ///
    /// # Errors
    /// Truncated, too long or malformed; more bytes than any result may have.
    pub fn parse(patch: &[u8]) -> Result<Ips, PatchError> {
        let mut reader = Reader::new(patch, MAGIC.len());
        let mut ips = Ips {
            records: Vec::new(),
            truncate: None,
        };
        let mut total = 0usize;
        // Where bytes go on behind an `EOF` that was taken for an offset.
        let mut behind_end = None;
        let malformed = |error, behind_end: Option<usize>| match behind_end {
            Some(offset) => PatchError::Malformed {
                offset,
                what: "it is too long, bytes follow EOF",
            },
            None => error,
        };
        loop {
            let start = reader
                .slice(3)
                .map_err(|error| malformed(error, behind_end))?;
            if start == END {
                if reader.is_at_end() {
                    return Ok(ips);
                }
                if patch.len() - reader.at == 3 {
                    ips.truncate = Some(big_endian(reader.slice(3)?));
                    return Ok(ips);
                }
                behind_end = behind_end.or(Some(reader.at));
            }
            let bytes = record_bytes(&mut reader);
            let bytes = bytes.map_err(|error| malformed(error, behind_end))?;
            total += bytes.len();
            if total > super::MOST_TARGET_BYTES {
                return Err(PatchError::TooLarge(total as u64));
            }
            let offset = big_endian(start);
            ips.records.push(Record { offset, bytes });
        }
    }

    /// The file that comes out when the source begins `skip` bytes before offset 0 of the
    /// patch. Gaps beyond its end are zeros.
    pub fn apply(&self, source: &[u8], skip: usize) -> Vec<u8> {
        let mut target = source.to_vec();
        for record in &self.records {
            let start = record.offset + skip;
            let end = start + record.bytes.len();
            if target.len() < end {
                target.resize(end, 0);
            }
            target[start..end].copy_from_slice(&record.bytes);
        }
        if let Some(length) = self.truncate {
            target.truncate(length + skip);
        }
        target
    }

    /// Records whose bytes are all there already.
    pub fn present(&self, source: &[u8], skip: usize) -> usize {
        let there = |record: &&Record| {
            let start = record.offset + skip;
            source.get(start..start + record.bytes.len()) == Some(&record.bytes[..])
        };
        self.records.iter().filter(there).count()
    }

    /// The offset in the target of the first record that begins beyond the end of all before
    /// it, so that bytes in between would be made up.
    pub fn gap(&self, source: &[u8], skip: usize) -> Option<usize> {
        let mut end = source.len();
        for record in &self.records {
            let start = record.offset + skip;
            if start > end {
                return Some(start);
            }
            end = end.max(start + record.bytes.len());
        }
        None
    }

    /// How little it looks as if the patch was made for this alignment: records that begin or
    /// end with a byte that is there already, as no difference does, and, much worse, records
    /// beyond the end of the file or over its magic number.
    pub fn misfit(&self, source: &[u8], skip: usize) -> u64 {
        const BEYOND: u64 = 1000;
        const OVER_MAGIC: u64 = 1_000_000;
        let mut misfit = 0;
        for record in &self.records {
            let start = record.offset + skip;
            let (Some(first), Some(last)) = (record.bytes.first(), record.bytes.last()) else {
                continue;
            };
            let end = start + record.bytes.len() - 1;
            let there = |at: usize, byte: &u8| source.get(at) == Some(byte);
            misfit += u64::from(there(start, first)) + u64::from(there(end, last));
            if end >= source.len() {
                misfit += BEYOND;
            }
            let over_magic = (start..=end.min(3)).any(|at| {
                let byte = record.bytes.get(at - start);
                byte.is_some_and(|byte| source.get(at) != Some(byte))
            });
            if over_magic {
                misfit += OVER_MAGIC;
            }
        }
        misfit
    }
}

/// Length and bytes of a record, the offset being read.
fn record_bytes(reader: &mut Reader) -> Result<Vec<u8>, PatchError> {
    let length = big_endian(reader.slice(2)?);
    match length {
        0 => {
            let count = big_endian(reader.slice(2)?);
            Ok(vec![reader.byte()?; count])
        }
        _ => Ok(reader.slice(length)?.to_vec()),
    }
}

fn big_endian(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .fold(0, |number, &byte| number << 8 | usize::from(byte))
}

/// A patch that turns `source` into `target` of the same length, at most 16 MiB; `None` for
/// files it can not describe.
pub fn create(source: &[u8], target: &[u8]) -> Option<Vec<u8>> {
    if source.len() != target.len() || target.len() > MOST_OFFSET + 1 {
        return None;
    }
    let mut patch = MAGIC.to_vec();
    for run in runs_of(source, target) {
        let mut at = run.start;
        while at < run.end {
            // The byte before is the same in both files, or has been written just now.
            let start = at - usize::from(at == END_OFFSET);
            let end = run.end.min(start + MOST_LENGTH);
            record(&mut patch, start, &target[start..end]);
            at = end;
        }
    }
    patch.extend_from_slice(END);
    Some(patch)
}

fn record(patch: &mut Vec<u8>, offset: usize, bytes: &[u8]) {
    patch.extend_from_slice(&(offset as u32).to_be_bytes()[1..]);
    let length = (bytes.len() as u16).to_be_bytes();
    let repeated = bytes.iter().all(|&byte| byte == bytes[0]);
    if repeated && bytes.len() >= LEAST_REPEATED {
        patch.extend_from_slice(&[0, 0]);
        patch.extend_from_slice(&length);
        patch.push(bytes[0]);
    } else {
        patch.extend_from_slice(&length);
        patch.extend_from_slice(bytes);
    }
}
