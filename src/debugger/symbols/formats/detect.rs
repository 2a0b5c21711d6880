//! Which format a file has: by its content, or by its name where that does not say.

use super::{Format, hexadecimal, lines};

/// Lines that are looked at.
const MOST_LINES: usize = 200;

/// The format of a text; `None` when neither content nor name tell.
pub fn detect(text: &str, name: &str) -> Option<Format> {
    let start = text.trim_start();
    if start.starts_with("\u{7F}ELF") {
        return Some(Format::Elf);
    }
    if start.starts_with('{') {
        return Some(Format::Json);
    }
    if start.starts_with("version\t") || start.starts_with("version major=") {
        return Some(Format::Dbg);
    }
    let found = lines(text)
        .take(MOST_LINES)
        .find_map(|line| by_line(line.text.trim()));
    found.or_else(|| by_name(name))
}

/// What only one format writes so.
fn by_line(line: &str) -> Option<Format> {
    let is_labels = |line: &str| {
        line.eq_ignore_ascii_case("[labels]") || line.eq_ignore_ascii_case("[symbols]")
    };
    if is_labels(line) {
        return Some(Format::Sym);
    }
    if line.starts_with("al ") || line.starts_with("add_label ") {
        return Some(Format::Vice);
    }
    if line.starts_with('$') && line.contains('#') {
        return Some(Format::Nl);
    }
    if let Some((_, value)) = line.split_once('=') {
        let value = value.split(';').next().unwrap_or_default().trim();
        return (value.starts_with('$') && hexadecimal(value).is_some()).then_some(Format::Fns);
    }
    let (before, rest) = line.split_once(':')?;
    let memory = before.starts_with("Nes") || matches!(before, "P" | "R" | "S" | "W" | "G");
    if memory && rest.contains(':') {
        return Some(Format::Mlb);
    }
    let (address, _) = rest.split_once(' ')?;
    (hexadecimal(before).is_some() && hexadecimal(address).is_some()).then_some(Format::Sym)
}

fn by_name(name: &str) -> Option<Format> {
    let (_, extension) = name.rsplit_once('.')?;
    Some(match extension.to_ascii_lowercase().as_str() {
        "mlb" => Format::Mlb,
        "nl" => Format::Nl,
        "dbg" => Format::Dbg,
        "sym" => Format::Sym,
        "fns" => Format::Fns,
        "vice" | "lbl" | "labels" | "vs" => Format::Vice,
        "json" => Format::Json,
        "elf" => Format::Elf,
        _ => return None,
    })
}
