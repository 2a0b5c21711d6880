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
    let offset = screen_text::guess_offset(&rows).offset;
    assert_eq!(offset, 0x37);
    let text = screen_text::to_text(&rows, offset, screen_text::commonest(&rows));
    assert_eq!(text[10].trim_end(), "PRESS START");
}

#[test]
fn plain_ascii_wins_over_the_tiles_of_drawings() {
    use nescope::debugger::screen_text;
    let mut rows = vec![vec![0_u8; 32]; 30];
    for (row, digit) in rows.iter_mut().take(6).zip(b"012345") {
        row[1..6].copy_from_slice(&[0x42, 0x41, 0x4E, 0x4B, *digit]);
        row[20..24].copy_from_slice(&[0xD0, 0xD2, 0xD1, 0xD3]);
    }
    let guess = screen_text::guess_offset(&rows);
    assert_eq!(guess.offset, 0);
    assert_eq!(guess.runner_up, None, "nothing gives more letters");
    for row in &mut rows[10..16] {
        row[4..12].copy_from_slice(&b"NEWTUNES".map(|letter| letter.wrapping_add(0x7B)));
    }
    let guess = screen_text::guess_offset(&rows);
    assert_eq!((guess.offset, guess.runner_up.is_some()), (0, true));
    let mut desk = Desk::running();
    let shifted = desk.ok("screen_text offset=1 crop=2,2,5,1");
    assert_eq!(shifted["rows"][0], "IFMMP");
    assert_eq!(desk.code("screen_text hex offset=1"), "bad_value");
}

#[test]
fn the_form_of_a_file_follows_its_extension() {
    let mut desk = moving();
    assert_eq!(desk.code("screen_shot x.jpg"), "bad_value");
    assert_eq!(desk.code("ppu_patterns path=x.gif"), "bad_value");
    let film = desk.ok("screen_gif auto.gif frames=4");
    assert_eq!((&film["as"], &film["every"]), (&"gif".into(), &2.into()));
    assert_eq!(desk.ok("screen_gif auto.png frames=2")["as"], "apng");
    assert_eq!(
        desk.code("screen_gif auto.gif as=y4m frames=2"),
        "bad_value"
    );
    assert_eq!(desk.code("screen_gif auto.mp4 frames=2"), "bad_value");
    desk.ok("cartridge_export q.ips");
    let files = desk.files.lock().expect("no test panics here");
    assert!(files["q.ips"].starts_with(b"PATCH"));
    assert!(files["auto.gif"].starts_with(b"GIF89a"));
}

#[test]
fn an_animation_that_ends_before_it_begins_is_refused() {
    let mut desk = moving();
    let last = desk.ok("screen_gif frames=1")["last"].as_u64().unwrap_or(0);
    let line = format!("screen_gif from=f{last} to=f{}", last - 2);
    assert_eq!(desk.code(&line), "bad_value");
    assert!(desk.text("screen_gif frames=1").contains(": 1 picture, "));
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

/// Reads the stills of an APNG: the whole canvas after each, and its delay.
fn apng(file: &[u8]) -> (Vec<Vec<u8>>, Vec<(u16, u16)>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::IDENTITY);
    let mut reader = decoder.read_info().expect("the file is a PNG");
    let count = reader
        .info()
        .animation_control()
        .map_or(1, |row| row.num_frames);
    let (width, height) = reader.info().size();
    let mut canvas = vec![0; (width * height) as usize];
    let (mut stills, mut delays) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let mut part = vec![0; canvas.len()];
        reader.next_frame(&mut part).expect("the frame is whole");
        let place = *reader
            .info()
            .frame_control()
            .expect("the frame has a place");
        for row in 0..place.height {
            for column in 0..place.width {
                let to = (place.y_offset + row) * width + place.x_offset + column;
                canvas[to as usize] = part[(row * place.width + column) as usize];
            }
        }
        stills.push(canvas.clone());
        delays.push((place.delay_num, place.delay_den));
    }
    (stills, delays)
}

/// A running desk whose sprite moves a pixel to the right each frame.
fn moving() -> Desk {
    let mut desk = Desk::running();
    for x in 0x81..0x89 {
        desk.ok(&format!("memory_write $0203 {x}"));
        desk.ok("run_frames 1");
    }
    desk
}

#[test]
fn an_apng_shows_each_frame_for_its_exact_time() {
    let mut desk = moving();
    let reply = desk.ok("screen_gif film frames=6");
    assert_eq!(
        (&reply["pictures"], &reply["stills"]),
        (&6.into(), &6.into())
    );
    assert_eq!(reply["path"], "film.png");
    let file = desk.files.lock().expect("no test panics here")["film.png"].clone();
    let (stills, delays) = apng(&file);
    assert_eq!(stills.len(), 6);
    assert!(
        delays.iter().all(|&delay| delay == (1000, 60_099)),
        "{delays:?}"
    );
    let first = |still: &Vec<u8>, y: usize| {
        let row = &still[y * 256..(y + 1) * 256];
        row.iter().position(|&pixel| pixel != row[0])
    };
    let places: Vec<_> = stills
        .iter()
        .filter_map(|still| first(still, 0x41))
        .collect();
    let steps: Vec<_> = places.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(
        steps, [1; 5],
        "the sprite moves a pixel a frame: {places:?}"
    );
}

#[test]
fn the_last_still_of_an_animation_is_the_last_picture() {
    let mut desk = moving();
    let attachments = desk.attachments("screen_gif frames=4");
    let (stills, _) = apng(&attachments[0].bytes);
    let shot = desk.attachments("screen_shot");
    let (now, _) = {
        let decoder = png::Decoder::new(std::io::Cursor::new(&shot[0].bytes));
        let mut reader = decoder.read_info().expect("the picture is a PNG");
        let mut pixels = vec![0; 256 * 240];
        reader
            .next_frame(&mut pixels)
            .expect("the picture is whole");
        (pixels, ())
    };
    let shape =
        |pixels: &[u8]| -> Vec<bool> { pixels.iter().map(|&pixel| pixel != pixels[0]).collect() };
    assert!(
        shape(&stills[3]) == shape(&now),
        "the same pixels are drawn"
    );
}

#[test]
fn frames_in_which_nothing_changes_are_one_still() {
    let mut desk = Desk::running();
    desk.ok("run_frames 10");
    let reply = desk.ok("screen_gif frames=8");
    assert_eq!(
        (&reply["pictures"], &reply["stills"]),
        (&8.into(), &1.into())
    );
}

#[test]
fn a_gif_of_every_second_frame_keeps_its_speed() {
    let mut desk = moving();
    let attachments = desk.attachments("screen_gif as=gif frames=8");
    let mut decoder = gif::DecodeOptions::new();
    decoder.set_color_output(gif::ColorOutput::Indexed);
    let mut reader = decoder
        .read_info(attachments[0].bytes.as_slice())
        .expect("the file is a GIF");
    assert!(reader.global_palette().is_some());
    let mut delays = Vec::new();
    while let Some(frame) = reader.read_next_frame().expect("the frames are whole") {
        delays.push(frame.delay);
    }
    assert_eq!(delays, [3, 4, 3, 3], "13.3 hundredths in all");
    let slow = desk.ok("screen_gif as=gif frames=4 every=1");
    assert_eq!(slow["seconds"], 0.08);
    assert!(
        desk.text("screen_gif as=gif frames=4 every=1")
            .contains("every=2 keeps")
    );
}

#[test]
fn raw_video_has_a_header_and_three_planes_a_frame() {
    let mut desk = moving();
    let reply = desk.ok("screen_gif v.y4m y4m frames=3 crop=0,0,16,8");
    assert_eq!(reply["width"], 16);
    let file = desk.files.lock().expect("no test panics here")["v.y4m"].clone();
    let header = b"YUV4MPEG2 W16 H8 F60099:1000 Ip A8:7 C444\n";
    assert!(file.starts_with(header));
    assert_eq!(file.len(), header.len() + 3 * (6 + 3 * 16 * 8));
}

#[test]
fn an_animation_of_what_is_not_kept_is_refused() {
    let mut desk = Desk::running();
    assert_eq!(desk.code("screen_gif from=f50"), "frame_not_kept");
    assert_eq!(
        desk.ok("screen_gif frames=3600")["first"],
        0,
        "all there are"
    );
    assert_eq!(desk.code("screen_gif crop=0,0,0,0"), "out_of_range");
    assert_eq!(desk.code("screen_gif crop=1,2"), "bad_value");
    assert_eq!(Desk::new().code("screen_gif"), "no_frame");
    desk.ok("run_frames 150");
    assert_eq!(desk.code("screen_gif frames=150"), "frame_not_kept");
}

#[test]
fn a_difference_boxes_the_sprite_that_moved() {
    let mut desk = Desk::running();
    desk.ok("screen_shot keep=before");
    desk.ok("memory_write $0203 $C0");
    desk.ok("run_frames 2");
    let reply = desk.ok("screen_diff before");
    assert_eq!(reply["a"], "picture before");
    assert_eq!(reply["regions"], 2, "where it was and where it is");
    let boxes: Vec<(u64, u64)> = reply["boxes"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|row| {
            (
                row["x"].as_u64().unwrap_or(0),
                row["y"].as_u64().unwrap_or(0),
            )
        })
        .collect();
    assert!(
        boxes.contains(&(0x81, 0x40)) && boxes.contains(&(0xC1, 0x40)),
        "{boxes:?}"
    );
    assert_eq!(desk.attachments("screen_diff before").len(), 1);
    assert_eq!(desk.ok("screen_diff now")["pixels"], 0);
    assert!(desk.text("screen_diff last").ends_with("are equal"));
    assert_eq!(desk.ok("screen_diff -2f last")["regions"], 2);
}

#[test]
fn pictures_compare_with_states_and_files() {
    let mut desk = Desk::running();
    desk.ok("state_save here");
    desk.ok("screen_shot old scale=2");
    assert_eq!(desk.ok("screen_diff here")["pixels"], 0);
    assert_eq!(desk.ok("screen_diff old.png")["pixels"], 0);
    desk.ok("memory_write $0203 $C0");
    desk.ok("run_frames 2");
    assert_eq!(desk.ok("screen_diff here")["regions"], 2);
    assert_eq!(desk.ok("screen_diff old.png")["regions"], 2);
    assert_eq!(desk.code("screen_diff nothing"), "not_found");
    assert_eq!(desk.code("screen_diff nothing.png"), "io");
    desk.file("broken.png", b"\x89PNG\r\n\x1a\nbroken");
    assert_eq!(desk.code("screen_diff broken.png"), "bad_value");
    desk.ok("screen_shot part crop=0,0,8,8");
    assert_eq!(desk.code("screen_diff part.png"), "bad_value");
}

#[test]
fn objects_are_found_and_followed() {
    let mut desk = Desk::running();
    let first = desk.ok("screen_objects");
    assert_eq!(first["total"], 1);
    let object = &first["objects"][0];
    assert_eq!((&object["x"], &object["y"]), (&0x80.into(), &0x40.into()));
    assert_eq!(
        (&object["width"], &object["height"]),
        (&8.into(), &8.into())
    );
    assert_eq!((&object["dx"], &object["dy"]), (&0.into(), &0.into()));
    // A second sprite beside the first joins it; the frame's DMA carries both.
    desk.ok("memory_write $0203 $83");
    desk.ok("memory_write $0204 $3F,$42,$01,$8B");
    desk.ok("run_frames 1");
    let second = desk.ok("screen_objects");
    let object = &second["objects"][0];
    assert_eq!(object["width"], 16);
    assert_eq!(
        (&object["dx"], &object["dy"]),
        (&7.into(), &0.into()),
        "its middle moved"
    );
    assert_eq!(object["palettes"], serde_json::json!([5, 6]));
    desk.ok("memory_write $0200 $F8");
    desk.ok("memory_write $0204 $F8");
    desk.ok("run_frames 1");
    let third = desk.ok("screen_objects since=-2f");
    assert_eq!(
        (&third["total"], &third["gone"][0]["x"]),
        (&0.into(), &0x80.into())
    );
    assert!(Desk::new().ok("screen_objects").get("since").is_none());
}

#[test]
fn a_part_of_the_screen_is_found_again() {
    let mut desk = Desk::running();
    desk.ok("screen_shot part crop=128,64,8,8");
    let found = desk.ok("screen_find part.png");
    assert_eq!(found["places"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&found["places"][0]["x"], &found["places"][0]["y"]),
        (&128.into(), &64.into())
    );
    desk.ok("screen_shot blank crop=0,200,4,4");
    let blank = desk.ok("screen_find blank.png");
    assert_eq!(blank["total"], 256, "bounded");
    assert_eq!(blank["places"].as_array().map(Vec::len), Some(8));
    let text = desk.text("screen_find blank.png max=3");
    assert!(
        text.ends_with("and 253 more at least; max=256 lists them"),
        "{text}"
    );
    let all = desk.ok("screen_find blank.png max=256");
    assert_eq!(all["places"].as_array().map(Vec::len), Some(256));
}

#[test]
fn a_picture_of_more_than_256_colors_is_written_in_true_color() {
    use nescope::debugger::{colors, picture::Picture, png_picture::RgbPicture};
    let picture = Picture {
        width: 32,
        height: 16,
        pixels: (0..512).collect(),
    };
    let read = RgbPicture::read(&picture.png(colors::rgb, &[])).expect("the file is a PNG");
    let wanted: Vec<_> = (0..512).map(|pixel| Some(colors::rgb(pixel))).collect();
    assert!(read.pixels == wanted, "no color is lost");
}

#[test]
fn one_picture_has_one_name_in_all_commands() {
    let mut desk = Desk::running();
    let frame = desk.ok("screen_gif frames=1")["last"].clone();
    let shot = desk.ok("screen_shot one");
    assert_eq!((&shot["frame"], &shot["newer_lines"]), (&frame, &0.into()));
    assert_eq!(desk.ok("ppu_pixel 1 1")["frame"], frame);
    assert_eq!(desk.ok("screen_find one.png")["frame"], frame);
    let now = desk.ok("screen_diff one.png now");
    assert_eq!(now["b"], format!("frame {frame}, now"));
    desk.ok("run_scanlines 10");
    let text = desk.text("screen_shot");
    assert!(
        text.contains(&format!(
            "frame {frame} with the first 10 lines of the next"
        )),
        "{text}"
    );
}

#[test]
fn text_is_cropped_and_read_by_a_table() {
    let mut desk = Desk::running();
    let reply = desk.ok("screen_text crop=2,2,5,1");
    assert_eq!(reply["rows"], serde_json::json!(["HELLO"]));
    desk.file("game.tbl", b"48=h\n45=e\n4C=l\n4F=o\n");
    let reply = desk.ok("screen_text crop=2,2,6,1 table=game.tbl");
    assert_eq!(reply["rows"], serde_json::json!(["hello."]));
    assert_eq!(reply["map"], "tbl");
    assert_eq!(desk.code("screen_text tbl"), "not_found");
    assert_eq!(desk.code("screen_text crop=30,0,5,1"), "out_of_range");
    desk.ok("memory_table game.tbl");
    assert_eq!(desk.ok("screen_text tbl crop=2,2,1,1")["rows"][0], "h");
}

#[test]
fn events_are_drawn_on_the_whole_frame() {
    let mut desk = Desk::running();
    let reply = desk.ok("screen_shot overlay=events");
    assert_eq!(
        (&reply["width"], &reply["height"]),
        (&341.into(), &262.into())
    );
    let legend = reply["legend"].as_str().unwrap_or_default();
    assert!(
        legend.contains("1 nmi blue") && legend.contains("1 oam_dma orange"),
        "{legend}"
    );
    let crop = desk.ok("screen_shot crop=8,8,16,8 scale=2 overlay=grid16");
    assert_eq!((&crop["width"], &crop["height"]), (&32.into(), &16.into()));
}
