//! Spans of addresses: `a..b` (b included), `a..+n` (n bytes), or one address.

use super::{
    Address, BadValue, address,
    number::{self, Unprefixed},
    shown,
};
use crate::registry::{
    error::excerpt,
    names::{Names, NoNames},
    spec::Argument,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::{fmt, str::FromStr};

/// A span of addresses in one space.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AddressRange {
    /// The first address.
    pub start: Address,
    /// Number of bytes, at least 1; `start + length - 1` fits 32 bits.
    pub length: u32,
}

impl AddressRange {
    /// The last address's number.
    pub fn last(&self) -> u32 {
        self.start.value + (self.length - 1)
    }

    /// Reads a range as typed.
    pub fn parse(text: &str, names: &dyn Names) -> Result<AddressRange, BadValue> {
        let text = text.trim();
        let Some(at) = text.find("..") else {
            return Ok(AddressRange {
                start: Address::parse(text, names)?,
                length: 1,
            });
        };
        let start = Address::parse(&text[..at], names)?;
        let end = text[at + 2..].trim();
        let length = match end.strip_prefix('+') {
            Some(count) => number::parse(count.trim(), Unprefixed::Hexadecimal)?,
            None => length_to(&start, end, names)?,
        };
        spanning(start, length, text)
    }
}

/// Bytes from `start` to an end that may leave out the space.
fn length_to(start: &Address, end: &str, names: &dyn Names) -> Result<u64, BadValue> {
    let last = match Address::parse(end, names) {
        Ok(last) if last.is_plain() && !start.is_plain() => {
            Address::parse(&format!("{}{end}", start.prefix()), names)?
        }
        other => other?,
    };
    if last.space != start.space || last.bank != start.bank {
        return Err(BadValue::form(format!(
            "{start} and {last} lie in different spaces"
        )));
    }
    if last.value < start.value {
        return Err(BadValue::range(format!("{last} lies before {start}")));
    }
    Ok(u64::from(last.value - start.value) + 1)
}

fn spanning(start: Address, length: u64, text: &str) -> Result<AddressRange, BadValue> {
    if length == 0 {
        return Err(BadValue::range("a range has at least one byte"));
    }
    let last = u64::from(start.value).saturating_add(length - 1);
    let too_long = || BadValue::range(format!("{} leaves the space", excerpt(text)));
    if last > u64::from(u32::MAX) {
        return Err(too_long());
    }
    let length = u32::try_from(length).map_err(|_| too_long())?;
    Ok(AddressRange { start, length })
}

impl fmt::Display for AddressRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.start)?;
        if self.length > 1 {
            write!(f, "..${:04X}", self.last())?;
        }
        Ok(())
    }
}

impl FromStr for AddressRange {
    type Err = BadValue;

    fn from_str(text: &str) -> Result<AddressRange, BadValue> {
        AddressRange::parse(text, &NoNames)
    }
}

impl Serialize for AddressRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for AddressRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AddressRange, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Converts range arguments; `max` is the greatest number of bytes.
pub fn convert(argument: &Argument, value: &Value, names: &dyn Names) -> Result<Value, BadValue> {
    let range = match value {
        Value::String(text) => AddressRange::parse(text, names)?,
        Value::Number(_) => AddressRange {
            start: address::of_value(value, names)?,
            length: 1,
        },
        other => {
            return Err(BadValue::form(format!(
                "a range expected, found {}",
                shown(other)
            )));
        }
    };
    number::check_count(argument, u64::from(range.length), "bytes")?;
    check_default_space(&range)?;
    Ok(Value::String(range.to_string()))
}

fn check_default_space(range: &AddressRange) -> Result<(), BadValue> {
    let ends_inside = i64::from(range.last()) <= address::DEFAULT_SPACE_LAST;
    if range.start.space.is_none() && !ends_inside {
        return Err(BadValue::range(format!(
            "{range} leaves $0000 to ${:04X}",
            address::DEFAULT_SPACE_LAST
        )));
    }
    Ok(())
}
