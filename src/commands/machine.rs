//! Machine commands: load, close, reset, power-on options, hashes, real-time running.

mod power;
mod selftest;
mod speed;

use super::{
    answer::{Answer, CommandError, Done},
    bindings::{Bindings, NoArgs},
    call::Origin,
    context::{Context, MOST_DEPTH},
    host::Host,
    messages::MOST_MESSAGES,
    run::{place, stand},
    session::{Live, Session},
    spending::{MOST_INNER_BYTES, MOST_INNER_CALLS},
    state::{MOST_STATE_BYTES, MOST_STATES},
};
use crate::{
    debugger::{
        board_view::{self, BoardRegister},
        breakpoints::MOST_BREAKPOINTS,
        demo,
        stop::{Place, Reason, StopRecord},
        symbols::{Symbols, auto},
    },
    nes::{
        cartridge::Rom,
        digest,
        event::{Event, Reset, Space},
        machine::Machine,
        region::Region,
    },
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub use power::{OptionArgs, PowerArgs};

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("machine_load", load);
    bindings.bind("machine_close", close);
    bindings.bind("machine_reset", reset);
    bindings.bind("machine_info", info);
    bindings.bind("machine_power", power::power);
    bindings.bind("machine_option", power::option);
    bindings.bind("machine_hash", hash);
    bindings.bind("machine_speed", speed::speed);
    bindings.bind("machine_selftest", selftest::selftest);
    bindings.bind("machine_pause", pause);
    bindings.bind("machine_resume", resume);
}

/// Arguments of `machine_load`.
#[derive(Deserialize)]
pub struct LoadArgs {
    path: String,
    region: Option<power::RegionWord>,
    ram: Option<power::RamWord>,
    seed: Option<u32>,
    align: Option<u8>,
}

/// Reply of `machine_load`.
#[derive(Serialize)]
pub struct LoadReply {
    rom: RomFacts,
    position: Place,
    warnings: Vec<String>,
}

impl Answer for LoadReply {
    fn text(&self) -> String {
        let mut text = format!("loaded {}", self.rom.text());
        for warning in &self.warnings {
            text.push_str(&format!("\nwarning: {warning}"));
        }
        text
    }
}

/// What identifies a cartridge.
#[derive(Clone, Debug, Serialize)]
pub struct RomFacts {
    name: String,
    sha256: String,
    mapper: u16,
    submapper: u8,
    board: String,
    region: Region,
    prg_rom: u32,
    chr_rom: u32,
    battery: bool,
}

impl RomFacts {
    fn of(session: &Session, machine: &Machine) -> RomFacts {
        let rom = machine.rom();
        let header = &rom.header;
        RomFacts {
            name: session.rom_name.clone(),
            sha256: rom.sha256_hex(),
            mapper: header.mapper,
            submapper: header.submapper,
            board: rom.board_name().to_string(),
            region: machine.region(),
            prg_rom: header.prg_rom,
            chr_rom: header.chr_rom,
            battery: header.battery,
        }
    }

    fn text(&self) -> String {
        format!(
            "{}: mapper {} ({}), PRG {} KiB, CHR {} KiB, {}{}, sha256 {}",
            self.name,
            self.mapper,
            self.board,
            self.prg_rom / 1024,
            self.chr_rom / 1024,
            self.region,
            if self.battery { ", battery" } else { "" },
            &self.sha256[..16]
        )
    }
}

/// The word that loads the built-in demo cartridge.
const DEMO: &str = "demo";

fn load(context: &mut Context<'_>, args: LoadArgs) -> Result<LoadReply, CommandError> {
    let mut options = context.session.power.clone();
    if let Some(region) = args.region {
        options.region = region.region();
    }
    if let Some(ram) = args.ram {
        options.ram = ram.pattern();
    }
    options.seed = args.seed.unwrap_or(options.seed);
    options.alignment = args.align.unwrap_or(options.alignment);
    if args.path == DEMO {
        return insert(context, demo::ROM, DEMO, None, &options);
    }
    let bytes = context.read_file(&args.path)?;
    options.battery = match context.scope.origin {
        Origin::Console => context.host.battery(&args.path),
        _ => None,
    };
    let name = args.path.rsplit('/').next().unwrap_or(&args.path);
    insert(context, &bytes, name, Some(args.path.clone()), &options)
}

/// Loads a cartridge image under a name; `path` is where it came from, if from a file.
///
/// Errors: the ROM's own codes, such as `bad_rom` and `unsupported_board`.
pub fn insert(
    context: &mut Context<'_>,
    image: &[u8],
    name: &str,
    path: Option<String>,
    options: &crate::nes::options::PowerOptions,
) -> Result<LoadReply, CommandError> {
    let rom =
        Rom::parse(image).map_err(|error| CommandError::new(error.code(), error.to_string()))?;
    let warnings = rom.warnings.clone();
    let machine = Machine::power_on(Arc::new(rom), options.clone())
        .map_err(|error| CommandError::new(error.code(), error.to_string()))?;
    save_battery(context.session, context.host);
    let session = &mut *context.session;
    session.labels = Arc::new(labels(&machine));
    session.rom_name = name.to_string();
    session.rom_path = path;
    session.states.clear();
    session.set_machine(Some(machine));
    for warning in &warnings {
        session.messages.push("cartridge", warning.clone());
    }
    context.attach("rom", true);
    let machine = context.session.machine()?;
    Ok(LoadReply {
        rom: RomFacts::of(context.session, machine),
        position: place(machine),
        warnings,
    })
}

/// The hardware's names, and the targets of the vectors.
fn labels(machine: &Machine) -> Symbols {
    let mut labels = Symbols::hardware();
    let registers = board_view::registers(machine);
    labels.name_board_registers(
        registers
            .iter()
            .map(BoardRegister::expression_name)
            .collect(),
    );
    auto::name(&mut labels, machine, auto::Found::Vectors);
    if machine.rom().file == demo::ROM {
        demo::add_labels(&mut labels);
    }
    labels
}

/// Saves battery RAM where the host keeps it.
pub fn save_battery(session: &Session, host: &dyn Host) {
    let (Ok(machine), Some(path)) = (session.machine(), &session.rom_path) else {
        return;
    };
    if let Some(bytes) = machine.battery() {
        // Without a place to write, the session ends all the same.
        let _ = host.save_battery(path, &bytes);
    }
}

fn close(context: &mut Context<'_>, _: NoArgs) -> Result<Done, CommandError> {
    save_battery(context.session, context.host);
    let name = context.session.rom_name.clone();
    let session = &mut *context.session;
    session.set_machine(None);
    session.labels = Arc::new(Symbols::hardware());
    session.rom_path = None;
    session.rom_name.clear();
    session.states.clear();
    context.attach("rom", false);
    Ok(Done::saying(match name.is_empty() {
        true => "no cartridge was loaded".to_string(),
        false => format!("closed {name}"),
    }))
}

/// Arguments of `machine_reset`.
#[derive(Deserialize)]
pub struct ResetArgs {
    kind: Reset,
}

fn reset(context: &mut Context<'_>, args: ResetArgs) -> Result<StopRecord, CommandError> {
    context.session.live = None;
    context.session.apply(&Event::Reset(args.kind))?;
    let stop = stand(context, Reason::Done)?;
    context.session.last_stop = Some(stop.clone());
    Ok(stop)
}

/// Reply of `machine_info`.
#[derive(Serialize)]
pub struct InfoReply {
    loaded: bool,
    rom: Option<RomFacts>,
    position: Option<Place>,
    running: bool,
    last_stop: Option<StopRecord>,
    held: Vec<Vec<&'static str>>,
    breakpoints: usize,
    states: usize,
    limits: Limits,
    driving: bool,
    profile: String,
}

/// Bounds that a session lives within.
#[derive(Serialize)]
pub struct Limits {
    breakpoints: usize,
    states: usize,
    state_bytes: usize,
    messages: usize,
    inner_calls: usize,
    inner_bytes: usize,
    depth: u32,
}

impl Limits {
    const ALL: Limits = Limits {
        breakpoints: MOST_BREAKPOINTS,
        states: MOST_STATES,
        state_bytes: MOST_STATE_BYTES,
        messages: MOST_MESSAGES,
        inner_calls: MOST_INNER_CALLS,
        inner_bytes: MOST_INNER_BYTES,
        depth: MOST_DEPTH,
    };
}

impl Answer for InfoReply {
    fn text(&self) -> String {
        let (Some(rom), Some(position)) = (&self.rom, &self.position) else {
            return "no cartridge is loaded; machine_load loads one".to_string();
        };
        let state = if self.running { "running" } else { "paused" };
        let stop = match &self.last_stop {
            Some(stop) => format!("last stop: {}", stop.reason.word()),
            None => "nothing has run yet".to_string(),
        };
        format!(
            "{}\n{state} at frame {} line {} dot {} cycle {}; {stop}\n{} breakpoints, {} states in memory, driving {}",
            rom.text(),
            position.frame,
            position.scanline,
            position.dot,
            position.cycle,
            self.breakpoints,
            self.states,
            if self.driving { "on" } else { "off" },
        )
    }
}

fn info(context: &mut Context<'_>, _: NoArgs) -> Result<InfoReply, CommandError> {
    let session = &*context.session;
    let machine = session.machine().ok();
    let held = machine.map(|machine| {
        let ports = (0..4).map(|pad| machine.input().held(pad));
        let names = ports.map(|buttons| crate::registry::ButtonSet(buttons.0).names());
        names.collect()
    });
    Ok(InfoReply {
        loaded: machine.is_some(),
        rom: machine.map(|machine| RomFacts::of(session, machine)),
        position: machine.map(place),
        running: session.live.is_some(),
        last_stop: session.last_stop.clone(),
        held: held.unwrap_or_default(),
        breakpoints: session.breakpoints.len(),
        states: session.states.len(),
        limits: Limits::ALL,
        driving: context.driving(),
        profile: session.profile.to_string(),
    })
}

/// What `machine_hash` digests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Digested {
    /// Work RAM.
    Ram,
    /// CIRAM, palette and OAM.
    Vram,
    /// The serialized state.
    State,
    /// The last picture.
    Frame,
    /// The samples since they were last taken.
    Audio,
    /// All of them.
    All,
}

/// Arguments of `machine_hash`.
#[derive(Deserialize)]
pub struct HashArgs {
    what: Digested,
}

/// Reply of `machine_hash`; hexadecimal SHA-256 digests.
#[derive(Serialize, Default)]
pub struct HashReply {
    #[serde(skip_serializing_if = "Option::is_none")]
    ram: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vram: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    audio: Option<String>,
}

impl Answer for HashReply {
    fn text(&self) -> String {
        let rows = [
            ("ram", &self.ram),
            ("vram", &self.vram),
            ("state", &self.state),
            ("frame", &self.frame),
            ("audio", &self.audio),
        ];
        let given = rows.iter().filter_map(|(name, digest)| {
            let digest = digest.as_ref()?;
            Some(format!("{name:5} {digest}"))
        });
        given.collect::<Vec<_>>().join("\n")
    }
}

fn hash(context: &mut Context<'_>, args: HashArgs) -> Result<HashReply, CommandError> {
    let machine = context.session.machine()?;
    let wanted = |what: Digested| args.what == Digested::All || args.what == what;
    let of_spaces = |spaces: &[Space]| {
        let byte = |space, address| machine.peek_space(space, address).unwrap_or(0);
        let all = spaces.iter().flat_map(|&space| {
            (0..machine.space_length(space)).map(move |address| byte(space, address))
        });
        digest::bytes(&all.collect::<Vec<u8>>())
    };
    let samples = || {
        let mut sound = digest::Sound::default();
        sound.add(machine.samples());
        sound.finish()
    };
    Ok(HashReply {
        ram: wanted(Digested::Ram).then(|| of_spaces(&[Space::Ram])),
        vram: wanted(Digested::Vram).then(|| of_spaces(&[Space::Nt, Space::Pal, Space::Oam])),
        state: wanted(Digested::State).then(|| digest::bytes(&machine.save())),
        frame: wanted(Digested::Frame).then(|| digest::picture(machine.pixels())),
        audio: wanted(Digested::Audio).then(samples),
    })
}

fn pause(context: &mut Context<'_>, _: NoArgs) -> Result<StopRecord, CommandError> {
    let Some(live) = context.session.live.take() else {
        return match context.session.last_stop.clone() {
            Some(stop) => Ok(stop),
            None => stand(context, Reason::Paused),
        };
    };
    let mut stop = stand(context, Reason::Paused)?;
    stop.executed = stop.position.instructions - live.instructions_before;
    context.session.last_stop = Some(stop.clone());
    Ok(stop)
}

/// Arguments of `machine_resume`.
#[derive(Deserialize)]
pub struct ResumeArgs {
    max_frames: Option<u64>,
}

fn resume(context: &mut Context<'_>, args: ResumeArgs) -> Result<Done, CommandError> {
    let position = context.session.machine()?.position();
    context.session.live = Some(Live {
        until_frame: args.max_frames.map(|frames| position.frame + frames),
        instructions_before: position.instructions,
        begun: false,
    });
    Ok(Done::saying(
        "running in real time; machine_pause stops, and stops are told in messages",
    ))
}
