//! Power-on options: what the next power-on starts from.

use crate::{
    commands::{
        answer::{Answer, CommandError},
        context::Context,
    },
    debugger::power_knobs::{self, KNOBS, Knob, KnobError},
    nes::{
        options::{PowerOptions, RamPattern},
        region::Region,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A region as a word of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RegionWord {
    /// As the cartridge header says.
    Auto,
    /// NTSC.
    Ntsc,
    /// PAL.
    Pal,
    /// Dendy.
    Dendy,
}

impl RegionWord {
    /// The region, or `None` for the header's.
    pub fn region(self) -> Option<Region> {
        match self {
            RegionWord::Auto => None,
            RegionWord::Ntsc => Some(Region::Ntsc),
            RegionWord::Pal => Some(Region::Pal),
            RegionWord::Dendy => Some(Region::Dendy),
        }
    }
}

/// A RAM pattern as a word of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RamWord {
    /// All `$00`.
    #[serde(rename = "00")]
    Zeros,
    /// All `$FF`.
    #[serde(rename = "ff")]
    Ones,
    /// From the seed.
    #[serde(rename = "rand")]
    Random,
    /// Four of each by turns.
    #[serde(rename = "alt")]
    Alternating,
}

impl RamWord {
    /// The pattern.
    pub fn pattern(self) -> RamPattern {
        match self {
            RamWord::Zeros => RamPattern::Zeros,
            RamWord::Ones => RamPattern::Ones,
            RamWord::Random => RamPattern::Random,
            RamWord::Alternating => RamPattern::Alternating,
        }
    }
}

/// Arguments of `machine_power`: options by name, all checked against the spec.
#[derive(Deserialize)]
pub struct PowerArgs {
    region: Option<Value>,
    ram: Option<Value>,
    palette: Option<Value>,
    seed: Option<Value>,
    align: Option<Value>,
    cpu: Option<Value>,
    load_dma: Option<Value>,
    ppu: Option<Value>,
    console: Option<Value>,
    oam_decay: Option<Value>,
    unstable: Option<Value>,
    ane_magic: Option<Value>,
    lxa_magic: Option<Value>,
    mmc1: Option<Value>,
    mmc3: Option<Value>,
    song: Option<Value>,
}

impl PowerArgs {
    fn given(self) -> impl Iterator<Item = (&'static str, Value)> {
        let all = [
            ("region", self.region),
            ("ram", self.ram),
            ("palette", self.palette),
            ("seed", self.seed),
            ("align", self.align),
            ("cpu", self.cpu),
            ("load_dma", self.load_dma),
            ("ppu", self.ppu),
            ("console", self.console),
            ("oam_decay", self.oam_decay),
            ("unstable", self.unstable),
            ("ane_magic", self.ane_magic),
            ("lxa_magic", self.lxa_magic),
            ("mmc1", self.mmc1),
            ("mmc3", self.mmc3),
            ("song", self.song),
        ];
        all.into_iter()
            .filter_map(|(key, value)| Some((key, value?)))
    }
}

/// Reply of `machine_power`: all options by name.
#[derive(Serialize)]
pub struct PowerReply(Map<String, Value>);

impl Answer for PowerReply {
    fn text(&self) -> String {
        let each = self.0.iter().map(|(key, value)| match value {
            Value::String(word) => format!("{key} {word}"),
            other => format!("{key} {other}"),
        });
        let all = each.collect::<Vec<_>>().join(", ");
        format!("next power-on: {all}; machine_load applies it")
    }
}

/// Sets what the next power-on starts from.
pub fn power(context: &mut Context<'_>, args: PowerArgs) -> Result<PowerReply, CommandError> {
    let mut changed = context.session.power.clone();
    for (key, value) in args.given() {
        set(&mut changed, key, &value)?;
    }
    let rows = KNOBS
        .iter()
        .map(|knob| (knob.key.to_owned(), power_knobs::value(&changed, knob)));
    let reply = PowerReply(rows.collect());
    context.session.power = changed;
    Ok(reply)
}

/// Arguments of `machine_option`.
#[derive(Deserialize)]
pub struct OptionArgs {
    key: Option<String>,
    value: Option<Value>,
}

/// One option.
#[derive(Clone, Debug, Serialize)]
pub struct OptionRow {
    key: &'static str,
    value: Value,
    #[serde(rename = "type")]
    kind: String,
    default: Value,
    help: &'static str,
}

/// Reply of `machine_option`.
#[derive(Serialize)]
pub struct OptionReply {
    options: Vec<OptionRow>,
}

impl Answer for OptionReply {
    fn text(&self) -> String {
        let rows = self.options.iter().map(|row| {
            format!(
                "{:10} {} (default {}, {}): {}",
                row.key, row.value, row.default, row.kind, row.help
            )
        });
        rows.collect::<Vec<_>>().join("\n")
    }
}

/// Lists the power-on options, or sets one for the next power-on.
pub fn option(context: &mut Context<'_>, args: OptionArgs) -> Result<OptionReply, CommandError> {
    let power = &mut context.session.power;
    if let (Some(key), Some(value)) = (&args.key, &args.value) {
        set(power, key, value)?;
    }
    let named = args.key.as_deref().map(power_knobs::find);
    let named = named.transpose().map_err(refusal)?;
    let wanted = |knob: &&Knob| named.is_none_or(|named| named.key == knob.key);
    let rows = KNOBS.iter().filter(wanted).map(|knob| OptionRow {
        key: knob.key,
        value: power_knobs::value(power, knob),
        kind: knob.takes.text(),
        default: power_knobs::value(&PowerOptions::default(), knob),
        help: knob.help,
    });
    Ok(OptionReply {
        options: rows.collect(),
    })
}

fn set(power: &mut PowerOptions, key: &str, value: &Value) -> Result<(), CommandError> {
    let knob = power_knobs::find(key);
    let done = knob.and_then(|knob| power_knobs::set(power, knob, value));
    done.map_err(refusal)
}

fn refusal(error: KnobError) -> CommandError {
    match error {
        KnobError::Unknown(_) => CommandError::not_found(error.to_string()),
        KnobError::BadValue { .. } => CommandError::bad_value(error.to_string()),
        KnobError::OutOfRange { .. } => CommandError::out_of_range(error.to_string()),
    }
}
