//! Cheat codes as people pass them on: Game Genie, Pro Action Rocky, and plain.
//!
//! ```text
//! SXIOPO        Game Genie, 6 letters: address and value
//! YEUZUGAA      Game Genie, 8 letters: and the byte that has to be there
//! 15C90F12      Pro Action Rocky, 8 hexadecimal digits: the same three
//! $00AE?05:09   plain: address, byte that has to be there (may be left out), value
//! ```
//!
//! The devices sit between cartridge and console and answer reads of `$8000-$FFFF`.
//!
//! NESdev: Game Genie. Pro Action Rocky: Chris Covell's page on the device

use std::fmt::Write;
use thiserror::Error;

/// The letters of the Game Genie in the order of their values, 0 to 15.
const LETTERS: &[u8; 16] = b"APZLGITYEOXUKSVN";
/// Where cartridge ROM begins; devices reach nothing below.
pub const ROM_START: u16 = 0x8000;

/// What a code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// CPU address.
    pub address: u16,
    /// The byte that is read there instead.
    pub value: u8,
    /// The byte that has to be there for the code to work.
    pub compare: Option<u8>,
}

/// How a code was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Six or eight letters.
    GameGenie,
    /// Eight hexadecimal digits.
    Rocky,
    /// Address, compare and value in hexadecimal.
    Plain,
}

/// Why a text is no code.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CodeError {
    /// A letter that the Game Genie has not.
    #[error("the Game Genie has no letter {0}; its letters are A P Z L G I T Y E O X U K S V N")]
    Letter(char),
    /// No known form.
    #[error("a code is 6 or 8 Game Genie letters, 8 hexadecimal digits, or plain as $00AE?05:09")]
    Form,
}

/// Reads a code in any of the forms. Eight letters that could be either are the Game Genie's.
///
/// # Errors
/// See [`CodeError`].
pub fn parse(text: &str) -> Result<(Code, Format), CodeError> {
    let text = text.trim().to_ascii_uppercase();
    if text.contains(':') {
        return Ok((plain_from(&text).ok_or(CodeError::Form)?, Format::Plain));
    }
    if text.len() == 8 && !game_genie_letters(&text) {
        let number = u32::from_str_radix(&text, 16);
        if let (Ok(number), false) = (number, text.starts_with('+')) {
            return Ok((from_rocky(number), Format::Rocky));
        }
    }
    if !matches!(text.len(), 6 | 8) {
        return Err(CodeError::Form);
    }
    Ok((from_game_genie(&text)?, Format::GameGenie))
}

fn game_genie_letters(text: &str) -> bool {
    text.bytes().all(|letter| LETTERS.contains(&letter))
}

fn plain_from(text: &str) -> Option<Code> {
    let (place, value) = text.split_once(':')?;
    let (address, compare) = match place.split_once('?') {
        Some((address, compare)) => (address, Some(byte(compare)?)),
        None => (place, None),
    };
    let address = address.strip_prefix('$').unwrap_or(address);
    Some(Code {
        address: hexadecimal(address, 4)? as u16,
        value: byte(value)?,
        compare,
    })
}

fn byte(text: &str) -> Option<u8> {
    Some(hexadecimal(text.strip_prefix('$').unwrap_or(text), 2)? as u8)
}

fn hexadecimal(text: &str, most: usize) -> Option<u32> {
    let fits = (1..=most).contains(&text.len()) && text.bytes().all(|c| c.is_ascii_hexdigit());
    fits.then(|| u32::from_str_radix(text, 16).ok()).flatten()
}

/// The nibbles of a code before its letters are mixed: each letter takes its own top bit
/// and the three low bits of the nibble before it, round the code.
///
/// ```text
/// value high, address 4-7, address 12-14, address 0-3, address 8-11,
/// (compare low, compare high,) value low
/// ```
fn from_game_genie(text: &str) -> Result<Code, CodeError> {
    let mut letters = Vec::with_capacity(8);
    for letter in text.chars() {
        let value = LETTERS
            .iter()
            .position(|&known| char::from(known) == letter);
        letters.push(value.ok_or(CodeError::Letter(letter))? as u16);
    }
    let count = letters.len();
    let nibble = |index: usize| letters[index] & 8 | letters[(index + 1) % count] & 7;
    let last = nibble(count - 1);
    let address = (nibble(2) & 7) << 12 | nibble(4) << 8 | nibble(1) << 4 | nibble(3);
    Ok(Code {
        address: ROM_START | address,
        value: (nibble(0) << 4 | last) as u8,
        compare: (count == 8).then(|| (nibble(6) << 4 | nibble(5)) as u8),
    })
}

/// The Game Genie's letters, eight with a compare value and six without; `None` for an
/// address it does not reach.
pub fn game_genie(code: Code) -> Option<String> {
    if code.address < ROM_START {
        return None;
    }
    let (address, value) = (code.address, u16::from(code.value));
    let mut nibbles = vec![
        value >> 4,
        address >> 4,
        address >> 12 & 7,
        address,
        address >> 8,
    ];
    if let Some(compare) = code.compare {
        nibbles.extend([u16::from(compare), u16::from(compare >> 4)]);
        // The third letter's top bit tells the device how long the code is.
        nibbles[2] |= 8;
    }
    nibbles.push(value);
    let letter = |index: usize| {
        let before = nibbles[(index + nibbles.len() - 1) % nibbles.len()];
        char::from(LETTERS[usize::from(nibbles[index] & 8 | before & 7)])
    };
    Some((0..nibbles.len()).map(letter).collect())
}

/// The place in the word `value, compare, address` of each bit of a Rocky code, from its
/// second lowest to its highest.
const ROCKY_BITS: [u8; 31] = [
    3, 13, 14, 1, 6, 9, 5, 0, 12, 7, 2, 8, 10, 11, 4, // address
    19, 21, 23, 22, 20, 17, 16, 18, // compare
    29, 31, 24, 26, 25, 30, 27, 28, // value
];
/// What the first bit of a Rocky code is mixed with, and what each set bit adds.
const ROCKY_KEYS: (u32, u32) = (0xFCBD_D274, 0xB830_9722);
const TOP_BIT: u32 = 31;

fn from_rocky(code: u32) -> Code {
    let mut word = 0u32;
    mix_rocky(|round, key, place| {
        let set = (code << round ^ key) >> TOP_BIT != 0;
        word |= u32::from(set) << place;
        set
    });
    Code {
        address: ROM_START | (word & 0x7FFF) as u16,
        compare: Some((word >> 16) as u8),
        value: (word >> 24) as u8,
    }
}

/// The Rocky's eight digits; `None` without a compare value or for an address it does not
/// reach.
pub fn rocky(code: Code) -> Option<String> {
    let compare = code.compare.filter(|_| code.address >= ROM_START)?;
    let word = u32::from_be_bytes([code.value, compare, 0, 0]) | u32::from(code.address & 0x7FFF);
    let mut number = 0u32;
    mix_rocky(|round, key, place| {
        let set = word >> place & 1;
        number |= (set ^ key >> TOP_BIT) << (TOP_BIT - round);
        set != 0
    });
    Some(format!("{number:08X}"))
}

/// Goes through the bits of a code from the top: `bit` gets the round, the key of the round
/// and the bit's place in the word, and tells whether it is set there.
fn mix_rocky(mut bit: impl FnMut(u32, u32, u8) -> bool) {
    let (mut key, mixed) = ROCKY_KEYS;
    for (round, &place) in (0..).zip(ROCKY_BITS.iter().rev()) {
        if bit(round, key, place) {
            key ^= mixed;
        }
        key <<= 1;
    }
}

/// The plain form, `$91D9?CE:AD`.
pub fn plain(code: Code) -> String {
    let mut text = format!("${:04X}", code.address);
    if let Some(compare) = code.compare {
        write!(text, "?{compare:02X}").expect("a String takes all text");
    }
    write!(text, ":{:02X}", code.value).expect("a String takes all text");
    text
}
