//! The program in bad company: broken files, closed pipes, bytes that are no text.

use super::{Program, check, out};
use serde_json::Value;
use std::{
    fs,
    io::Write,
    process::{Output, Stdio},
};

fn complaints(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!text.contains("panicked"), "{text}");
    text
}

/// Starts on an image and gives the exit code and what was complained about.
fn start_on(image: &[u8]) -> (Option<i32>, String) {
    let program = Program::new();
    fs::write(program.folder.join("odd rom.nes"), image).expect("the folder can be written");
    let output = program.run(&["odd rom.nes", "-x", "version"]);
    assert_eq!(out(&output), "", "nothing runs without the cartridge");
    let json = program.run(&["odd rom.nes", "--json", "-x", "version"]);
    let object: Value = serde_json::from_str(&out(&json)).expect("one object");
    assert_eq!(object["ok"], false);
    assert_eq!(json.status.code(), output.status.code());
    (output.status.code(), complaints(&output))
}

fn image() -> Vec<u8> {
    let program = Program::new();
    fs::read(program.folder.join("game.nes")).expect("it is there")
}

#[test]
fn a_truncated_file_is_refused_with_what_is_missing() {
    let whole = image();
    for length in [0, 3, 8, 15, 16, 17, whole.len() - 1] {
        let (code, text) = start_on(&whole[..length]);
        assert_eq!(code, Some(5), "{length} bytes: {text}");
        assert!(!text.is_empty());
    }
}

#[test]
fn a_header_that_lies_about_sizes_is_refused() {
    let mut image = image();
    image[4] = 0xFF;
    let (code, text) = start_on(&image);
    assert_eq!(code, Some(5));
    assert!(text.contains("truncated"), "{text}");
    // NES 2.0 with an exponent that no address space holds.
    (image[7], image[9]) = (0x08, 0x0F);
    let (code, text) = start_on(&image);
    assert_eq!(code, Some(5), "{text}");
    assert!(!text.is_empty());
}

#[test]
fn an_unknown_mapper_is_named() {
    let mut image = image();
    (image[6], image[7]) = (0x52, 0xF0);
    let (code, text) = start_on(&image);
    assert_eq!(code, Some(8));
    assert!(text.contains("mapper 245"), "{text}");
}

#[test]
fn files_that_are_none_are_refused() {
    for name in [".", "out", "missing.nes"] {
        let program = Program::new();
        let output = program.run(&[name, "-x", "version"]);
        assert_eq!(output.status.code(), Some(5), "{name}");
        assert!(complaints(&output).contains(name));
    }
    check(&["game.nes", "--script", "out"], 5);
    check(&["game.nes", "--script", "missing.txt"], 5);
}

#[test]
fn a_path_with_blanks_is_a_path() {
    let program = Program::new();
    fs::create_dir(program.folder.join("my games")).expect("the folder can be written");
    let path = program.folder.join("my games/a game.nes");
    fs::write(path, image()).expect("the folder can be written");
    let output = program.run(&["my games/a game.nes", "-x", "f 2; ss one"]);
    assert_eq!(output.status.code(), Some(0), "{}", complaints(&output));
    let state = program.folder.join("my games/a game.states/one.state");
    assert!(state.is_file());
    let line = "machine_load \"my games/a game.nes\"";
    let output = program.run(&["--no-rom", "-x", line, "-x", "f 2"]);
    assert_eq!(output.status.code(), Some(0), "{}", complaints(&output));
}

#[test]
fn folders_and_profiles_that_do_not_exist_are_told_at_the_start() {
    check(&["game.nes", "--mcp", "--out-dir", "nowhere"], 5);
    check(&["game.nes", "--mcp", "--in-dir", "game.nes"], 5);
    check(&["game.nes", "--mcp", "--profile", "made_up"], 2);
    check(&["game.nes", "--mcp", "--profile", ""], 2);
    check(&["game.nes", "--mcp", "--profile", "cpu,memory"], 0);
    check(&["game.nes", "--mcp", "--profile", "core"], 0);
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    for words in [
        &["game.nes", "-x", "help", "-x", "f 2", "-x", "help"][..],
        &["missing.nes", "--json", "-x", "version"],
        &["game.nes", "--json", "--script", "script.txt"],
        &["game.nes"],
        &["game.nes", "--mcp"],
        &["test", "game.nes"],
        &["test", "--json", "game.nes"],
        &["bench", "--json", "--frames", "1", "game.nes"],
        &["--help"],
        &["--version"],
    ] {
        let program = Program::new();
        let script = program.folder.join("script.txt");
        fs::write(script, "help\nhelp\nspec\n").expect("the folder can be written");
        let mut command = program.command(words);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        drop(child.stdout.take());
        let mut input = child.stdin.take().expect("stdin is piped");
        let ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
        // It may have ended already.
        let _ = input.write_all(ping.as_bytes());
        drop(input);
        let output = child.wait_with_output().expect("the program ends");
        complaints(&output);
        assert_ne!(output.status.code(), Some(101), "{words:?}");
        assert!(output.status.code().is_some(), "{words:?}");
    }
}

#[test]
fn an_input_that_has_ended_ends_the_prompt() {
    let program = Program::new();
    for words in [&["game.nes"][..], &["game.nes", "--mcp"], &["--no-rom"]] {
        let output = program.run(words);
        assert_eq!(output.status.code(), Some(0), "{words:?}");
        complaints(&output);
    }
}

#[test]
fn a_line_of_ten_megabytes_costs_one_refusal() {
    let program = Program::new();
    let long = format!("echo {}", "x".repeat(10_000_000));
    let output = program.pipe(
        &["game.nes"],
        &format!("{long}\n{long}; version\nversion\n"),
    );
    assert_eq!(output.status.code(), Some(0));
    assert!(out(&output).contains("nescope 0."));
    let text = complaints(&output);
    assert_eq!(text.matches("out_of_range").count(), 2, "{text}");
    assert!(text.len() < 1000, "{} bytes of complaint", text.len());
    fs::write(
        program.folder.join("long.txt"),
        format!("{long}\nversion\n"),
    )
    .expect("the folder can be written");
    let output = program.run(&["game.nes", "--script", "long.txt"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(complaints(&output).contains("line 1"));
}

#[test]
fn a_line_without_end_is_read_over() {
    let program = Program::new();
    let endless = "x".repeat(nescope::console::pipe::MOST_LINE + 10);
    let output = program.pipe(&["game.nes"], &format!("{endless}\nversion\n"));
    assert!(complaints(&output).contains("a line has at most"));
    assert!(out(&output).contains("nescope 0."));
}

#[test]
fn bytes_that_are_no_text_cost_one_line() {
    let program = Program::new();
    let mut command = program.command(&["game.nes", "--json"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("stdin is piped");
    let bytes = b"echo one\necho \xFF\xFE\necho two";
    input.write_all(bytes).expect("the program reads");
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    let replies: Vec<Value> = out(&output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    assert_eq!(replies[0]["text"], "one");
    assert_eq!(replies[1]["error"]["code"], "bad_value");
    assert_eq!(replies[2]["text"], "two");
    let script = program.folder.join("script.txt");
    fs::write(script, b"version\necho \xFF\n").expect("the folder can be written");
    let output = program.run(&["game.nes", "--script", "script.txt"]);
    assert_eq!(output.status.code(), Some(5));
    assert_eq!(out(&output), "", "nothing of it runs");
}

#[test]
fn commands_inside_a_command_decide_the_exit_code_too() {
    check(&["game.nes", "-x", r#"batch ["bogus","version"]"#], 2);
    check(&["game.nes", "-x", r#"batch ["version","f 1"]"#], 0);
    let limit = "run_until until=0 max_frames=1";
    let line = format!("batch [\"{limit}\"]");
    check(&["game.nes", "-x", &line], 3);
    check(
        &["game.nes", "-x", &format!("command_run line=\"{limit}\"")],
        3,
    );
    check(
        &["game.nes", "-x", "command_run line=\"test_expect 1==2\""],
        1,
    );
    check(
        &["game.nes", "-x", "test_run jam.nes pass=0 max_frames=2"],
        1,
    );
    check(&["game.nes", "-x", "test_expect 1==2", "-x", "exit"], 1);
    check(&["game.nes", "-x", "test_expect 1=="], 6);
    check(&["game.nes", "-x", "test_expect 1/0"], 6);
}

#[test]
fn one_object_a_line_whatever_goes_wrong() {
    let lines = [
        "version; bogus; f 0; f 1 made_up=1; \"",
        "batch [\"bogus\"]",
        "test_expect 1==2",
        "run_until until=1/0",
        "screen_shot out/shot.png",
        "messages; echo a; b",
    ];
    let mut words = vec!["game.nes", "--json"];
    words.extend(lines.iter().flat_map(|line| ["-x", line]));
    let text = check(&words, 2);
    let replies: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("every line is an object"))
        .collect();
    assert_eq!(replies.len(), 11, "{text}");
    for reply in &replies {
        assert_eq!(reply.as_object().map(serde_json::Map::len), Some(5));
        assert_eq!(reply["ok"], reply["error"].is_null(), "{reply}");
    }
}

#[test]
fn a_dumb_terminal_gets_plain_text() {
    let program = Program::new();
    let mut command = program.command(&["game.nes", "-x", "help", "-x", "bogus"]);
    command.env("TERM", "dumb").env_remove("NO_COLOR");
    let output = command.output().expect("the program starts");
    assert!(!out(&output).contains('\x1b') && !complaints(&output).contains('\x1b'));
}
