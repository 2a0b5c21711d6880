//! The labels of a session.

use nescope::{
    debugger::symbols::{BadLabel, Kind, Label, Source, Symbols, spelled},
    nes::event::Space,
};

fn label(name: &str, address: u32, source: Source) -> Label {
    Label::new(name, Space::Prg, address, source).expect("a good name")
}

fn file(path: &str) -> Source {
    Source::File(path.into())
}

fn with(labels: Vec<Label>) -> Symbols {
    let mut symbols = Symbols::default();
    for label in labels {
        symbols.insert(label).expect("there is room");
    }
    symbols
}

#[test]
fn names_are_found_exactly_first_and_then_in_any_case() {
    let symbols = with(vec![
        label("Main", 1, Source::User),
        label("main", 2, Source::User),
    ]);
    assert_eq!(symbols.find("Main"), Some((Space::Prg, 1)));
    assert_eq!(symbols.find("main"), Some((Space::Prg, 2)));
    assert_eq!(symbols.find("MAIN"), Some((Space::Prg, 1)));
    assert_eq!(symbols.find("Mai"), None);
    assert_eq!(symbols.starting_with("ma"), ["Main", "main"]);
}

#[test]
fn of_several_names_of_a_place_the_most_deliberate_is_shown() {
    let mut symbols = with(vec![
        label("sub_C000", 0, Source::Auto),
        label("first", 0, file("a")),
        label("second", 0, file("b")),
        label("mine", 0, Source::User),
    ]);
    assert_eq!(symbols.name(Space::Prg, 0), Some("mine"));
    symbols.remove("mine");
    assert_eq!(symbols.name(Space::Prg, 0), Some("first"));
    assert_eq!(symbols.remove_if(|label| label.source != Source::Auto), 2);
    assert_eq!(symbols.name(Space::Prg, 0), Some("sub_C000"));
    assert_eq!(symbols.name(Space::Ram, 0), None);
}

#[test]
fn a_name_given_again_moves() {
    let mut symbols = with(vec![label("a", 1, Source::User)]);
    let before = symbols
        .insert(label("a", 5, Source::User))
        .expect("there is room");
    assert_eq!(before.map(|label| label.address), Some(1));
    assert_eq!(symbols.name(Space::Prg, 1), None);
    assert_eq!(symbols.len(), 1);
}

#[test]
fn bytes_inside_a_sized_label_belong_to_it() {
    let symbols = with(vec![
        label("table", 0x10, Source::User).sized(0x40),
        label("row", 0x18, Source::User).sized(4),
    ]);
    let covering = |address| {
        symbols
            .covering(Space::Prg, address)
            .map(|label| &*label.name)
    };
    assert_eq!(covering(0x1B), Some("row"));
    assert_eq!(covering(0x1C), Some("table"));
    assert_eq!(covering(0x4F), Some("table"));
    assert_eq!(covering(0x50), None);
    assert_eq!(covering(0x0F), None);
}

#[test]
fn names_are_bounded_and_can_be_spelled() {
    let name = |name: &str| Label::new(name, Space::Ram, 0, Source::User).err();
    assert_eq!(name(""), Some(BadLabel::NoName));
    assert_eq!(name(&"x".repeat(256)), Some(BadLabel::LongName));
    for bad in ["a`b", "a\"b", "a\nb", " a"] {
        assert_eq!(name(bad), Some(BadLabel::BadCharacter), "{bad}");
    }
    assert_eq!(name("any text, really: ünïcode"), None);
    for (name, text) in [
        ("Main", "Main"),
        ("util::inner", "util::inner"),
        ("main@loop", "main@loop"),
        ("with blank", "`with blank`"),
        ("pc", "`pc`"),
        ("n", "n"),
        ("3d", "`3d`"),
        ("a::", "`a::`"),
    ] {
        assert_eq!(spelled(name), text);
    }
}

#[test]
fn kinds_read_numbers() {
    assert_eq!(Kind::U8.value(&[200]), Some(200));
    assert_eq!(Kind::S16.value(&[0xFE, 0xFF]), Some(-2));
    assert_eq!(Kind::Ptr.value(&[0x34, 0x12]), Some(0x1234));
    assert_eq!(Kind::Bcd.value(&[0x12, 0x34]), Some(1234));
    assert_eq!(Kind::Bcd.value(&[0; 10]), None);
    assert_eq!(Kind::U16.value(&[1]), None);
    assert_eq!(Kind::Struct.value(&[1, 2]), None);
}

#[test]
fn a_file_loaded_again_takes_its_labels_back_and_leaves_the_users() {
    use nescope::debugger::symbols::formats::Loaded;
    let loaded = |labels| Loaded {
        labels,
        ..Loaded::default()
    };
    let mut symbols = with(vec![
        label("mine", 9, Source::User),
        label("auto", 8, Source::Auto),
    ]);
    let (a, b) = (file("a"), file("b"));
    let first = vec![label("one", 1, a.clone()), label("two", 2, a.clone())];
    let applied = symbols.apply(loaded(first), &a, false);
    assert_eq!(
        (applied.loaded, applied.replaced, applied.removed),
        (2, 0, 0)
    );
    let second = vec![label("one", 3, a.clone()), label("mine", 4, a.clone())];
    let applied = symbols.apply(loaded(second), &a, false);
    assert_eq!((applied.loaded, applied.removed), (1, 2));
    assert_eq!(
        applied.skipped.rows()[0].reason,
        "the user has given that name already"
    );
    assert_eq!(symbols.find("two"), None);
    assert_eq!(symbols.find("mine"), Some((Space::Prg, 9)));
    let third = vec![label("auto", 5, b.clone())];
    let applied = symbols.apply(loaded(third), &b, true);
    assert_eq!(
        (applied.loaded, applied.replaced, applied.removed),
        (1, 1, 1)
    );
    assert_eq!(symbols.len(), 2);
}
