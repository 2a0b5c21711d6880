//! Run commands: each is bounded, can be cancelled, ends paused and gives the stop record.

mod beam;
mod bounded;
mod call;
pub mod conditions;

use super::{
    answer::{Answer, CommandError},
    bindings::{Bindings, NoArgs},
    context::Context,
};
use crate::{
    debugger::{
        beam::Spot,
        breakpoints::{EVENTS, EventKind},
        run::{Goal, Waits},
        stop::{Reason, StopRecord},
    },
    nes::{
        digest,
        event::{Buttons, Event},
    },
    registry::{Address, Buttons as ButtonsArgument},
};
pub use bounded::{
    Bounds, act, finish_instruction, frame, frame_duration, place, run, scripts, stand,
};
use serde::{Deserialize, Serialize};

/// Binds the group.
pub fn bind(bindings: &mut Bindings) {
    bindings.bind("run_until", until);
    bindings.bind("run_step", step);
    bindings.bind("run_next", next);
    bindings.bind("run_finish", finish);
    bindings.bind("run_frames", frames);
    bindings.bind("run_scanlines", beam::scanlines);
    bindings.bind("run_dots", beam::dots);
    bindings.bind("run_cycle", beam::cycles);
    bindings.bind("run_to", to);
    bindings.bind("run_call", call::call);
    bindings.bind("run_reason", reason);
    bindings.bind("run_stopwatch", call::stopwatch);
}

impl Answer for StopRecord {
    fn text(&self) -> String {
        StopRecord::text(self)
    }
}

/// Arguments of `run_until`.
#[derive(Deserialize)]
pub struct UntilArgs {
    address: Option<Address>,
    until: Option<String>,
    max_frames: u64,
    max_cycles: Option<u64>,
    timeout_ms: u64,
}

fn until(context: &mut Context<'_>, args: UntilArgs) -> Result<StopRecord, CommandError> {
    let machine = context.session.machine()?;
    let goal = match (&args.address, args.until) {
        (Some(_), Some(_)) => {
            return Err(CommandError::bad_value(
                "give an address or an expression, not both; an address is pc == $C000 in an expression",
            ));
        }
        (Some(address), None) => {
            let address = super::place::cpu(machine, address)?;
            Goal::Wait(Waits::Address(address, address))
        }
        (None, Some(source)) => Goal::Condition(source),
        (None, None) => Goal::Open,
    };
    let position = machine.position();
    let mut bounds = Bounds::frame(position.frame + args.max_frames, args.timeout_ms);
    bounds.cycle = args.max_cycles.map(|cycles| position.cycle + cycles);
    run(context, &goal, bounds)
}

/// Arguments of `run_step`.
#[derive(Deserialize)]
pub struct StepArgs {
    instructions: u64,
    timeout_ms: u64,
}

fn step(context: &mut Context<'_>, args: StepArgs) -> Result<StopRecord, CommandError> {
    let goal = Goal::Instructions(args.instructions);
    run(context, &goal, Bounds::timeout(args.timeout_ms))
}

/// Arguments of `run_next`.
#[derive(Deserialize)]
pub struct NextArgs {
    instructions: u64,
    max_frames: u64,
    timeout_ms: u64,
}

const JSR: u8 = 0x20;

fn next(context: &mut Context<'_>, args: NextArgs) -> Result<StopRecord, CommandError> {
    let start = context.session.machine()?.position();
    let bounds = Bounds::frame(start.frame + args.max_frames, args.timeout_ms);
    let mut stop = stand(context, Reason::Done)?;
    for _ in 0..args.instructions {
        stop = over(context, bounds)?;
        if stop.reason != Reason::Done {
            break;
        }
    }
    stop.executed = stop.position.instructions - start.instructions;
    context.session.last_stop = Some(stop.clone());
    Ok(stop)
}

/// One instruction, with the subroutine it calls and the interrupts that come in between.
fn over(context: &mut Context<'_>, bounds: Bounds) -> Result<StopRecord, CommandError> {
    let machine = context.session.machine()?;
    let cpu = machine.cpu();
    let (pc, s) = (cpu.pc, cpu.s);
    if machine.peek(pc) == JSR {
        let back = Waits::Back {
            pc: pc.wrapping_add(3),
            s,
        };
        return run(context, &Goal::Wait(back), bounds);
    }
    let (stop, interrupted) = bounded::run_seeing(context, &Goal::Instructions(1), bounds)?;
    if !interrupted || stop.reason != Reason::Done {
        return Ok(stop);
    }
    let s = stop.registers.s;
    run(context, &Goal::Wait(Waits::Return { s }), bounds)
}

/// Arguments of `run_finish`.
#[derive(Deserialize)]
pub struct FinishArgs {
    max_frames: u64,
    timeout_ms: u64,
}

fn finish(context: &mut Context<'_>, args: FinishArgs) -> Result<StopRecord, CommandError> {
    let machine = context.session.machine()?;
    let goal = Goal::Wait(Waits::Return { s: machine.cpu().s });
    let bounds = Bounds::frame(machine.position().frame + args.max_frames, args.timeout_ms);
    run(context, &goal, bounds)
}

/// Arguments of `run_frames`.
#[derive(Deserialize)]
pub struct FramesArgs {
    frames: u64,
    buttons: Option<ButtonsArgument>,
    lag: bool,
    timeout_ms: u64,
}

/// Reply of `run_frames`.
#[derive(Serialize)]
pub struct FramesReply {
    #[serde(flatten)]
    stop: StopRecord,
    lag_frames: u64,
    frame_hash: String,
    state_hash: String,
}

impl Answer for FramesReply {
    fn text(&self) -> String {
        format!(
            "{}\nlag frames {}, frame {}, state {}",
            self.stop.text(),
            self.lag_frames,
            &self.frame_hash[..16],
            &self.state_hash[..16]
        )
    }
}

fn frames(context: &mut Context<'_>, args: FramesArgs) -> Result<FramesReply, CommandError> {
    let start = context.session.machine()?.position();
    let held_before = hold(context, args.buttons.as_ref())?;
    let mut lag_frames = 0;
    let mut counted = 0;
    let bounds = Bounds::timeout(args.timeout_ms);
    let bounds = bounds.from_now(context.host.now());
    let mut stop = stand(context, Reason::Done)?;
    while counted < args.frames && stop.reason == Reason::Done {
        let polls = context.session.machine()?.input().polls_of_both();
        let frame = context.session.machine()?.position().frame + 1;
        stop = run(context, &Goal::Frame(frame), bounds)?;
        let lagged = polls == context.session.machine()?.input().polls_of_both();
        lag_frames += u64::from(lagged);
        counted += u64::from(args.lag || !lagged);
        context.report(counted, Some(args.frames), "frames");
    }
    for (port, buttons) in held_before {
        context.session.apply(&Event::Input { port, buttons })?;
    }
    stop.executed = stop.position.instructions - start.instructions;
    context.session.last_stop = Some(stop.clone());
    let machine = context.session.machine()?;
    Ok(FramesReply {
        stop,
        lag_frames,
        frame_hash: digest::picture(machine.pixels()),
        state_hash: digest::bytes(&machine.save()),
    })
}

/// Holds the buttons and returns what the same ports held before.
fn hold(
    context: &mut Context<'_>,
    buttons: Option<&ButtonsArgument>,
) -> Result<Vec<(u8, Buttons)>, CommandError> {
    let ports: Vec<(u8, u8)> = match buttons {
        None => Vec::new(),
        Some(ButtonsArgument::One(set)) => vec![(1, set.0)],
        Some(ButtonsArgument::Ports(sets)) => {
            let sets = (1..).zip(sets);
            sets.filter_map(|(port, set)| Some((port, (*set)?.0)))
                .collect()
        }
    };
    let mut before = Vec::new();
    for (port, set) in ports {
        let held = context
            .session
            .machine()?
            .input()
            .held(usize::from(port) - 1);
        before.push((port, held));
        let buttons = Buttons(set);
        context.session.apply(&Event::Input { port, buttons })?;
    }
    Ok(before)
}

/// Arguments of `run_to`.
#[derive(Deserialize)]
pub struct ToArgs {
    event: String,
    times: u64,
    max_frames: u64,
    timeout_ms: u64,
}

fn to(context: &mut Context<'_>, args: ToArgs) -> Result<StopRecord, CommandError> {
    let machine = context.session.machine()?;
    let frame = machine.position().frame;
    let times = args.times;
    let goal = match args.event.as_str() {
        "poll" => Goal::Wait(Waits::Poll(times)),
        "rti" => Goal::Wait(Waits::Rti(times)),
        "frame" => Goal::Frame(frame + times),
        "vblank" => return to_vblank(context, times, args.timeout_ms),
        name => Goal::Wait(Waits::Event(event(name)?, times)),
    };
    let bounds = Bounds::frame(frame + args.max_frames, args.timeout_ms);
    run(context, &goal, bounds)
}

fn to_vblank(
    context: &mut Context<'_>,
    times: u64,
    timeout_ms: u64,
) -> Result<StopRecord, CommandError> {
    let there = Spot {
        scanline: context.session.machine()?.region().timing().vblank_scanline,
        dot: 1,
    };
    let mut stop = beam::run_to(context, there, times, timeout_ms)?;
    if stop.reason == Reason::Done {
        stop.reason = Reason::Event;
        context.session.last_stop = Some(stop.clone());
    }
    Ok(stop)
}

/// The event of a name.
///
/// Errors: `bad_value`.
pub fn event(name: &str) -> Result<EventKind, CommandError> {
    let row = EVENTS.iter().find(|row| row.name == name);
    let unknown = || CommandError::bad_value(format!("no detector sees {name}"));
    row.map(|row| row.kind).ok_or_else(unknown)
}

fn reason(context: &mut Context<'_>, _: NoArgs) -> Result<StopRecord, CommandError> {
    let last = context.session.last_stop.clone();
    last.ok_or_else(|| CommandError::not_found("nothing has run yet; run_frames runs"))
}
