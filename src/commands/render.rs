//! Renderings that several groups share: hexadecimal dumps and rows.

/// Bytes of one row of a dump.
const ROW: usize = 16;

/// Rows of sixteen bytes with their addresses and characters, as
/// `$0300  41 42 43 ..  ABC`.
pub fn hex_dump(start: u32, bytes: &[u8], width: usize) -> String {
    let rows = bytes.chunks(ROW).enumerate().map(|(index, row)| {
        let address = start + (index * ROW) as u32;
        let hex = format!("{:<47}", hex(row));
        format!("${address:0width$X}  {hex}  {}", printable(row))
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// The same as a table in Markdown.
pub fn markdown_dump(start: u32, bytes: &[u8], width: usize) -> String {
    let mut lines = vec![
        "| address | bytes | text |".to_string(),
        "|---|---|---|".to_string(),
    ];
    for (index, row) in bytes.chunks(ROW).enumerate() {
        let address = start + (index * ROW) as u32;
        let text = printable(row).replace('|', "\\|");
        lines.push(format!(
            "| `${address:0width$X}` | `{}` | `{text}` |",
            hex(row)
        ));
    }
    lines.join("\n")
}

/// A number of things, as `1 line` or `2 lines`.
pub fn counted(count: u64, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}

/// Bytes in hexadecimal with blanks between.
pub fn hex(bytes: &[u8]) -> String {
    let digits: Vec<_> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    digits.join(" ")
}

/// Bytes as ASCII, with dots for what can not be printed.
pub fn printable(bytes: &[u8]) -> String {
    let character = |&byte: &u8| match byte {
        0x20..=0x7E => char::from(byte),
        _ => '.',
    };
    bytes.iter().map(character).collect()
}

/// Numbers in rows of eight behind the address of each row.
pub fn number_rows(start: u32, step: u32, numbers: &[i64], width: usize) -> String {
    let rows = numbers.chunks(8).enumerate().map(|(index, row)| {
        let address = start + index as u32 * 8 * step;
        let row: Vec<_> = row.iter().map(|number| format!("{number:>6}")).collect();
        format!("${address:0width$X} {}", row.join(" "))
    });
    rows.collect::<Vec<_>>().join("\n")
}
