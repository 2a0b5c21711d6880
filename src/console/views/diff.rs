//! What a terminal has to be sent so that it shows a grid, given the one it shows.
//!
//! Only cells that differ are written; the cursor is moved and colors are set only where they
//! are not already right. A frame goes out as one synchronized update, which terminals that do
//! not know it ignore.
//!
//! ECMA-48: CUP, CUF, SGR, ED

use super::cell::{Cell, Color, Grid, Look};
use std::io::Write;

const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[0m\x1b[?2026l";
const CLEAR: &[u8] = b"\x1b[0m\x1b[2J";

/// Appends what changes `before`, or anything if it is absent or of another size, into
/// `after`. Nothing is appended when nothing changes.
pub fn changes(before: Option<&Grid>, after: &Grid, bytes: &mut Vec<u8>) {
    let known = before.filter(|grid| grid.width == after.width && grid.height == after.height);
    if known == Some(after) {
        return;
    }
    bytes.extend_from_slice(BEGIN);
    let empty;
    let before = match known {
        Some(grid) => grid,
        None => {
            bytes.extend_from_slice(CLEAR);
            empty = Grid::new(after.width, after.height);
            &empty
        }
    };
    let mut pen = Pen {
        bytes,
        at: None,
        cell: Cell::default(),
        fresh: true,
    };
    let width = usize::from(after.width).max(1);
    let pairs = before.cells.iter().zip(&after.cells).enumerate();
    for (index, (_, cell)) in pairs.filter(|(_, (old, new))| old != new) {
        pen.go(index % width, index / width);
        pen.write(*cell, width);
    }
    bytes.extend_from_slice(END);
}

/// The terminal's cursor and colors, as far as they are known.
struct Pen<'a> {
    bytes: &'a mut Vec<u8>,
    at: Option<(usize, usize)>,
    cell: Cell,
    /// Whether nothing is known of the colors.
    fresh: bool,
}

impl Pen<'_> {
    fn go(&mut self, x: usize, y: usize) {
        match self.at {
            Some(at) if at == (x, y) => {}
            Some((from, row)) if row == y && from < x => {
                self.put(format_args!("\x1b[{}C", x - from))
            }
            _ => self.put(format_args!("\x1b[{};{}H", y + 1, x + 1)),
        }
        self.at = Some((x, y));
    }

    fn write(&mut self, cell: Cell, width: usize) {
        if self.fresh || cell.look != self.cell.look {
            let look = match cell.look {
                Look::Plain => "\x1b[0m",
                Look::Bold => "\x1b[0;1m",
                Look::Dim => "\x1b[0;2m",
                Look::Reverse => "\x1b[0;7m",
            };
            self.bytes.extend_from_slice(look.as_bytes());
            (self.cell.ink, self.cell.paper) = (Color::Plain, Color::Plain);
            self.fresh = false;
        }
        // The ink of a blank shows nowhere.
        if cell.symbol != ' ' && cell.ink != self.cell.ink {
            self.color(cell.ink, 30);
            self.cell.ink = cell.ink;
        }
        if cell.paper != self.cell.paper {
            self.color(cell.paper, 40);
            self.cell.paper = cell.paper;
        }
        self.cell.look = cell.look;
        self.put(format_args!("{}", cell.symbol));
        // Behind the last column terminals differ in where the cursor stands.
        self.at = self.at.map(|(x, y)| (x + 1, y)).filter(|at| at.0 < width);
    }

    /// Selects a color; `base` is 30 for the ink and 40 for the paper.
    fn color(&mut self, color: Color, base: u8) {
        match color {
            Color::Plain => self.put(format_args!("\x1b[{}m", base + 9)),
            Color::Indexed(index) => self.put(format_args!("\x1b[{};5;{index}m", base + 8)),
            Color::Rgb([r, g, b]) => self.put(format_args!("\x1b[{};2;{r};{g};{b}m", base + 8)),
        }
    }

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.bytes
            .write_fmt(text)
            .expect("writing to memory can not fail");
    }
}
