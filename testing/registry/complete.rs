//! Completion of commands, argument names, values, labels and paths.

use super::fixture::{Known, registry};
use nescope::registry::Completion;

fn complete(line: &str) -> Completion {
    registry().complete(line, line.len(), &Known)
}

/// Asserts where a completion starts, and that it offers these among others.
#[track_caller]
fn offers(line: &str, start: usize, wanted: &[&str]) {
    let found = complete(line);
    let texts: Vec<&str> = found
        .candidates
        .iter()
        .map(|word| word.text.as_str())
        .collect();
    assert_eq!(found.start, start, "{line}: {texts:?}");
    for word in wanted {
        assert!(texts.contains(word), "{word} for {line}: {texts:?}");
    }
}

#[track_caller]
fn offers_only(line: &str, start: usize, wanted: &[&str]) {
    offers(line, start, wanted);
    assert_eq!(complete(line).candidates.len(), wanted.len(), "{line}");
}

#[test]
fn commands_and_aliases() {
    offers_only("memory_r", 0, &["memory_read"]);
    offers("me", 0, &["memory_read", "memory_write", "memdump"]);
    offers("ME", 0, &["memory_read"]);
    offers_only("r; memory_r", 3, &["memory_read"]);
    assert!(complete("zzz").candidates.is_empty());
}

#[test]
fn an_empty_line_offers_all_commands_once() {
    let found = complete("");
    assert_eq!(found.candidates.len(), registry().commands().count());
}

#[test]
fn labels_for_addresses() {
    offers("m L", 2, &["Lives", "Level"]);
    offers("memory_fill Lives..Le", 19, &["Level"]);
    offers("m p", 2, &["prg:", "ppu:", "path="]);
}

#[test]
fn choices_and_keys() {
    offers_only("m 300 as=", 9, &["hex", "u8", "markdown"]);
    offers_only("m 300 as=h", 9, &["hex"]);
    offers_only("m 300 le", 6, &["length="]);
    offers("b 300 ", 6, &["x", "r", "w", "rw"]);
    offers("file l", 5, &["list"]);
}

#[test]
fn keys_that_were_given_are_not_offered() {
    let found = complete("m 300 length=1 l");
    assert!(found.candidates.is_empty(), "{found:?}");
}

#[test]
fn keywords_and_booleans() {
    offers("b 300 i", 6, &["if"]);
    offers("b 300 x d", 8, &["dummy", "dummy="]);
    offers("b 300 x no", 8, &["no_dummy"]);
    offers("f 1 RA no_", 7, &["no_lag"]);
    offers_only("f lag=", 6, &["true", "false"]);
}

#[test]
fn labels_inside_expressions() {
    offers_only("p [Li", 3, &["Lives"]);
    offers_only("p x + Le", 6, &["Level"]);
    offers_only("b 300 if [Li", 10, &["Lives"]);
    assert!(complete("echo Li ").candidates.is_empty());
}

#[test]
fn lists_complete_their_last_element() {
    offers_only("breakpoint_remove 1,1", 20, &["1", "12"]);
    offers("breakpoint_remove a", 18, &["all"]);
}

#[test]
fn names_of_commands_for_help() {
    offers_only("help memory_r", 5, &["memory_read"]);
    offers_only("help topic=memory_r", 11, &["memory_read"]);
}

#[test]
fn paths_are_quoted_when_they_need_it() {
    offers_only("m 300 path=g", 11, &["game.nes"]);
    offers_only("m 300 path=my", 11, &["\"my game.nes\""]);
    offers_only("m 300 path=\"my g", 11, &["\"my game.nes\""]);
}

#[test]
fn the_cursor_may_stand_inside_the_line() {
    let found = registry().complete("memory_r 300", 8, &Known);
    assert_eq!(found.candidates[0].text, "memory_read");
    let found = registry().complete("hé", 2, &Known);
    assert_eq!(found.start, 0);
    registry().complete("m", 99, &Known);
}
