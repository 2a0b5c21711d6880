//! Buttons held: names or letters, as a list, joined by `+`, or letters run together.
//!
//! `R` Right, `L` Left, `D` Down, `U` Up, `T` Start, `S` Select, `B`, `A`; `.` is none.

use super::{BadValue, shown};
use crate::registry::{error::excerpt, names::nearest};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::fmt;

/// Buttons of one pad, one bit each: A 0, B 1, Select 2, Start 3, Up 4, Down 5, Left 6, Right 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct ButtonSet(pub u8);

/// Names in the order of their bits.
const NAMES: [&str; 8] = ["A", "B", "Select", "Start", "Up", "Down", "Left", "Right"];

/// Letters in the order of the bits.
const LETTERS: [char; 8] = ['A', 'B', 'S', 'T', 'U', 'D', 'L', 'R'];

/// Ports of a per-port object.
const PORTS: [&str; 4] = ["p1", "p2", "p3", "p4"];

/// Buttons of one pad, or of several by port.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Buttons {
    /// Of the pad that the command is about.
    One(ButtonSet),
    /// By port 1 to 4; none is a port that was not mentioned.
    Ports([Option<ButtonSet>; 4]),
}

impl ButtonSet {
    /// Reads buttons as typed.
    pub fn parse(text: &str) -> Result<ButtonSet, BadValue> {
        let text = text.trim();
        if text == "." || text.is_empty() {
            return Ok(ButtonSet(0));
        }
        let mut set = 0;
        for part in text.split(['+', ',']) {
            set |= part_bits(part.trim())?;
        }
        Ok(ButtonSet(set))
    }

    /// The names held, in the order of the bits.
    pub fn names(self) -> Vec<&'static str> {
        (0..8)
            .filter(|bit| self.0 & (1 << bit) != 0)
            .map(|bit| NAMES[bit])
            .collect()
    }
}

impl fmt::Display for ButtonSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str(".");
        }
        f.write_str(&self.names().join("+"))
    }
}

/// A whole name wins; else one letter in any case, or capital letters run together.
fn part_bits(part: &str) -> Result<u8, BadValue> {
    if let Some(bit) = NAMES
        .iter()
        .position(|name| name.eq_ignore_ascii_case(part))
    {
        return Ok(1 << bit);
    }
    let one = part.len() == 1;
    let letters: Option<u8> = part
        .chars()
        .map(|c| letter_bit(if one { c.to_ascii_uppercase() } else { c }))
        .try_fold(0, |set, bit| Some(set | bit?));
    match letters {
        Some(set) if set != 0 => Ok(set),
        _ => Err(unknown(part)),
    }
}

fn letter_bit(letter: char) -> Option<u8> {
    let bit = LETTERS.iter().position(|known| *known == letter)?;
    Some(1 << bit)
}

fn unknown(part: &str) -> BadValue {
    let near = nearest(part, NAMES.iter().copied(), 1);
    let hint = match near.first() {
        Some(name) => format!("; {name}?"),
        None => "; A B Select Start Up Down Left Right, or letters of RLDUTSBA".to_string(),
    };
    BadValue::form(format!("no button \"{}\"{hint}", excerpt(part)))
}

/// Buttons of one pad from a text or a list.
pub fn set_of(value: &Value) -> Result<ButtonSet, BadValue> {
    match value {
        Value::String(text) if text.trim_start().starts_with('[') => set_of(&json(text)?),
        Value::String(text) => ButtonSet::parse(text),
        Value::Array(items) => items.iter().try_fold(ButtonSet(0), |set, item| {
            let text = item.as_str().ok_or_else(|| {
                BadValue::form(format!("a button expected, found {}", shown(item)))
            })?;
            Ok(ButtonSet(set.0 | ButtonSet::parse(text)?.0))
        }),
        other => Err(BadValue::form(format!(
            "buttons expected, found {}",
            shown(other)
        ))),
    }
}

fn json(text: &str) -> Result<Value, BadValue> {
    serde_json::from_str(text).map_err(|error| BadValue::form(format!("not JSON: {error}")))
}

fn by_port(object: &Map<String, Value>) -> Result<Buttons, BadValue> {
    let mut ports = [None; 4];
    for (key, value) in object {
        let port = PORTS
            .iter()
            .position(|port| port.eq_ignore_ascii_case(key))
            .ok_or_else(|| BadValue::form(format!("no port \"{}\"; p1 to p4", excerpt(key))))?;
        ports[port] = Some(set_of(value)?);
    }
    Ok(Buttons::Ports(ports))
}

/// Buttons of one pad or by port.
pub fn of_value(value: &Value) -> Result<Buttons, BadValue> {
    match value {
        Value::Object(object) => by_port(object),
        Value::String(text) if text.trim_start().starts_with('{') => match json(text)? {
            Value::Object(object) => by_port(&object),
            other => Err(BadValue::form(format!(
                "buttons expected, found {}",
                shown(&other)
            ))),
        },
        other => set_of(other).map(Buttons::One),
    }
}

/// Converts buttons arguments.
pub fn convert(value: &Value) -> Result<Value, BadValue> {
    Ok(to_value(&of_value(value)?))
}

/// The canonical form: a list of names, or an object of such lists.
pub fn to_value(buttons: &Buttons) -> Value {
    match buttons {
        Buttons::One(set) => list(*set),
        Buttons::Ports(ports) => Value::Object(
            PORTS
                .iter()
                .zip(ports)
                .filter_map(|(port, set)| Some((port.to_string(), list((*set)?))))
                .collect(),
        ),
    }
}

fn list(set: ButtonSet) -> Value {
    Value::Array(set.names().into_iter().map(Value::from).collect())
}

impl Serialize for ButtonSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.names().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ButtonSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ButtonSet, D::Error> {
        set_of(&Value::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

impl Serialize for Buttons {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        to_value(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Buttons {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Buttons, D::Error> {
        of_value(&Value::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}
