//! The first nametable read as text, for programs whose tile numbers are ASCII codes.

use crate::nes::{machine::Machine, ppu::VideoBus};

const COLUMNS: u16 = 32;
const ROWS: u16 = 30;
const NAMETABLE: u16 = 0x2000;

/// Rows of characters; what is not printable is a blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screen {
    rows: Vec<String>,
}

impl Screen {
    /// Reads the nametable without side effects.
    pub fn read(machine: &Machine) -> Screen {
        let cartridge = machine.cartridge();
        let row = |row: u16| {
            (0..COLUMNS)
                .map(|column| character(cartridge.peek(NAMETABLE + row * COLUMNS + column)))
                .collect()
        };
        Screen {
            rows: (0..ROWS).map(row).collect(),
        }
    }

    /// A screen of these rows.
    pub fn of(rows: &[&str]) -> Screen {
        let rows = rows.iter().map(|row| (*row).to_owned()).collect();
        Screen { rows }
    }

    /// Whether a text stands on the screen, across the end of rows too.
    pub fn contains(&self, text: &str) -> bool {
        self.rows.concat().contains(text) || self.rows.iter().any(|row| row.contains(text))
    }

    /// The rows.
    pub fn rows(&self) -> &[String] {
        &self.rows
    }

    /// The rows that are not blank, without blanks around them, joined by line feeds.
    pub fn text(&self) -> String {
        let rows = self.rows.iter().map(|row| row.trim());
        rows.filter(|row| !row.is_empty())
            .collect::<Vec<_>>()
            .join("\n")
    }
}

fn character(tile: u8) -> char {
    match tile {
        0x21..=0x7E => char::from(tile),
        _ => ' ',
    }
}
