//! Group `apu`: sound channels, levels and recordings.

use super::{Answer, Bindings, CommandError, Context, Session};
use crate::{
    debugger::listening::{self, ChannelLevel, Heard, MixLevel},
    nes::{
        apu::view::{ChannelView, FrameCounterView},
        machine::Machine,
    },
};
use serde::{Deserialize, Serialize};

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("apu_registers", registers);
    bindings.bind("apu_mute", mute);
    bindings.bind("apu_level", level);
    bindings.bind("apu_wav", wav);
}

/// Arguments of `apu_registers`.
#[derive(Debug, Deserialize)]
struct RegistersArgs {
    ch: String,
}

/// Reply of `apu_registers`.
#[derive(Debug, Serialize)]
struct RegistersReply {
    channels: Vec<Row>,
    frame_counter: FrameCounterView,
    frame_irq: bool,
    dmc_irq: bool,
}

/// One channel.
#[derive(Debug, Serialize)]
struct Row {
    #[serde(flatten)]
    view: ChannelView,
    muted: bool,
}

impl Answer for RegistersReply {
    fn text(&self) -> String {
        let mut lines: Vec<_> = self.channels.iter().map(line).collect();
        let counter = &self.frame_counter;
        lines.push(format!(
            "frame counter: {} steps, next {}, IRQ {}{}{}",
            counter.steps,
            counter.next,
            if counter.inhibit {
                "inhibited"
            } else {
                "allowed"
            },
            if self.frame_irq { ", frame IRQ" } else { "" },
            if self.dmc_irq { ", DMC IRQ" } else { "" }
        ));
        lines.join("\n")
    }
}

fn line(row: &Row) -> String {
    let view = &row.view;
    let mut parts = vec![format!(
        "{:<8} {} period {:4} {:9.2} Hz {:<4} level {:3}",
        view.name,
        if view.audible { "on " } else { "off" },
        view.period,
        view.hertz,
        view.note.as_deref().unwrap_or(""),
        view.level
    )];
    parts.extend(view.volume.map(|volume| format!("volume {volume}")));
    parts.extend(view.duty.map(|duty| format!("duty {duty}")));
    parts.extend(view.length.map(|length| format!("length {length}")));
    parts.extend(view.linear.map(|linear| format!("linear {linear}")));
    parts.extend(
        view.sample
            .map(|sample| format!("at ${:04X}, {} bytes left", sample.address, sample.bytes)),
    );
    if row.muted {
        parts.push("muted".to_string());
    }
    parts.join(" ")
}

fn registers(context: &mut Context, args: RegistersArgs) -> Result<RegistersReply, CommandError> {
    let session = &*context.session;
    let machine = session.machine()?;
    let apu = machine.apu().at(machine.position().cycle);
    let views = apu.channels(listening::cpu_hertz(machine.region()));
    let wanted = |view: &ChannelView| args.ch == "all" || args.ch == view.name;
    let row = |view: ChannelView| Row {
        muted: session.muted.contains(view.name),
        view,
    };
    Ok(RegistersReply {
        channels: views.into_iter().filter(wanted).map(row).collect(),
        frame_counter: apu.frame_counter(),
        frame_irq: apu.frame_irq(),
        dmc_irq: apu.dmc_irq(),
    })
}

/// Arguments of `apu_mute`.
#[derive(Debug, Deserialize)]
struct MuteArgs {
    ch: Vec<String>,
    on: bool,
}

/// Reply of `apu_mute`.
#[derive(Debug, Serialize)]
struct MuteReply {
    muted: Vec<String>,
}

impl Answer for MuteReply {
    fn text(&self) -> String {
        match self.muted.is_empty() {
            true => "nothing is muted".to_string(),
            false => format!("muted: {}", self.muted.join(", ")),
        }
    }
}

fn mute(context: &mut Context, args: MuteArgs) -> Result<MuteReply, CommandError> {
    let session = &mut *context.session;
    let known = Heard::all(session.machine()?);
    if let Some(name) = args
        .ch
        .iter()
        .find(|name| known.iter().all(|k| k.name != **name))
    {
        let names: Vec<_> = known.iter().map(|known| known.name.as_str()).collect();
        let names = names.join(", ");
        return Err(CommandError::new(
            "bad_value",
            format!("there is no channel {name}: {names}"),
        ));
    }
    for name in args.ch {
        if args.on {
            session.muted.insert(name);
        } else {
            session.muted.remove(&name);
        }
    }
    apply_mutes(session)?;
    Ok(MuteReply {
        muted: session.muted.iter().cloned().collect(),
    })
}

/// Makes the machine's sound output follow the session's muted channels.
///
/// # Errors
/// `no_rom`.
pub fn apply_mutes(session: &mut Session) -> Result<(), CommandError> {
    let muted = session.muted.clone();
    let machine = session.machine_mut()?;
    for channel in Heard::all(machine) {
        channel.mute(machine.sound_mut(), muted.contains(&channel.name));
    }
    Ok(())
}

/// Arguments of `apu_level`.
#[derive(Debug, Deserialize)]
struct LevelArgs {
    frames: u64,
}

/// Reply of `apu_level`.
#[derive(Debug, Serialize)]
struct LevelReply {
    frames: u64,
    samples: usize,
    mix: MixLevel,
    channels: Vec<ChannelLevel>,
}

impl Answer for LevelReply {
    fn text(&self) -> String {
        let mut lines = vec![format!(
            "{} frames, mix rms {:.4} peak {:.4} sha256 {}",
            self.frames,
            self.mix.rms,
            self.mix.peak,
            &self.mix.sha256[..16]
        )];
        lines.extend(self.channels.iter().map(|channel| {
            let silent = if channel.silent { "  silent" } else { "" };
            format!(
                "{:<8} rms {:.3} peak {:.1} of {}{silent}",
                channel.name, channel.rms, channel.peak, channel.full
            )
        }));
        lines.join("\n")
    }
}

/// A throw-away copy whose sound begins here.
fn listener(machine: &Machine) -> Machine {
    let mut copy = machine.clone();
    copy.set_output(false, true);
    copy
}

fn level(context: &mut Context, args: LevelArgs) -> Result<LevelReply, CommandError> {
    let mut copy = listener(context.session.machine()?);
    let heard = hear(context, &mut copy, args.frames)?;
    Ok(LevelReply {
        frames: args.frames,
        samples: heard.len(),
        mix: listening::mix_level(&heard),
        channels: listening::channel_levels(&mut copy),
    })
}

/// Runs frames and returns their samples; can be cancelled between frames.
fn hear(context: &mut Context, copy: &mut Machine, frames: u64) -> Result<Vec<i16>, CommandError> {
    let mut listener = listening::Listener::new(copy);
    for frame in 0..frames {
        if context.scope.cancel.is_cancelled() {
            return Err(CommandError::new("cancelled", "listening was cancelled"));
        }
        context.report(frame, Some(frames), "listening");
        listener.frame(copy);
    }
    Ok(listener.samples)
}

/// Arguments of `apu_wav`.
#[derive(Debug, Deserialize)]
struct WavArgs {
    path: String,
    frames: u64,
    stems: bool,
}

/// Reply of `apu_wav`.
#[derive(Debug, Serialize)]
struct WavReply {
    files: Vec<String>,
    samples: usize,
    seconds: f64,
}

impl Answer for WavReply {
    fn text(&self) -> String {
        format!(
            "{} samples, {:.2} seconds: {}",
            self.samples,
            self.seconds,
            self.files.join(", ")
        )
    }
}

fn wav(context: &mut Context, args: WavArgs) -> Result<WavReply, CommandError> {
    let start = listener(context.session.machine()?);
    let samples = hear(context, &mut start.clone(), args.frames)?;
    let mut files = vec![context.write_file(&args.path, "wav", &listening::wav(&samples))?];
    let channels = Heard::all(&start);
    let stems = if args.stems { &channels[..] } else { &[] };
    let stem_of = args.path.strip_suffix(".wav").unwrap_or(&args.path);
    for stem in stems {
        let mut copy = start.clone();
        for channel in &channels {
            channel.mute(copy.sound_mut(), channel != stem);
        }
        let samples = hear(context, &mut copy, args.frames)?;
        let path = format!("{stem_of}-{}", stem.name);
        files.push(context.write_file(&path, "wav", &listening::wav(&samples))?);
    }
    Ok(WavReply {
        files,
        samples: samples.len(),
        seconds: samples.len() as f64 / f64::from(listening::SAMPLE_RATE),
    })
}
