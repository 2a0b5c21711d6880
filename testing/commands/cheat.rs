//! Group `cheat`.

use super::desk::Desk;
use nescope::debugger::assembler;
use serde_json::json;

#[test]
fn a_frozen_value_is_back_at_the_start_of_every_frame() {
    let mut desk = Desk::running();
    let frozen = desk.ok("cheat_freeze $0010 5");
    assert_eq!(frozen["places"], json!(["ram:$0010"]));
    assert_eq!(desk.ok("m $10 1")["bytes"], json!([5]), "at once");
    desk.ok("run_frames 10");
    assert_eq!(
        desk.ok("m $10 1")["bytes"],
        json!([6]),
        "5 and this frame's INC"
    );
    desk.ok("cheat_remove all");
    desk.ok("run_frames 10");
    assert_eq!(desk.ok("m $10 1")["bytes"], json!([16]));
}

#[test]
fn the_present_value_is_held_when_none_is_given() {
    let mut desk = Desk::running();
    desk.ok("w $0300 $34,$12");
    let frozen = desk.ok("frz $0B00 size=2");
    assert_eq!(
        (&frozen["places"], &frozen["bytes"]),
        (&json!(["ram:$0300"]), &json!([0x34, 0x12]))
    );
    let again = desk.ok("frz ram:$300 $1235 size=2");
    assert_eq!(
        desk.ok("cheat_list")["cheats"],
        json!([again]),
        "one cheat a place"
    );
    assert_eq!(desk.code("frz $0300 256"), "out_of_range");
    assert_eq!(desk.code("frz $0300 1 3"), "bad_value");
}

#[test]
fn a_freeze_does_the_same_however_the_frames_are_run() {
    let hashes = |lines: &[&str]| {
        let mut desk = Desk::running();
        desk.ok("cheat_freeze $0010 5");
        desk.ok("cheat_add $0011?00:81");
        for line in lines {
            desk.ok(line);
        }
        assert_eq!(desk.ok("machine_info")["position"]["frame"], 13);
        desk.ok("machine_hash state")
    };
    let whole = hashes(&["run_frames 3"]);
    assert_eq!(hashes(&["run_frames 1", "run_frames 2"]), whole);
    let steps = ["run_step 100", "run_step 1000", "run_scanlines 30"];
    let steps = [&steps[..], &["run_frames 1", "run_step 9", "run_frames 2"]].concat();
    assert_eq!(hashes(&steps), whole);
}

#[test]
fn what_is_no_ram_can_not_be_held() {
    let mut desk = Desk::new();
    for address in ["$2000", "$C000", "prg:0", "$5000"] {
        assert_eq!(
            desk.code(&format!("cheat_freeze {address} 1")),
            "read_only",
            "{address}"
        );
    }
    assert_eq!(desk.code("cheat_freeze $1FFF 1 2"), "read_only");
    desk.ok("cheat_freeze oam:0 1");
    desk.ok("cheat_freeze pal:1 1");
}

#[test]
fn a_rom_code_replaces_the_byte_wherever_it_shows_and_puts_it_back() {
    let mut desk = Desk::new();
    let added = desk.ok("cheat_add $8000?78:EA");
    assert_eq!(added["places"], json!(["prg:$00000"]));
    assert_eq!(
        desk.ok("m $C000 1")["bytes"],
        json!([0xEA]),
        "16 KiB are mirrored"
    );
    desk.ok("cheat_add $C000?78:60");
    assert_eq!(
        desk.ok("m $C000 1")["bytes"],
        json!([0x60]),
        "the latest wins"
    );
    let removed = desk.ok("cheat_remove 2");
    assert_eq!(removed["restored"], 1);
    assert_eq!(
        desk.ok("m $C000 1")["bytes"],
        json!([0xEA]),
        "the other one is left"
    );
    desk.ok("cheat_remove all");
    assert_eq!(desk.ok("m $C000 1")["bytes"], json!([0x78]));
    assert_eq!(desk.code("cheat_add $C000?79:EA"), "not_found");
    assert_eq!(desk.code("cheat_remove 9"), "not_found");
}

#[test]
fn a_byte_changed_by_somebody_else_stays() {
    let mut desk = Desk::new();
    desk.ok("cheat_add $C000:EA");
    desk.ok("w $C000 $60");
    desk.ok("run_frames 2");
    assert_eq!(desk.ok("cheat_remove all")["restored"], 0);
    assert_eq!(desk.ok("m $C000 1")["bytes"], json!([0x60]));
}

#[test]
fn a_rom_code_outlives_a_loaded_state() {
    let mut desk = Desk::running();
    desk.ok("state_save plain");
    desk.ok("cheat_add $C000:EA");
    desk.ok("state_load plain");
    assert_eq!(
        desk.ok("m $C000 1")["bytes"],
        json!([0x78]),
        "as the state was saved"
    );
    desk.ok("run_frames 1");
    assert_eq!(
        desk.ok("m $C000 1")["bytes"],
        json!([0xEA]),
        "from the next run on"
    );
}

/// Four 16 KiB banks on UxROM, whose last one is fixed; $8010 of bank n holds n.
const BANKS: &str = "
.inesprg 4
.ineschr 0
.inesmap 2
.inesmir 1
.bank 0
.org $8000
.res 16
.byte 1
.bank 1
.org $8000
.res 16
.byte 2
.bank 2
.org $8000
.res 16
.byte 1
.bank 3
.org $C000
reset: jmp reset
.res 13
.byte 1
.org $FFFA
.word reset, reset, reset
";

#[test]
fn banks_that_can_not_show_at_the_address_are_left_alone() {
    let mut desk = Desk::empty();
    let image = assembler::assemble(BANKS).expect("the banks assemble");
    desk.file("banks.nes", &image.bytes);
    desk.ok("machine_load banks.nes");
    let all = desk.ok("cheat_add $8010:99");
    assert_eq!(all["count"], 4, "any bank can be switched in");
    desk.ok("cheat_remove all");
    let some = desk.ok("cheat_add $8010?01:99");
    assert_eq!(
        some["places"],
        json!(["prg:$00010", "prg:$08010", "prg:$0C010"])
    );
    desk.ok("cheat_remove all");
    let fixed = desk.ok("cheat_add $C010:99");
    assert_eq!(
        fixed["places"],
        json!(["prg:$0C010"]),
        "the fixed bank alone"
    );
}

#[test]
fn codes_are_encoded_and_decoded() {
    let mut desk = Desk::new();
    let encoded = desk.ok("cheat_code encode $91D9 $AD");
    assert_eq!(encoded["game_genie"], "SXIOPO");
    let decoded = desk.ok("cheat_code decode code=sxiopo");
    assert_eq!(
        (&decoded["address"], &decoded["value"]),
        (&json!(0x91D9), &json!(0xAD))
    );
    let ram = desk.text("cheat_code encode $0010 9");
    assert!(
        ram.starts_with("$0010:09") && ram.contains("only $8000"),
        "{ram}"
    );
    assert_eq!(desk.code("cheat_code encode $91D9"), "missing_argument");
    assert_eq!(desk.code("cheat_code decode"), "missing_argument");
    assert_eq!(desk.code("cheat_add gibberish"), "bad_value");
}

#[test]
fn cheats_are_bounded_and_go_with_the_cartridge() {
    let mut desk = Desk::new();
    for offset in 0..256 {
        desk.ok(&format!("cheat_freeze ram:${offset:X} 1"));
    }
    assert_eq!(desk.code("cheat_freeze ram:$400 1"), "limit");
    assert_eq!(desk.code("cheat_add $C000:EA"), "limit");
    desk.ok("machine_load program.nes");
    assert_eq!(desk.ok("cheat_list")["cheats"], json!([]));
}

/// "Infinite lives": search, play, search again, hold what is found.
#[test]
fn the_recipe_for_infinite_lives_works() {
    let mut desk = Desk::running();
    desk.ok("w $0345 3");
    desk.ok("memory_search new [$0345]");
    desk.ok("w $0345 2");
    desk.ok("memory_search dec");
    desk.ok("run_frames 30");
    let left = desk.ok("memory_search same");
    assert_eq!(left["count"], 1);
    let address = left["candidates"][0]["address"]
        .as_str()
        .expect("a text")
        .to_string();
    desk.ok(&format!("cheat_freeze {address} 9"));
    desk.ok("w $0345 8");
    desk.ok("run_frames 1");
    assert_eq!(desk.ok("m $0345 1")["bytes"], json!([9]));
    let code = desk.text("cheat_code encode $C000 $EA compare=$78");
    let letters = code
        .split_whitespace()
        .nth(3)
        .expect("the Game Genie's letters");
    assert_eq!(letters.len(), 8, "{code}");
    desk.ok(&format!("cheat_add {letters}"));
    assert_eq!(desk.ok("m $C000 1")["bytes"], json!([0xEA]));
}

#[test]
fn a_cheat_on_bytes_of_another_says_so() {
    let mut desk = Desk::new();
    desk.ok("frz $0300 1 2");
    assert!(desk.line("frz $0302 1").messages.is_empty());
    let notices = desk.line("frz $0301 9").messages;
    assert_eq!(
        notices[0].text,
        "cheats 1 act on some of the same bytes; there the latest wins, 3"
    );
}
