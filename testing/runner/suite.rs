//! From the command line to verdicts and exit codes.

use super::program::{self, Folder};
use nescope::runner::{TestArgs, run_test};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Runs `test --json` and gives its lines and exit code.
pub fn run(args: TestArgs) -> (Vec<Value>, u8) {
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let args = TestArgs { json: true, ..args };
    let code = run_test(&args, &mut out, &mut errors);
    let lines = String::from_utf8(out).expect("reports are text");
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"));
    (lines.collect(), code)
}

fn args(path: &Path) -> TestArgs {
    TestArgs {
        paths: vec![path.to_owned()],
        max_frames: Some(40),
        ..TestArgs::default()
    }
}

/// Runs one file and gives its outcome and the exit code.
fn run_file(bytes: &[u8]) -> (Value, u8) {
    let folder = Folder::new();
    let (lines, code) = run(args(&folder.write("a.nes", bytes)));
    (lines[0].clone(), code)
}

#[test]
fn each_kind_of_end_has_its_verdict_and_exit_code() {
    let mut unsupported = program::silent();
    (unsupported[6], unsupported[7]) = (0x40, 0x60);
    for (bytes, verdict, code, exit) in [
        (program::reporting(0), "pass", json!(null), 0),
        (program::reporting(7), "fail", json!(7), 1),
        (program::reporting(0x80), "hang", json!(null), 1),
        (program::wanting_reset(), "pass", json!(null), 0),
        (program::jamming(), "hang", json!(null), 1),
        (program::silent(), "visual", json!(null), 0),
        (unsupported, "unsupported", json!(100), 8),
        (
            b"FDS\x1A\x01".to_vec(),
            "unsupported",
            json!("unsupported_file"),
            8,
        ),
        (b"hello".to_vec(), "error", json!("not_nes"), 5),
        (
            program::silent()[..99].to_vec(),
            "error",
            json!("truncated"),
            5,
        ),
    ] {
        let (outcome, found) = run_file(&bytes);
        assert_eq!(outcome["verdict"], verdict, "{outcome}");
        assert_eq!((&outcome["code"], found), (&code, exit), "{outcome}");
    }
}

#[test]
fn verdicts_stop_the_run_early_and_carry_the_text() {
    let (outcome, _) = run_file(&program::reporting(3));
    assert_eq!(outcome["text"], "T");
    assert!(
        outcome["frames"].as_u64().expect("a number") < 5,
        "{outcome}"
    );
}

#[test]
fn a_folder_without_manifest_gives_its_roms_in_order() {
    let folder = Folder::new();
    folder.write("b.nes", program::reporting(0));
    folder.write("a.nes", program::reporting(1));
    folder.write("readme.txt", "no ROM");
    let (lines, code) = run(args(folder.path()));
    let verdicts: Vec<_> = lines.iter().map(|line| line["verdict"].clone()).collect();
    assert_eq!(verdicts, [json!("fail"), json!("pass"), json!(null)]);
    let summary = &lines[2]["summary"];
    assert_eq!(
        (&summary["pass"], &summary["fail"], code),
        (&json!(1), &json!(1), 1)
    );
}

fn with_manifest() -> Folder {
    let folder = Folder::new();
    folder.write("a.nes", program::reporting(5));
    folder.write("z.nes", program::silent());
    let entry = |id: &str, path: &str, pass: Value| json!({"id": id, "path": path, "pass": pass, "frames": 20, "input": []});
    let needing = |id: &str, device: &str| {
        let mut entry = entry(id, "z.nes", json!({"kind": "visual"}));
        entry["needs"] = json!(device);
        entry
    };
    let entries = json!([
        entry(
            "five",
            "a.nes",
            json!({"kind": "blargg6000", "pass_status": 5})
        ),
        needing("gun", "zapper"),
        needing("disk", "fds-bios"),
        entry("ear", "z.nes", json!({"kind": "screen-hash-none"})),
        entry(
            "ram",
            "z.nes",
            json!({"kind": "ram", "addr": "0x00F8", "pass_values": [1]})
        ),
    ]);
    folder.write("manifest.json", entries.to_string());
    folder
}

#[test]
fn manifests_judge_their_entries() {
    let folder = with_manifest();
    let mut by_manifest = args(&folder.path().join("manifest.json"));
    by_manifest.max_frames = None;
    let (lines, _) = run(by_manifest);
    let seen: Vec<_> = lines
        .iter()
        .map(|line| (line["id"].clone(), line["verdict"].clone()))
        .collect();
    let wanted = [
        ("five", "pass"),
        ("gun", "visual"),
        ("disk", "needs_device"),
        ("ear", "sound"),
        ("ram", "hang"),
    ];
    let wanted = wanted.map(|(id, verdict)| (json!(id), json!(verdict)));
    assert_eq!(seen[..5], wanted);
}

#[test]
fn a_rom_under_a_manifest_is_judged_by_its_entries_there() {
    let folder = with_manifest();
    let (lines, code) = run(args(&folder.path().join("a.nes")));
    assert_eq!(
        (&lines[0]["id"], &lines[0]["verdict"], code),
        (&json!("five"), &json!("pass"), 0)
    );
    let (lines, _) = run(args(&folder.path().join("z.nes")));
    assert_eq!(lines.len(), 5, "four entries and the summary");
}

#[test]
fn filters_choose_by_id() {
    let folder = with_manifest();
    let filtered = TestArgs {
        filter: Some("iv".to_owned()),
        ..args(folder.path())
    };
    assert_eq!(run(filtered).0.len(), 2);
    let nothing = TestArgs {
        filter: Some("nothing".to_owned()),
        ..args(folder.path())
    };
    assert_eq!(run(nothing), (vec![], 2));
}

#[test]
fn command_lines_that_make_no_sense_have_their_exit_codes() {
    let folder = Folder::new();
    let rom = folder.write("a.nes", program::silent());
    let option = TestArgs {
        options: vec!["mmc3=c".to_owned()],
        ..args(&rom)
    };
    let expression = TestArgs {
        pass: Some("1 +".to_owned()),
        ..args(&rom)
    };
    let missing = args(&PathBuf::from("no/such/file.nes"));
    let other = Folder::new();
    let broken = args(&other.write("manifest.json", "{"));
    for (args, code) in [(option, 2), (expression, 6), (missing, 5), (broken, 5)] {
        assert_eq!(run(args).1, code);
    }
}

#[test]
fn expressions_replace_the_protocol() {
    let folder = Folder::new();
    let rom = folder.write("a.nes", program::reporting(9));
    for (pass, fail, verdict) in [
        (Some("[$6000] == 9"), None, "pass"),
        (Some("frame > 5"), Some("[$6000] == 9"), "fail"),
        (Some("[$6000] == 8"), None, "hang"),
        (None, Some("[$6000] == 8"), "pass"),
        (Some("1 / 0"), None, "error"),
    ] {
        let args = TestArgs {
            pass: pass.map(str::to_owned),
            fail: fail.map(str::to_owned),
            ..args(&rom)
        };
        let (lines, code) = run(args);
        assert_eq!(lines[0]["verdict"], verdict, "{pass:?} {fail:?}");
        assert_eq!(code == 6, verdict == "error", "{pass:?} {fail:?}");
    }
}

#[test]
fn a_bad_expression_is_shown_with_its_option_and_a_caret() {
    let folder = Folder::new();
    let args = TestArgs {
        fail: Some("fram > 5".to_owned()),
        ..args(&folder.write("a.nes", program::silent()))
    };
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    assert_eq!(run_test(&args, &mut out, &mut errors), 6);
    let said = String::from_utf8(errors).expect("text");
    for part in [
        "--fail",
        "unknown_name",
        "did you mean frame?",
        "\nfram > 5\n^",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn the_word_demo_means_the_built_in_cartridge() {
    let args = TestArgs {
        pass: Some("frame > 5".to_owned()),
        ..args(Path::new("demo"))
    };
    let (lines, code) = run(args);
    assert_eq!((&lines[0]["verdict"], code), (&json!("pass"), 0));
}

#[test]
fn a_report_that_can_not_be_written_is_noticed_first() {
    let folder = Folder::new();
    let args = TestArgs {
        junit: Some(folder.path().join("no/such/folder.xml")),
        ..args(&folder.write("a.nes", program::silent()))
    };
    assert_eq!(run(args), (vec![], 5), "nothing was run");
}

#[test]
fn the_deep_check_passes_on_a_sound_machine() {
    let folder = Folder::new();
    let rom = folder.write("a.nes", program::reporting(0));
    let (lines, code) = run(TestArgs {
        deep: true,
        ..args(&rom)
    });
    assert_eq!((&lines[0]["verdict"], code), (&json!("pass"), 0));
}

#[test]
fn artifacts_are_kept_and_named() {
    let folder = with_manifest();
    let args = TestArgs {
        filter: Some("ear".to_owned()),
        artifacts: Some(folder.path().to_owned()),
        ..args(folder.path())
    };
    run(args);
    assert!(folder.path().join("ear.wav").is_file());
    let silent = Folder::new();
    let rom = silent.write("a.nes", program::silent());
    let (lines, _) = run(TestArgs {
        artifacts: Some(PathBuf::from("/no/such/folder")),
        paths: vec![rom],
        ..TestArgs::default()
    });
    assert!(lines.is_empty());
}
