//! Real games reach play with scripted input: pictures that were looked at, by their digests,
//! and facts in RAM.

use super::desk::Desk;
use crate::shared;

/// A desk with a game of the corpus, or `None` (said aloud) without it.
fn game(name: &str) -> Option<Desk> {
    let path = shared::roms()?.join("games").join(name);
    let bytes = std::fs::read(&path).expect("the corpus holds the game");
    let mut desk = Desk::empty();
    desk.file(name, &bytes);
    desk.ok(&format!("machine_load {name}"));
    Some(desk)
}

fn play(desk: &mut Desk, script: &str) {
    let stop = desk.ok(&format!("input_seq \"{script}\" then=go timeout_ms=600000"));
    assert_eq!(stop["reason"], "done", "{script}");
}

fn byte(desk: &mut Desk, address: &str) -> u64 {
    let reply = desk.ok(&format!("memory_read {address} 1"));
    reply["bytes"][0].as_u64().unwrap_or(0)
}

fn picture(desk: &mut Desk) -> String {
    let shot = desk.ok("screen_shot");
    shot["sha256"].as_str().unwrap_or_default().to_string()
}

/// Through title, file select and story to the first level: Nova stands between a sign post
/// and a tree, a sky-blue scene with a score of two digits over her head.
#[test]
fn nova_the_squirrel_reaches_its_first_level_and_runs_to_the_right() {
    let Some(mut desk) = game("novathesquirrel.nes") else {
        return;
    };
    desk.ok("run_frames 200 timeout_ms=600000");
    play(
        &mut desk,
        "T*4 .*80 T*4 .*80 A*4 .*60 A*4 .*60 A*4 .*60 T*4 .*100",
    );
    play(&mut desk, "T*4 .*200 A*4 .*60");
    play(&mut desk, "A*4 .*60 A*4 .*60 A*4 .*60 A*4 .*60 A*4 .*100");
    let before = byte(&mut desk, "ram:$21B");
    play(&mut desk, "R*48");
    assert_eq!(
        byte(&mut desk, "ram:$21B") - before,
        78,
        "a sprite of hers moved right"
    );
    assert_eq!(
        picture(&mut desk),
        "13b10388b7b96b3e148ccc59842b02bff6e24cd9d7d8f3a05e476c743cb7ed76"
    );
    assert_eq!(desk.ok("cartridge_mapper")["mapper"], 1);
}

/// The bank demonstration with its line-by-line wobble from the scanline IRQ; a green ball
/// follows the controller.
#[test]
fn hello_mmc3_splits_its_screen_and_moves_its_ball() {
    let Some(mut desk) = game("hello_mmc3.nes") else {
        return;
    };
    desk.ok("run_frames 200 timeout_ms=600000");
    assert_eq!(byte(&mut desk, "oam:3"), 79);
    play(&mut desk, "R*30");
    assert_eq!(byte(&mut desk, "oam:3"), 108);
    play(&mut desk, "A*10 .*30");
    assert_eq!(
        picture(&mut desk),
        "c51eef5e35976c2bfe8ae3dc0a22fec450df091ec3f7c13f1144386a538894c6"
    );
    let mapper = desk.ok("cartridge_mapper");
    assert_eq!(mapper["mapper"], 4);
    assert_eq!(mapper["mirroring"], "horizontal");
}
