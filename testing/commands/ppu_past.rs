//! Group `ppu`: views of the recent past, from replays of its frames.

use super::desk::Desk;
use crate::shared;
use serde_json::{Value, json};

/// Columns and lines of a sparse grid over the picture.
const COLUMN_STEP: usize = 37;
const LINE_STEP: usize = 29;

/// The picture on the screen as RGB.
fn picture(desk: &mut Desk) -> Vec<[u8; 3]> {
    decoded(desk, "screen_shot")
}

/// The picture of a reply as RGB.
fn decoded(desk: &mut Desk, line: &str) -> Vec<[u8; 3]> {
    let shot = desk.attachments(line).remove(0);
    let mut decoder = png::Decoder::new(std::io::Cursor::new(shot.bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("the picture is a PNG");
    let size = reader.output_buffer_size().expect("it is small");
    let mut bytes = vec![0; size];
    reader.next_frame(&mut bytes).expect("it has one picture");
    let (pixels, _) = bytes.as_chunks::<3>();
    pixels.to_vec()
}

/// Asks for pixels all over the picture and compares their colors with it.
fn check_pixels(desk: &mut Desk) -> Vec<Value> {
    let shown = picture(desk);
    let mut replies = Vec::new();
    for y in (1..240).step_by(LINE_STEP) {
        for x in (0..256).step_by(COLUMN_STEP) {
            let pixel = desk.ok(&format!("ppu_pixel {x} {y}"));
            let [red, green, blue] = shown[y * 256 + x];
            let color = format!("#{red:02X}{green:02X}{blue:02X}");
            assert_eq!(pixel["rgb"], color, "{x},{y}");
            replies.push(pixel);
        }
    }
    replies
}

#[test]
fn pixels_have_the_colors_of_the_picture() {
    let mut desk = Desk::running();
    check_pixels(&mut desk);
}

#[test]
fn pixels_of_a_split_and_banked_picture_have_its_colors_and_lie_in_chr() {
    let Some(roms) = shared::roms() else {
        return;
    };
    for name in ["hello_mmc3.nes", "super-tilt-bro.nes"] {
        let bytes = std::fs::read(roms.join("games").join(name)).expect("the corpus holds it");
        let mut desk = Desk::empty();
        desk.file(name, &bytes);
        desk.ok(&format!("machine_load {name}"));
        desk.ok("run_frames 300 timeout_ms=600000");
        for pixel in check_pixels(&mut desk) {
            let low = &pixel["background"]["low"];
            let space = low["space"].as_str().unwrap_or("none");
            assert!(["chr", "chrram"].contains(&space), "{name}: {space}");
            let offset = low["offset"].as_u64().expect("a number");
            let line = format!("memory_read {space}:${offset:X} 1");
            assert_eq!(desk.ok(&line)["bytes"][0], low["value"], "{line}");
        }
    }
}

#[test]
fn a_letter_is_traced_to_its_nametable_palette_and_pattern() {
    let mut desk = Desk::running();
    let pixel = desk.ok("px 26 18");
    let background = &pixel["background"];
    let nametable = json!({"address": 0x2043, "space": "nt", "offset": 0x43, "value": 0x45});
    assert_eq!(background["nametable"], nametable);
    assert_eq!(background["row"], 2);
    assert_eq!(background["column"], 2);
    assert_eq!(background["low"]["address"], 0x452);
    assert_eq!(background["low"]["space"], "chr");
    assert_eq!(pixel["frame"], 9);
}

#[test]
fn a_sprite_wins_where_it_is_opaque() {
    let mut desk = Desk::running();
    let columns = (0x80..0x88).map(|x| desk.ok(&format!("gxpixel {x} 64")));
    let pixels: Vec<_> = columns.collect();
    for pixel in &pixels {
        let sprite = &pixel["sprites"][0];
        assert_eq!((&sprite["i"], &sprite["slot"]), (&0.into(), &0.into()));
        assert_eq!((&sprite["row"], &sprite["palette"]), (&0.into(), &6.into()));
        let opaque = sprite["opaque"] == true;
        assert_eq!(pixel["winner"] == "sprite", opaque);
        assert_eq!(pixel["winner_sprite"] == 0, opaque);
    }
    assert!(pixels.iter().any(|pixel| pixel["winner"] == "sprite"));
    let beside = desk.ok("ppu_pixel 127 64");
    assert_eq!(beside["sprites"], json!([]));
}

/// Writes the sprite page that the program copies to OAM in each NMI.
fn place_sprites(desk: &mut Desk, sprites: &[(usize, [u8; 4])]) {
    for (i, bytes) in sprites {
        let [y, tile, attributes, x] = bytes;
        let address = 0x200 + i * 4;
        desk.ok(&format!(
            "memory_write ${address:X} [{y},{tile},{attributes},{x}]"
        ));
    }
    desk.ok("run_frames 2");
}

/// NESdev: PPU sprite evaluation, "Sprite overflow bug".
#[test]
fn the_ninth_sprite_overflows_and_the_search_can_be_mistaken() {
    let mut desk = Desk::running();
    let row = |i: usize| (i, [100, 0x41, 0, 8 * i as u8]);
    let nine: Vec<_> = (0..9).map(row).collect();
    place_sprites(&mut desk, &nine);
    let line = desk.ok("ppu_sprite_line 105");
    assert_eq!(line["chosen"].as_array().map(Vec::len), Some(8));
    assert_eq!(line["left_out"], json!([8]));
    let overflow = json!({"i": 8, "byte": 0, "dot": 130, "mistaken": false});
    assert_eq!(line["overflow"], overflow);
    assert_eq!(line["chosen"][3]["row"], 4);
    assert_eq!(line["secondary"][12], 100);
    let above = desk.ok("spr 100");
    assert_eq!(above["in_range"], json!([]));

    // The ninth is out of range; of the tenth, the tile number is taken for a Y.
    let mut mistaken = nine.clone();
    mistaken[8].1[0] = 200;
    mistaken.push((9, [200, 101, 0, 0]));
    place_sprites(&mut desk, &mistaken);
    let line = desk.ok("ppu_sprite_line 105");
    assert_eq!(line["overflow"]["mistaken"], true);
    assert_eq!(
        (&line["overflow"]["i"], &line["overflow"]["byte"]),
        (&9.into(), &1.into())
    );
    assert_eq!(line["left_out"], json!([]));

    // The ninth is further down OAM, where the search looks at another byte.
    let mut missed = nine;
    missed[8] = (10, [100, 0x41, 0, 0]);
    missed.push((8, [200, 0, 0, 0]));
    missed.push((9, [200, 0, 0, 0]));
    place_sprites(&mut desk, &missed);
    let line = desk.ok("ppu_sprite_line 105");
    assert_eq!(line["overflow_missed"], true, "{line}");
    assert_eq!(line["left_out"], json!([10]));
}

#[test]
fn the_scroll_is_told_by_spans_and_by_lines() {
    let mut desk = Desk::running();
    let scroll = desk.ok("ppu_scroll lines");
    assert_eq!(scroll["splits"], json!([]));
    assert_eq!(scroll["spans"][0]["last"], 239);
    assert_eq!(scroll["lines"].as_array().map(Vec::len), Some(240));
    assert_eq!(scroll["lines"][17]["v"], 0x1040);
    assert!(desk.ok("ppu_scroll")["lines"].is_null());
}

#[test]
fn the_pipeline_names_the_fetch_of_the_next_dot() {
    let mut desk = Desk::running();
    let rows = [
        (50, 9, "nametable", false),
        (50, 12, "attribute", true),
        (50, 14, "background_low", true),
        (50, 264, "sprite_high", true),
        (50, 339, "nametable", false),
        (245, 9, "none", false),
    ];
    for (line, dot, fetch, reads) in rows {
        desk.ok(&format!("run_dots scanline={line} dot={dot}"));
        let pipeline = desk.ok("gx");
        assert_eq!(
            (&pipeline["scanline"], &pipeline["dot"]),
            (&line.into(), &dot.into())
        );
        assert_eq!(pipeline["bus"]["fetch"], fetch, "{line}:{dot}");
        assert_eq!(pipeline["bus"]["reads"], reads, "{line}:{dot}");
        assert_eq!(pipeline["units"].as_array().map(Vec::len), Some(8));
    }
}

#[test]
fn nametables_are_seen_at_a_moment_of_a_recent_frame() {
    let mut desk = Desk::running();
    let now = desk.ok("ppu_nametable 0");
    assert_eq!(
        desk.ok("ppu_nametable 0 at=f9:l100")["tables"],
        now["tables"]
    );
    assert_eq!(desk.ok("ppu_nametable 0 at=last")["tables"], now["tables"]);
    let early = desk.ok("ppu_nametable 0 at=f0");
    assert_ne!(
        early["tables"], now["tables"],
        "nothing was drawn at power-on"
    );
    assert_eq!(desk.code("ppu_nametable 0 at=f9:l300"), "out_of_range");
    let framed = desk.attachments("nt 0 as=png").remove(0).bytes;
    let plain = desk.attachments("nt 0 as=png no_viewport").remove(0).bytes;
    assert_ne!(framed, plain);
}

/// The demo's field scrolls below a bar that does not: the picture shows two parts.
#[test]
fn the_edge_of_the_screen_follows_the_splits() {
    let mut desk = Desk::empty();
    desk.ok("machine_load demo");
    desk.ok("run_frames 60");
    desk.ok("input_seq \"T*4 R*90\" then=go timeout_ms=60000");
    let scroll = desk.ok("ppu_scroll");
    let field = &scroll["spans"][1];
    assert_eq!(field["first"], 29);
    let x = field["x"].as_u64().expect("a number") as usize;
    let framed = decoded(&mut desk, "nt all as=png");
    let plain = decoded(&mut desk, "nt all as=png no_viewport");
    let marked = |x: usize, y: usize| framed[y * 512 + x] != plain[y * 512 + x];
    assert!(
        marked(255, 10),
        "the bar ends at the first nametable's edge"
    );
    assert!(!marked(0, 100), "the field does not begin there");
    assert!(marked(x, 100) && marked(x + 255, 100));
}

#[test]
fn pictures_are_written_where_a_path_says() {
    let mut desk = Desk::running();
    for line in ["nt 0", "chr 0", "oam", "pal"] {
        let reply = desk.ok(&format!("{line} path=drawn"));
        assert_eq!(reply["path"], "drawn.png", "{line}");
        let files = desk
            .files
            .lock()
            .expect("no test panics while it holds files");
        assert!(files["drawn.png"].starts_with(b"\x89PNG"), "{line}");
    }
    assert_eq!(desk.attachments("pal png").len(), 1);
    assert_eq!(desk.attachments("pal").len(), 0);
}

#[test]
fn frames_that_are_not_kept_are_refused_with_a_code() {
    let mut desk = Desk::new();
    assert_eq!(desk.code("ppu_pixel 0 0"), "no_frame");
    assert_eq!(desk.code("ppu_events"), "no_frame");
    assert_eq!(desk.code("ppu_pixel 0 0 f7"), "frame_not_kept");
    assert_eq!(desk.code("ppu_pixel 0 200 now"), "not_drawn");
    assert_eq!(desk.code("ppu_scroll @mark"), "bad_value");
    assert_eq!(desk.code("ppu_scroll -5f"), "out_of_range");
    desk.ok("run_frames 200");
    assert_eq!(desk.code("ppu_sprite_line 9 f3"), "frame_not_kept");
    let pixel = desk.ok("ppu_pixel 5 5 -3f");
    assert_eq!(pixel["frame"], 197);
}
