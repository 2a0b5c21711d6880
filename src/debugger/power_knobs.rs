//! Power-on options by name, as commands and the command line take them.
//!
//! One table says for each option its name, what it takes and what it is; [`value`] and
//! [`set`] read and write it. Numbers may come as text, `$` hexadecimal or decimal.

use crate::nes::{options::PowerOptions, region::Region};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use thiserror::Error;

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number from 0 to this.
    Number(u64),
    /// true or false, on or off.
    Switch,
}

impl Takes {
    /// In words, as "a, b or c" or "0 to 3".
    pub fn text(self) -> String {
        match self {
            Takes::Number(max) => format!("0 to {max}"),
            Takes::Switch => "true or false".to_owned(),
            Takes::Words([words @ .., last]) if !words.is_empty() => {
                format!("{} or {last}", words.join(", "))
            }
            Takes::Words(words) => words.concat(),
        }
    }
}

/// One option.
#[derive(Clone, Copy, Debug)]
pub struct Knob {
    /// Its name.
    pub key: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// What it is.
    pub help: &'static str,
}

const fn knob(key: &'static str, takes: Takes, help: &'static str) -> Knob {
    Knob { key, takes, help }
}

/// All options, in the order they are listed.
pub const KNOBS: &[Knob] = &[
    knob(
        "region",
        Takes::Words(&["auto", "ntsc", "pal", "dendy"]),
        "television system; auto is that of the header",
    ),
    knob(
        "ram",
        Takes::Words(&RAM),
        "power-on contents of RAM: zeros, ones, from the seed, four of each by turns",
    ),
    knob(
        "palette",
        Takes::Words(&["zeros", "console", "random"]),
        "power-on contents of palette RAM: zeros, what one console had, from the seed",
    ),
    knob(
        "seed",
        Takes::Number(u32::MAX as u64),
        "seed of ram=rand and palette=random",
    ),
    knob(
        "align",
        Takes::Number(3),
        "master clocks by which dots lag CPU cycles",
    ),
    knob(
        "cpu",
        Takes::Words(&["letterless", "e", "early_g", "g", "h"]),
        "revision of the 2A03; early_g is before about 1990",
    ),
    knob(
        "load_dma",
        Takes::Words(&["second", "third"]),
        "APU cycle after $4015 in which the DMC's first fetch holds the CPU; third on rare chips",
    ),
    knob(
        "ppu",
        Takes::Words(&["old", "e", "g", "rgb"]),
        "revision of the 2C02 of an NTSC console; old is before E, rgb a 2C03",
    ),
    knob(
        "console",
        Takes::Words(&["front_loader", "top_loader", "late_famicom", "famicom"]),
        "controller ports and reset button: NES-001, NES-101, AV Famicom, original Famicom",
    ),
    knob(
        "oam_decay",
        Takes::Switch,
        "OAM rows fade when not refreshed",
    ),
    knob(
        "unstable",
        Takes::Words(&["and", "and_x", "magic", "or", "plain"]),
        "what SHA and TAS write, and where when they cross a page",
    ),
    knob(
        "ane_magic",
        Takes::Number(255),
        "analog constant of ANE ($8B)",
    ),
    knob(
        "lxa_magic",
        Takes::Number(255),
        "analog constant of LXA ($AB)",
    ),
    knob(
        "mmc1",
        Takes::Words(&[AUTO, "a", "b"]),
        "revision of the MMC1; auto is that of the header",
    ),
    knob(
        "mmc3",
        Takes::Words(&[AUTO, "a", "b", "mmc6"]),
        "revision of the MMC3; auto is that of the header",
    ),
    knob(
        "song",
        Takes::Number(255),
        "song of a music file, from 1; 0 is the one it begins with",
    ),
];

/// The word for what the cartridge header says.
const AUTO: &str = "auto";
/// Words for the contents of RAM, and the longer ones that mean the same.
const RAM: [&str; 4] = ["00", "ff", "rand", "alt"];
const RAM_IN_FULL: [&str; 4] = ["zeros", "ones", "random", "alternating"];
/// Other names that are understood.
const OTHER_NAMES: [(&str, &str); 1] = [("alignment", "align")];

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KnobError {
    /// No option has this name.
    #[error("no option {0}; there are {names}", names = names())]
    Unknown(String),
    /// Not what it takes.
    #[error("{key} is {takes}, not {found}")]
    BadValue {
        /// Its name.
        key: &'static str,
        /// What it takes.
        takes: String,
        /// What was given.
        found: String,
    },
    /// A number that is too large.
    #[error("{key} is {takes}, not {found}")]
    OutOfRange {
        /// Its name.
        key: &'static str,
        /// What it takes.
        takes: String,
        /// What was given.
        found: String,
    },
}

/// The names of all options.
fn names() -> String {
    KNOBS
        .iter()
        .map(|knob| knob.key)
        .collect::<Vec<_>>()
        .join(", ")
}

/// The option of a name.
///
/// # Errors
/// `Unknown`, which lists the names.
pub fn find(name: &str) -> Result<&'static Knob, KnobError> {
    let other = OTHER_NAMES.iter().find(|(other, _)| *other == name);
    let key = other.map_or(name, |(_, key)| key);
    let found = KNOBS.iter().find(|knob| knob.key == key);
    found.ok_or_else(|| KnobError::Unknown(name.to_owned()))
}

/// What an option is set to.
pub fn value(options: &PowerOptions, knob: &Knob) -> Value {
    match knob.key {
        "region" => auto(&options.region),
        "ram" => {
            let word = word(&options.ram);
            let index = RAM_IN_FULL.iter().position(|full| word == *full);
            RAM[index.expect("every pattern has its word")].into()
        }
        "palette" => word(&options.palette),
        "seed" => options.seed.into(),
        "align" => options.alignment.into(),
        "cpu" => word(&options.cpu),
        "load_dma" => word(&options.load_dma),
        "ppu" => word(&options.ppu),
        "console" => word(&options.console),
        "oam_decay" => options.oam_decay.into(),
        "unstable" => word(&options.unstable_stores),
        "ane_magic" => options.ane_magic.into(),
        "lxa_magic" => options.lxa_magic.into(),
        "mmc1" => auto(&options.mmc1),
        "mmc3" => auto(&options.mmc3),
        _ => options.song.unwrap_or(0).into(),
    }
}

/// Sets an option.
///
/// # Errors
/// A text that says what the option takes; nothing is changed then.
pub fn set(
    options: &mut PowerOptions,
    knob: &'static Knob,
    value: &Value,
) -> Result<(), KnobError> {
    let setting = Setting { knob, value };
    match knob.key {
        "region" => options.region = setting.unless_auto::<Region>()?,
        "ram" => options.ram = setting.of_word(RAM_IN_FULL[setting.index()?])?,
        "palette" => options.palette = setting.read()?,
        "seed" => options.seed = setting.number()? as u32,
        "align" => options.alignment = setting.number()? as u8,
        "cpu" => options.cpu = setting.read()?,
        "load_dma" => options.load_dma = setting.read()?,
        "ppu" => options.ppu = setting.read()?,
        "console" => options.console = setting.read()?,
        "oam_decay" => options.oam_decay = setting.switch()?,
        "unstable" => options.unstable_stores = setting.read()?,
        "ane_magic" => options.ane_magic = setting.number()? as u8,
        "lxa_magic" => options.lxa_magic = setting.number()? as u8,
        "mmc1" => options.mmc1 = setting.unless_auto()?,
        "mmc3" => options.mmc3 = setting.unless_auto()?,
        _ => options.song = Some(setting.number()? as u8).filter(|&song| song > 0),
    }
    Ok(())
}

fn word<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("an option is a word")
}

fn auto<T: Serialize>(value: &Option<T>) -> Value {
    value.as_ref().map_or(AUTO.into(), word)
}

/// A value on its way into an option.
struct Setting<'a> {
    knob: &'static Knob,
    value: &'a Value,
}

impl Setting<'_> {
    fn text(&self) -> String {
        match self.value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }
    }

    fn wrong(&self) -> KnobError {
        KnobError::BadValue {
            key: self.knob.key,
            takes: self.knob.takes.text(),
            found: self.text(),
        }
    }

    /// The place of the word among those of RAM.
    fn index(&self) -> Result<usize, KnobError> {
        let text = match self.value.as_u64() {
            Some(0) => RAM[0].to_owned(),
            _ => self.text(),
        };
        let found = (0..RAM.len()).find(|&index| text == RAM[index] || text == RAM_IN_FULL[index]);
        found.ok_or_else(|| self.wrong())
    }

    fn of_word<T: DeserializeOwned>(&self, word: &str) -> Result<T, KnobError> {
        serde_json::from_value(word.into()).map_err(|_| self.wrong())
    }

    fn read<T: DeserializeOwned>(&self) -> Result<T, KnobError> {
        self.of_word(&self.text())
    }

    fn unless_auto<T: DeserializeOwned>(&self) -> Result<Option<T>, KnobError> {
        match self.text().as_str() {
            AUTO => Ok(None),
            _ => self.read().map(Some),
        }
    }

    fn switch(&self) -> Result<bool, KnobError> {
        match self.text().as_str() {
            "true" | "on" | "1" => Ok(true),
            "false" | "off" | "0" => Ok(false),
            _ => Err(self.wrong()),
        }
    }

    fn number(&self) -> Result<u64, KnobError> {
        let text = self.text();
        let parsed = match text.strip_prefix('$') {
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        };
        let Takes::Number(max) = self.knob.takes else {
            return Err(self.wrong());
        };
        match parsed {
            Some(number) if number <= max => Ok(number),
            Some(_) => Err(KnobError::OutOfRange {
                key: self.knob.key,
                takes: self.knob.takes.text(),
                found: text,
            }),
            None => Err(self.wrong()),
        }
    }
}
