//! Group `cartridge`.

use super::desk::Desk;
use nescope::debugger::patches::{bps, ips};

#[test]
fn the_rom_is_described() {
    let mut desk = Desk::new();
    let info = desk.ok("cartridge_info");
    assert_eq!(info["format"], "iNES");
    assert_eq!(info["board"], "NROM");
    assert_eq!(info["prg_rom"], 0x4000);
    assert_eq!(info["chr_rom"], 0x2000);
    assert_eq!(info["mirroring"], "vertical");
    assert_eq!(info["size"], 16 + 0x6000);
    assert_eq!(info["sha256"].as_str().map(str::len), Some(64));
    assert_eq!(desk.ok("DumpFst"), info);
}

#[test]
fn the_banks_are_shown() {
    let mapper = Desk::new().ok("cartridge_mapper");
    assert_eq!(mapper["mapper"], 0);
    assert_eq!(mapper["prg"][1]["memory"], "prg");
    assert_eq!(mapper["chr"][7]["offset"], 0x1C00);
    assert_eq!(mapper["irq"], false);
}

#[test]
fn without_a_cartridge_there_is_nothing_to_describe() {
    let mut desk = Desk::empty();
    assert_eq!(desk.code("cartridge_info"), "no_rom");
    assert_eq!(desk.code("r"), "no_rom");
}

/// The program with `changed` at offsets of its file.
fn edited(desk: &Desk, changed: &[(usize, u8)]) -> (Vec<u8>, Vec<u8>) {
    let source = desk.files.lock().expect("no test holds it")["program.nes"].clone();
    let mut target = source.clone();
    for &(at, value) in changed {
        target[at] = value;
    }
    (source, target)
}

#[test]
fn what_was_poked_into_rom_is_exported_and_patched_in_again() {
    let mut desk = Desk::new();
    desk.ok("memory_write prg:0 $EA,$EA");
    desk.ok("memory_write chr:$1FFF 7");
    let (_, target) = edited(&desk, &[(0x10, 0xEA), (0x11, 0xEA), (0x600F, 7)]);
    for format in ["nes", "ips", "bps"] {
        let written = desk.ok(&format!("cartridge_export hack.{format} {format}"));
        assert_eq!(
            (&written["changed"], &written["total"]),
            (&3.into(), &2.into())
        );
        assert_eq!(written["changes"][1]["address"], "chr:$01FFF");
        assert_eq!(
            written["crc32_target"],
            format!("{:08x}", crc32fast::hash(&target))
        );
    }
    assert!(desk.files.lock().expect("no test holds it")["hack.nes"] == target);
    for format in ["ips", "bps"] {
        desk.ok("machine_load program.nes");
        let patched = desk.ok(&format!("cartridge_patch hack.{format}"));
        assert_eq!(patched["changed"], 3, "{format}");
        assert_eq!(
            (&patched["headered"], &patched["powered"]),
            (&true.into(), &false.into())
        );
        assert_eq!(patched["verified"], format == "bps");
        assert_eq!(
            desk.ok("m prg:0 2")["bytes"],
            serde_json::json!([0xEA, 0xEA])
        );
        assert_eq!(desk.ok("m chr:$1FFF 1")["bytes"], serde_json::json!([7]));
    }
}

#[test]
fn patches_for_the_file_without_its_header_are_recognized() {
    let mut desk = Desk::new();
    let changes = [(0x1234, 0x99), (0x1235, 0x98), (0x4010, 1), (0x5000, 0xFF)];
    let (source, target) = edited(&desk, &changes);
    let ips = ips::create(&source[16..], &target[16..]).expect("a small file");
    desk.file("bare.ips", &ips);
    desk.file("bare.bps", &bps::create(&source[16..], &target[16..]));
    for file in ["bare.bps", "bare.ips headered=no"] {
        desk.ok("machine_load program.nes");
        let patched = desk.ok(&format!("cartridge_patch {file}"));
        assert_eq!(patched["headered"], false, "{file}");
        assert_eq!(
            patched["crc32"],
            format!("{:08x}", crc32fast::hash(&target))
        );
    }
    assert_eq!(
        desk.code("cartridge_patch bare.bps headered=yes"),
        "bad_patch"
    );
    desk.file("start.ips", b"PATCH\0\0\0\0\x02\xEA\xEAEOF");
    desk.ok("machine_load program.nes");
    let auto = desk.ok("cartridge_patch start.ips");
    assert_eq!(
        auto["headered"], false,
        "it would overwrite the header's magic number"
    );
    assert_eq!(
        desk.ok("m prg:0 2")["bytes"],
        serde_json::json!([0xEA, 0xEA])
    );
}

#[test]
fn a_patch_for_the_loaded_file_goes_onto_one_that_was_poked_since() {
    let mut desk = Desk::new();
    let (source, target) = edited(&desk, &[(0x2000, 0x99)]);
    desk.file("hack.bps", &bps::create(&source, &target));
    desk.ok("cheat_add $C000:EA");
    desk.ok("cartridge_patch hack.bps");
    assert_eq!(desk.ok("m prg:$1FF0 1")["bytes"], serde_json::json!([0x99]));
    assert_eq!(desk.ok("m prg:0 1")["bytes"], serde_json::json!([0xEA]));
    assert!(
        desk.text("cartridge_export x.bps bps")
            .contains("what cheats replace (1 codes)")
    );
}

#[test]
fn a_checked_patch_makes_exactly_its_target_of_a_poked_machine() {
    let mut desk = Desk::new();
    let (source, target) = edited(&desk, &[(0x2000, 0x99), (0x30, 0x98)]);
    desk.file("hack.bps", &bps::create(&source, &target));
    let own = source[0x31];
    desk.ok(&format!("memory_write prg:$20 1,{}", own ^ 1));
    desk.ok("cheat_add $C100:EA");
    let patched = desk.ok("cartridge_patch hack.bps");
    assert_eq!(patched["changed"], 3, "against the machine as it is");
    desk.ok("cheat_remove all");
    let written = desk.ok("cartridge_export now.nes");
    assert_eq!(written["crc32_target"], patched["crc32"]);
    assert!(desk.files.lock().expect("no test holds it")["now.nes"] == target);
    let again = desk.text("cartridge_patch hack.bps");
    assert!(
        again.contains("0 bytes changed (runs: 0); the patch is applied already"),
        "{again}"
    );
}

#[test]
fn an_ips_patch_applied_twice_changes_nothing_more() {
    for fresh in [false, true] {
        let mut desk = Desk::new();
        let (source, target) = edited(&desk, &[(0x30, 1), (0x1000, 0x77), (0x1001, 0x78)]);
        desk.file(
            "hack.ips",
            &ips::create(&source, &target).expect("a small file"),
        );
        desk.ok("cartridge_patch hack.ips");
        if fresh {
            desk.ok("cartridge_export hacked.nes");
            desk.ok("machine_load hacked.nes");
        }
        let again = desk.ok("cartridge_patch hack.ips");
        assert_eq!(
            (&again["changed"], &again["headered"]),
            (&0.into(), &true.into())
        );
        assert!(
            desk.text("cartridge_patch hack.ips")
                .contains("applied already")
        );
        desk.ok("memory_write prg:$FF1 0");
        let again = desk.ok("cartridge_patch hack.ips");
        assert_eq!(
            (&again["changed"], &again["headered"]),
            (&1.into(), &true.into())
        );
    }
}

#[test]
fn an_ips_record_far_beyond_the_end_is_applied_only_on_request() {
    let mut desk = Desk::new();
    desk.file("far.ips", b"PATCH\x01\0\0\0\x02abEOF");
    let refused = desk.line("cartridge_patch far.ips");
    assert!(refused.text.contains("headered=yes"), "{}", refused.text);
    let patched = desk.ok("cartridge_patch far.ips headered=yes");
    assert_eq!(patched["changed"], 0x1_0002 - 0x6010);
    assert_eq!(patched["powered"], true);
    desk.file("long.ips", b"PATCH\0\0\x20\0\x01aEOFjunk!");
    let refused = desk.line("cartridge_patch long.ips");
    assert!(refused.text.contains("too long"), "{}", refused.text);
}

#[test]
fn another_size_or_header_makes_another_cartridge() {
    let mut desk = Desk::running();
    let (source, target) = edited(&desk, &[(6, 0)]);
    desk.file("mirroring.bps", &bps::create(&source, &target));
    let patched = desk.ok("cartridge_patch mirroring.bps");
    assert_eq!(patched["powered"], true);
    assert_eq!(desk.ok("cartridge_info")["mirroring"], "horizontal");
    assert_eq!(desk.ok("machine_info")["position"]["frame"], 0);

    let mut larger = source[..16].to_vec();
    larger[4] = 2;
    larger.extend([&source[16..0x4010], &source[16..]].concat());
    desk.ok("machine_load program.nes");
    desk.file("larger.bps", &bps::create(&source, &larger));
    let patched = desk.ok("cartridge_patch larger.bps");
    assert_eq!(
        (&patched["size"], &patched["size_before"]),
        (&(source.len() + 0x4000).into(), &source.len().into())
    );
    assert_eq!(desk.ok("cartridge_info")["prg_rom"], 0x8000);
}

#[test]
fn a_patched_cartridge_that_is_powered_on_keeps_labels_and_tells_what_is_gone() {
    let mut desk = Desk::new();
    let (source, target) = edited(&desk, &[(0x2000, 0x99)]);
    desk.file("hack.bps", &bps::create(&source, &target));
    desk.ok("symbol_add $C010 MyPlace");
    desk.ok("frz $0300 1");
    desk.ok("state_save here");
    let reply = desk.line("cartridge_patch hack.bps power");
    assert!(reply.ok, "{}", reply.text);
    let told = &reply.messages[0].text;
    assert!(
        told.contains("cheats: 1") && !told.contains("labels"),
        "{told}"
    );
    assert!(desk.text("symbol_find MyPlace").contains("MyPlace"));
    let written = desk.ok("cartridge_export again.bps bps");
    assert_eq!(written["changed"], 1, "against the file as first loaded");
    desk.ok("machine_load program.nes");
    assert_eq!(desk.ok("cartridge_patch again.bps")["changed"], 1);
}

#[test]
fn a_state_that_brings_rom_patches_back_says_so() {
    let mut desk = Desk::new();
    desk.ok("state_save plain");
    desk.ok("memory_write prg:$20 1,2,3");
    desk.ok("state_save patched");
    assert!(
        desk.line("state_load patched").messages.is_empty(),
        "nothing is new"
    );
    let gone = desk.line("state_load plain").messages;
    assert!(
        gone[0]
            .text
            .starts_with("no ROM byte of the state is patched")
    );
    let back = desk.line("state_load patched").messages;
    assert_eq!(back[0].text, "3 ROM bytes of the state are patched");
}

#[test]
fn what_is_no_patch_changes_nothing() {
    let mut desk = Desk::running();
    let (source, target) = edited(&desk, &[(7, 0xF0)]);
    desk.file("board.bps", &bps::create(&source, &target));
    desk.file("text.txt", b"no patch");
    desk.file("short.ips", b"PATCH\0\0\0\0\x09ab");
    desk.file("other.bps", &bps::create(b"another file", b"yet another"));
    let before = desk.ok("machine_hash state");
    assert_eq!(desk.code("cartridge_patch none.ips"), "io");
    assert_eq!(desk.code("cartridge_patch board.bps"), "unsupported_board");
    for file in ["text.txt", "short.ips", "other.bps"] {
        assert_eq!(
            desk.code(&format!("cartridge_patch {file}")),
            "bad_patch",
            "{file}"
        );
    }
    assert_eq!(desk.ok("machine_hash state"), before);
}

#[test]
fn battery_ram_is_loaded_saved_and_cleared() {
    let mut desk = Desk::new();
    assert_eq!(desk.ok("cartridge_sram")["size"], 0);
    assert_eq!(desk.code("cartridge_sram clear"), "not_found");
    let (_, battery) = edited(&desk, &[(6, 3)]);
    desk.file("battery.nes", &battery);
    desk.ok("machine_load battery.nes");
    desk.ok("memory_write sram:$1FFF 7");
    let saved = desk.ok("cartridge_sram save game.sav");
    assert_eq!(
        (&saved["size"], &saved["used"]),
        (&0x2000.into(), &1.into())
    );
    assert_eq!(desk.ok("cartridge_sram clear")["changed"], 1);
    assert_eq!(desk.ok("cartridge_sram load game.sav")["changed"], 1);
    assert_eq!(desk.ok("m sram:$1FFF 1")["bytes"], serde_json::json!([7]));
    assert_eq!(desk.code("cartridge_sram load battery.nes"), "bad_value");
    assert_eq!(desk.code("cartridge_sram save"), "missing_argument");
}
