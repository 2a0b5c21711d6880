//! The machine group: loading, power, hashes, battery RAM.

use crate::hub::rig::Rig;
use nescope::debugger::power_knobs::{KNOBS, Takes};
use std::fs;

#[test]
fn loading_tells_what_the_cartridge_is() {
    let mut rig = Rig::empty();
    let path = rig.path("game.nes");
    let reply = rig.ok(&format!("machine_load {path} region=pal"));
    assert_eq!(reply["rom"]["name"], "game.nes");
    assert_eq!(reply["rom"]["mapper"], 0);
    assert_eq!(reply["rom"]["region"], "pal");
    assert_eq!(reply["position"]["instructions"], 0);
    let info = rig.ok("machine_info");
    assert_eq!(info["loaded"], true);
    assert_eq!(info["running"], false);
    assert_eq!(info["rom"], reply["rom"]);
}

#[test]
fn bad_files_are_refused_with_their_code_and_the_old_cartridge_stays() {
    let mut rig = Rig::new();
    let image = fs::read(rig.path("game.nes")).expect("the program is there");
    let check = |rig: &mut Rig, bytes: &[u8], code: &str| {
        let path = rig.path("bad.nes");
        fs::write(&path, bytes).expect("the folder can be written");
        assert_eq!(rig.code(&format!("machine_load {path}")), code);
        assert_eq!(rig.ok("machine_info")["rom"]["name"], "game.nes");
    };
    check(&mut rig, b"", "not_nes");
    check(&mut rig, &image[..10], "truncated");
    check(&mut rig, &image[..0x2000], "truncated");
    let mut unknown = image.clone();
    unknown[6] |= 0xF0;
    unknown[7] |= 0xF0;
    check(&mut rig, &unknown, "unsupported_board");
    let missing = rig.path("missing.nes");
    assert_eq!(rig.code(&format!("machine_load {missing}")), "io");
}

#[test]
fn the_same_options_give_the_same_machine_and_a_seed_another() {
    let mut rig = Rig::empty();
    let path = rig.path("game.nes");
    let mut hash = |options: &str| {
        rig.ok(&format!("machine_load {path} {options}"));
        rig.ok("run_frames 5");
        rig.ok("machine_hash state")["state"].clone()
    };
    let plain = hash("");
    assert_eq!(hash(""), plain);
    let seven = hash("ram=rand seed=7");
    assert_ne!(seven, plain);
    assert_eq!(hash("ram=rand seed=7"), seven);
    assert_ne!(hash("ram=rand seed=8"), seven);
}

#[test]
fn power_options_wait_for_the_next_power_on() {
    let mut rig = Rig::new();
    let reply = rig.ok("machine_power ram=ff align=2");
    assert_eq!(reply["ram"], "ff");
    assert_eq!(reply["align"], 2);
    assert_eq!(rig.ok("machine_option align")["options"][0]["value"], 2);
    assert_eq!(rig.ok("machine_option mmc3 b")["options"][0]["value"], "b");
    assert_eq!(rig.code("machine_option align 9"), "out_of_range");
    assert_eq!(rig.code("machine_option seed many"), "bad_value");
    let path = rig.path("game.nes");
    rig.ok(&format!("machine_load {path}"));
    assert_eq!(rig.ok("memory_read ram:300 1")["bytes"][0], 0xFF);
}

#[test]
fn bad_options_are_refused_with_what_they_take_and_nothing_is_changed() {
    let mut rig = Rig::new();
    let before = rig.ok("machine_power");
    for (line, told) in [
        (
            "machine_option console ps2",
            "front_loader, top_loader, late_famicom or famicom",
        ),
        ("machine_option mmc3 c", "auto, a, b or mmc6"),
        ("machine_option ram 12", "00, ff, rand or alt"),
        ("machine_option oam_decay maybe", "true or false"),
        ("machine_option align 4", "0 to 3"),
        ("machine_option song 256", "0 to 255"),
        ("machine_option warp 1", "load_dma"),
        ("machine_power console=ps2", "top_loader"),
        ("machine_power ram=12", "alt"),
        ("machine_power seed=1 mmc1=c", "auto"),
        ("machine_power align=4", "3"),
        ("machine_power warp=1", "warp"),
    ] {
        let reply = rig.line(line).pop().expect("a reply");
        assert!(
            !reply.ok && reply.text.contains(told),
            "{line}: {}",
            reply.text
        );
    }
    assert_eq!(rig.ok("machine_power"), before);
}

/// The table of options, the arguments of both commands and what they say agree.
#[test]
fn every_power_option_has_the_same_words_everywhere() {
    let mut rig = Rig::new();
    let all = rig.ok("machine_power");
    let names: Vec<&String> = all.as_object().expect("an object").keys().collect();
    let listed = rig.ok("machine_option")["options"].clone();
    let listed = listed.as_array().expect("a list").clone();
    let keys: Vec<&str> = listed
        .iter()
        .filter_map(|row| row["key"].as_str())
        .collect();
    assert_eq!(keys, names);
    for knob in KNOBS {
        let values: Vec<String> = match knob.takes {
            Takes::Words(words) => words.iter().map(ToString::to_string).collect(),
            Takes::Number(max) => vec!["0".into(), max.to_string()],
            Takes::Switch => vec!["true".into(), "false".into()],
        };
        for value in values {
            let key = knob.key;
            let set = rig.ok(&format!("machine_power {key}={value}"))[key].clone();
            assert_eq!(
                rig.ok(&format!("machine_option {key}"))["options"][0]["value"],
                set
            );
            let again = rig.ok(&format!("machine_option {key} {value}"));
            assert_eq!(again["options"][0]["value"], set, "{key}={value}");
            let text = set.as_str().map_or(set.to_string(), str::to_owned);
            assert_eq!(text, value, "{key}");
        }
    }
}

#[test]
fn a_load_without_a_region_takes_that_of_machine_power() {
    let mut rig = Rig::new();
    let path = rig.path("game.nes");
    rig.ok("machine_power region=pal");
    assert_eq!(
        rig.ok(&format!("machine_load {path}"))["rom"]["region"],
        "pal"
    );
    let auto = rig.ok(&format!("machine_load {path} region=auto"));
    assert_eq!(auto["rom"]["region"], "ntsc");
}

#[test]
fn a_power_cycle_is_a_power_on() {
    let mut rig = Rig::new();
    let fresh = rig.ok("machine_hash state");
    rig.ok("run_frames 3");
    rig.ok("power_cycle");
    let again = rig.ok("machine_hash state");
    assert_eq!(again, fresh, "one reset sequence, not two");
}

#[test]
fn reset_keeps_memory_and_power_starts_over() {
    let mut rig = Rig::new();
    rig.ok("run_frames 5");
    rig.ok("memory_write ram:300 $5A");
    assert!(rig.ok("machine_reset")["position"]["frame"].as_u64() > Some(0));
    assert_eq!(rig.ok("memory_read ram:300 1")["bytes"][0], 0x5A);
    assert_eq!(rig.ok("power_cycle")["position"]["frame"], 0);
    assert_eq!(rig.ok("memory_read ram:300 1")["bytes"][0], 0);
}

#[test]
fn battery_memory_is_kept_by_the_console_only() {
    let mut rig = Rig::with(true, true);
    let path = rig.path("game.nes");
    rig.ok(&format!("machine_load {path}"));
    rig.ok("memory_write sram:0 $12");
    rig.hub.close();
    let saved = fs::read(rig.path("game.sav")).expect("battery RAM was saved");
    assert_eq!(saved[0], 0x12);
    rig.ok(&format!("machine_load {path}"));
    assert_eq!(rig.ok("memory_read sram:0 1")["bytes"][0], 0x12);
    rig.agent("machine_load", serde_json::json!({ "path": path }));
    assert_eq!(
        rig.ok("memory_read sram:0 1")["bytes"][0],
        0,
        "agents start with it empty"
    );
}

#[test]
fn a_game_that_never_saved_leaves_no_file() {
    let mut rig = Rig::with(true, true);
    let path = rig.path("game.nes");
    rig.ok(&format!("machine_load {path}"));
    rig.ok("run_frames 3");
    rig.hub.close();
    assert!(!rig.folder.join("game.sav").exists());
}

#[test]
fn machine_info_tells_limits_and_the_tool_profile() {
    let mut rig = Rig::empty();
    let info = rig.ok("machine_info");
    assert_eq!(info["profile"], "full");
    assert_eq!(info["limits"]["inner_calls"], 20_000);
    assert_eq!(info["driving"], true);
    let options = nescope::hub::HubOptions {
        profile: nescope::registry::Profile::Core,
        ..nescope::hub::HubOptions::default()
    };
    let disk = nescope::host::Disk::new(nescope::host::Policy::default(), false);
    let hub = nescope::hub::Hub::new(options, Box::new(disk));
    rig.hub = hub.expect("the specs are valid");
    assert_eq!(rig.ok("machine_info")["profile"], "core");
}

#[test]
fn the_self_test_compares_two_runs_and_leaves_the_machine_alone() {
    let mut rig = Rig::new();
    rig.ok("run_frames 5");
    let before = rig.ok("machine_hash");
    let reply = rig.ok("machine_selftest 20");
    assert_eq!(reply["equal"], true);
    assert_eq!(reply["frames"], 20);
    assert!(reply.get("difference").is_none());
    assert_eq!(rig.ok("machine_hash"), before);
    rig.ok("run_frames 20");
    assert_eq!(rig.ok("machine_hash state")["state"], reply["sha256"]);
}

#[test]
fn the_speed_of_real_time_running_is_kept_and_bounded() {
    let mut rig = Rig::new();
    assert_eq!(rig.ok("machine_speed")["percent"], 100);
    assert_eq!(rig.ok("machine_speed 0")["percent"], 0);
    assert_eq!(rig.ok("machine_speed")["percent"], 0);
    assert_eq!(rig.code("machine_speed 6401"), "out_of_range");
}
