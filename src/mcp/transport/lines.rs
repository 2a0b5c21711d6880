//! Lines of bytes, bounded: a line that is too long is skipped, not stored.

use std::io::{self, BufRead};

/// Most bytes of one line.
pub const LINE_MOST: usize = 16 * 1024 * 1024;

/// One line, or what stood in its place.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// A line without its end (`\n` or `\r\n`); blank lines are not given.
    Text(Vec<u8>),
    /// A line of more than [`LINE_MOST`] bytes; it was read to its end and dropped.
    TooLong,
}

/// Reads the next line, `None` at the end. A last line without an end counts.
///
/// Errors: those of the reader.
pub fn next(reader: &mut impl BufRead, most: usize) -> io::Result<Option<Line>> {
    loop {
        match one(reader, most)? {
            Some(Line::Text(line)) if line.iter().all(u8::is_ascii_whitespace) => {}
            other => return Ok(other),
        }
    }
}

fn one(reader: &mut impl BufRead, most: usize) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut too_long = false;
    let mut any = false;
    loop {
        let chunk = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        if chunk.is_empty() {
            return Ok(any.then(|| finish(line, too_long)));
        }
        any = true;
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        too_long |= line.len() + part.len() > most;
        if too_long {
            line = Vec::new();
        } else {
            line.extend_from_slice(part);
        }
        let used = end.map_or(chunk.len(), |end| end + 1);
        reader.consume(used);
        if end.is_some() {
            return Ok(Some(finish(line, too_long)));
        }
    }
}

fn finish(mut line: Vec<u8>, too_long: bool) -> Line {
    if too_long {
        return Line::TooLong;
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Line::Text(line)
}
