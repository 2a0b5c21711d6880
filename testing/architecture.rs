//! Dependencies point one way; the machine knows no IO.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Each room and the rooms it may use.
const ROOMS: [(&str, &[&str]); 9] = [
    ("nes", &["nes"]),
    ("registry", &["registry"]),
    ("debugger", &["debugger", "nes"]),
    ("commands", &["commands", "debugger", "nes", "registry"]),
    ("hub", &["hub", "commands", "debugger", "nes", "registry"]),
    ("host", &["host", "commands"]),
    ("mcp", &["mcp", "hub", "commands", "registry"]),
    (
        "console",
        &["console", "hub", "commands", "registry", "host"],
    ),
    (
        "runner",
        &[
            "runner", "hub", "commands", "debugger", "nes", "registry", "host",
        ],
    ),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources can be read") {
        let path = entry.expect("the sources can be read").path();
        match path.is_dir() {
            true => rust_files(&path, files),
            false if path.extension().is_some_and(|end| end == "rs") => files.push(path),
            false => {}
        }
    }
}

/// The rooms that a text names after `crate::`, comments left out.
fn rooms_used(text: &str) -> BTreeSet<String> {
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let text: String = lines.collect::<Vec<_>>().join("\n");
    let mut rooms = BTreeSet::new();
    for (at, found) in text.match_indices("crate::") {
        let rest = &text[at + found.len()..];
        match rest.strip_prefix('{') {
            Some(group) => rooms.extend(top_names(group)),
            None => rooms.extend(first_name(rest)),
        }
    }
    rooms
}

/// The first names of the members of a `{...}` group, whose `{` is already gone.
fn top_names(group: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut depth = 0;
    let mut starts = true;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => starts = true,
            c if starts && !c.is_whitespace() => {
                names.extend(first_name(&group[at..]));
                starts = false;
            }
            _ => {}
        }
    }
    names
}

fn first_name(text: &str) -> Option<String> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let name = &text[..end.unwrap_or(text.len())];
    (!name.is_empty()).then(|| name.to_string())
}

#[test]
fn dependency_arrows_point_one_way() {
    let names: Vec<&str> = ROOMS.iter().map(|(room, _)| *room).collect();
    let mut wrong = Vec::new();
    for (room, allowed) in ROOMS {
        let mut files = Vec::new();
        rust_files(&source().join(room), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).expect("the sources can be read");
            let used = rooms_used(&text);
            let used = used.iter().filter(|used| names.contains(&used.as_str()));
            for used in used.filter(|used| !allowed.contains(&used.as_str())) {
                wrong.push(format!("{} uses {used}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_room_is_in_the_table() {
    for entry in fs::read_dir(source()).expect("the sources can be read") {
        let path = entry.expect("the sources can be read").path();
        let name = path
            .file_stem()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        let known = ROOMS.iter().any(|(room, _)| *room == name);
        assert!(
            known || ["lib", "main", "arguments"].contains(&name),
            "{name}"
        );
    }
}

#[test]
fn the_reader_of_use_lines_sees_groups_and_paths() {
    let text = "use crate::{\n    hub::{Hub, x},\n    nes::y,\n};\nfn f() { crate::mcp::g() }\n// crate::lua::h";
    let used: Vec<String> = rooms_used(text).into_iter().collect();
    assert_eq!(used, ["hub", "mcp", "nes"]);
}

#[test]
fn the_machine_knows_no_io_clock_thread_or_unsafe_code() {
    let mut files = Vec::new();
    rust_files(&source().join("nes"), &mut files);
    let banned = [
        "std::fs",
        "std::io",
        "std::net",
        "std::time",
        "std::thread",
        "std::env",
        "HashMap",
        "unsafe ",
        "println!",
        "eprintln!",
    ];
    for file in files {
        let text = fs::read_to_string(&file).expect("the sources can be read");
        let code = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            for word in banned {
                assert!(!line.contains(word), "{}: {line}", file.display());
            }
        }
    }
}
