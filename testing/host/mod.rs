//! Files: what an agent may read and write, through every command that takes a path.

use crate::hub::rig::Rig;
use nescope::hub::{Origin, Reply};
use serde_json::json;
use std::{fs, path::PathBuf};

/// A hub for an agent: `in` and `out` are its folders, `secret` is not for it.
struct Place {
    rig: Rig,
    secret: PathBuf,
}

impl Place {
    fn new() -> Place {
        let mut rig = Rig::new();
        let secret = rig.folder.with_extension("secret");
        fs::create_dir_all(&secret).expect("the temporary folder can be written");
        let game = rig.path("game.nes");
        fs::copy(&game, secret.join("s.nes")).expect("the file is there");
        fs::write(secret.join("s.txt"), "version\n").expect("the folder can be written");
        fs::write(rig.folder.join("s.txt"), "version\n").expect("the folder can be written");
        rig.ok("run_frames 2");
        Place { rig, secret }
    }

    fn agent(&mut self, line: &str) -> Reply {
        self.rig.hub.line(line, Origin::Mcp).remove(0)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.secret);
    }
}

const READERS: [&str; 5] = [
    "machine_load PATH",
    "memory_load PATH $0300",
    "script PATH",
    "test_run PATH",
    "test_suite PATH",
];

const WRITERS: [&str; 4] = [
    "screen_shot PATH",
    "apu_wav PATH frames=1",
    "memory_save PATH $0000..+4",
    "state_save PATH export",
];

fn with(line: &str, path: &str) -> String {
    line.replace("PATH", &json!(path).to_string())
}

#[test]
fn nothing_outside_the_in_dir_is_read() {
    let mut place = Place::new();
    let secret = place.secret.display().to_string();
    let name = place
        .secret
        .file_name()
        .expect("it has one")
        .to_string_lossy();
    let paths = [
        format!("{secret}/s.nes"),
        format!("../{name}/s.txt"),
        format!("out/../../{name}/s.nes"),
        "/etc/passwd".to_string(),
        "/dev/zero".to_string(),
        "missing.nes".to_string(),
        "..".to_string(),
        "out".to_string(),
    ];
    for line in READERS {
        for path in &paths {
            let line = with(line, path);
            let reply = place.agent(&line);
            let code = reply.code();
            assert!(
                matches!(code, Some("io" | "bad_value")),
                "{line}: {}",
                reply.text
            );
            let tells = reply.text.contains("root:") || reply.text.contains("version");
            assert!(!tells, "{line}: {}", reply.text);
        }
    }
    for path in ["game.nes", "./game.nes", "out/../game.nes"] {
        let reply = place.agent(&with("machine_load PATH", path));
        assert!(reply.ok, "{path}: {}", reply.text);
    }
}

#[cfg(unix)]
#[test]
fn links_lead_nowhere() {
    use std::os::unix::fs::symlink;
    let mut place = Place::new();
    let folder = place.rig.folder.clone();
    let secret = place.secret.clone();
    symlink(&secret, folder.join("link")).expect("links can be made");
    symlink(secret.join("s.nes"), folder.join("l.nes")).expect("links can be made");
    symlink(secret.join("s.txt"), folder.join("l.txt")).expect("links can be made");
    symlink(secret.join("new.png"), folder.join("out/dangling.png")).expect("links can be made");
    for line in READERS {
        for path in ["link/s.nes", "l.nes", "l.txt", "link"] {
            let line = with(line, path);
            assert_eq!(place.agent(&line).code(), Some("io"), "{line}");
        }
    }
    assert_eq!(place.agent("screen_shot dangling").code(), Some("io"));
    assert!(!secret.join("new.png").exists());
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_in_dir_keeps_nobody_waiting() {
    let mut place = Place::new();
    let path = place.rig.folder.join("pipe.nes");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("skipped: no mkfifo here");
        return;
    }
    for line in READERS {
        let line = with(line, "pipe.nes");
        assert_eq!(place.agent(&line).code(), Some("io"), "{line}");
    }
    let path = path.display().to_string();
    let tables = ["memory_table PATH", "symbol_load PATH"];
    for line in READERS.iter().take(4).chain(&tables) {
        let line = with(line, &path);
        let reply = place.rig.line(&line).remove(0);
        let said = format!("{}{}", reply.text, reply.result);
        assert!(said.contains("no regular file"), "{line}: {said}");
    }
}

#[test]
fn a_manifest_names_no_file_outside() {
    let mut place = Place::new();
    let secret = place.secret.display().to_string();
    let entry = |path: &str, log: &str| {
        json!([{ "id": "one", "path": path, "frames": 1,
                 "pass": { "kind": "nestest-log", "start_pc": "$C000", "log": log,
                           "ram_checks": {} } }])
        .to_string()
    };
    let file = place.rig.folder.join("manifest.json");
    for text in [
        entry("game.nes", &format!("{secret}/s.txt")),
        entry(&format!("{secret}/s.nes"), "s.txt"),
    ] {
        fs::write(&file, text).expect("the folder can be written");
        for line in ["test_suite manifest.json", "test_run game.nes"] {
            let reply = place.agent(line);
            let is_refused = reply.code() == Some("io");
            let is_unjudged = reply.result["verdict"] == "visual";
            assert!(is_refused || is_unjudged, "{line}: {}", reply.text);
        }
    }
    fs::write(&file, entry("game.nes", "s.txt")).expect("the folder can be written");
    assert!(place.agent("test_suite manifest.json").ok);
}

#[test]
fn names_of_written_files_are_plain() {
    let mut place = Place::new();
    let long = "x".repeat(65);
    let names = [
        "../x", "/tmp/x", "a/b", "a b", "", ".hidden", "x.png", "..", "\u{e9}", "a\\b", "C:x",
        &long,
    ];
    for line in WRITERS {
        for name in names {
            let line = with(line, name);
            let reply = place.agent(&line);
            let code = reply.code();
            let is_refused = matches!(code, Some("bad_value" | "out_of_range"));
            assert!(is_refused, "{line}: {}", reply.text);
        }
    }
    let out = fs::read_dir(place.rig.folder.join("out")).expect("it is there");
    assert_eq!(out.count(), 0, "no file was written");
}

#[test]
fn a_file_that_exists_is_never_written_over() {
    let mut place = Place::new();
    for line in WRITERS {
        let line = with(line, "kept");
        assert!(place.agent(&line).ok, "{line}");
        let again = place.agent(&line);
        assert_eq!(again.code(), Some("io"), "{line}");
        let text = again.text;
        assert!(text.contains("choose another name"), "{line}: {text}");
        let folder = place.rig.folder.display().to_string();
        assert!(!text.contains(&folder), "{line}: {text}");
    }
    let files = fs::read_dir(place.rig.folder.join("out")).expect("it is there");
    let mut names: Vec<String> = files
        .map(|file| {
            file.expect("it can be read")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    assert_eq!(names, ["kept.bin", "kept.png", "kept.state", "kept.wav"]);
}

#[test]
fn without_an_out_dir_no_file_is_written() {
    let mut place = Place::new();
    fs::remove_dir_all(place.rig.folder.join("out")).expect("it is there");
    for line in WRITERS {
        let line = with(line, "kept");
        assert_eq!(place.agent(&line).code(), Some("io"), "{line}");
    }
    assert!(place.agent("screen_shot").ok, "a picture without a file");
    assert!(place.agent("state_save kept").ok, "a state in memory");
}
