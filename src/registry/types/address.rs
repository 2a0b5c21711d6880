//! Addresses: `[space:]number`, `[space:]label[+-offset]`, `bank:number`.
//!
//! Digits without a prefix are hexadecimal here, unless a label is spelled that way.
//! A label with other characters stands in backquotes.

use super::{
    BadValue,
    number::{self, Unprefixed},
    shown,
};
use crate::registry::{
    error::excerpt,
    names::{Names, NoNames, nearest},
    spec::Argument,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::{fmt, str::FromStr};

/// A place in an address space.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Address {
    /// The space's name, lower case; none is the default (CPU) space.
    pub space: Option<String>,
    /// A bank of the default space, for `05:$C123`; then `space` is none.
    pub bank: Option<u16>,
    /// The number.
    pub value: u32,
}

/// The greatest address of the default space, when the spec says nothing else.
pub const DEFAULT_SPACE_LAST: i64 = 0xFFFF;

impl Address {
    /// An address in the default space.
    pub fn plain(value: u32) -> Address {
        Address {
            value,
            ..Address::default()
        }
    }

    /// An address in a named space.
    pub fn in_space(space: &str, value: u32) -> Address {
        Address {
            space: Some(space.to_string()),
            bank: None,
            value,
        }
    }

    /// Whether it names neither space nor bank.
    pub fn is_plain(&self) -> bool {
        self.space.is_none() && self.bank.is_none()
    }

    /// Reads an address as typed.
    pub fn parse(text: &str, names: &dyn Names) -> Result<Address, BadValue> {
        let text = text.trim();
        let Some((prefix, rest)) = split_prefix(text) else {
            return Ok(place(text, names)?.address);
        };
        let prefix = prefix.to_ascii_lowercase();
        match prefix_kind(&prefix, names)? {
            Prefix::Space => in_named_space(prefix, rest, names),
            Prefix::Bank(bank) => in_bank(bank, rest, names),
        }
    }

    /// The prefix as typed, colon included: `prg:`, `05:` or nothing.
    pub fn prefix(&self) -> String {
        match (&self.space, self.bank) {
            (Some(space), _) => format!("{space}:"),
            (None, Some(bank)) => format!("{bank:02X}:"),
            (None, None) => String::new(),
        }
    }
}

enum Prefix {
    Space,
    Bank(u16),
}

/// What stands before a single colon; `::` belongs to a label.
fn split_prefix(text: &str) -> Option<(&str, &str)> {
    let at = text.find(':')?;
    let before_label = !text[..at].contains('`');
    let single = !text[at + 1..].starts_with(':');
    (before_label && single && at > 0).then(|| (&text[..at], &text[at + 1..]))
}

fn prefix_kind(prefix: &str, names: &dyn Names) -> Result<Prefix, BadValue> {
    let spaces = names.spaces();
    if spaces.contains(&prefix) {
        return Ok(Prefix::Space);
    }
    let digits = prefix.strip_prefix('$').unwrap_or(prefix);
    if let Ok(bank) = u16::from_str_radix(digits, 16) {
        return Ok(Prefix::Bank(bank));
    }
    let is_word = prefix
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || c == '_');
    if spaces.is_empty() && is_word {
        return Ok(Prefix::Space);
    }
    let near = nearest(prefix, spaces.iter().copied(), 2);
    let hint = if near.is_empty() {
        spaces.join(" ")
    } else {
        near.join(" or ")
    };
    Err(BadValue::form(format!(
        "no space \"{}\"; {hint}?",
        excerpt(prefix)
    )))
}

fn in_named_space(space: String, rest: &str, names: &dyn Names) -> Result<Address, BadValue> {
    let found = place(rest, names)?;
    let is_default = names.spaces().first() == Some(&space.as_str());
    let space = (!is_default).then_some(space);
    let fits = !found.is_label || (found.address.bank.is_none() && found.address.space == space);
    if !fits {
        return Err(BadValue::form(format!(
            "label {} is {}, in another space",
            excerpt(rest),
            found.address
        )));
    }
    Ok(Address {
        space,
        bank: None,
        value: found.address.value,
    })
}

fn in_bank(bank: u16, rest: &str, names: &dyn Names) -> Result<Address, BadValue> {
    let found = place(rest, names)?.address;
    if !found.is_plain() {
        return Err(BadValue::form(format!(
            "{} has a space of its own",
            excerpt(rest)
        )));
    }
    Ok(Address {
        space: None,
        bank: Some(bank),
        value: found.value,
    })
}

/// What a text without prefix names, and whether a label says so.
struct Found {
    address: Address,
    is_label: bool,
}

/// A label, a number, or one of them with an offset.
fn place(text: &str, names: &dyn Names) -> Result<Found, BadValue> {
    if let Some(found) = base(text, names)? {
        return Ok(found);
    }
    let Some((at, sign)) = offset_sign(text) else {
        return Err(no_address(text, names));
    };
    let Some(found) = base(text[..at].trim_end(), names)? else {
        return Err(no_address(&text[..at], names));
    };
    let offset = number::parse(text[at + 1..].trim_start(), Unprefixed::Hexadecimal)?;
    moved(found, sign, offset, text)
}

/// The last `+` or `-` that is not inside backquotes and has something before it.
fn offset_sign(text: &str) -> Option<(usize, char)> {
    let from = text.rfind('`').map_or(0, |at| at + 1);
    let at = from + text[from..].rfind(['+', '-'])?;
    (at > 0).then(|| {
        (
            at,
            if text.as_bytes()[at] == b'+' {
                '+'
            } else {
                '-'
            },
        )
    })
}

fn moved(mut found: Found, sign: char, offset: u64, text: &str) -> Result<Found, BadValue> {
    let start = u64::from(found.address.value);
    let value = match sign {
        '+' => start.checked_add(offset),
        _ => start.checked_sub(offset),
    };
    found.address.value = value
        .and_then(|value| u32::try_from(value).ok())
        .ok_or_else(|| BadValue::range(format!("{} leaves the space", excerpt(text))))?;
    Ok(found)
}

fn base(text: &str, names: &dyn Names) -> Result<Option<Found>, BadValue> {
    let found = |address, is_label| Found { address, is_label };
    if let Some(address) = names_label(text, names) {
        return Ok(Some(found(address, true)));
    }
    match number::parse(text, Unprefixed::Hexadecimal) {
        Ok(value) => u32::try_from(value)
            .map(|value| Some(found(Address::plain(value), false)))
            .map_err(|_| BadValue::range(format!("{} is too large", excerpt(text)))),
        Err(error) if error.out_of_range => Err(error),
        Err(_) => Ok(None),
    }
}

fn names_label(text: &str, names: &dyn Names) -> Option<Address> {
    if let Some(inner) = text
        .strip_prefix('`')
        .and_then(|text| text.strip_suffix('`'))
    {
        return names.label(inner);
    }
    if text.is_empty() || number::has_prefix(text) {
        return None;
    }
    names.label(text)
}

fn no_address(text: &str, names: &dyn Names) -> BadValue {
    let start: String = text.chars().take(2).collect();
    let labels = names.labels(&start);
    let near = nearest(text, labels.iter().map(String::as_str), 3);
    let hint = if near.is_empty() {
        String::new()
    } else {
        format!("; {}?", near.join(" or "))
    };
    BadValue::form(format!(
        "\"{}\" is no number and no label{hint}",
        excerpt(text)
    ))
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}${:04X}", self.prefix(), self.value)
    }
}

impl FromStr for Address {
    type Err = BadValue;

    fn from_str(text: &str) -> Result<Address, BadValue> {
        Address::parse(text, &NoNames)
    }
}

impl Serialize for Address {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_plain() {
            serializer.serialize_u32(self.value)
        } else {
            serializer.collect_str(self)
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Form {
    Number(u32),
    Text(String),
}

impl<'de> Deserialize<'de> for Address {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Address, D::Error> {
        match Form::deserialize(deserializer)? {
            Form::Number(value) => Ok(Address::plain(value)),
            Form::Text(text) => text.parse().map_err(serde::de::Error::custom),
        }
    }
}

/// Reads a JSON number or text as an address.
pub fn of_value(value: &Value, names: &dyn Names) -> Result<Address, BadValue> {
    match value {
        Value::String(text) => Address::parse(text, names),
        Value::Number(_) => {
            let whole = number::whole(value)?;
            u32::try_from(whole)
                .map(Address::plain)
                .map_err(|_| BadValue::range(format!("{whole} is no address")))
        }
        other => Err(BadValue::form(format!(
            "an address expected, found {}",
            shown(other)
        ))),
    }
}

/// Converts address arguments; `min` and `max` bound addresses of the default space.
pub fn convert(argument: &Argument, value: &Value, names: &dyn Names) -> Result<Value, BadValue> {
    let address = of_value(value, names)?;
    check(argument, &address)?;
    Ok(to_value(&address))
}

/// Checks a default-space address against its argument's bounds.
pub fn check(argument: &Argument, address: &Address) -> Result<(), BadValue> {
    if address.space.is_some() {
        return Ok(());
    }
    let low = number::bound(&argument.min).unwrap_or(0);
    let high = number::bound(&argument.max).unwrap_or(DEFAULT_SPACE_LAST);
    let value = i64::from(address.value);
    if value < low || value > high {
        return Err(BadValue::range(format!(
            "{address} is not in ${low:04X} to ${high:04X}"
        )));
    }
    Ok(())
}

fn to_value(address: &Address) -> Value {
    if address.is_plain() {
        Value::from(address.value)
    } else {
        Value::String(address.to_string())
    }
}
