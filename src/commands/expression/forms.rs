//! A value in the forms people read it in.

use serde::{Deserialize, Serialize};

/// How a value is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// All of them.
    #[default]
    All,
    /// `$1F`.
    Hex,
    /// `31`.
    Dec,
    /// `%00011111`.
    Bin,
    /// As a signed byte, or word where it does not fit a byte.
    Signed,
    /// As an ASCII character.
    Char,
}

impl Form {
    /// The form of a word; all of them for an unknown one.
    pub fn of(word: &str) -> Form {
        match word {
            "hex" => Form::Hex,
            "dec" => Form::Dec,
            "bin" => Form::Bin,
            "signed" => Form::Signed,
            "char" => Form::Char,
            _ => Form::All,
        }
    }
}

/// The forms of a value.
#[derive(Clone, Debug, Serialize)]
pub struct Forms {
    hex: String,
    binary: String,
    signed: i64,
    character: String,
}

impl Forms {
    /// The forms of a value.
    pub fn of(value: i64) -> Forms {
        let byte = (0..=0xFF).contains(&value);
        Forms {
            hex: hex(value),
            binary: if byte {
                format!("%{value:08b}")
            } else {
                format!("%{value:b}")
            },
            signed: match value {
                0x80..=0xFF => value - 0x100,
                0x8000..=0xFFFF => value - 0x10000,
                _ => value,
            },
            character: u8::try_from(value)
                .ok()
                .filter(|byte| (0x20..0x7F).contains(byte))
                .map_or(String::new(), |byte| char::from(byte).to_string()),
        }
    }

    /// One line.
    pub fn text(&self, value: i64, form: Form) -> String {
        match form {
            Form::Hex => self.hex.clone(),
            Form::Dec => value.to_string(),
            Form::Bin => self.binary.clone(),
            Form::Signed => self.signed.to_string(),
            Form::Char => format!("'{}'", self.character),
            Form::All => {
                let mut text = format!("{value}  {}  {}", self.hex, self.binary);
                if self.signed != value {
                    text.push_str(&format!("  {}", self.signed));
                }
                if !self.character.is_empty() {
                    text.push_str(&format!("  '{}'", self.character));
                }
                text
            }
        }
    }
}

fn hex(value: i64) -> String {
    match value {
        0..=0xFF => format!("${value:02X}"),
        0x100..=0xFFFF => format!("${value:04X}"),
        0x10000.. => format!("${value:X}"),
        _ => format!("-${:X}", value.unsigned_abs()),
    }
}
