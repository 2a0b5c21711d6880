//! The screen as text: the tiles at the present scroll, read as characters.
//!
//! Games place their letters where they like in the pattern table. The automatic rule looks
//! for the offset at which most tiles on the screen become letters, digits and blanks; ASCII
//! wins unless another offset reads clearly better.

use super::{scroll, text_table::TextTable, tiles};
use crate::nes::machine::Machine;

/// Tile numbers of the visible 30 rows of 32, from the tile at the top left corner.
pub fn visible_tiles(machine: &Machine) -> Vec<Vec<u8>> {
    let tables: Vec<_> = (0..4)
        .map(|number| tiles::Nametable::read(machine, number))
        .collect();
    let (left, top) = scroll::origin(machine);
    let (left, top) = (usize::from(left) / 8, usize::from(top) / 8);
    let tile = |column: usize, row: usize| {
        let (column, row) = ((left + column) % 64, (top + row) % 60);
        let table = column / tiles::COLUMNS + row / tiles::ROWS * 2;
        tables[table].tiles[row % tiles::ROWS][column % tiles::COLUMNS]
    };
    (0..tiles::ROWS)
        .map(|row| {
            (0..tiles::COLUMNS)
                .map(|column| tile(column, row))
                .collect()
        })
        .collect()
}

/// The number to add to a tile number, modulo 256, to get its character.
pub fn guess_offset(rows: &[Vec<u8>]) -> u8 {
    let mut best = (score(rows, 0) * 3 / 2 + 8, 0);
    for offset in 1..=255 {
        let found = score(rows, offset);
        if found > best.0 {
            best = (found, offset);
        }
    }
    best.1
}

/// Words that games put on the screen; one of them tells one offset from all others.
const WORDS: [&str; 24] = [
    "START", "PRESS", "PUSH", "SCORE", "PLAYER", "SELECT", "GAME", "OVER", "LIVES", "LEVEL",
    "TIME", "STAGE", "WORLD", "TOP", "HIGH", "PAUSE", "THE", "AND", "TEST", "PASS", "FAIL",
    "BUTTON", "NEW", "CONTINUE",
];
/// What a known word counts, more than any screen of chance letters.
const WORD_SCORE: usize = 100;

/// How much like text the screen reads: runs of letters and digits count, lone ones do not,
/// and known words count most.
fn score(rows: &[Vec<u8>], offset: u8) -> usize {
    let is_word = |tile: u8| tile.wrapping_add(offset).is_ascii_alphanumeric();
    let mut score = 0;
    for row in rows {
        for run in row.split(|&tile| !is_word(tile)) {
            let same = run.windows(2).all(|pair| pair[0] == pair[1]);
            if run.len() < 3 || same {
                continue;
            }
            let word: Vec<u8> = run.iter().map(|tile| tile.wrapping_add(offset)).collect();
            let word = String::from_utf8_lossy(&word).to_ascii_uppercase();
            let known = WORDS.contains(&word.as_str());
            score += run.len() + if known { WORD_SCORE } else { 0 };
        }
    }
    score
}

/// The tile number that fills most of the screen, which is taken for its blank.
pub fn commonest(rows: &[Vec<u8>]) -> Option<u8> {
    let mut counts = [0_u32; 256];
    for &tile in rows.iter().flatten() {
        counts[usize::from(tile)] += 1;
    }
    (0..=u8::MAX).max_by_key(|&tile| counts[usize::from(tile)])
}

/// Rows as text with the given offset; `blank` and tiles that mean `$00` are blanks, what is
/// no printable character is a dot.
pub fn to_text(rows: &[Vec<u8>], offset: u8, blank: Option<u8>) -> Vec<String> {
    let character = |&tile: &u8| match tile.wrapping_add(offset) {
        _ if Some(tile) == blank => ' ',
        byte @ 0x20..=0x7E => char::from(byte),
        0 => ' ',
        _ => '.',
    };
    rows.iter()
        .map(|row| row.iter().map(character).collect())
        .collect()
}

/// Rows as two hexadecimal digits a tile.
pub fn to_hex(rows: &[Vec<u8>]) -> Vec<String> {
    let digits = |row: &Vec<u8>| row.iter().map(|tile| format!("{tile:02X}")).collect();
    rows.iter().map(digits).collect()
}

/// Rows as the characters of a table; `blank` is a blank unless the table knows it, other
/// tiles it does not know are dots.
pub fn to_table_text(rows: &[Vec<u8>], table: &TextTable, blank: Option<u8>) -> Vec<String> {
    let shown = |&tile: &u8| match table.character(tile) {
        Some(characters) => characters,
        None if Some(tile) == blank => " ",
        None => ".",
    };
    rows.iter()
        .map(|row| row.iter().map(shown).collect())
        .collect()
}
