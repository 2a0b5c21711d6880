//! Group `screen`.

use super::desk::Desk;

#[test]
fn the_screen_reads_as_text() {
    let mut desk = Desk::running();
    let reply = desk.ok("screen_text");
    assert_eq!(reply["offset"], 0);
    assert_eq!(
        reply["rows"][2].as_str().map(str::trim),
        Some("HELLO NESCOPE")
    );
    assert!(desk.text("scr ascii").contains("HELLO NESCOPE"));
    assert!(desk.text("scr hex").contains("48454C4C4F"));
}

#[test]
fn letters_are_found_at_another_offset() {
    use nescope::debugger::screen_text;
    let mut rows = vec![vec![0x24_u8; 32]; 30];
    for (column, letter) in b"PRESS START".iter().enumerate() {
        rows[10][column] = if *letter == b' ' { 0x24 } else { letter - 0x37 };
    }
    let offset = screen_text::guess_offset(&rows);
    assert_eq!(offset, 0x37);
    let text = screen_text::to_text(&rows, offset, screen_text::commonest(&rows));
    assert_eq!(text[10].trim_end(), "PRESS START");
}

#[test]
fn a_shot_is_written_scaled_and_overlaid() {
    let mut desk = Desk::running();
    let plain = desk.ok("screen_shot");
    let shot = desk.ok("screen_shot big.png scale=2 overlay=oam");
    assert_eq!(
        (&shot["width"], &shot["height"]),
        (&512.into(), &480.into())
    );
    assert_eq!(shot["path"], "big.png");
    assert_eq!(
        shot["sha256"], plain["sha256"],
        "the digest is of the game's picture"
    );
    let files = desk
        .files
        .lock()
        .expect("no test panics while it holds files");
    assert!(files["big.png"].starts_with(b"\x89PNG"));
}

#[test]
fn the_sprite_is_where_oam_says() {
    let mut desk = Desk::running();
    let attachments = desk.attachments("screen_shot");
    let decoder = png::Decoder::new(std::io::Cursor::new(&attachments[0].bytes));
    let mut reader = decoder.read_info().expect("the picture is a PNG");
    let mut pixels = vec![0; 256 * 240];
    reader
        .next_frame(&mut pixels)
        .expect("the picture is whole");
    let at = |x: usize, y: usize| pixels[y * 256 + x];
    let backdrop = at(5, 200);
    assert_eq!(at(0x80, 0x40), backdrop, "the first pixel of A is blank");
    assert_ne!(at(0x83, 0x40), backdrop, "the fourth is not");
}
