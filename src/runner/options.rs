//! `--option K=V`: power-on options by name.

use crate::nes::{
    options::{Mmc1Revision, Mmc3Revision, PowerOptions, RamPattern, UnstableStores},
    region::Region,
};
use std::str::FromStr;

const NAMES: &str =
    "mmc1, mmc3, region, ram, seed, alignment, oam_decay, ane_magic, lxa_magic, unstable";

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
        "mmc1" => options.mmc1 = Some(mmc1(value)?),
        "mmc3" => options.mmc3 = Some(revision(value)?),
        "region" => options.region = Some(region(value)?),
        "ram" => options.ram = pattern(value)?,
        "seed" => options.seed = number(value, u32::MAX)?,
        "alignment" => options.alignment = number(value, 3u8)?,
        "oam_decay" => options.oam_decay = switch(value)?,
        "ane_magic" => options.ane_magic = number(value, u8::MAX)?,
        "lxa_magic" => options.lxa_magic = number(value, u8::MAX)?,
        "unstable" => options.unstable_stores = stores(value)?,
        _ => return Err(format!("there are {NAMES}")),
    }
    Ok(())
}

fn mmc1(value: &str) -> Result<Mmc1Revision, String> {
    match value {
        "a" => Ok(Mmc1Revision::A),
        "b" => Ok(Mmc1Revision::B),
        _ => Err("wanted a or b".to_owned()),
    }
}

fn revision(value: &str) -> Result<Mmc3Revision, String> {
    match value {
        "a" => Ok(Mmc3Revision::A),
        "b" => Ok(Mmc3Revision::B),
        _ => Err("wanted a or b".to_owned()),
    }
}

fn stores(value: &str) -> Result<UnstableStores, String> {
    match value {
        "and" => Ok(UnstableStores::And),
        "plain" => Ok(UnstableStores::Plain),
        _ => Err("wanted and or plain".to_owned()),
    }
}

fn region(value: &str) -> Result<Region, String> {
    match value {
        "ntsc" => Ok(Region::Ntsc),
        "pal" => Ok(Region::Pal),
        "dendy" => Ok(Region::Dendy),
        _ => Err("wanted ntsc, pal or dendy".to_owned()),
    }
}

fn pattern(value: &str) -> Result<RamPattern, String> {
    match value {
        "zeros" => Ok(RamPattern::Zeros),
        "ones" => Ok(RamPattern::Ones),
        "random" => Ok(RamPattern::Random),
        "alternating" => Ok(RamPattern::Alternating),
        _ => Err("wanted zeros, ones, random or alternating".to_owned()),
    }
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
