//! The live view's cells: pictures, layouts, panels, and what a terminal is sent.

use super::screen::Screen;
use nescope::console::views::{
    cell::{Cell, Color, Grid, Line, Look, printable},
    diff, disassembly,
    layout::{Area, Layout},
    output::Output,
    picture::{self, Depth, Picture},
    registers,
    scene::{self, Scene},
    status::Status,
    watches,
};
use serde_json::json;

/// Pixel values are shades of gray here.
fn gray(pixel: u16) -> [u8; 3] {
    [pixel as u8; 3]
}

fn area(width: u16, height: u16) -> Area {
    Area {
        width,
        height,
        ..Area::default()
    }
}

fn drawn(width: usize, pixels: &[u16], size: (u16, u16), depth: Depth) -> Grid {
    let mut grid = Grid::new(size.0, size.1);
    let picture = Picture {
        width,
        pixels,
        color: gray,
    };
    picture::draw(&mut grid, area(size.0, size.1), &picture, depth);
    grid
}

fn rgb(value: u8) -> Color {
    Color::Rgb([value; 3])
}

#[test]
fn a_cell_shows_two_pixels_one_above_the_other() {
    let grid = drawn(2, &[10, 20, 30, 20], (2, 1), Depth::True);
    let left = grid.get(0, 0).expect("it is inside");
    assert_eq!(
        (left.symbol, left.ink, left.paper),
        ('\u{2580}', rgb(10), rgb(30))
    );
    let right = grid.get(1, 0).expect("it is inside");
    assert_eq!(
        (right.symbol, right.paper),
        (' ', rgb(20)),
        "one color needs no ink"
    );
}

#[test]
fn a_smaller_picture_shows_means_and_a_larger_one_repeats_pixels() {
    let small = drawn(4, &[0, 100, 50, 50, 0, 100, 50, 50], (1, 1), Depth::True);
    assert_eq!(small.cells[0].paper, rgb(50));
    let large = drawn(2, &[1, 2], (4, 2), Depth::True);
    let papers: Vec<Color> = large.cells.iter().map(|cell| cell.paper).collect();
    assert_eq!(papers, [1, 1, 2, 2, 1, 1, 2, 2].map(rgb));
}

#[test]
fn without_true_color_the_nearest_of_the_palette_is_taken() {
    assert_eq!(Depth::of(Some("truecolor")), Depth::True);
    assert_eq!(Depth::of(Some("24bit")), Depth::True);
    assert_eq!(Depth::of(Some("yes")), Depth::Palette);
    assert_eq!(Depth::of(None), Depth::Palette);
    let cases = [
        ([0, 0, 0], 16),
        ([255, 255, 255], 231),
        ([255, 0, 0], 196),
        ([0, 95, 135], 24),
        ([8, 8, 8], 232),
        ([128, 128, 128], 244),
        ([240, 238, 239], 255),
    ];
    for (rgb, index) in cases {
        assert_eq!(Depth::Palette.color(rgb), Color::Indexed(index), "{rgb:?}");
    }
}

#[test]
fn no_picture_and_no_room_draw_nothing() {
    let nothing = drawn(256, &[], (4, 4), Depth::True);
    assert_eq!(nothing, Grid::new(4, 4));
    drawn(256, &[1; 256 * 240], (0, 0), Depth::True);
    drawn(256, &[1; 256 * 240], (1, 1), Depth::True);
    drawn(256, &[1; 256 * 240], (600, 300), Depth::True);
}

fn text_grid(rows: &[&str]) -> Grid {
    let width = rows.iter().map(|row| row.chars().count()).max();
    let mut grid = Grid::new(width.unwrap_or(0) as u16, rows.len() as u16);
    let all = area(grid.width, grid.height);
    let lines: Vec<Line> = rows.iter().map(|row| Line::plain(*row)).collect();
    grid.lines(all, &lines);
    grid
}

/// What a terminal is sent, without the marks round an update.
fn sent(before: Option<&Grid>, after: &Grid) -> String {
    let mut bytes = Vec::new();
    diff::changes(before, after, &mut bytes);
    let text = String::from_utf8(bytes).expect("it is text");
    let text = text.strip_prefix("\x1b[?2026h").unwrap_or(&text);
    text.strip_suffix("\x1b[0m\x1b[?2026l")
        .unwrap_or(text)
        .to_string()
}

#[test]
fn only_what_changed_is_written() {
    let before = text_grid(&["abcdef", "ghijkl"]);
    assert_eq!(sent(Some(&before), &before), "");
    let after = text_grid(&["abXdeY", "gZZjkl"]);
    assert_eq!(
        sent(Some(&before), &after),
        "\x1b[1;3H\x1b[0mX\x1b[2CY\x1b[2;2HZZ"
    );
}

#[test]
fn a_new_window_is_cleared_and_drawn_whole() {
    let grid = text_grid(&["a b"]);
    let whole = "\x1b[0m\x1b[2J\x1b[1;1H\x1b[0ma\x1b[1Cb";
    assert_eq!(sent(None, &grid), whole);
    assert_eq!(sent(Some(&Grid::new(9, 9)), &grid), whole);
}

#[test]
fn a_terminal_shows_what_it_is_sent() {
    let panels = [vec![Line::plain("r"); 3], vec![Line::plain("code"); 48]];
    let mut screen = Screen::new(70, 20);
    let mut before = None;
    for (number, text) in ["", "help", "help run_step", "x"].iter().enumerate() {
        let panels = &panels[number % 2..];
        let after = composed((70, 20), panels, (text, text.len()));
        let mut bytes = Vec::new();
        diff::changes(before.as_ref(), &after, &mut bytes);
        screen.take(&String::from_utf8(bytes).expect("it is text"));
        assert_eq!(screen.text(), rows(&after).join("\n"));
        before = Some(after);
    }
}

#[test]
fn colors_are_set_only_where_they_change() {
    let mut grid = Grid::new(4, 1);
    let cell = |symbol, ink, paper| Cell {
        symbol,
        ink,
        paper,
        look: Look::Plain,
    };
    grid.cells = vec![
        cell('a', rgb(1), Color::Indexed(7)),
        cell('b', rgb(1), Color::Indexed(7)),
        cell(' ', rgb(9), Color::Plain),
        cell('c', Color::Plain, Color::Plain),
    ];
    assert_eq!(
        sent(Some(&Grid::new(4, 1)), &grid),
        "\x1b[1;1H\x1b[0m\x1b[38;2;1;1;1m\x1b[48;5;7mab\x1b[49m \x1b[39mc",
        "a blank needs no ink"
    );
}

#[test]
fn text_of_a_game_can_not_move_the_cursor() {
    for symbol in [
        '\x1b',
        '\n',
        '\u{9B}',
        '\u{200B}',
        '\u{301}',
        '\u{1F600}',
        '\u{4E2D}',
    ] {
        assert_eq!(printable(symbol), '?', "{symbol:?}");
    }
    for symbol in ['a', '~', '\u{E9}', '\u{2580}', '\u{416}'] {
        assert_eq!(printable(symbol), symbol);
    }
    let grid = text_grid(&["\x1b[2Jx"]);
    assert!(!sent(Some(&Grid::new(5, 1)), &grid).contains("\x1b[2J"));
}

/// The pixel aspect of a picture in cells twice as high as wide: 1 is as on a television.
fn distortion(picture: Area) -> f64 {
    let shown = f64::from(picture.width) / (2.0 * f64::from(picture.height));
    shown / (256.0 * 8.0 / 7.0 / 240.0)
}

#[test]
fn usual_windows_show_everything_and_keep_the_aspect() {
    for (width, height) in [(80, 24), (100, 30), (120, 40), (160, 50), (240, 67)] {
        let layout = Layout::of(width, height, true, true);
        assert!(layout.panels.width >= 34, "{width} x {height}: {layout:?}");
        assert!(layout.output.height >= 4, "{width} x {height}: {layout:?}");
        assert!(layout.picture.width >= 26, "{width} x {height}: {layout:?}");
        let distortion = distortion(layout.picture);
        assert!(
            (0.93..1.07).contains(&distortion),
            "{width} x {height}: {distortion}"
        );
    }
}

#[test]
fn narrow_windows_lose_the_panels_and_low_ones_the_output() {
    let narrow = Layout::of(50, 40, true, true);
    assert_eq!((narrow.panels.width, narrow.picture.width), (0, 50));
    let low = Layout::of(80, 12, true, true);
    assert_eq!(low.output.height, 0);
    assert!(low.picture.height >= 9, "{low:?}");
    let plain = Layout::of(80, 24, false, false);
    assert_eq!((plain.panels.width, plain.output.height), (0, 0));
    assert_eq!(plain.picture.height, 22);
}

fn inside(area: Area, width: u16, height: u16) -> bool {
    area.x + area.width <= width && area.y + area.height <= height
}

fn areas(layout: &Layout) -> [Area; 5] {
    [
        layout.picture,
        layout.panels,
        layout.output,
        layout.status,
        layout.input,
    ]
}

#[test]
fn every_window_has_a_layout_without_overlaps() {
    for width in (0..90).chain([200, 400]) {
        for height in (0..60).chain([200]) {
            for (panels, output) in [(true, true), (false, true), (true, false)] {
                let layout = Layout::of(width, height, panels, output);
                let mut taken = vec![false; usize::from(width) * usize::from(height)];
                for area in areas(&layout) {
                    assert!(
                        inside(area, width, height),
                        "{width} x {height}: {layout:?}"
                    );
                    for y in area.y..area.y + area.height {
                        for x in area.x..area.x + area.width {
                            let index = usize::from(y) * usize::from(width) + usize::from(x);
                            let twice = std::mem::replace(&mut taken[index], true);
                            assert!(!twice, "{width} x {height}: {layout:?}");
                        }
                    }
                }
            }
        }
    }
}

fn rows(grid: &Grid) -> Vec<String> {
    let width = usize::from(grid.width).max(1);
    let rows = grid.cells.chunks(width);
    rows.map(|row| row.iter().map(|cell| cell.symbol).collect::<String>())
        .map(|row| row.trim_end().to_string())
        .collect()
}

fn composed(size: (u16, u16), panels: &[Vec<Line>], input: (&str, usize)) -> Grid {
    let pixels = vec![30; 256 * 240];
    let mut output = Output::default();
    output.push(&Line::plain("an answer"));
    scene::compose(&Scene {
        size,
        picture: Picture {
            width: 256,
            pixels: &pixels,
            color: gray,
        },
        depth: Depth::True,
        panels: Some(panels),
        output: Some(&output),
        status: Status {
            loaded: true,
            running: true,
            speed: 100,
            frame: 77,
            machine_rate: 60.1,
            drawn_rate: 30.0,
            held: "RA",
            typing: true,
            ..Status::default()
        },
        input,
    })
}

#[test]
fn a_window_shows_picture_panels_output_status_and_line() {
    let panels = [
        vec![Line::plain("registers")],
        vec![Line::plain("code"); 60],
    ];
    let grid = composed((80, 24), &panels, ("run_frames 2", 12));
    let rows = rows(&grid);
    assert!(rows[0].ends_with("registers"), "{rows:#?}");
    assert!(
        rows[2].ends_with("code") && rows[16].ends_with("code"),
        "{rows:#?}"
    );
    assert_eq!(rows[18], "an answer");
    let status = &rows[22];
    for part in [
        "running 100 %",
        "60.1 fps",
        "30 drawn/s",
        "frame 77",
        "pad RA",
    ] {
        assert!(status.contains(part), "{status}");
    }
    assert_eq!(rows[23], "nescope> run_frames 2");
    let cursor = grid.get(21, 23).expect("it is inside");
    assert_eq!(cursor.look, Look::Reverse);
    assert_eq!(grid.get(0, 10).map(|cell| cell.paper), Some(rgb(30)));
}

#[test]
fn the_longest_panel_makes_room_for_the_others() {
    let panel = |text: &str, rows: usize| vec![Line::plain(text); rows];
    let panels = [panel("r", 3), panel("c", 48), panel("w", 2), Vec::new()];
    let rows = rows(&composed((80, 24), &panels, ("", 0)));
    let side: Vec<&str> = rows[..18].iter().map(|row| row.trim_start()).collect();
    assert_eq!(side[..5], ["r", "r", "r", "", "c"]);
    assert_eq!(side[14..], ["c", "", "w", "w"]);
}

#[test]
fn the_end_of_a_long_line_stays_in_sight() {
    let text = "x".repeat(200) + "end";
    let grid = composed((40, 10), &[], (&text, 203));
    let last = rows(&grid).pop().expect("there are rows");
    assert!(last.ends_with("end"), "{last}");
    assert_eq!(grid.get(39, 9).map(|cell| cell.look), Some(Look::Reverse));
}

#[test]
fn every_window_can_be_composed() {
    let panels = [vec![Line::plain("r"); 3], vec![Line::plain("c"); 48]];
    for width in (0..12).chain([40, 61, 90]) {
        for height in (0..6).chain([14, 30]) {
            composed((width, height), &panels, ("abc", 2));
        }
    }
}

#[test]
fn replies_become_lines() {
    let result = json!({
        "a": 1, "x": 2, "y": 3, "s": 0xFD, "p": 0x24, "flags": "nv-bdIzc", "pc": 0xC012,
        "jammed": true, "nmi_pending": true, "irq_pending": false,
        "frame": 7, "scanline": 241, "dot": 3
    });
    let texts = |lines: Vec<Line>| lines.into_iter().map(|line| line.text).collect::<Vec<_>>();
    assert_eq!(
        texts(registers::lines(&result)),
        [
            "PC $C012  A $01 X $02 Y $03 S $FD",
            "P $24 nv-bdIzc NMI",
            "frame 7 line 241 dot 3",
            "jammed; machine_reset restarts",
        ]
    );
    let result = json!({ "lines": [
        { "address": 0xC012, "bytes": [0xA9, 0x10], "text": "LDA #$10", "label": "start" },
        { "address": 0xC014, "bytes": [0x4C, 0x12, 0xC0], "text": "JMP start" },
    ] });
    assert_eq!(
        texts(disassembly::lines(&result)),
        [
            "start:",
            ">C012 A9 10    LDA #$10",
            " C014 4C 12 C0 JMP start"
        ]
    );
    let result = json!({ "watches": [{ "id": 1 }] });
    assert_eq!(
        texts(watches::lines(&result, "1 lives 3\n2 x 4")),
        ["1 lives 3", "2 x 4"]
    );
    assert!(watches::lines(&json!({ "watches": [] }), "none").is_empty());
    for odd in [json!(null), json!([1]), json!({ "lines": [1, {}] })] {
        registers::lines(&odd);
        disassembly::lines(&odd);
        watches::lines(&odd, "");
    }
}

#[test]
fn output_is_bounded_and_scrolls() {
    let mut output = Output::default();
    let many: Vec<String> = (0..100_000).map(|number| number.to_string()).collect();
    output.push(&Line::plain(many.join("\n")));
    let shown = |output: &Output| {
        let lines = output.window(2);
        lines.into_iter().map(|line| line.text).collect::<Vec<_>>()
    };
    assert_eq!(shown(&output), ["99998", "99999"]);
    output.scroll(5);
    assert_eq!(shown(&output), ["99993", "99994"]);
    output.scroll(1_000_000);
    assert_eq!(shown(&output), ["99500"]);
    output.scroll(-1_000_000);
    assert_eq!(shown(&output), ["99998", "99999"]);
    output.push(&Line::plain("y".repeat(1_000_000)));
    assert_eq!(output.window(1)[0].text.len(), 1000);
    assert!(Output::default().window(3).is_empty());
}
