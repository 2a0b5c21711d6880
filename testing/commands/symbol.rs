//! Group `symbol`.

use super::desk::Desk;
use nescope::hub::Origin;
use serde_json::json;

#[test]
fn a_file_is_loaded_and_what_was_skipped_is_told() {
    let mut desk = Desk::new();
    let text = b"P:0000:Start:the beginning\nR:0010-0011:Frames\nP:0001::comment\nQ:0:x\n";
    desk.file("program.mlb", text);
    let reply = desk.ok("symbol_load program.mlb");
    assert_eq!(reply["format"], "mlb");
    assert_eq!(
        (&reply["loaded"], &reply["skipped"]),
        (&json!(2), &json!(2))
    );
    assert_eq!(
        reply["reasons"][0],
        json!({"reason": "a comment without a name", "count": 1, "line": 3, "text": "P:0001::comment"})
    );
    assert_eq!(desk.ok("u Start 1")["lines"][0]["label"], "Start");
    assert_eq!(desk.ok("memory_read Frames 1")["space"], "ram");
    let again = desk.ok("symbol_load program.mlb");
    assert_eq!(
        (&again["loaded"], &again["removed"]),
        (&json!(2), &json!(2))
    );
}

#[test]
fn files_that_are_no_symbols_change_nothing() {
    let mut desk = Desk::new();
    desk.file("notes.txt", b"hello");
    desk.file("game.elf", b"\x7FELF");
    desk.file("old.dbg", b"version\tmajor=1,minor=0\n");
    let before = desk.ok("symbol_find")["total"].clone();
    for file in ["notes.txt", "game.elf", "old.dbg"] {
        assert_eq!(
            desk.code(&format!("symbol_load {file} replace=true")),
            "bad_symbols"
        );
    }
    assert_eq!(desk.code("symbol_load missing.mlb"), "io");
    assert_eq!(desk.code("symbol_load notes.txt format=cobol"), "bad_value");
    assert_eq!(desk.ok("symbol_find")["total"], before);
}

#[test]
fn a_label_is_added_where_the_address_is_mapped() {
    let mut desk = Desk::new();
    let reply = desk.ok("symbol_add $C000 Start comment=\"where it begins\"");
    assert_eq!(
        reply["label"],
        json!({"name": "Start", "space": "prg", "address": 0, "cpu": 0xC000, "size": 1,
            "comment": "where it begins", "source": "user"})
    );
    let moved = desk.ok("label $C001 Start");
    assert_eq!(moved["moved_from"], "prg:$00000");
    assert_eq!(desk.ok("where $C001")["label"], "Start");
    assert_eq!(desk.ok("where $8001")["label"], "Start");
}

#[test]
fn labels_serve_as_addresses_in_operands_and_in_expressions() {
    let mut desk = Desk::running();
    desk.ok("symbol_add $0010 Frames size=2");
    desk.ok("symbol_add $C000 \"The start\"");
    desk.ok("test_expect [Frames]==[$10]");
    assert_eq!(desk.ok("test_expect \"`the start`\"")["value"], 0xC000);
    desk.ok("test_expect \":sym(\\\"The start\\\")==0\"");
    assert_eq!(desk.ok("m \"`The start`\" 1")["bytes"], json!([0x78]));
    assert_eq!(desk.ok("m Frames+1 1")["address"], 0x11);
    desk.ok("code_assemble $C000 \"STA Frames+1\"");
    assert!(desk.text("u $C000 1").contains("STA Frames+1"));
    let stop = desk.text("breakpoint_add \"`The start`\"");
    assert!(stop.contains("prg:$0000"), "{stop}");
    assert_eq!(
        desk.text("symbol_add $C003 pc").lines().last(),
        Some("in expressions `pc`")
    );
}

#[test]
fn run_until_takes_a_label_in_rom() {
    let mut desk = Desk::new();
    let target = desk.ok("u $C000 3")["lines"][2]["address"].clone();
    let address = target.as_u64().unwrap_or_default();
    desk.ok(&format!("symbol_add {address:X} Third"));
    assert_eq!(desk.ok("run_until Third")["pc"], target);
    assert_eq!(desk.ok("cpu_registers")["instruction"], "LDX #$FF");
}

#[test]
fn a_condition_whose_label_is_gone_stops_with_an_expression_error() {
    let mut desk = Desk::running();
    desk.ok("symbol_add $0010 Frames");
    desk.ok("breakpoint_add nmi if [Frames]==200");
    assert_eq!(desk.ok("run_frames 2")["reason"], "done");
    desk.ok("symbol_remove frames");
    let stop = desk.line("run_frames 2");
    assert_eq!(stop.result["reason"], "expr_error");
    let said = format!("{:?}", desk.ok("messages")) + &stop.text + &format!("{:?}", stop.messages);
    assert!(said.contains("unknown name Frames"), "{said}");
    desk.ok("symbol_add $0010 Frames");
    assert_eq!(desk.ok("run_frames 2")["reason"], "done");
}

#[test]
fn labels_are_removed_by_name_or_by_source() {
    let mut desk = Desk::new();
    desk.ok("symbol_add $0010 One");
    desk.ok("symbol_add $0011 Two");
    assert_eq!(desk.ok("symbol_remove ONE")["names"], json!(["One"]));
    assert_eq!(
        desk.ok("symbol_remove source=user")["names"],
        json!(["Two"])
    );
    assert_eq!(desk.code("symbol_remove One"), "not_found");
    assert_eq!(desk.code("symbol_remove source=user"), "not_found");
    assert_eq!(desk.code("symbol_remove"), "bad_value");
    assert_eq!(desk.code("symbol_remove One source=user"), "bad_value");
}

#[test]
fn labels_are_found_page_by_page() {
    let mut desk = Desk::new();
    let page = desk.ok("symbol_find ppu max=2");
    assert_eq!(page["labels"][0]["name"], "PPUCTRL");
    assert_eq!((&page["total"], &page["cursor"]), (&json!(6), &json!(2)));
    let last = desk.ok("syms ppu max=2 cursor=4");
    assert_eq!(last["labels"].as_array().map(Vec::len), Some(2));
    assert!(last.get("cursor").is_none());
    assert!(
        desk.text("sl ppu max=2")
            .ends_with("4 more: symbol_find with cursor=2")
    );
    assert_eq!(desk.ok("sl space=oam")["total"], 0);
    assert_eq!(desk.ok("sl source=auto")["total"], 3);
}

#[test]
fn types_make_numbers_of_bytes() {
    let mut desk = Desk::new();
    desk.ok("w $0300 $12,$34,$FE,$FF");
    desk.ok("symbol_add $0300 Score size=2 type=bcd");
    desk.ok("symbol_add $0302 Speed type=s16");
    let rows = desk.ok("sl s space=ram");
    assert_eq!(
        (&rows["labels"][0]["value"], &rows["labels"][1]["value"]),
        (&json!(1234), &json!(-2))
    );
    let typed = desk.ok("symbol_type Speed ptr");
    assert_eq!(
        (&typed["label"]["size"], &typed["label"]["value"]),
        (&json!(2), &json!(0xFFFE))
    );
    assert_eq!(desk.code("symbol_type $0301 u8"), "not_found");
    assert_eq!(desk.code("symbol_type Speed u8 size=65536"), "out_of_range");
    assert!(desk.text("sl Speed").contains("ptr = $FFFE"));
}

#[test]
fn what_can_be_no_label_is_refused() {
    let mut desk = Desk::new();
    assert_eq!(
        desk.code("symbol_add ram:$7FF Buffer size=2"),
        "out_of_range"
    );
    assert_eq!(desk.code("symbol_add ram:$800 Buffer"), "out_of_range");
    assert_eq!(desk.code("symbol_add $0300 \"a`b\""), "bad_value");
    assert_eq!(
        desk.code(&format!("symbol_add $0300 {}", "x".repeat(256))),
        "out_of_range"
    );
}

#[test]
fn labels_are_saved_beside_the_rom_and_loaded_back() {
    let mut desk = Desk::new();
    desk.ok("symbol_add $0010 Frames size=2 type=u16 comment=\"since reset\"");
    let saved = desk.ok("symbol_save what=user");
    assert_eq!(
        saved,
        json!({"path": "program.nescope.labels.json", "saved": 1})
    );
    desk.ok("symbol_remove Frames");
    assert_eq!(
        desk.ok("symbol_load program.nescope.labels.json")["loaded"],
        1
    );
    let row = &desk.ok("sl Frames")["labels"][0];
    assert_eq!(
        (&row["type"], &row["comment"]),
        (&json!("u16"), &json!("since reset"))
    );
    desk.ok("symbol_save");
}

#[test]
fn another_tools_file_is_never_written_over() {
    let mut desk = Desk::new();
    desk.file("game.mlb", b"P:0:Main\n");
    desk.file("package.json", b"{\"name\": \"game\"}");
    assert_eq!(desk.code("symbol_save game.mlb"), "bad_value");
    assert_eq!(desk.code("symbol_save game.dbg"), "bad_value");
    assert_eq!(desk.code("symbol_save package.json"), "io");
    let files = desk
        .files
        .lock()
        .expect("no test panics while it holds files");
    assert_eq!(files["package.json"], b"{\"name\": \"game\"}");
}

#[test]
fn agents_save_under_a_name_made_of_the_roms() {
    let mut desk = Desk::new();
    let replies = desk.hub.line("symbol_save", Origin::Mcp);
    assert!(replies[0].ok, "{}", replies[0].text);
    assert_eq!(replies[0].result["path"], "program.nescope.labels.json");
}

#[test]
fn source_lines_and_addresses_lead_to_each_other() {
    let mut desk = Desk::new();
    assert!(
        desk.text("symbol_line")
            .starts_with("there are no source lines")
    );
    let text = "version\tmajor=2,minor=0\n\
file\tid=0,name=\"src/main.s\"\n\
seg\tid=0,name=\"CODE\",start=0xC000,size=0x10,oname=\"program.nes\",ooffs=16\n\
scope\tid=0,name=\"\"\n\
span\tid=0,seg=0,start=0,size=1\n\
span\tid=1,seg=0,start=1,size=3\n\
line\tid=0,file=0,line=7,span=0\n\
line\tid=1,file=0,line=9,span=1\n\
sym\tid=0,name=\"main\",scope=0,val=0xC001,seg=0,type=lab\n";
    desk.file("program.dbg", text.as_bytes());
    let loaded = desk.ok("symbol_load program.dbg");
    assert_eq!(
        (&loaded["loaded"], &loaded["lines"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(desk.ok("symbol_line")["lines"][0]["line"], 7);
    for at in ["main.s:9", "main", "$C003", "prg:$0003"] {
        let line = &desk.ok(&format!("l {at}"))["lines"][0];
        assert_eq!(
            (&line["line"], &line["cpu"]),
            (&json!(9), &json!(0xC001)),
            "{at}"
        );
    }
    assert_eq!(
        desk.text("l main.s:9"),
        "src/main.s:9  prg:$00001  $C001  3 bytes"
    );
    assert!(desk.text("l main.s:8").contains("line 9 is the next"));
    assert_eq!(desk.text("l $C008"), "no source line became prg:$00008");
    assert_eq!(desk.code("l other.s:9"), "not_found");
    assert_eq!(desk.code("l nonsense"), "bad_value");
}

#[test]
fn code_is_named_by_looking_at_it() {
    let mut desk = Desk::new();
    let made = desk.ok("symbol_auto subs");
    assert!(made["created"].as_u64() >= Some(2), "{made}");
    let name = made["labels"][0]["name"]
        .as_str()
        .unwrap_or_default()
        .to_string();
    assert!(name.starts_with("sub_C0"), "{name}");
    assert_eq!(desk.ok("symbol_auto subs")["created"], 0);
    assert!(desk.ok("symbol_auto ram")["created"].as_u64() >= Some(1));
    desk.ok("symbol_remove source=auto");
    assert_eq!(desk.ok("symbol_auto vectors")["created"], 3);
}

#[test]
fn own_labels_come_before_the_registers_that_always_answer() {
    let mut desk = Desk::running();
    desk.ok("symbol_add $C123 mine");
    let found = desk.ok("symbol_find");
    let rows = found["labels"].as_array().expect("there are labels");
    let first = rows.iter().position(|row| row["source"] == "hardware");
    let own = rows.iter().position(|row| row["name"] == "mine");
    assert!(own.is_some() && own < first, "{found}");
    let status = desk.ok("symbol_find ppustatus");
    assert_eq!(status["labels"][0]["cpu"], 0x2002);
}
