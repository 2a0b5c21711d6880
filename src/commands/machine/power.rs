//! Power-on options: what the next power-on starts from, and the accuracy knobs.

use crate::{
    commands::{
        answer::{Answer, CommandError},
        context::Context,
    },
    nes::{
        options::{
            Console, CpuRevision, Mmc1Revision, Mmc3Revision, PalettePattern, PowerOptions,
            PpuRevision, RamPattern, UnstableStores,
        },
        region::Region,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

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

    fn of(region: Option<Region>) -> RegionWord {
        match region {
            None => RegionWord::Auto,
            Some(Region::Ntsc) => RegionWord::Ntsc,
            Some(Region::Pal) => RegionWord::Pal,
            Some(Region::Dendy) => RegionWord::Dendy,
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

    fn of(pattern: RamPattern) -> RamWord {
        match pattern {
            RamPattern::Zeros => RamWord::Zeros,
            RamPattern::Ones => RamWord::Ones,
            RamPattern::Random => RamWord::Random,
            RamPattern::Alternating => RamWord::Alternating,
        }
    }
}

/// Arguments of `machine_power`.
#[derive(Deserialize)]
pub struct PowerArgs {
    ram: Option<RamWord>,
    seed: Option<u32>,
    align: Option<u8>,
    cpu: Option<CpuRevision>,
    ppu: Option<PpuRevision>,
    console: Option<Console>,
    palette: Option<PalettePattern>,
    oam_decay: Option<bool>,
    song: Option<u8>,
}

/// Reply of `machine_power`.
#[derive(Serialize)]
pub struct PowerReply {
    region: RegionWord,
    ram: RamWord,
    seed: u32,
    align: u8,
    cpu: CpuRevision,
    ppu: PpuRevision,
    console: Console,
    palette: PalettePattern,
    oam_decay: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    song: Option<u8>,
}

impl Answer for PowerReply {
    fn text(&self) -> String {
        let words = serde_json::json!([
            self.region,
            self.ram,
            self.cpu,
            self.ppu,
            self.console,
            self.palette
        ]);
        let word = |index: usize| words[index].as_str().unwrap_or_default();
        format!(
            "next power-on: region {}, CPU {}, PPU {}, console {}, RAM {}, palette {}, seed {}, alignment {}, OAM decay {}{}; machine_load applies it",
            word(0),
            word(2),
            word(3),
            word(4),
            word(1),
            word(5),
            self.seed,
            self.align,
            if self.oam_decay { "on" } else { "off" },
            self.song
                .map_or(String::new(), |song| format!(", song {song}")),
        )
    }
}

/// Sets what the next power-on starts from.
pub fn power(context: &mut Context<'_>, args: PowerArgs) -> Result<PowerReply, CommandError> {
    let power = &mut context.session.power;
    if let Some(ram) = args.ram {
        power.ram = ram.pattern();
    }
    power.seed = args.seed.unwrap_or(power.seed);
    power.alignment = args.align.unwrap_or(power.alignment);
    power.cpu = args.cpu.unwrap_or(power.cpu);
    power.ppu = args.ppu.unwrap_or(power.ppu);
    power.console = args.console.unwrap_or(power.console);
    power.palette = args.palette.unwrap_or(power.palette);
    power.oam_decay = args.oam_decay.unwrap_or(power.oam_decay);
    power.song = args
        .song
        .map_or(power.song, |song| (song > 0).then_some(song));
    Ok(PowerReply {
        region: RegionWord::of(power.region),
        ram: RamWord::of(power.ram),
        seed: power.seed,
        align: power.alignment,
        cpu: power.cpu,
        ppu: power.ppu,
        console: power.console,
        palette: power.palette,
        oam_decay: power.oam_decay,
        song: power.song,
    })
}

/// Arguments of `machine_option`.
#[derive(Deserialize)]
pub struct OptionArgs {
    key: Option<String>,
    value: Option<Value>,
}

/// One accuracy knob.
#[derive(Clone, Debug, Serialize)]
pub struct OptionRow {
    key: &'static str,
    value: Value,
    #[serde(rename = "type")]
    kind: &'static str,
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

/// Key, type, what it is.
const KNOBS: [(&str, &str, &str); 14] = [
    ("region", "auto, ntsc, pal or dendy", "television system"),
    ("ram", "00, ff, rand or alt", "power-on contents of RAM"),
    ("seed", "0 to 4294967295", "seed of ram=rand"),
    (
        "align",
        "0 to 3",
        "master clocks by which dots lag CPU cycles",
    ),
    (
        "cpu",
        "letterless, e, early_g, g or h",
        "revision of the CPU, 2A03",
    ),
    (
        "ppu",
        "old, e, g or rgb",
        "revision of the PPU, 2C02; old is before E, rgb a 2C03",
    ),
    (
        "console",
        "front_loader, late_famicom or famicom",
        "controller ports and reset button",
    ),
    (
        "palette",
        "zeros, console or random",
        "power-on contents of palette RAM",
    ),
    (
        "oam_decay",
        "true or false",
        "OAM rows fade when not refreshed",
    ),
    ("ane_magic", "0 to 255", "analogue constant of ANE ($8B)"),
    ("lxa_magic", "0 to 255", "analogue constant of LXA ($AB)"),
    (
        "unstable",
        "and, and_x, magic, or or plain",
        "what SHA and TAS write, and where when they cross a page",
    ),
    ("mmc1", "auto, a or b", "revision of the MMC1"),
    ("mmc3", "auto, a, b or mmc6", "revision of the MMC3"),
];

/// Lists the accuracy knobs, or sets one for the next power-on.
pub fn option(context: &mut Context<'_>, args: OptionArgs) -> Result<OptionReply, CommandError> {
    let power = &mut context.session.power;
    if let (Some(key), Some(value)) = (&args.key, args.value) {
        let changed = with(power, key, value)?;
        *power = changed;
    }
    let wanted = |key: &str| args.key.as_deref().is_none_or(|wanted| wanted == key);
    let rows = KNOBS.iter().filter(|(key, ..)| wanted(key));
    let options: Vec<OptionRow> = rows
        .map(|&(key, kind, help)| OptionRow {
            key,
            value: value_of(power, key),
            kind,
            default: value_of(&PowerOptions::default(), key),
            help,
        })
        .collect();
    match options.is_empty() {
        true => Err(CommandError::not_found(
            "no option of that name; machine_option lists them",
        )),
        false => Ok(OptionReply { options }),
    }
}

fn value_of(power: &PowerOptions, key: &str) -> Value {
    match key {
        "region" => serde_json::json!(RegionWord::of(power.region)),
        "ram" => serde_json::json!(RamWord::of(power.ram)),
        "seed" => power.seed.into(),
        "align" => power.alignment.into(),
        "cpu" => serde_json::json!(power.cpu),
        "ppu" => serde_json::json!(power.ppu),
        "console" => serde_json::json!(power.console),
        "palette" => serde_json::json!(power.palette),
        "oam_decay" => power.oam_decay.into(),
        "ane_magic" => power.ane_magic.into(),
        "lxa_magic" => power.lxa_magic.into(),
        "unstable" => serde_json::json!(power.unstable_stores),
        "mmc1" => match power.mmc1 {
            None => "auto".into(),
            Some(revision) => serde_json::json!(revision),
        },
        _ => match power.mmc3 {
            None => "auto".into(),
            Some(revision) => serde_json::json!(revision),
        },
    }
}

/// The options with one knob turned.
fn with(power: &PowerOptions, key: &str, value: Value) -> Result<PowerOptions, CommandError> {
    let mut power = power.clone();
    match key {
        "region" => power.region = read::<RegionWord>(key, value)?.region(),
        "ram" => power.ram = read::<RamWord>(key, two_digits(value))?.pattern(),
        "seed" => power.seed = read(key, value)?,
        "align" => power.alignment = aligned(read(key, value)?)?,
        "cpu" => power.cpu = read(key, value)?,
        "ppu" => power.ppu = read(key, value)?,
        "console" => power.console = read(key, value)?,
        "palette" => power.palette = read(key, value)?,
        "oam_decay" => power.oam_decay = read(key, value)?,
        "ane_magic" => power.ane_magic = read(key, value)?,
        "lxa_magic" => power.lxa_magic = read(key, value)?,
        "unstable" => power.unstable_stores = read::<UnstableStores>(key, value)?,
        "mmc1" if value == "auto" => power.mmc1 = None,
        "mmc1" => power.mmc1 = Some(read::<Mmc1Revision>(key, value)?),
        "mmc3" if value == "auto" => power.mmc3 = None,
        "mmc3" => power.mmc3 = Some(read::<Mmc3Revision>(key, value)?),
        _ => {
            return Err(CommandError::not_found(
                "no option of that name; machine_option lists them",
            ));
        }
    }
    Ok(power)
}

fn read<T: for<'de> Deserialize<'de>>(key: &str, value: Value) -> Result<T, CommandError> {
    let kind = KNOBS.iter().find(|(name, ..)| *name == key);
    let kind = kind.map_or("", |(_, kind, _)| kind);
    let shown = value.to_string();
    serde_json::from_value(value)
        .map_err(|_| CommandError::bad_value(format!("{key} is {kind}, not {shown}")))
}

/// `00` typed as a number is 0.
fn two_digits(value: Value) -> Value {
    match value.as_u64() {
        Some(0) => "00".into(),
        _ => value,
    }
}

fn aligned(alignment: u8) -> Result<u8, CommandError> {
    match alignment {
        0..=3 => Ok(alignment),
        _ => Err(CommandError::out_of_range("align is 0 to 3")),
    }
}
