//! The game's picture as half blocks: each cell shows two pixels, one above the other.
//!
//! A pixel of a cell is the mean color of the part of the picture it covers, so that thin
//! lines and letters stay visible when the window is small.

use super::{
    cell::{Cell, Color, Grid, Look},
    layout::Area,
};

/// Upper half in ink, lower half in paper.
const HALF: char = '\u{2580}';

/// How many colors a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// 24 bits.
    True,
    /// The 256-color palette: 6 x 6 x 6 colors and 24 grays behind the first 16.
    Palette,
}

impl Depth {
    /// What the environment says: `COLORTERM` is `truecolor` or `24bit`, or it is not.
    pub fn of(colorterm: Option<&str>) -> Depth {
        match colorterm {
            Some("truecolor" | "24bit") => Depth::True,
            _ => Depth::Palette,
        }
    }

    /// The nearest color there is.
    pub fn color(self, rgb: [u8; 3]) -> Color {
        match self {
            Depth::True => Color::Rgb(rgb),
            Depth::Palette => Color::Indexed(nearest(rgb)),
        }
    }
}

/// A picture of pixel values.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// Columns, at least 1.
    pub width: usize,
    /// `width` times the number of rows.
    pub pixels: &'a [u16],
    /// Color of a pixel value.
    pub color: fn(u16) -> [u8; 3],
}

/// Draws a picture over the whole of an area.
pub fn draw(grid: &mut Grid, area: Area, picture: &Picture<'_>, depth: Depth) {
    let height = picture.pixels.len() / picture.width.max(1);
    if height == 0 || area.width == 0 || area.height == 0 {
        return;
    }
    let columns = spans(picture.width, area.width.into());
    let rows = spans(height, usize::from(area.height) * 2);
    for (y, pair) in (0..area.height).zip(rows.chunks(2)) {
        for (x, &column) in (0..area.width).zip(&columns) {
            let upper = depth.color(mean(picture, column, pair[0]));
            let lower = depth.color(mean(picture, column, pair[1]));
            grid.set(area.x + x, area.y + y, half_block(upper, lower));
        }
    }
}

fn half_block(upper: Color, lower: Color) -> Cell {
    Cell {
        symbol: if upper == lower { ' ' } else { HALF },
        ink: if upper == lower { Color::Plain } else { upper },
        paper: lower,
        look: Look::Plain,
    }
}

/// From and to of each of `parts` parts of `length` pixels; none is empty.
fn spans(length: usize, parts: usize) -> Vec<(usize, usize)> {
    let span = |part: usize| {
        let from = part * length / parts;
        (from, ((part + 1) * length / parts).max(from + 1))
    };
    (0..parts).map(span).collect()
}

fn mean(picture: &Picture<'_>, columns: (usize, usize), rows: (usize, usize)) -> [u8; 3] {
    let mut sums = [0_u32; 3];
    for y in rows.0..rows.1 {
        let row = &picture.pixels[y * picture.width..][columns.0..columns.1];
        for &pixel in row {
            let rgb = (picture.color)(pixel);
            sums.iter_mut()
                .zip(rgb)
                .for_each(|(sum, part)| *sum += u32::from(part));
        }
    }
    let pixels = ((columns.1 - columns.0) * (rows.1 - rows.0)) as u32;
    sums.map(|sum| ((sum + pixels / 2) / pixels) as u8)
}

/// Levels of the color cube of the 256-color palette.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
const CUBE: u8 = 16;
const GRAYS: u8 = 232;

fn nearest(rgb: [u8; 3]) -> u8 {
    let level = |part: u8| {
        let near = (0..6_u8).min_by_key(|&at| LEVELS[usize::from(at)].abs_diff(part));
        near.unwrap_or(0)
    };
    let [r, g, b] = rgb.map(level);
    let cube = [r, g, b].map(|at| LEVELS[usize::from(at)]);
    let sum: u16 = rgb.iter().map(|&part| u16::from(part)).sum();
    let step = (((sum / 3).saturating_sub(3)) / 10).min(23) as u8;
    let gray = [8 + step * 10; 3];
    match distance(rgb, gray) < distance(rgb, cube) {
        true => GRAYS + step,
        false => CUBE + 36 * r + 6 * g + b,
    }
}

fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    a.iter()
        .zip(b)
        .map(|(a, b)| u32::from(a.abs_diff(b)).pow(2))
        .sum()
}
