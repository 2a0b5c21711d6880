//! nescope's own labels.

use super::{banked, read, reasons, refused, rows};
use nescope::debugger::symbols::{
    Kind, Label, Source,
    formats::{Format, json},
};
use nescope::nes::event::Space;

#[test]
fn everything_a_label_has_survives_saving_and_loading() {
    let label = Label::new("Score", Space::Ram, 0x300, Source::User).expect("a name");
    let mut score = label
        .sized(3)
        .with_comment("highest digits first\nthree bytes");
    score.kind = Some(Kind::Bcd);
    let start = Label::new("with blank", Space::Prg, 0x4010, Source::Auto).expect("a name");
    let start = start.at_cpu(0xC010);
    let text = String::from_utf8(json::write([&score, &start].into_iter())).expect("JSON is text");
    let (format, loaded) = read(&text, "game.nescope.labels.json", &banked());
    assert_eq!(format, Format::Json);
    let source = banked().source;
    for (saved, loaded) in [score, start].into_iter().zip(loaded.labels) {
        let source = source.clone();
        assert_eq!(loaded, Label { source, ..saved });
    }
}

#[test]
fn other_json_is_refused_and_unknown_spaces_are_counted() {
    for text in [
        "{}",
        "{\"labels\":[]}",
        "{\"format\":\"nescope labels\",\"version\":2,\"labels\":[]}",
        "{\"format\":\"nescope labels\",\"version\":1,\"labels\":[{}]}",
    ] {
        let error = refused(text, "x.json").to_string();
        assert!(
            error.starts_with("these are no labels of nescope"),
            "{error}"
        );
    }
    let text = "{\"format\":\"nescope labels\",\"version\":1,\"labels\":[\
        {\"name\":\"a\",\"space\":\"moon\",\"address\":1},\
        {\"name\":\"b\",\"space\":\"ram\",\"address\":1}]}";
    let (_, loaded) = read(text, "x.json", &banked());
    assert_eq!(rows(&loaded), ["b ram:$0001 1"]);
    assert_eq!(reasons(&loaded), [("there is no such space", 1, 1)]);
}

#[test]
fn only_our_own_files_are_known_as_ours() {
    assert!(json::is_labels(&json::write(std::iter::empty())));
    for bytes in [
        &b"al 8000 .main"[..],
        b"{}",
        b"[1]",
        b"",
        b"{\"format\":\"other\"}",
    ] {
        assert!(!json::is_labels(bytes));
    }
}
