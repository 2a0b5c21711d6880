//! What is drawn over a picture to explain it: tile borders, sprite boxes, events.

use super::{
    frame_events::{Kind, Row},
    picture::Picture,
    sprites,
};
use crate::nes::machine::Machine;

const SPRITE_COLUMNS: usize = 8;
/// A light gray and a light red, as pixel values.
const GRID_COLOR: u16 = 0x10;
const BOX_COLOR: u16 = 0x26;
/// What surrounds the picture where the beam shows nothing: a dark gray.
const BORDER_COLOR: u16 = 0x2D;
/// Dots of a scanline.
const LINE_DOTS: usize = 341;
/// The dot that shows the first column.
const FIRST_DOT: usize = 1;

/// The kinds of events, each with the pixel value and the name of its color.
const EVENT_COLORS: [(Kind, u16, &str); 12] = [
    (Kind::Write, 0x16, "red"),
    (Kind::Read, 0x2A, "green"),
    (Kind::Mapper, 0x28, "yellow"),
    (Kind::Nmi, 0x21, "blue"),
    (Kind::Irq, 0x24, "magenta"),
    (Kind::Brk, 0x24, "magenta"),
    (Kind::Reset, 0x21, "blue"),
    (Kind::Jam, 0x24, "magenta"),
    (Kind::OamDma, 0x27, "orange"),
    (Kind::DmcDma, 0x2C, "cyan"),
    (Kind::SpriteZero, 0x30, "white"),
    (Kind::Overflow, 0x30, "white"),
];

/// Draws the borders of cells of `side` pixels.
pub fn grid(picture: &mut Picture, side: usize) {
    for y in 0..picture.height {
        for x in 0..picture.width {
            if x % side == 0 || y % side == 0 {
                picture.set(x, y, GRID_COLOR);
            }
        }
    }
}

/// Draws a box around every sprite that is on the picture.
pub fn sprite_boxes(picture: &mut Picture, machine: &Machine) {
    let height = usize::from(sprites::height(machine));
    for sprite in sprites::all(machine).iter().filter(|sprite| sprite.visible) {
        let (x, y) = (usize::from(sprite.x), usize::from(sprite.y) + 1);
        picture.outline(x, y, SPRITE_COLUMNS, height, BOX_COLOR);
    }
}

/// The whole frame as the beam sees it, a pixel for each dot, with a square of three dots at
/// each event: 341 columns and `scanlines` rows.
pub fn events(picture: &Picture, rows: &[Row], scanlines: usize) -> Picture {
    let mut beam = Picture::filled(LINE_DOTS, scanlines, BORDER_COLOR);
    for (at, &pixel) in picture.pixels.iter().enumerate() {
        let (x, y) = (at % picture.width, at / picture.width);
        beam.set(x + FIRST_DOT, y, pixel);
    }
    for row in rows {
        let (x, y) = (usize::from(row.dot), usize::from(row.scanline));
        for (column, line) in (0..9).map(|cell| (x + cell % 3, y + cell / 3)) {
            if let (Some(column), Some(line)) = (column.checked_sub(1), line.checked_sub(1)) {
                beam.set(column, line, event_color(row.kind));
            }
        }
    }
    beam
}

/// What the colors mean, with the number of events of each kind that happened.
pub fn legend(rows: &[Row]) -> String {
    let kinds = EVENT_COLORS.iter().filter_map(|(kind, _, color)| {
        let count = rows.iter().filter(|row| row.kind == *kind).count();
        (count > 0).then(|| format!("{count} {} {color}", kind.name()))
    });
    let kinds: Vec<String> = kinds.collect();
    kinds.join(", ")
}

/// The pixel value of a kind of event.
fn event_color(kind: Kind) -> u16 {
    let found = EVENT_COLORS.iter().find(|row| row.0 == kind);
    found.expect("every kind of event has a color").1
}
