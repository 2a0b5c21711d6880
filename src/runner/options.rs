//! `--option K=V`: power-on options by name.

use crate::{debugger::power_knobs, nes::options::PowerOptions};

/// Power-on options from `name=value` texts.
///
/// # Errors
/// A text that names the option and what it takes, or all names.
pub fn parse(texts: &[String]) -> Result<PowerOptions, String> {
    let mut options = PowerOptions::default();
    for text in texts {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| format!("option {text}: wanted name=value"))?;
        power_knobs::find(name)
            .and_then(|knob| power_knobs::set(&mut options, knob, &value.into()))
            .map_err(|error| format!("option {text}: {error}"))?;
    }
    Ok(options)
}
