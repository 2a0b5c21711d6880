//! `manifest.json`: what each ROM of a collection is and how to judge it.
//!
//! Paths in it are relative to its folder. Fields that a runner does not need are ignored.

use crate::nes::region::Region;
use serde::{Deserialize, Deserializer, Serialize};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The file name looked for in a ROM's folder and those above it.
pub const FILE_NAME: &str = "manifest.json";

/// Buttons held during some frames, and what else is done on the port from the first one on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Press {
    /// First frame.
    pub frame: u64,
    /// Port, 1 to 4.
    pub port: u8,
    /// Names of buttons: A, B, Select, Start, Up, Down, Left, Right. A is the trigger of a light
    /// gun pulled through and B half-pulled; A is the fire button of an Arkanoid controller.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub press: Vec<String>,
    /// How many frames.
    #[serde(default)]
    pub frames: u64,
    /// Column and line that the light gun of port 1 or 2 points at from then on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<[i16; 2]>,
    /// Where the knob of the Arkanoid controller of port 1 or 2 stands from then on, 13 to 252.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knob: Option<u8>,
}

/// How a verdict is reached.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Protocol {
    /// A report area at `$6000`.
    #[serde(rename = "blargg6000")]
    Blargg {
        /// The status that is a pass.
        #[serde(default)]
        pass_status: u8,
    },
    /// A byte in RAM, valid once a text is on the screen.
    Ram {
        /// Its address.
        #[serde(deserialize_with = "hexadecimal")]
        addr: u16,
        /// Values that are a pass.
        pass_values: Vec<u8>,
        /// Text on the screen after a pass.
        screen_pass: Option<String>,
        /// Text on the screen after a failure; without one, `$` and two digits.
        screen_fail: Option<String>,
    },
    /// A text in the first nametable.
    ScreenText {
        /// The text of a pass.
        pass_text: Option<String>,
        /// Texts of a pass, any of them.
        #[serde(default)]
        pass_text_any: Vec<String>,
        /// Texts of a failure.
        #[serde(default)]
        fail_text: Vec<String>,
        /// The character that the wanted text follows.
        after: Option<char>,
        /// The mapper number that must be the first number on the screen.
        expect_mapper: Option<u16>,
    },
    /// Every instruction against a log.
    NestestLog {
        /// Where to start.
        #[serde(deserialize_with = "hexadecimal")]
        start_pc: u16,
        /// The log.
        log: PathBuf,
        /// Addresses and the values they have at the end.
        ram_checks: BTreeMap<String, u8>,
    },
    /// AccuracyCoin's result bytes.
    #[serde(rename = "accuracycoin")]
    AccuracyCoin {
        /// Its table of tests.
        table: PathBuf,
        /// 1 while the whole set runs.
        #[serde(deserialize_with = "hexadecimal")]
        running_flag: u16,
    },
    /// A person looks at the picture.
    Visual {
        /// What to look for.
        note: Option<String>,
    },
    /// A person listens.
    ScreenHashNone {
        /// What to listen for.
        note: Option<String>,
    },
}

/// One ROM.
#[derive(Clone, Debug, Deserialize)]
pub struct Entry {
    /// Its name.
    pub id: String,
    /// Its file.
    pub path: PathBuf,
    /// The console to emulate.
    pub region: Option<Region>,
    /// How to judge it.
    pub pass: Protocol,
    /// Frames to run before deciding.
    pub frames: u64,
    /// Buttons to press.
    #[serde(default)]
    pub input: Vec<Press>,
    /// A device that must be attached.
    pub needs: Option<String>,
}

/// A manifest and the folder its paths start from.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The folder.
    pub folder: PathBuf,
    /// The entries in file order.
    pub entries: Vec<Entry>,
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// A text that names the file and what is wrong with it.
    pub fn read(path: &Path) -> Result<Manifest, String> {
        let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = fs::read_to_string(path).map_err(|error| wrong(&error))?;
        let entries = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        Ok(Manifest { folder, entries })
    }

    /// The manifest in the folder of `path` or the nearest one above it.
    pub fn above(path: &Path) -> Option<PathBuf> {
        let start = if path.is_dir() {
            Some(path)
        } else {
            path.parent()
        };
        let start = start?.canonicalize().ok()?;
        start
            .ancestors()
            .map(|folder| folder.join(FILE_NAME))
            .find(|file| file.is_file())
    }
}

/// Numbers in manifests are texts like `0x00F8`.
fn hexadecimal<'de, D: Deserializer<'de>>(from: D) -> Result<u16, D::Error> {
    let text = String::deserialize(from)?;
    word(&text).ok_or_else(|| serde::de::Error::custom(format!("not a hexadecimal word: {text}")))
}

/// The value of a text like `0x00F8` or `$F8`.
pub fn word(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("0x").or(text.strip_prefix('$'))?;
    u16::from_str_radix(digits, 16).ok()
}
