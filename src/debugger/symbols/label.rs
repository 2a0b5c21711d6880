//! One label: a name, its place, and what is known about it.

use crate::{debugger::expression::names, nes::event::Space};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

/// Most bytes of a label's name.
pub const MOST_NAME: usize = 255;
/// Most bytes of a label's comment.
pub const MOST_COMMENT: usize = 4096;
/// Most bytes a label covers.
pub const MOST_SIZE: u32 = 0x40_0000;

/// What a label's bytes hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An unsigned byte.
    U8,
    /// A little-endian word.
    U16,
    /// A little-endian word in two's complement.
    S16,
    /// Two decimal digits a byte, the highest byte first.
    Bcd,
    /// A little-endian CPU address.
    Ptr,
    /// Fields of different kinds.
    Struct,
    /// Elements of one kind.
    Array,
}

impl Kind {
    /// Its word in specs and replies.
    pub fn word(self) -> &'static str {
        match self {
            Kind::U8 => "u8",
            Kind::U16 => "u16",
            Kind::S16 => "s16",
            Kind::Bcd => "bcd",
            Kind::Ptr => "ptr",
            Kind::Struct => "struct",
            Kind::Array => "array",
        }
    }

    /// Bytes that a value of this kind always takes; `None` where the label's size says it.
    pub fn bytes(self) -> Option<u32> {
        match self {
            Kind::U8 => Some(1),
            Kind::U16 | Kind::S16 | Kind::Ptr => Some(2),
            Kind::Bcd | Kind::Struct | Kind::Array => None,
        }
    }

    /// The number that these bytes stand for; `None` for kinds that are no one number, for too
    /// few bytes, and for more than nine bytes of decimal digits.
    pub fn value(self, bytes: &[u8]) -> Option<i64> {
        let word = || Some(u16::from_le_bytes([*bytes.first()?, *bytes.get(1)?]));
        match self {
            Kind::U8 => bytes.first().copied().map(i64::from),
            Kind::U16 | Kind::Ptr => word().map(i64::from),
            Kind::S16 => word().map(|word| i64::from(word.cast_signed())),
            Kind::Bcd if bytes.len() <= 9 => Some(bytes.iter().fold(0, |number, &byte| {
                number * 100 + i64::from(byte >> 4) * 10 + i64::from(byte & 15)
            })),
            Kind::Bcd | Kind::Struct | Kind::Array => None,
        }
    }
}

/// Who named a place. Of several names of one place the one of the highest source is shown.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The console's registers and vectors.
    Hardware,
    /// Found by looking at the program.
    Auto,
    /// A symbol file, by its path.
    File(Arc<str>),
    /// The session's user.
    User,
}

impl Source {
    /// How much it counts: the more deliberate, the higher.
    pub fn rank(&self) -> u8 {
        match self {
            Source::Hardware => 0,
            Source::Auto => 1,
            Source::File(_) => 2,
            Source::User => 3,
        }
    }

    /// Its word in replies: a file's path, or `hardware`, `auto`, `user`.
    pub fn word(&self) -> &str {
        match self {
            Source::Hardware => "hardware",
            Source::Auto => "auto",
            Source::File(path) => path,
            Source::User => "user",
        }
    }
}

/// A named place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The name, 1 to [`MOST_NAME`] bytes.
    pub name: Arc<str>,
    /// The memory.
    pub space: Space,
    /// Offset in that memory.
    pub address: u32,
    /// Bytes it covers, 1 to [`MOST_SIZE`].
    pub size: u32,
    /// The CPU address it was assembled for, where known: which mirror is meant.
    pub cpu: Option<u16>,
    /// What the bytes hold.
    pub kind: Option<Kind>,
    /// A comment, lines separated by line feeds.
    pub comment: Option<Box<str>>,
    /// Who named it.
    pub source: Source,
}

/// Why something can not be a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadLabel {
    /// There is no name.
    #[error("the name is empty")]
    NoName,
    /// The name is longer than [`MOST_NAME`] bytes.
    #[error("the name is longer than {MOST_NAME} bytes")]
    LongName,
    /// A character that no address or expression could spell.
    #[error("the name has control characters, quotes or backquotes")]
    BadCharacter,
}

impl BadLabel {
    /// The same as a reason that lines are grouped by.
    pub fn reason(self) -> &'static str {
        match self {
            BadLabel::NoName => "the name is empty",
            BadLabel::LongName => "the name is longer than 255 bytes",
            BadLabel::BadCharacter => "the name has control characters, quotes or backquotes",
        }
    }
}

impl Label {
    /// A label of one byte.
    ///
    /// # Errors
    /// A name that is empty, too long, or has control characters, quotes or backquotes.
    pub fn new(name: &str, space: Space, address: u32, source: Source) -> Result<Label, BadLabel> {
        check_name(name)?;
        Ok(Label {
            name: name.into(),
            space,
            address,
            size: 1,
            cpu: None,
            kind: None,
            comment: None,
            source,
        })
    }

    /// The same with a size, kept within 1 to [`MOST_SIZE`].
    pub fn sized(mut self, size: u32) -> Label {
        self.size = size.clamp(1, MOST_SIZE);
        self
    }

    /// The same, assembled for a CPU address.
    pub fn at_cpu(mut self, address: u16) -> Label {
        self.cpu = Some(address);
        self
    }

    /// The same with a comment; an empty one is none. Control characters go, and what is
    /// longer than [`MOST_COMMENT`] bytes is cut.
    pub fn with_comment(mut self, comment: &str) -> Label {
        let mut kept = String::new();
        for character in comment.trim().chars() {
            if kept.len() + character.len_utf8() > MOST_COMMENT {
                break;
            }
            if character == '\n' || !character.is_control() {
                kept.push(character);
            }
        }
        self.comment = (!kept.is_empty()).then(|| kept.into());
        self
    }

    /// How far a place is into this label; `None` outside its bytes.
    pub fn offset_of(&self, space: Space, address: u32) -> Option<u32> {
        let offset = address.checked_sub(self.address)?;
        (self.space == space && offset < self.size).then_some(offset)
    }
}

/// A name as expressions spell it: in backquotes when it is no plain identifier or would be
/// taken for a built-in name.
pub fn spelled(name: &str) -> String {
    let plain = |part: &str| {
        let letter = |c: char| c.is_ascii_alphabetic() || c == '_' || c == '@';
        part.starts_with(letter) && part.chars().all(|c| letter(c) || c.is_ascii_digit())
    };
    let built_in = names::find(name).is_some_and(|row| row.group != names::Group::Flag);
    match name.split("::").all(plain) && !built_in {
        true => name.to_string(),
        false => format!("`{name}`"),
    }
}

fn check_name(name: &str) -> Result<(), BadLabel> {
    let spells = |c: char| !c.is_control() && c != '`' && c != '"';
    match name {
        "" => Err(BadLabel::NoName),
        name if name.len() > MOST_NAME => Err(BadLabel::LongName),
        name if name.trim() != name || !name.chars().all(spells) => Err(BadLabel::BadCharacter),
        _ => Ok(()),
    }
}
