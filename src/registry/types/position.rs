//! Points in time: `f123`, `f123:l45:d200`, `c1234567`, `-60f`, `@mark`, `start`, `end`,
//! `now`, `last`, `fork3`; `@b2` after one names the branch.

use super::{BadValue, shown};
use crate::registry::error::excerpt;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::{fmt, str::FromStr};

/// A point in time, perhaps on a named branch.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Where.
    pub place: Place,
    /// The branch, without its `@`.
    pub branch: Option<String>,
}

/// The forms of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A frame, and inside it a scanline and a dot.
    Frame {
        /// Frame number.
        frame: u64,
        /// Scanline, when given.
        scanline: Option<u16>,
        /// Dot, when given.
        dot: Option<u16>,
    },
    /// A CPU cycle since power-on.
    Cycle(u64),
    /// Frames after the present one, negative before it.
    Relative(i64),
    /// A mark set by name.
    Mark(String),
    /// The start of the recording.
    Start,
    /// The end of the recording.
    End,
    /// The present.
    Now,
    /// The last complete frame.
    Last,
    /// The present of a fork.
    Fork(u32),
}

/// The longest mark or branch name.
const LONGEST_NAME: usize = 64;

impl FromStr for Position {
    type Err = BadValue;

    fn from_str(text: &str) -> Result<Position, BadValue> {
        let text = text.trim();
        let (place, branch) = match text.rfind('@') {
            Some(at) if at > 0 => (&text[..at], Some(name(&text[at + 1..])?)),
            _ => (text, None),
        };
        Ok(Position {
            place: parse_place(place)?,
            branch,
        })
    }
}

fn parse_place(text: &str) -> Result<Place, BadValue> {
    match text.to_ascii_lowercase().as_str() {
        "start" => return Ok(Place::Start),
        "end" => return Ok(Place::End),
        "now" => return Ok(Place::Now),
        "last" => return Ok(Place::Last),
        _ => {}
    }
    if let Some(mark) = text.strip_prefix('@') {
        return name(mark).map(Place::Mark);
    }
    parse_counted(text).ok_or_else(|| {
        BadValue::form(format!(
            "\"{}\" is no position; f123, f123:l45:d200, c1234567, -60f, @mark, start, end, now, last, fork3",
            excerpt(text)
        ))
    })
}

fn parse_counted(text: &str) -> Option<Place> {
    if let Some(count) = text.strip_suffix('f')
        && count.starts_with(['-', '+'])
    {
        return signed(count).map(Place::Relative);
    }
    if let Some(id) = text.strip_prefix("fork") {
        return digits(id)?.try_into().ok().map(Place::Fork);
    }
    if let Some(cycle) = text.strip_prefix('c') {
        return digits(cycle).map(Place::Cycle);
    }
    parse_frame(text.strip_prefix('f')?)
}

fn parse_frame(text: &str) -> Option<Place> {
    let mut parts = text.split(':');
    let frame = digits(parts.next()?)?;
    let scanline = match parts.next() {
        Some(part) => Some(small(part.strip_prefix('l')?)?),
        None => None,
    };
    let dot = match parts.next() {
        Some(part) => Some(small(part.strip_prefix('d')?)?),
        None => None,
    };
    parts.next().is_none().then_some(Place::Frame {
        frame,
        scanline,
        dot,
    })
}

fn digits(text: &str) -> Option<u64> {
    let all = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    all.then(|| text.parse().ok()).flatten()
}

fn small(text: &str) -> Option<u16> {
    digits(text)?.try_into().ok()
}

fn signed(text: &str) -> Option<i64> {
    let size = i64::try_from(digits(&text[1..])?).ok()?;
    Some(if text.starts_with('-') { -size } else { size })
}

fn name(text: &str) -> Result<String, BadValue> {
    let fits = !text.is_empty()
        && text.len() <= LONGEST_NAME
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c));
    if fits {
        return Ok(text.to_string());
    }
    Err(BadValue::form(format!(
        "\"{}\" is no mark or branch name",
        excerpt(text)
    )))
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.place)?;
        match &self.branch {
            Some(branch) => write!(f, "@{branch}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Frame {
                frame,
                scanline,
                dot,
            } => {
                write!(f, "f{frame}")?;
                if let Some(scanline) = scanline {
                    write!(f, ":l{scanline}")?;
                }
                dot.map_or(Ok(()), |dot| write!(f, ":d{dot}"))
            }
            Place::Cycle(cycle) => write!(f, "c{cycle}"),
            Place::Relative(frames) => write!(f, "{frames:+}f"),
            Place::Mark(name) => write!(f, "@{name}"),
            Place::Start => f.write_str("start"),
            Place::End => f.write_str("end"),
            Place::Now => f.write_str("now"),
            Place::Last => f.write_str("last"),
            Place::Fork(id) => write!(f, "fork{id}"),
        }
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Converts position arguments. A bare number is refused, since it names no unit.
pub fn convert(value: &Value) -> Result<Value, BadValue> {
    let Value::String(text) = value else {
        return Err(BadValue::form(format!(
            "a position such as f123 (frame) or c123 (cycle) expected, found {}",
            shown(value)
        )));
    };
    let position: Position = text.parse()?;
    Ok(Value::String(position.to_string()))
}
