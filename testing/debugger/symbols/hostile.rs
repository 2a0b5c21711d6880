//! Files from anywhere: labels, reasons or an error, but never a panic or a hang.

use super::banked;
use nescope::debugger::symbols::{
    Source, Symbols,
    formats::{self, Format},
};
use proptest::prelude::*;

const FORMATS: [Format; 7] = [
    Format::Mlb,
    Format::Nl,
    Format::Dbg,
    Format::Sym,
    Format::Fns,
    Format::Vice,
    Format::Json,
];

/// Reads bytes as every format, and as what they look like.
fn read_as_all(bytes: &[u8]) {
    let target = banked();
    for format in FORMATS {
        let loaded = formats::load(bytes, "game.nes.1.nl", Some(format), &target);
        if let Ok((_, loaded)) = loaded {
            let mut symbols = Symbols::hardware();
            let source = Source::File("test".into());
            symbols.apply(loaded, &source, true);
        }
    }
    let _ = formats::load(bytes, "", None, &target);
}

/// Lines made of what the formats are made of.
fn piece() -> impl Strategy<Value = String> {
    let words = [
        "P",
        "NesPrgRom",
        ":",
        "-",
        "$",
        "#",
        "\\",
        "/",
        "C000",
        "FFFFFFFF",
        "99999999999",
        "al ",
        ".name",
        " = ",
        "[labels]",
        "00:8000 ",
        "sym\t",
        "seg\t",
        "scope\t",
        "line\t",
        "span\t",
        "file\t",
        "mod\t",
        "version\tmajor=2",
        "id=0",
        "id=1",
        "name=\"a\"",
        "parent=0",
        "parent=1",
        "scope=0",
        "seg=0",
        "val=0xFFFFFFFF",
        "val=0x8000",
        "start=0xFFFFFFFF",
        "start=0",
        "size=0xFFFFFFFF",
        "size=1",
        "ooffs=4294967295",
        "ooffs=16",
        "oname=\"x.nes\"",
        "type=lab",
        "type=imp",
        "exp=0",
        "exp=1",
        "span=0+1+0",
        "line=1",
        "file=0",
        ",",
        "\"",
        "=",
        "\n",
        "é",
        "`",
        "\u{0}",
        "{\"format\":\"nescope labels\",\"version\":1,\"labels\":[",
        "]}",
    ];
    proptest::sample::select(words.to_vec()).prop_map(str::to_string)
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        read_as_all(&bytes);
    }

    #[test]
    fn any_mixture_of_the_formats_pieces_is_read_or_refused(
        pieces in proptest::collection::vec(piece(), 0..120)
    ) {
        read_as_all(pieces.concat().as_bytes());
    }

    #[test]
    fn any_records_of_a_debug_file_are_read(
        records in proptest::collection::vec(proptest::collection::vec(piece(), 1..8), 0..40)
    ) {
        let lines: Vec<String> = records.iter().map(|pairs| pairs.join(",").replacen("\t,", "\t", 1)).collect();
        let text = format!("version\tmajor=2,minor=0\n{}", lines.join("\n"));
        read_as_all(text.as_bytes());
    }
}

#[test]
fn a_million_spans_of_one_line_are_read_in_time() {
    let spans = vec!["0"; 2_000_000].join("+");
    let text = format!(
        "version\tmajor=2,minor=0\n\
         file\tid=0,name=\"a.s\"\n\
         seg\tid=0,name=\"CODE\",start=0x8000,size=0x10,oname=\"g.nes\",ooffs=16\n\
         span\tid=0,seg=0,start=0,size=1\n\
         line\tid=0,file=0,line=1,span={spans}\n"
    );
    let (_, loaded) = formats::load(text.as_bytes(), "g.dbg", None, &banked()).expect("it is read");
    assert!(loaded.lines.is_some_and(|lines| lines.len() <= 1_000_000));
}

#[test]
fn more_labels_than_a_session_holds_are_counted() {
    use std::fmt::Write;
    let mut text = String::new();
    for number in 0..nescope::debugger::symbols::MOST_LABELS + 100 {
        let _ = writeln!(text, "P:{:X}:L{number}", number % 0x1_0000);
    }
    let (_, loaded) = formats::load(text.as_bytes(), "g.mlb", None, &banked()).expect("it is read");
    let mut symbols = Symbols::hardware();
    let applied = symbols.apply(loaded, &Source::File("g.mlb".into()), false);
    assert_eq!(symbols.len(), nescope::debugger::symbols::MOST_LABELS);
    let skipped = applied.skipped.count();
    assert_eq!(
        applied.loaded + skipped,
        nescope::debugger::symbols::MOST_LABELS + 100
    );
}
