//! The state group: files for the operator, memory for agents.

use crate::hub::rig::Rig;
use serde_json::json;

#[test]
fn a_state_brings_the_machine_back_exactly() {
    let mut rig = Rig::new();
    rig.ok("run_frames 4");
    let before = rig.ok("machine_hash state");
    rig.ok("state_save here");
    rig.ok("run_frames 7");
    assert_eq!(rig.ok("state_load here")["position"]["frame"], 4);
    assert_eq!(rig.ok("machine_hash state"), before);
}

#[test]
fn the_operators_states_are_files_beside_the_rom() {
    let mut rig = Rig::new();
    let saved = rig.ok("state_save boss");
    assert_eq!(saved["path"], rig.path("game.states/boss.state"));
    assert_eq!(rig.ok("state_list")["states"][0]["name"], "boss");
    rig.ok("state_delete boss");
    assert_eq!(rig.ok("state_list")["states"], json!([]));
    assert_eq!(rig.code("state_load boss"), "not_found");
}

#[test]
fn agents_keep_states_in_memory_and_export_into_the_out_dir() {
    let mut rig = Rig::new();
    let saved = rig.agent("state_save", json!({ "name": "a" }));
    assert!(saved.ok && saved.result["path"].is_null(), "{}", saved.text);
    assert!(!rig.folder.join("game.states").exists());
    let saved = rig.agent("state_save", json!({ "name": "a", "export": true }));
    assert_eq!(saved.result["path"], rig.path("out/a.state"));
    let again = rig.agent("state_save", json!({ "name": "a", "export": true }));
    assert_eq!(
        again.code(),
        Some("io"),
        "an existing file is never overwritten"
    );
    let listed = rig.agent("state_list", json!({}));
    assert_eq!(listed.result["states"][0]["name"], "a");
    assert!(rig.agent("state_load", json!({ "name": "a" })).ok);
}

#[test]
fn names_that_are_paths_are_refused() {
    let mut rig = Rig::new();
    for name in ["../up", "a/b", "a.b", "", "ä"] {
        let reply = rig.agent("state_save", json!({ "name": name }));
        assert_eq!(reply.code(), Some("bad_value"), "{name}");
    }
}

#[test]
fn memory_for_states_is_bounded() {
    let mut rig = Rig::new();
    for number in 0..64 {
        let reply = rig.agent("state_save", json!({ "name": format!("s{number}") }));
        assert!(reply.ok, "{}", reply.text);
    }
    let reply = rig.agent("state_save", json!({ "name": "one_more" }));
    assert_eq!(reply.code(), Some("limit"));
    assert!(
        rig.agent("state_save", json!({ "name": "s5" })).ok,
        "a name may be used again"
    );
}

#[test]
fn damaged_states_are_refused_and_change_nothing() {
    let mut rig = Rig::new();
    rig.ok("state_save x");
    let path = rig.path("game.states/x.state");
    let good = std::fs::read(&path).expect("the state was written");
    rig.ok("run_frames 2");
    let before = rig.ok("machine_hash state");
    let mut damaged = good.clone();
    damaged[60] ^= 0xFF;
    for bytes in [&good[..20], &damaged, b"nonsense"] {
        std::fs::write(&path, bytes).expect("the folder can be written");
        let code = rig.code("state_load x");
        let known = [
            "not_a_state",
            "truncated",
            "corrupt",
            "bad_version",
            "wrong_rom",
        ];
        assert!(known.contains(&code.as_str()), "{code}");
        assert_eq!(rig.ok("machine_hash state"), before);
    }
}
