//! Argument types: from what was typed, or a JSON value, to the one canonical JSON form,
//! and the Rust types that handlers deserialize from that form.
//!
//! | type | canonical JSON | handler's type |
//! |---|---|---|
//! | address | 768, or `"prg:$1C010"`, `"05:$C123"` | [`Address`] |
//! | byte, word, integer | number | `u8`, `u16`, `u32`, ... |
//! | number | number | `f64` |
//! | boolean | true, false | `bool` |
//! | text, expression, path, choice | text | `String`, a `lowercase` enum |
//! | buttons | `["Right","A"]`, or `{"p1":["A"]}` | [`Buttons`] |
//! | sequence | `[{"buttons":["A"],"frames":12}]` | `Vec<`[`Step`]`>` |
//! | bytes | `[169,0]` | `Vec<u8>`, [`ByteList`] |
//! | range | `"$0300..$030F"` | [`AddressRange`] |
//! | position | `"f123:l45:d200@b2"` | [`Position`] |
//! | list | array of the items' forms | `Vec<T>` |
//! | object, any | as given | `serde_json::Value` |

mod address;
mod buttons;
mod bytes;
mod list;
mod number;
mod position;
mod range;
mod scalar;
mod sequence;

pub use address::Address;
pub use buttons::{ButtonSet, Buttons};
pub use bytes::ByteList;
pub use number::{integer_bounds, whole};
pub use position::{Place, Position};
pub use range::AddressRange;
pub use sequence::Step;

use super::{
    error::{CallError, codes, excerpt},
    names::Names,
    spec::{Argument, Kind},
};
use serde_json::Value;

/// Why a value does not fit its argument.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct BadValue {
    /// Whether the form is right and only the size is wrong.
    pub out_of_range: bool,
    /// What is wrong.
    pub message: String,
}

impl BadValue {
    /// The value does not read as the type.
    pub fn form(message: impl Into<String>) -> BadValue {
        BadValue {
            out_of_range: false,
            message: message.into(),
        }
    }

    /// The value reads, and is too small or too large.
    pub fn range(message: impl Into<String>) -> BadValue {
        BadValue {
            out_of_range: true,
            message: message.into(),
        }
    }

    /// As the answer to a call.
    pub fn into_error(self, argument: &str) -> CallError {
        let code = if self.out_of_range {
            codes::OUT_OF_RANGE
        } else {
            codes::BAD_VALUE
        };
        CallError::new(code, format!("{argument}: {}", self.message))
    }
}

/// Brings a value into its argument's canonical form and checks its range.
///
/// A JSON string is read by the rules of a command line; other JSON values are themselves.
pub fn convert(argument: &Argument, value: Value, names: &dyn Names) -> Result<Value, BadValue> {
    if let Some(word) = special_word(argument, &value) {
        return Ok(word);
    }
    match argument.kind {
        Kind::Address => address::convert(argument, &value, names),
        Kind::Byte | Kind::Word | Kind::Integer => number::convert_integer(argument, &value),
        Kind::Number => number::convert_number(argument, &value),
        Kind::Boolean => scalar::convert_boolean(&value),
        Kind::Text | Kind::Expression | Kind::Path => scalar::convert_text(argument, value),
        Kind::Choice => scalar::convert_choice(argument, &value),
        Kind::Buttons => buttons::convert(&value),
        Kind::Sequence => sequence::convert(argument, &value),
        Kind::Bytes => bytes::convert(argument, &value),
        Kind::Range => range::convert(argument, &value, names),
        Kind::Position => position::convert(&value),
        Kind::List => list::convert(argument, value, names),
        Kind::Object => scalar::convert_object(value),
        Kind::Any => scalar::convert_any(argument, value),
    }
}

fn special_word(argument: &Argument, value: &Value) -> Option<Value> {
    let text = value.as_str()?;
    let word = argument
        .words
        .iter()
        .find(|word| word.eq_ignore_ascii_case(text))?;
    Some(Value::String(word.clone()))
}

/// A value as it stands in a message.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => format!("\"{}\"", excerpt(text)),
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(_) => "an object".to_string(),
        other => excerpt(&other.to_string()),
    }
}
