//! `memory_pointers` and `memory_table`.

use crate::commands::desk::Desk;
use serde_json::json;

#[test]
fn tables_of_addresses_are_decoded_in_three_orders() {
    let mut desk = Desk::new();
    let cases = [
        ("lohi", "$00,$C0,$34,$12"),
        ("hilo", "$C0,$00,$12,$34"),
        ("split", "$00,$34,$C0,$12"),
    ];
    for (format, bytes) in cases {
        desk.ok(&format!("w $0300 {bytes}"));
        let reply = desk.ok(&format!("memory_pointers $0300..+4 {format}"));
        assert_eq!(reply["pointers"][0]["target"], 0xC000, "{format}");
        assert_eq!(reply["pointers"][1]["target"], 0x1234, "{format}");
        assert_eq!(reply["pointers"][0]["place"], "prg:$00000", "{format}");
        assert_eq!(reply["pointers"][1]["place"], "ram:$0234", "{format}");
    }
}

#[test]
fn pointers_have_labels_banks_and_pages() {
    let mut desk = Desk::new();
    let vectors = desk.ok("memory_pointers $FFFA..$FFFF");
    let labels: Vec<_> = (0..3)
        .map(|i| vectors["pointers"][i]["label"].clone())
        .collect();
    assert_eq!(labels, ["nmi", "reset", "irq"]);
    assert!(desk.text("memory_pointers $FFFC..+2").ends_with("reset"));
    desk.ok("w $0300 $10,$80");
    let banked = desk.ok("memory_pointers $0300..+2 bank=0");
    assert_eq!(banked["pointers"][0]["place"], "prg:$00010");
    assert_eq!(
        desk.code("memory_pointers $0300..+2 bank=1"),
        "out_of_range"
    );
    let page = desk.ok("memory_pointers $0300..+8 max=2 cursor=1");
    assert_eq!((&page["total"], &page["cursor"]), (&json!(4), &json!(3)));
    assert_eq!(desk.code("memory_pointers $0300..+3"), "bad_value");
    assert_eq!(desk.code("memory_pointers $0300"), "bad_value");
    let here = desk.ok("memory_pointers $FFFC..+2 bank=0");
    assert_eq!(here["pointers"][0]["label"], "reset");
}

#[test]
fn a_table_says_what_bytes_mean_as_text() {
    let mut desk = Desk::new();
    desk.ok("w $0300 $0A,$0B,$FE,$0C,$0A,$99,$FF");
    assert_eq!(desk.text("m $0300 2 as=text"), "..");
    let table = "0A=A\n0B=é\n0C0A=the\n*FE\n/FF=<end>\nnonsense\n123=x\n";
    desk.file("game.tbl", table.as_bytes());
    let loaded = desk.ok("memory_table game.tbl");
    assert_eq!(loaded["entries"], 5);
    assert_eq!(loaded["skipped"], 2);
    assert_eq!(loaded["problems"][0], "line 6: no = after the code");
    assert_eq!(desk.text("m $0300 7 as=text"), "Aé\nthe{99}<end>");
    desk.ok("memory_table off");
    assert_eq!(desk.text("m $0300 2 as=text"), "..");
}

#[test]
fn a_file_that_is_no_table_is_refused() {
    let mut desk = Desk::new();
    desk.file("empty.tbl", b"nothing here\n");
    desk.file("latin.tbl", b"41=\xE9\n");
    desk.file("table.tbl", b"41=A\n");
    assert_eq!(desk.code("memory_table empty.tbl"), "bad_value");
    assert_eq!(desk.code("memory_table latin.tbl"), "bad_value");
    assert_eq!(desk.code("memory_table none.tbl"), "io");
    assert_eq!(desk.code("memory_table table.tbl off"), "bad_value");
}
