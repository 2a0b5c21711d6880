//! Symbols: the store, and symbol files of each format, written by hand here.

mod dbg;
mod hostile;
mod json;
mod line_formats;
mod names;
mod store;

use nescope::debugger::symbols::{
    Label, Source,
    formats::{self, Format, Loaded, SymbolError, Target},
    memories::Memories,
};

/// 64 KiB of PRG ROM in banks, 8 KiB of CHR ROM and of cartridge RAM.
fn banked() -> Target {
    target(Memories::sized(0x1_0000, 0x2000, 0x2000))
}

/// 32 KiB of PRG ROM, mapped whole, without cartridge RAM.
fn whole() -> Target {
    target(Memories::sized(0x8000, 0x2000, 0))
}

fn target(memories: Memories) -> Target {
    Target {
        memories,
        source: Source::File("test".into()),
        offset: 0,
    }
}

/// Reads a text whose format is found out.
fn read(text: &str, name: &str, target: &Target) -> (Format, Loaded) {
    formats::load(text.as_bytes(), name, None, target).expect("the text is read")
}

/// Why a text is not read at all.
fn refused(text: &str, name: &str) -> SymbolError {
    let loaded = formats::load(text.as_bytes(), name, None, &banked());
    loaded.expect_err("the text is refused")
}

/// `name memory:$offset size`, for each label in the order of the file.
fn rows(loaded: &Loaded) -> Vec<String> {
    loaded.labels.iter().map(row).collect()
}

fn row(label: &Label) -> String {
    let place = nescope::debugger::spaces::address_text(label.space, label.address);
    format!("{} {place} {}", label.name, label.size)
}

/// `reason count line` for each reason.
fn reasons(loaded: &Loaded) -> Vec<(&'static str, usize, usize)> {
    let rows = loaded.skipped.rows().iter();
    rows.map(|row| (row.reason, row.count, row.line)).collect()
}

fn label<'a>(loaded: &'a Loaded, name: &str) -> &'a Label {
    let mut labels = loaded.labels.iter();
    labels.find(|label| &*label.name == name).expect(name)
}
