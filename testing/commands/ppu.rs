//! Group `ppu`.

use super::desk::Desk;
use serde_json::json;

#[test]
fn registers_are_decoded() {
    let mut desk = Desk::running();
    let ppu = desk.ok("ppu_registers");
    assert_eq!(ppu["nmi_enabled"], true);
    assert_eq!(ppu["background"], true);
    assert_eq!(ppu["sprite_height"], 8);
    assert_eq!(ppu["increment"], 1);
    assert_eq!(ppu["emphasis"], 0);
    assert_eq!((&ppu["scroll_x"], &ppu["scroll_y"]), (&0.into(), &0.into()));
}

#[test]
fn the_nametable_holds_the_text_that_was_drawn() {
    let mut desk = Desk::running();
    let reply = desk.ok("nt 0");
    let row = reply["tables"][0]["tiles"][2]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let text: String = row[2..15]
        .iter()
        .filter_map(|tile| tile.as_u64().map(|tile| char::from(tile as u8)))
        .collect();
    assert_eq!(text, "HELLO NESCOPE");
    assert_eq!(desk.ok("nt")["tables"].as_array().map(Vec::len), Some(4));
    assert_eq!(desk.ok("nametable index=1")["tables"][0]["address"], 0x2400);
}

#[test]
fn pictures_are_indexed_pngs_of_the_right_size() {
    let mut desk = Desk::running();
    let sizes = [
        ("nt all as=png", (512, 480)),
        ("nt 2 as=png", (256, 240)),
        ("chr 0", (128, 128)),
        ("screen_shot", (256, 240)),
    ];
    for (line, size) in sizes {
        let attachments = desk.attachments(line);
        assert_eq!(attachments.len(), 1, "{line}");
        assert_eq!(attachments[0].mime, "image/png");
        let decoder = png::Decoder::new(std::io::Cursor::new(&attachments[0].bytes));
        let reader = decoder.read_info().expect("the picture is a PNG");
        let info = reader.info();
        assert_eq!((info.width, info.height), size, "{line}");
        assert_eq!(info.color_type, png::ColorType::Indexed, "{line}");
    }
}

#[test]
fn pattern_tables_say_how_many_tiles_are_used() {
    let mut desk = Desk::running();
    assert_eq!(desk.ok("ppu_patterns 0")["used"], 2);
    assert_eq!(desk.ok("ppu_patterns 1")["used"], 0);
    let tiles = desk.ok("ppu_patterns rom 0 as=json")["tiles"].clone();
    assert_eq!(tiles[0x41][0], 0x18);
    assert_eq!(desk.code("ppu_patterns rom 2"), "out_of_range");
    assert_eq!(desk.code("ppu_patterns ram 0"), "out_of_range");
}

#[test]
fn sprites_are_decoded() {
    let mut desk = Desk::running();
    let oam = desk.ok("ppu_oam");
    assert_eq!(oam["visible"], 1);
    assert_eq!(oam["off_screen"], 63);
    let sprite = &oam["sprites"][0];
    assert_eq!((&sprite["x"], &sprite["y"]), (&0x80.into(), &0x3F.into()));
    assert_eq!(sprite["tile"], 0x41);
    assert_eq!(sprite["palette"], 6);
    assert_eq!(sprite["chr"], 0x410);
    assert_eq!(desk.ok("oam index=5")["sprites"][0]["i"], 5);
    assert_eq!(
        desk.ok("ppu_oam all")["sprites"].as_array().map(Vec::len),
        Some(64)
    );
}

#[test]
fn the_palette_has_colors() {
    let mut desk = Desk::running();
    let palette = desk.ok("ppu_palette");
    assert_eq!(palette["backdrop"], 0x0F);
    let first = json!({"address": 0x3F00, "index": 0x0F, "rgb": "#000000"});
    assert_eq!(palette["entries"][0], first);
    assert_eq!(palette["entries"].as_array().map(Vec::len), Some(32));
}

#[test]
fn hues_are_where_the_television_shows_them() {
    use nescope::debugger::colors::rgb;
    let [red, green, blue] = rgb(0x16);
    assert!(red > green && red > blue, "$16 is red");
    let [red, green, blue] = rgb(0x2A);
    assert!(green > red && green > blue, "$2A is green");
    let [red, green, blue] = rgb(0x12);
    assert!(blue > red && blue > green, "$12 is blue");
    let [red, green, blue] = rgb(0x28);
    assert!(red > blue && green > blue, "$28 is yellow");
    assert_eq!(rgb(0x0F), [0, 0, 0]);
    assert_eq!(rgb(0x20), rgb(0x30), "both whites are full");
    let [gray, dimmed] = [rgb(0x10)[1], rgb(0x10 | 1 << 6)[1]];
    assert!(dimmed < gray, "red emphasis dims green");
}
