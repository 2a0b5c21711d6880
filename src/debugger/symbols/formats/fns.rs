//! Function symbols of NESASM: `name = $C000`, `;` begins a comment.

use super::{Collector, Line, hexadecimal};

/// Reads one line.
pub(super) fn read(line: Line, to: &mut Collector) {
    let (entry, comment) = line.text.split_once(';').unwrap_or((line.text, ""));
    if entry.trim().is_empty() {
        return;
    }
    let Some((name, value)) = entry.split_once('=') else {
        return to.skip(line, "the line is not name = $address");
    };
    match value
        .trim()
        .starts_with('$')
        .then(|| hexadecimal(value))
        .flatten()
    {
        Some(address) => to.cpu(line, name, address, |label| label.with_comment(comment)),
        None => to.skip(line, "the address is not $ and hexadecimal digits"),
    }
}
