//! Help, usage and the reference.

use super::fixture::registry;
use nescope::registry::codes;

fn usage(name: &str) -> String {
    let registry = registry();
    registry.usage(registry.find(name).expect("a command").command)
}

#[test]
fn usage_shows_required_optional_keyword_and_rest() {
    assert_eq!(
        usage("memory_read"),
        "memory_read <address> [length=64] [as=hex|u8|markdown] [space=text] [path=path]"
    );
    assert_eq!(
        usage("breakpoint_add"),
        "breakpoint_add <at> [kind=x|r|w|rw] [if <if...>] [dummy=false] [after <hits>]"
    );
    assert_eq!(usage("echo"), "echo [text...]");
    assert_eq!(
        usage("p"),
        "expression_evaluate <expression...> [as=hex|dec]"
    );
    assert_eq!(usage("batch"), "batch <lines,...>");
}

fn help(topic: &str) -> String {
    registry().help(Some(topic), false).expect(topic).text
}

#[test]
fn help_on_a_command_tells_everything() {
    let text = help("m");
    for piece in [
        "memory_read <address>",
        "Read bytes without side effects.",
        "At most 65536 bytes.",
        "integer 1 to 65536; default 64",
        "read_wram (space=ram, addr is address, len is length)",
        "lines is length/16",
        "Effect: observe, at most host.",
        "Errors: bad_address.",
        "memory_read $0300 16   # look at a table",
    ] {
        assert!(text.contains(piece), "{piece} in:\n{text}");
    }
}

#[test]
fn help_on_a_group_lists_it() {
    let help = registry().help(Some("MEMORY"), false).expect("a group");
    assert!(help.commands.iter().all(|row| row.group == "memory"));
    assert_eq!(help.text.lines().count(), 8);
}

#[test]
fn a_word_that_is_no_command_is_searched() {
    let found = registry()
        .help(Some("side effects"), false)
        .expect("a mention");
    assert_eq!(found.commands.len(), 1);
    assert_eq!(found.commands[0].name, "memory_read");
}

#[test]
fn apropos_finds_names_before_texts() {
    let found = registry().help(Some("frame"), true).expect("mentions");
    assert_eq!(found.commands[0].name, "run_frames");
}

#[test]
fn nothing_found_suggests_near_names() {
    let error = registry()
        .help(Some("memroy_read"), false)
        .expect_err("a typo");
    assert_eq!(error.code, codes::NOT_FOUND);
    assert!(error.message.contains("memory_read?"), "{error}");
}

#[test]
fn the_index_is_small_and_names_all() {
    let help = registry().help(None, false).expect("an index");
    for command in registry().commands() {
        assert!(help.text.contains(&command.name), "{}", command.name);
    }
    assert!(help.text.lines().all(|line| line.len() < 120));
}

#[test]
fn the_reference_has_every_command_and_one_sentence_a_line() {
    let text = registry().reference();
    for command in registry().commands() {
        assert!(
            text.contains(&format!("\n### {}\n", command.name)),
            "{}",
            command.name
        );
    }
    assert!(text.contains("\n## Memory\n"));
    assert!(text.contains("At most 65536 bytes.\nThe related command is memory_write.\n"));
    assert!(text.contains("- `memory_read $0300 16`: look at a table\n"));
    assert!(text.contains("hex u8 markdown; default hex"));
    assert_eq!(text, registry().reference());
}
