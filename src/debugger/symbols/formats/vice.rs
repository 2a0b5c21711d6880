//! Labels for the VICE monitor, as `ld65 -Ln` and 64tass write them: `al 00C000 .name`.

use super::{Collector, Line, hexadecimal};

/// What ld65 puts behind the name of a segment or memory area, for values that are mostly no
/// addresses.
const LINKER_VALUES: [&str; 6] = ["LOAD", "RUN", "SIZE", "START", "LAST", "FILEOFFS"];

/// Reads one line.
pub(super) fn read(line: Line, to: &mut Collector) {
    let mut words = line.text.split_whitespace();
    let command = words.next().unwrap_or_default();
    if !matches!(command, "al" | "add_label") {
        return to.skip(line, "the line is not al address .name");
    }
    let (Some(address), Some(name)) = (words.next(), words.next()) else {
        return to.skip(line, "the line is not al address .name");
    };
    let address = address.strip_prefix("C:").unwrap_or(address);
    let Some(address) = hexadecimal(address) else {
        return to.skip(line, "the address is not hexadecimal");
    };
    let name = name.strip_prefix('.').unwrap_or(name);
    match is_linker_value(name) {
        true => to.skip(line, "a size or bound that the linker made, no label"),
        false => to.cpu(line, name, address, |label| label),
    }
}

/// Whether a name is like `__CODE_SIZE__`.
pub(super) fn is_linker_value(name: &str) -> bool {
    let inner = name
        .strip_prefix("__")
        .and_then(|name| name.strip_suffix("__"));
    let last = inner.and_then(|name| name.rsplit_once('_'));
    last.is_some_and(|(_, word)| LINKER_VALUES.contains(&word))
}
