//! Debug files of ld65, version 2, as cc65 2.19 writes them.

use super::{banked, label, read, reasons, refused, rows, target};
use nescope::{
    debugger::symbols::{LineKind, SourceLines, formats::Loaded, memories::Memories},
    nes::event::Space,
};

/// Two modules, a bank, code that runs in cartridge RAM, CHR. The header is 16 bytes.
const HEAD: &str = "version\tmajor=2,minor=0\n\
info\tcsym=0,file=2,lib=0,line=9,mod=2,scope=5,seg=7,span=9,sym=20,type=1\n\
file\tid=0,name=\"src/main.s\",size=524,mtime=0x6B0DC78D,mod=0\n\
file\tid=1,name=\"src/play, er.s\",size=218,mtime=0x6B0DC794,mod=1\n\
mod\tid=0,name=\"main.o\",file=0\n\
mod\tid=1,name=\"obj/player.o\",file=1\n\
seg\tid=0,name=\"CODE\",start=0x00C000,size=0x0012,addrsize=absolute,type=ro,oname=\"g.nes\",ooffs=49168\n\
seg\tid=1,name=\"BSS\",start=0x000300,size=0x0010,addrsize=absolute,type=rw\n\
seg\tid=2,name=\"ZEROPAGE\",start=0x000000,size=0x0005,addrsize=zeropage,type=rw\n\
seg\tid=3,name=\"HEADER\",start=0x000000,size=0x0010,addrsize=absolute,type=ro,oname=\"g.nes\",ooffs=0\n\
seg\tid=4,name=\"BANK0\",start=0x008000,size=0x0008,addrsize=absolute,type=ro,oname=\"g.nes\",ooffs=16,bank=0\n\
seg\tid=5,name=\"RAMCODE\",start=0x006000,size=0x0006,addrsize=absolute,type=rw,oname=\"g.nes\",ooffs=49186\n\
seg\tid=6,name=\"CHARS\",start=0x000000,size=0x2000,addrsize=absolute,type=ro,oname=\"g.nes\",ooffs=65552\n\
scope\tid=0,name=\"\",mod=0,size=9\n\
scope\tid=1,name=\"banked\",mod=0,type=scope,size=8,parent=0,sym=3\n\
scope\tid=2,name=\"\",mod=1,size=9\n\
scope\tid=3,name=\"util\",mod=1,type=scope,size=2,parent=2\n\
scope\tid=4,name=\"deep\",mod=1,type=scope,size=2,parent=3\n";

fn of(body: &str) -> Loaded {
    let text = format!("{HEAD}{body}");
    read(&text, "game.dbg", &banked()).1
}

#[test]
fn a_label_lies_at_the_file_offset_of_its_segment() {
    let loaded = of("\
sym\tid=0,name=\"main\",addrsize=absolute,scope=0,def=11,val=0xC009,seg=0,type=lab
sym\tid=1,name=\"first\",addrsize=absolute,size=8,scope=0,def=9,val=0x8002,seg=4,type=lab
sym\tid=2,name=\"buf\",addrsize=absolute,size=16,scope=0,def=12,ref=1+10,val=0x300,seg=1,type=lab
sym\tid=3,name=\"tile\",addrsize=absolute,scope=0,def=12,val=0x10,seg=6,type=lab
");
    assert_eq!(
        rows(&loaded),
        [
            "main prg:$0C009 1",
            "first prg:$00002 8",
            "buf ram:$0300 16",
            "tile chr:$00010 1"
        ]
    );
    assert_eq!(label(&loaded, "main").cpu, Some(0xC009));
    assert!(loaded.skipped.rows().is_empty(), "{:?}", loaded.skipped);
}

#[test]
fn a_label_imported_from_another_module_is_followed_through_its_export() {
    // helper is defined in the second module; the first knows it as an import inside a scope.
    let loaded = of("\
sym\tid=0,name=\"helper\",addrsize=absolute,scope=1,def=4,ref=24,type=imp,exp=2
sym\tid=1,name=\"helper\",addrsize=absolute,scope=0,def=4,ref=24,type=imp,exp=2
sym\tid=2,name=\"helper\",addrsize=absolute,size=3,scope=2,def=31,val=0xC00C,seg=0,type=lab
sym\tid=3,name=\"lives\",addrsize=zeropage,scope=0,def=5,ref=0,type=imp,exp=4
sym\tid=4,name=\"lives\",addrsize=zeropage,size=1,scope=2,def=30,val=0x2,seg=2,type=lab
sym\tid=5,name=\"limit\",scope=0,def=5,ref=0,type=imp,exp=6
sym\tid=6,name=\"limit\",scope=2,def=5,val=0x5,type=equ
sym\tid=7,name=\"__RAMCODE_LOAD__\",scope=0,def=5,type=imp
sym\tid=8,name=\"again\",scope=3,def=5,type=imp,exp=1
sym\tid=9,name=\"round\",scope=0,def=5,type=imp,exp=9
");
    assert_eq!(
        rows(&loaded),
        [
            "helper prg:$0C00C 3",
            "lives ram:$0002 1",
            "banked::helper prg:$0C00C 3",
            "util::again prg:$0C00C 3",
        ]
    );
    assert_eq!(
        reasons(&loaded),
        [
            ("an import of an equate, which is a number", 1, 24),
            ("an equate, which is a number and no address", 1, 25),
            (
                "an import of the linker, or of a module without debug information",
                2,
                26
            ),
        ]
    );
}

#[test]
fn code_linked_to_run_in_ram_is_named_in_ram_and_found_in_both() {
    let loaded = of("\
span\tid=0,seg=5,start=2,size=3
line\tid=0,file=0,line=28,span=0
sym\tid=0,name=\"copied\",addrsize=absolute,scope=0,def=3,val=0x6002,seg=5,type=lab
");
    assert_eq!(rows(&loaded), ["copied wram:$0002 1"]);
    let lines = loaded.lines.as_ref().expect("a dbg file has lines");
    let found = |space, address| lines.at(space, address).first().map(|row| row.line);
    assert_eq!(found(Space::Wram, 4), Some(28));
    assert_eq!(found(Space::Prg, 49186 - 16 + 2), Some(28));
    assert_eq!(found(Space::Wram, 5), None);
}

#[test]
fn rom_below_8000_is_rom_on_cartridges_without_ram() {
    let text = format!("{HEAD}sym\tid=0,name=\"low\",scope=0,def=3,val=0x6002,seg=5,type=lab\n");
    let memories = Memories::sized(0x1_0000, 0x2000, 0);
    let (_, loaded) = read(&text, "game.dbg", &target(memories));
    assert_eq!(rows(&loaded), ["low prg:$0C014 1"]);
}

#[test]
fn names_carry_their_scopes_and_parents() {
    let loaded = of("\
sym\tid=0,name=\"banked\",scope=0,def=9,val=0x8000,seg=4,type=lab
sym\tid=1,name=\"inner\",scope=4,def=34,val=0x3,seg=2,type=lab
sym\tid=2,name=\"@again\",parent=3,def=14,ref=8,val=0x8002,seg=4,type=lab
sym\tid=3,name=\"start\",scope=1,def=9,val=0x8001,seg=4,type=lab
");
    assert_eq!(
        rows(&loaded),
        [
            "banked prg:$00000 1",
            "util::deep::inner ram:$0003 1",
            "banked::start@again prg:$00002 1",
            "banked::start prg:$00001 1",
        ]
    );
}

#[test]
fn a_name_that_two_modules_have_gets_the_second_modules_name() {
    let loaded = of("\
sym\tid=0,name=\"loop\",scope=0,def=9,val=0xC000,seg=0,type=lab
sym\tid=1,name=\"loop\",scope=2,def=9,val=0xC004,seg=0,type=lab
sym\tid=2,name=\"loop\",scope=2,def=9,val=0xC008,seg=0,type=lab
");
    assert_eq!(
        rows(&loaded),
        ["loop prg:$0C000 1", "player::loop prg:$0C004 1"]
    );
    assert_eq!(
        reasons(&loaded),
        [("the name stands for another address already", 1, 21)]
    );
}

#[test]
fn entries_that_make_no_sense_are_counted_and_the_rest_is_read() {
    let loaded = of("\
sym\tid=0,name=\"header\",scope=0,val=0x4,seg=3,type=lab
sym\tid=1,name=\"novalue\",scope=0,seg=0,type=lab
sym\tid=2,name=\"noscope\",scope=77,val=0xC000,seg=0,type=lab
sym\tid=2,name=\"twice\",scope=0,val=0xC000,seg=0,type=lab
sym\tid=3,name=\"late\",scope=0,val=0x1C000,seg=99,type=lab
sym\tid=4,name=\"odd\",scope=0,val=0xC000,type=fun
sym id 5
sym\tid=6,name=\"open
csym\tid=0,name=\"c\",scope=0,type=0,sc=auto,offs=2
sym\tid=7,name=\"good\",scope=0,val=0xC000,seg=0,type=lab
");
    assert_eq!(rows(&loaded), ["good prg:$0C000 1"]);
    let reasons = reasons(&loaded);
    let count: usize = reasons.iter().map(|reason| reason.1).sum();
    assert_eq!(count, 8, "{reasons:?}");
}

#[test]
fn scopes_in_a_circle_end() {
    let loaded = of("\
scope\tid=5,name=\"a\",mod=0,parent=6
scope\tid=6,name=\"b\",mod=0,parent=5
sym\tid=0,name=\"x\",scope=5,val=0xC000,seg=0,type=lab
");
    assert_eq!(
        reasons(&loaded),
        [(
            "the label has no name, or its scopes make it too long",
            1,
            21
        )]
    );
}

#[test]
fn old_versions_and_other_files_are_refused_clearly() {
    let error = refused("version\tmajor=1,minor=2\n", "game.dbg").to_string();
    assert!(error.contains("version 1.2"), "{error}");
    let error = refused("version\tmajor\n", "game.dbg").to_string();
    assert!(error.contains("no .dbg file"), "{error}");
}

/// Two lines, one of them inside a macro that the other uses, and C.
fn lines() -> SourceLines {
    let loaded = of("\
span\tid=0,seg=0,start=9,size=2
span\tid=1,seg=0,start=11,size=2
span\tid=2,seg=0,start=9,size=4
span\tid=3,seg=4,start=0,size=4
line\tid=0,file=1,line=11,type=2,count=1,span=0
line\tid=1,file=1,line=12,type=2,count=1,span=1
line\tid=2,file=1,line=15,span=2
line\tid=3,file=0,line=15,type=1,span=3
line\tid=4,file=0,line=20
");
    loaded.lines.expect("a dbg file has lines")
}

#[test]
fn an_address_gives_the_line_in_the_macro_and_then_the_one_that_uses_it() {
    let lines = lines();
    let found = lines.at(Space::Prg, 0xC00C);
    let found: Vec<_> = found.iter().map(|row| (row.line, row.kind)).collect();
    assert_eq!(found, [(12, LineKind::Macro), (15, LineKind::Asm)]);
}

#[test]
fn a_line_gives_its_bytes_by_any_end_of_the_files_path() {
    let lines = lines();
    for file in ["main.s", "MAIN.S", "src/main.s", "src\\main.s"] {
        let found = lines.of(file, 15);
        assert_eq!(found.len(), 1, "{file}");
        assert_eq!((found[0].span.start, found[0].kind), (0, LineKind::C));
    }
    assert!(lines.of("ain.s", 15).is_empty());
    assert!(lines.of("main.s", 20).is_empty());
    assert_eq!(lines.next_line("play, er.s", 1), Some(11));
    assert_eq!(lines.files().len(), 2);
}

#[test]
fn output_without_a_header_counts_from_its_first_byte() {
    let text = "version\tmajor=2,minor=0\n\
seg\tid=0,name=\"CODE\",start=0x008000,size=0x0012,type=ro,oname=\"prg.bin\",ooffs=0\n\
scope\tid=0,name=\"\",mod=0\n\
sym\tid=0,name=\"main\",scope=0,val=0x8002,seg=0,type=lab\n";
    let (_, loaded) = read(text, "game.dbg", &banked());
    assert_eq!(rows(&loaded), ["main prg:$00002 1"]);
}

#[test]
fn the_bank_of_a_segment_chooses_among_banks_of_cartridge_ram() {
    let text = "version\tmajor=2,minor=0\n\
seg\tid=0,name=\"SAVE1\",start=0x006000,size=0x100,type=rw,bank=1\n\
seg\tid=1,name=\"SAVE\",start=0x006000,size=0x100,type=rw\n\
scope\tid=0,name=\"\",mod=0\n\
sym\tid=0,name=\"second\",scope=0,val=0x6002,seg=0,type=lab\n\
sym\tid=1,name=\"any\",scope=0,val=0x6002,seg=1,type=lab\n";
    let memories = Memories::sized(0x1_0000, 0x2000, 0x8000);
    let (_, loaded) = read(text, "game.dbg", &target(memories));
    assert_eq!(rows(&loaded), ["second wram:$2002 1", "any $6002 1"]);
}
