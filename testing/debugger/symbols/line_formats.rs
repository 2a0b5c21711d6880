//! The line formats: mlb, nl, sym, fns, VICE labels; and finding out which one it is.

use super::{banked, label, read, reasons, refused, rows, whole};
use nescope::{
    debugger::symbols::formats::{self, Format, SymbolError, detect},
    nes::event::Space,
};

#[test]
fn mlb_names_memories_with_ranges_and_comments() {
    let text = "\
NesPrgRom:C123:Main:first line\\nsecond: line
NesInternalRam:0010-0013:Score
NesWorkRam:0100:Saved
NesChrRom:0040:Tile
NesMemory:2000:PPU_CTRL
P:8000:Old
R:7F0:Stack
G:0075:Lives
";
    let (format, loaded) = read(text, "game.mlb", &banked());
    assert_eq!(format, Format::Mlb);
    assert_eq!(
        rows(&loaded),
        [
            "Main prg:$0C123 1",
            "Score ram:$0010 4",
            "Saved wram:$0100 1",
            "Tile chr:$00040 1",
            "PPU_CTRL $2000 1",
            "Old prg:$08000 1",
            "Stack ram:$07F0 1",
            "Lives ram:$0075 1",
        ]
    );
    let comment = label(&loaded, "Main").comment.as_deref();
    assert_eq!(comment, Some("first line\nsecond: line"));
    assert!(loaded.skipped.rows().is_empty());
}

#[test]
fn mlb_lines_that_name_nothing_are_counted_by_reason() {
    let text = "\
P:0000:Start
P:0001::only a comment
P:0002::another
Q:0000:Wrong
SnesPrgRom:0:Wrong
P:20000:Outside
P:12-10:Backwards
P:zz:NoNumber
nonsense
P:0005:Start
P:0000:Start
P:0006:a\u{1}b
";
    let (_, loaded) = read(text, "game.mlb", &banked());
    assert_eq!(rows(&loaded), ["Start prg:$00000 1"]);
    assert_eq!(
        reasons(&loaded),
        [
            ("a comment without a name", 2, 2),
            ("the memory is none of the NES", 2, 4),
            ("the address is outside its memory", 1, 6),
            (
                "the offset is not hexadecimal, or ends before it begins",
                2,
                7
            ),
            ("the line is not memory:offset:name", 1, 9),
            ("the name stands for another address already", 1, 10),
            ("the same label again", 1, 11),
            (
                "the name has control characters, quotes or backquotes",
                1,
                12
            ),
        ]
    );
    assert_eq!(loaded.skipped.rows()[0].text, "P:0001::only a comment");
}

/// FCEUX help: .nl files format.
#[test]
fn nl_takes_the_bank_from_the_files_name() {
    let text = "\
$C000#NewName1#Comment1
$C002##Comment2
$C006#NewName3#Part1
\\Part2
\\Part3
$8008/10#Table#
";
    let (format, loaded) = read(text, "game.nes.3.nl", &banked());
    assert_eq!(format, Format::Nl);
    assert_eq!(
        rows(&loaded),
        [
            "NewName1 prg:$0C000 1",
            "NewName3 prg:$0C006 1",
            "Table prg:$0C008 16"
        ]
    );
    assert_eq!(label(&loaded, "NewName1").cpu, Some(0xC000));
    let comment = label(&loaded, "NewName3").comment.as_deref();
    assert_eq!(comment, Some("Part1\nPart2\nPart3"));
    assert_eq!(reasons(&loaded), [("a comment without a name", 1, 2)]);
    let (_, loaded) = read("$8000#A#\n", "game.nes.F.nl", &banked());
    assert_eq!(
        reasons(&loaded),
        [("the address is outside its memory", 1, 1)]
    );
}

#[test]
fn nl_of_ram_names_work_and_cartridge_ram() {
    let text = "$0075#Lives#\n$6010#Saved#\n$2000#PPUCTRL#\n";
    let (_, loaded) = read(text, "game.nes.ram.nl", &banked());
    assert_eq!(
        rows(&loaded),
        ["Lives ram:$0075 1", "Saved wram:$0010 1", "PPUCTRL $2000 1"]
    );
}

#[test]
fn wla_symbols_have_sections_banks_and_comments() {
    let text = "\
; this file was created with wlalink
[labels]
00:8000 Start ; here
03:a010 Banked
00:0300 Buffer
[definitions]
00000005 LIMIT
[source files]
0000 01234567 main.s
";
    let (format, loaded) = read(text, "game.sym", &banked());
    assert_eq!(format, Format::Sym);
    assert_eq!(
        rows(&loaded),
        [
            "Start prg:$00000 1",
            "Banked prg:$0E010 1",
            "Buffer ram:$0300 1"
        ]
    );
    assert_eq!(
        reasons(&loaded),
        [
            ("a definition, which is a number and no address", 1, 7),
            ("a section without labels", 1, 9),
        ]
    );
}

#[test]
fn wla_banks_are_8_kib_when_larger_ones_would_not_fit() {
    let text = "[labels]\n07:a010 Last\n01:8000 Second\n";
    let (_, loaded) = read(text, "game.sym", &banked());
    assert_eq!(rows(&loaded), ["Last prg:$0E010 1", "Second prg:$02000 1"]);
}

#[test]
fn nesasm_symbols_are_names_and_addresses() {
    let text = "; NESASM\nReset = $C000\nLives  =  $0075 ; how many\nPi = 3\nnothing\n";
    let (format, loaded) = read(text, "game.fns", &whole());
    assert_eq!(format, Format::Fns);
    assert_eq!(rows(&loaded), ["Reset prg:$04000 1", "Lives ram:$0075 1"]);
    assert_eq!(label(&loaded, "Lives").comment.as_deref(), Some("how many"));
    assert_eq!(
        reasons(&loaded),
        [
            ("the address is not $ and hexadecimal digits", 1, 4),
            ("the line is not name = $address", 1, 5),
        ]
    );
}

#[test]
fn vice_labels_leave_out_what_the_linker_made() {
    let text = "\
al 00C000 .main
al C:c010 .play
al 000010 .__BSS_SIZE__
al 000300 .__BSS_RUN__
al 00C006 .@loop
al 00C020 .@loop
break main
";
    let (format, loaded) = read(text, "game.lbl", &whole());
    assert_eq!(format, Format::Vice);
    assert_eq!(
        rows(&loaded),
        [
            "main prg:$04000 1",
            "play prg:$04010 1",
            "@loop prg:$04006 1"
        ]
    );
    assert_eq!(
        reasons(&loaded),
        [
            ("a size or bound that the linker made, no label", 2, 3),
            ("the name stands for another address already", 1, 6),
            ("the line is not al address .name", 1, 7),
        ]
    );
}

#[test]
fn cpu_addresses_of_banked_rom_stay_cpu_addresses() {
    let (_, loaded) = read("al 00C000 .main\n", "game.lbl", &banked());
    assert_eq!(rows(&loaded), ["main $C000 1"]);
}

#[test]
fn an_offset_moves_prg_labels_only() {
    let mut target = banked();
    target.offset = 0x4000;
    let (_, loaded) = read("P:10:Code\nR:10:Data\n", "bank1.mlb", &target);
    assert_eq!(rows(&loaded), ["Code prg:$04010 1", "Data ram:$0010 1"]);
    target.offset = -1;
    let (_, loaded) = read("P:0:Code\n", "bank1.mlb", &target);
    assert_eq!(
        reasons(&loaded),
        [("the address is outside its memory", 1, 1)]
    );
}

#[test]
fn formats_are_found_by_content_and_then_by_name() {
    for (text, name, format) in [
        ("\n\nP:0:Main\n", "x.txt", Some(Format::Mlb)),
        ("$C000#Main#\n", "x.txt", Some(Format::Nl)),
        ("version\tmajor=2,minor=0\n", "x.txt", Some(Format::Dbg)),
        ("01:8000 Main\n", "x.txt", Some(Format::Sym)),
        ("Main = $8000\n", "x.txt", Some(Format::Fns)),
        ("al 8000 .Main\n", "x.sym", Some(Format::Vice)),
        ("{}", "x.txt", Some(Format::Json)),
        ("", "x.fns", Some(Format::Fns)),
        ("", "x.nes.ram.NL", Some(Format::Nl)),
        ("hello\n", "x.txt", None),
        ("hello\n", "x", None),
    ] {
        assert_eq!(detect(text, name), format, "{text} in {name}");
    }
}

#[test]
fn what_can_not_be_read_at_all_says_what_to_do() {
    assert!(matches!(refused("hello", "x.txt"), SymbolError::Unknown));
    let elf = refused("\u{7F}ELF\u{1}", "game.elf");
    assert!(elf.to_string().contains("ld65 -Ln"), "{elf}");
    let huge = vec![b' '; formats::MOST_BYTES + 1];
    let error = formats::load(&huge, "x.mlb", None, &banked());
    assert!(matches!(error, Err(SymbolError::TooLarge(_))));
}

#[test]
fn latin_letters_of_old_files_do_not_stop_the_others() {
    let text = b"P:0:Caf\xE9\nP:1:Next\n";
    let (_, loaded) = formats::load(text, "x.mlb", None, &banked()).expect("it is read");
    assert_eq!(loaded.labels.len(), 2);
    assert_eq!(loaded.labels[1].space, Space::Prg);
}
