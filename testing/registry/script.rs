//! Cutting texts and scripts into commands.

use super::fixture::registry;

#[track_caller]
fn lines(text: &str, expected: &[&str]) {
    assert_eq!(registry().split_lines(text), expected, "{text}");
}

#[track_caller]
fn script(text: &str, expected: &[(usize, &str)]) {
    let found = registry().split_script(text);
    let found: Vec<(usize, &str)> = found
        .iter()
        .map(|line| (line.number, line.text.as_str()))
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn semicolons_separate_commands() {
    lines("m 300; f 3;version", &["m 300", "f 3", "version"]);
    lines(";;m 300 ; ;", &["m 300"]);
    lines("", &[]);
    lines("m 300\nf\r\nversion", &["m 300", "f", "version"]);
}

#[test]
fn semicolons_in_quotes_and_brackets_do_not() {
    lines("help \"a;b\"; f", &["help \"a;b\"", "f"]);
    lines("batch [\"a;b\"]; f", &["batch [\"a;b\"]", "f"]);
    lines("batch (a;b) ;f", &["batch (a;b)", "f"]);
}

#[test]
fn semicolons_in_a_rest_argument_do_not() {
    lines("echo a; b", &["echo a; b"]);
    lines("f; echo a; b", &["f", "echo a; b"]);
    lines("b C000 if x; f", &["b C000 if x; f"]);
    lines("b C000 w; f", &["b C000 w", "f"]);
    lines("p as=dec 1; f", &["p as=dec 1; f"]);
}

#[test]
fn a_keyword_value_by_key_is_one_word() {
    lines("b C000 if=x; f", &["b C000 if=x", "f"]);
}

#[test]
fn a_rest_argument_that_is_not_reached_takes_nothing() {
    lines("echo; f", &["echo", "f"]);
    lines("p as=dec; f", &["p as=dec", "f"]);
}

#[test]
fn unknown_commands_end_at_the_semicolon_too() {
    lines("nothing if x; f", &["nothing if x", "f"]);
    lines("m 1 2 3 4 5 6 7 8; f", &["m 1 2 3 4 5 6 7 8", "f"]);
}

#[test]
fn comments_start_at_the_line_or_between_blanks() {
    script(
        "# all\n  #also\nm 300 # why\nf #16\nm 300#x",
        &[(3, "m 300"), (4, "f #16"), (5, "m 300#x")],
    );
    script("f 1 #", &[(1, "f 1")]);
    script("f 1; # rest", &[(1, "f 1")]);
}

#[test]
fn a_comment_sign_in_a_rest_argument_is_text() {
    script("echo a # b", &[(1, "echo a # b")]);
    script("b C000 if x # y", &[(1, "b C000 if x # y")]);
}

#[test]
fn comment_signs_in_quotes_are_text() {
    script("help \"a # b\"", &[(1, "help \"a # b\"")]);
}

#[test]
fn console_lines_have_no_comments() {
    lines("help # x", &["help # x"]);
}
