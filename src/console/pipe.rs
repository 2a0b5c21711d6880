//! Lines from a pipe, bounded: bytes that are no text, or far too many, cost one line only.

use std::io::{self, BufRead, Read};

/// Most bytes of one line.
pub const MOST_LINE: usize = 16 << 20;

/// The next line without its end, or why it can not be taken; `None` at the end of the input.
///
/// Errors: those of the reader.
pub fn line(input: &mut impl BufRead, most: usize) -> io::Result<Option<Result<String, String>>> {
    let mut bytes = Vec::new();
    if !take(input, &mut bytes, most)? {
        return Ok(None);
    }
    if bytes.len() > most {
        while bytes.last() != Some(&b'\n') {
            bytes.clear();
            if !take(input, &mut bytes, most)? {
                break;
            }
        }
        return Ok(Some(Err(format!("a line has at most {most} bytes"))));
    }
    while bytes.last().is_some_and(|end| matches!(end, b'\n' | b'\r')) {
        bytes.pop();
    }
    let text = String::from_utf8(bytes);
    Ok(Some(
        text.map_err(|_| "the line is no UTF-8 text".to_string()),
    ))
}

/// Takes bytes to the end of a line, at most one more than `most`; false at the end of the input.
fn take(input: &mut impl BufRead, bytes: &mut Vec<u8>, most: usize) -> io::Result<bool> {
    let mut part = input.take(most as u64 + 1);
    Ok(part.read_until(b'\n', bytes)? > 0)
}
