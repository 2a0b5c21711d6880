//! `--option K=V`: power-on options by name.

use crate::nes::options::PowerOptions;
use serde::de::{DeserializeOwned, IntoDeserializer, value::StrDeserializer};
use std::str::FromStr;

const NAMES: &str = "cpu, ppu, console, mmc1, mmc3, region, ram, palette, seed, alignment, oam_decay, ane_magic, lxa_magic, unstable, song";

/// Power-on options from `name=value` texts.
///
/// # Errors
/// A text that names the option and what it takes.
pub fn parse(texts: &[String]) -> Result<PowerOptions, String> {
    let mut options = PowerOptions::default();
    for text in texts {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| format!("option {text}: wanted name=value"))?;
        set(&mut options, name, value).map_err(|error| format!("option {text}: {error}"))?;
    }
    Ok(options)
}

fn set(options: &mut PowerOptions, name: &str, value: &str) -> Result<(), String> {
    match name {
        "cpu" => options.cpu = word(value, "letterless, e, early_g, g or h")?,
        "ppu" => options.ppu = word(value, "old, e, g or rgb")?,
        "console" => options.console = word(value, "front_loader, late_famicom or famicom")?,
        "mmc1" => options.mmc1 = Some(word(value, "a or b")?),
        "mmc3" => options.mmc3 = Some(word(value, "a, b or mmc6")?),
        "region" => options.region = Some(word(value, "ntsc, pal or dendy")?),
        "palette" => options.palette = word(value, "zeros, console or random")?,
        "ram" => options.ram = word(value, "zeros, ones, random or alternating")?,
        "seed" => options.seed = number(value, u32::MAX)?,
        "alignment" => options.alignment = number(value, 3u8)?,
        "oam_decay" => options.oam_decay = switch(value)?,
        "ane_magic" => options.ane_magic = number(value, u8::MAX)?,
        "lxa_magic" => options.lxa_magic = number(value, u8::MAX)?,
        "unstable" => options.unstable_stores = word(value, "and, and_x, magic, or or plain")?,
        "song" => options.song = Some(number(value, u8::MAX)?),
        _ => return Err(format!("there are {NAMES}")),
    }
    Ok(())
}

/// One of an option's words.
fn word<T: DeserializeOwned>(value: &str, words: &str) -> Result<T, String> {
    let name: StrDeserializer<'_, serde::de::value::Error> = value.into_deserializer();
    T::deserialize(name).map_err(|_| format!("wanted {words}"))
}

fn switch(value: &str) -> Result<bool, String> {
    match value {
        "1" | "on" | "true" => Ok(true),
        "0" | "off" | "false" => Ok(false),
        _ => Err("wanted on or off".to_owned()),
    }
}

/// A number up to `max`, decimal or with `$` hexadecimal.
fn number<T: TryFrom<u64> + Into<u64> + Copy>(value: &str, max: T) -> Result<T, String> {
    let max: u64 = max.into();
    let parsed = match value.strip_prefix('$') {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => u64::from_str(value).ok(),
    };
    parsed
        .filter(|&number| number <= max)
        .and_then(|number| T::try_from(number).ok())
        .ok_or_else(|| format!("wanted a number from 0 to {max}"))
}
