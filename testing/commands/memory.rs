//! Group `memory`.

mod candidates;
mod counts;
mod snapshots;
mod tables;

use super::desk::Desk;
use serde_json::json;

#[test]
fn bytes_are_written_and_read_back() {
    let mut desk = Desk::new();
    let written = desk.ok("memory_write $0300 1,2,$FF");
    assert_eq!(written["old"], json!([0, 0, 0]));
    assert_eq!(desk.ok("memory_read $0300 3")["bytes"], json!([1, 2, 255]));
    assert_eq!(
        desk.text("m 300 3"),
        format!("$0300  {:<47}  ...", "01 02 FF")
    );
}

#[test]
fn bytes_are_decoded_as_asked() {
    let mut desk = Desk::new();
    desk.ok("w $0300 $34,$12,$FF,$99");
    assert_eq!(
        desk.ok("m $0300 4 as=u16")["values"],
        json!([0x1234, 0x99FF])
    );
    assert_eq!(desk.ok("m $0302 2 as=s8")["values"], json!([-1, -103]));
    assert_eq!(desk.ok("m $0303 1 as=bcd")["values"], json!([99]));
    assert!(desk.text("m $0300 4 markdown").contains("| `$0300` |"));
}

#[test]
fn many_places_are_read_in_one_call() {
    let mut desk = Desk::new();
    desk.ok("w $10 7");
    let reply = desk.ok("memory_read items=$10,oam:0..+2");
    assert_eq!(reply["items"][0], json!({"address": "$0010", "bytes": [7]}));
    assert_eq!(reply["items"][1]["address"], "oam:$00");
    assert_eq!(desk.code("memory_read"), "missing_argument");
}

#[test]
fn every_space_can_be_read_and_ends_where_it_ends() {
    let mut desk = Desk::running();
    let sizes = [
        ("ram", 0x800),
        ("prg", 0x4000),
        ("chr", 0x2000),
        ("ppu", 0x4000),
        ("nt", 0x800),
        ("pal", 32),
        ("oam", 256),
        ("oam2", 32),
    ];
    for (space, size) in sizes {
        desk.ok(&format!("memory_read {space}:{:X} 1", size - 1));
        let past = format!("memory_read {space}:{size:X} 1");
        assert_eq!(desk.code(&past), "out_of_range", "{space}");
    }
    assert_eq!(
        desk.code("memory_read sram:0 1"),
        "out_of_range",
        "no battery"
    );
    assert_eq!(desk.code("memory_read moon:0 1"), "bad_value");
}

#[test]
fn reading_registers_has_no_side_effects() {
    let mut desk = Desk::new();
    desk.ok("run_until until=\"vblank == 1\"");
    let before = desk.ok("machine_hash state");
    desk.ok("memory_read $2000 8");
    desk.ok("memory_read $4000 32");
    assert_eq!(desk.ok("machine_hash state"), before);
}

#[test]
fn a_bus_read_clears_vblank_and_says_so() {
    let mut desk = Desk::new();
    desk.ok("run_until until=\"vblank == 1\"");
    let reply = desk.ok("memory_bus read $2002");
    assert!(reply["value"].as_u64() >= Some(0x80));
    let effects = reply["effects"].to_string();
    assert!(effects.contains("PPUSTATUS"), "{effects}");
    assert_eq!(desk.code("memory_bus write $2000"), "missing_argument");
}

#[test]
fn rom_is_patched_by_pokes_and_not_by_bus_writes() {
    let mut desk = Desk::new();
    desk.ok("memory_write $C000 $EA");
    assert_eq!(desk.ok("m $C000 1")["bytes"], json!([0xEA]));
    assert_eq!(
        desk.ok("m prg:0 1")["bytes"],
        json!([0xEA]),
        "one byte, two names"
    );
    desk.ok("memory_write $C000 $00 via=bus");
    assert_eq!(desk.ok("m $C000 1")["bytes"], json!([0xEA]));
    desk.ok("machine_reset power");
    assert_eq!(
        desk.ok("m $C000 1")["bytes"],
        json!([0xEA]),
        "a patch outlives power"
    );
}

#[test]
fn what_can_not_be_changed_is_refused_whole() {
    let mut desk = Desk::new();
    let code = desk.code("memory_write $1FFF 1,2");
    assert_eq!(code, "read_only", "$2000 is a register");
    assert_eq!(
        desk.ok("m $1FFF 1")["bytes"],
        json!([0]),
        "the first byte is back"
    );
    let reply = desk.line("memory_write file:$20 1");
    assert_eq!(reply.code(), Some("read_only"));
    assert!(reply.text.contains("write prg: or chr:"), "{}", reply.text);
}

#[test]
fn write_ram_reaches_console_ram_only() {
    let mut desk = Desk::new();
    desk.ok("write_ram 7FF 1");
    assert_eq!(desk.code("write_ram 800 1"), "out_of_range");
}

#[test]
fn ranges_are_filled_copied_and_compared() {
    let mut desk = Desk::new();
    assert_eq!(desk.ok("memory_fill $0300..$030F 1,2")["changed"], 16);
    assert_eq!(desk.ok("memory_copy $0300..+8 $0340")["changed"], 8);
    let same = desk.ok("memory_compare $0300..+8 $0340");
    assert_eq!(same["different"], 0);
    desk.ok("w $0343 9");
    let differs = desk.ok("memory_compare $0300..+8 $0340");
    assert_eq!(differs["different"], 1);
    let run = json!({"address": 0x303, "other": 0x343, "a": [2], "b": [9]});
    assert_eq!(differs["runs"], json!([run]));
}

#[test]
fn overlapping_copies_move_the_bytes_as_they_were() {
    let mut desk = Desk::new();
    desk.ok("w $0300 1,2,3");
    desk.ok("memory_copy $0300..+3 $0301");
    assert_eq!(desk.ok("m $0300 4")["bytes"], json!([1, 1, 2, 3]));
}

#[test]
fn patterns_and_text_are_found() {
    let mut desk = Desk::new();
    let text = desk.ok("memory_find \"'HELLO'\" prg");
    assert_eq!(text["total"], 1);
    let wild = desk.ok("memory_find \"A9 ?? 8D\" prg max=2");
    assert!(wild["total"].as_u64() > Some(2));
    assert_eq!(wild["addresses"].as_array().map(Vec::len), Some(2));
    let next = desk.ok("memory_find \"A9 ?? 8D\" prg max=1 cursor=1");
    assert_eq!(next["addresses"][0], wild["addresses"][1]);
    assert_eq!((&wild["cursor"], &next["cursor"]), (&json!(2), &json!(2)));
    let text = desk.text("memory_find \"A9 ?? 8D\" prg max=2");
    assert!(text.ends_with("more: cursor=2"), "{text}");
    assert_eq!(desk.text("memory_find \"'NOT THERE'\""), "0 found");
    assert_eq!(desk.code("memory_find \"A9 G0\""), "bad_value");
    assert_eq!(desk.code("memory_find \"\""), "bad_value");
}

#[test]
fn memory_goes_to_a_file_and_comes_back() {
    let mut desk = Desk::new();
    desk.ok("memory_fill $0300..$03FF 7");
    assert_eq!(desk.ok("memory_save page.bin $0300..$03FF")["bytes"], 256);
    assert_eq!(desk.ok("memory_load page.bin $0400")["changed"], 256);
    assert_eq!(desk.ok("memory_compare $0300..$03FF $0400")["different"], 0);
    assert_eq!(desk.code("memory_load none.bin $0400"), "io");
    assert_eq!(desk.code("memory_load page.bin $FF80"), "out_of_range");
}

#[test]
fn the_map_names_every_window() {
    let map = Desk::new().ok("memory_map");
    let first = json!({"start": 0, "end": 0x7FF, "memory": "ram", "offset": 0, "writable": true});
    assert_eq!(map["cpu"][0], first);
    let last = map["cpu"].as_array().and_then(|rows| rows.last()).cloned();
    assert_eq!(last.map(|row| row["memory"].clone()), Some(json!("prg")));
    assert_eq!(map["ppu"][0]["memory"], "chr");
    assert_eq!(map["mirroring"], "vertical");
}

#[test]
fn a_byte_has_all_its_names() {
    let mut desk = Desk::new();
    let ram = desk.ok("memory_translate $0810");
    assert_eq!(ram["memory"], "ram");
    assert_eq!(ram["cpu"], json!([0x10, 0x810, 0x1010, 0x1810]));
    let rom = desk.ok("memory_translate $C010");
    assert_eq!(rom["cpu"], json!([0x8010, 0xC010]), "16 KiB are mirrored");
    assert_eq!(rom["file"], 0x20);
    assert_eq!(rom["bank"], 0);
    let from_file = desk.ok("memory_translate file:$20");
    assert_eq!(from_file, rom, "the same byte");
    let chr = desk.ok("memory_translate file:$4011");
    assert_eq!((&chr["memory"], &chr["offset"]), (&json!("chr"), &json!(1)));
    assert_eq!(chr["ppu"], json!([1]));
    let header = desk.ok("memory_translate file:$F");
    assert_eq!(
        (&header["memory"], &header["file"]),
        (&json!("file"), &json!(15))
    );
    let register = desk.ok("memory_translate $2002");
    assert_eq!(register["memory"], "registers");
    assert_eq!(register["label"], "PPUSTATUS");
    assert_eq!(desk.ok("memory_translate ppu:$2400")["offset"], 0x400);
}

#[test]
fn counts_over_the_cap_are_refused() {
    let mut desk = Desk::new();
    assert_eq!(desk.code("memory_read 0 65537"), "out_of_range");
    assert_eq!(desk.code("memory_read $FFFF 2"), "out_of_range");
}
