//! The screen as text: the tiles at the present scroll, read as characters.
//!
//! Games place their letters where they like in the pattern table. The automatic rule looks
//! for the offset at which most tiles on the screen become words and numbers; ASCII wins
//! unless another offset reads clearly better.

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

/// An offset, the number to add to a tile number, modulo 256, to get its character; and the
/// one that has more letters, when ASCII won by its preference alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The best.
    pub offset: u8,
    /// The one with more letters.
    pub runner_up: Option<u8>,
}

/// The offset at which the screen reads most like text; ASCII has the preference.
pub fn guess_offset(rows: &[Vec<u8>]) -> Guess {
    let blank = commonest(rows);
    let mut scores: Vec<(usize, u8)> = (0..=u8::MAX)
        .map(|offset| match (score(rows, offset, blank), offset) {
            (found @ 1.., 0) => (found * 2 + PREFERENCE, 0),
            (found, offset) => (found, offset),
        })
        .collect();
    scores.sort_by_key(|&(found, offset)| (std::cmp::Reverse(found), offset));
    let (found, offset) = scores[0];
    // Without its preference, what wins may read less than another.
    let plain = score(rows, offset, blank);
    let better = |&&(other, _): &&(usize, u8)| other > plain;
    Guess {
        offset: if found > 0 { offset } else { 0 },
        runner_up: scores[1..].iter().find(better).map(|&(_, at)| at),
    }
}

/// What ASCII counts before any other offset.
const PREFERENCE: usize = 8;

/// Words that games put on the screen; one of them tells one offset from all others.
const WORDS: [&str; 24] = [
    "START", "PRESS", "PUSH", "SCORE", "PLAYER", "SELECT", "GAME", "OVER", "LIVES", "LEVEL",
    "TIME", "STAGE", "WORLD", "TOP", "HIGH", "PAUSE", "THE", "AND", "TEST", "PASS", "FAIL",
    "BUTTON", "NEW", "CONTINUE",
];
/// What a known word counts, more than any screen of chance letters.
const WORD_SCORE: usize = 100;

/// How much like text the screen reads: runs of letters and digits count when they look like
/// words or numbers, and known words count most; the screen's blank is no letter.
fn score(rows: &[Vec<u8>], offset: u8, blank: Option<u8>) -> usize {
    let is_word =
        |tile: u8| Some(tile) != blank && tile.wrapping_add(offset).is_ascii_alphanumeric();
    let mut score = 0;
    for row in rows {
        for run in row.split(|&tile| !is_word(tile)) {
            let word: Vec<u8> = run.iter().map(|tile| tile.wrapping_add(offset)).collect();
            if looks_written(&word) {
                let word = String::from_utf8_lossy(&word).to_ascii_uppercase();
                let known = WORDS.contains(&word.as_str());
                score += run.len() + if known { WORD_SCORE } else { 0 };
            }
        }
    }
    score
}

/// Whether three or more letters and digits look like a word or a number: a capital or not,
/// then letters of one case, then digits. The tiles of a drawing are neighbors in the pattern
/// table, in some order, or all the same.
fn looks_written(word: &[u8]) -> bool {
    let mut sorted = word.to_vec();
    sorted.sort_unstable();
    let steps = |wanted: u8| {
        let mut pairs = sorted.windows(2);
        pairs.all(|pair| pair[1] - pair[0] == wanted)
    };
    if word.len() < 3 || steps(0) || steps(1) {
        return false;
    }
    let letters = word
        .iter()
        .take_while(|letter| letter.is_ascii_alphabetic());
    let (letters, digits) = word.split_at(letters.count());
    let of_one_case = letters.iter().all(u8::is_ascii_uppercase)
        || letters.iter().skip(1).all(u8::is_ascii_lowercase);
    let is_vowel = |letter: &u8| b"AEIOUY".contains(&letter.to_ascii_uppercase());
    let can_be_said = letters.len() < 3 || letters.iter().any(is_vowel);
    of_one_case && can_be_said && digits.iter().all(u8::is_ascii_digit)
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
