//! A game's own tests in a build server: expressions, a report, picture and state of failures.

use super::program::Folder;
use nescope::{
    debugger::assembler,
    nes::{cartridge::Rom, machine::Machine, options::PowerOptions},
};
use std::{fs, path::Path, process::Command, sync::Arc};

/// Counts frames at `$10`, shows one more color each, and says at `$11` that it is done.
const GAME: &str = "
.inesprg 1
.ineschr 1
.org $C000
reset:  sei
        ldx #$FF
        txs
@warm1: bit $2002
        bpl @warm1
@warm2: bit $2002
        bpl @warm2
        lda #$80
        sta $2000
loop:   jmp loop
nmi:    inc $10
        lda #$3F
        sta $2006
        lda #0
        sta $2006
        lda $10
        sta $2007
        ldx #0
        stx $2006
        stx $2006
        cmp #30
        bne irq
        sta $11
irq:    rti
.org $FFFA
        .word nmi, reset, irq
.chr 0
        .res 16
";

const FRAMES_AT: u16 = 0x10;

/// Runs `nescope test` on the game with a report and artifacts; its exit code and the report.
fn test(folder: &Folder, words: &[&str]) -> (Option<i32>, String) {
    let image = assembler::assemble(GAME).expect("the game assembles");
    folder.write("game.nes", image.bytes);
    fs::create_dir_all(folder.path().join("kept")).expect("the folder is writable");
    let status = Command::new(env!("CARGO_BIN_EXE_nescope"))
        .current_dir(folder.path())
        .args([
            "test",
            "game.nes",
            "--junit",
            "out.xml",
            "--artifacts",
            "kept",
        ])
        .args(words)
        .output()
        .expect("the program starts")
        .status;
    let report = fs::read_to_string(folder.path().join("out.xml"));
    (status.code(), report.expect("there is a report"))
}

fn kept(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path().join("kept")).expect("the folder is there");
    let names = entries.map(|entry| entry.expect("it can be read").file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into()).collect();
    names.sort();
    names
}

/// The game as it is in a kept state.
fn restored(folder: &Path) -> Machine {
    let image = fs::read(folder.join("game.nes")).expect("the game is there");
    let rom = Arc::new(Rom::parse(&image).expect("the game is a ROM"));
    let machine = Machine::power_on(rom, PowerOptions::default());
    let mut machine = machine.expect("the board is known");
    let state = fs::read(folder.join("kept/game.nes.state")).expect("the state is kept");
    machine.load(&state).expect("the state is one of the game");
    machine
}

#[test]
fn a_game_that_says_it_is_done_passes_and_leaves_nothing() {
    let folder = Folder::new();
    let (code, report) = test(&folder, &["--pass", "[$11] == 30", "--max-frames", "60"]);
    assert_eq!(code, Some(0), "{report}");
    assert!(
        report.contains("tests=\"1\" failures=\"0\" errors=\"0\""),
        "{report}"
    );
    assert!(kept(&folder).is_empty());
}

#[test]
fn a_failure_is_kept_with_its_picture_and_state() {
    let folder = Folder::new();
    let words = [
        "--pass",
        "[$11] == 30",
        "--fail",
        "[$10] == 20",
        "--max-frames",
        "60",
    ];
    let (code, report) = test(&folder, &words);
    assert_eq!(code, Some(1), "{report}");
    assert!(report.contains("failures=\"1\""), "{report}");
    assert!(report.contains("fail: [$10] == 20"), "{report}");
    assert!(
        report.contains("game.nes.png") && report.contains("game.nes.state"),
        "{report}"
    );
    assert_eq!(kept(&folder), ["game.nes.png", "game.nes.state"]);
    assert_eq!(restored(folder.path()).peek(FRAMES_AT), 20);
    let picture = fs::read(folder.path().join("kept/game.nes.png"));
    let picture = picture.expect("the picture is kept");
    assert!(picture.starts_with(b"\x89PNG"));
    // The backdrop is the color of the frame before: the picture was drawn.
    let color = nescope::debugger::colors::rgb(19);
    let drawn = picture.windows(3).any(|bytes| bytes == color);
    assert!(drawn, "the palette holds the backdrop");
}

#[test]
fn frames_used_up_are_a_failure_that_is_kept() {
    let folder = Folder::new();
    let (code, report) = test(&folder, &["--pass", "[$11] == 30", "--max-frames", "15"]);
    assert_eq!(code, Some(1), "{report}");
    assert!(report.contains("hang: no condition held"), "{report}");
    assert_eq!(kept(&folder), ["game.nes.png", "game.nes.state"]);
    assert_eq!(restored(folder.path()).position().frame, 15);
}

#[test]
fn an_expression_that_does_not_read_is_no_verdict() {
    let folder = Folder::new();
    folder.write(
        "game.nes",
        assembler::assemble(GAME).expect("the game assembles").bytes,
    );
    let output = Command::new(env!("CARGO_BIN_EXE_nescope"))
        .current_dir(folder.path())
        .args(["test", "game.nes", "--pass", "[$11 == "])
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(6), "{output:?}");
}
