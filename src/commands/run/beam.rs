//! Runs that end at an exact dot or cycle, in mid-instruction where it falls there.

use super::bounded::{Bounds, run};
use crate::{
    commands::{CommandError, Context},
    debugger::{
        beam::{LAST_DOT, Spot},
        run::Goal,
        stop::{Reason, StopRecord},
    },
};
use serde::Deserialize;

/// Arguments of `run_scanlines`.
#[derive(Deserialize)]
pub struct ScanlinesArgs {
    scanlines: u64,
    to: Option<u16>,
    timeout_ms: u64,
}

/// Runs scanlines.
pub fn scanlines(
    context: &mut Context<'_>,
    args: ScanlinesArgs,
) -> Result<StopRecord, CommandError> {
    let machine = context.session.machine()?;
    let lines = u64::from(machine.region().timing().scanlines);
    let line = u64::from(machine.position().scanline);
    let target = match args.to {
        Some(to) if u64::from(to) >= lines => {
            return Err(CommandError::out_of_range(format!(
                "the last scanline is {}",
                lines - 1
            )));
        }
        Some(to) => u64::from(to),
        None => (line + args.scanlines) % lines,
    };
    // More lines than a frame has come past the target before.
    let times = match args.to {
        Some(_) => 1,
        None => 1 + (args.scanlines - 1) / lines,
    };
    let there = Spot {
        scanline: target as u16,
        dot: 0,
    };
    run_to(context, there, times, args.timeout_ms)
}

/// Arguments of `run_dots`.
#[derive(Deserialize)]
pub struct DotsArgs {
    dots: u64,
    scanline: Option<u16>,
    dot: Option<u16>,
    timeout_ms: u64,
}

/// Runs dots.
pub fn dots(context: &mut Context<'_>, args: DotsArgs) -> Result<StopRecord, CommandError> {
    let machine = context.session.machine()?;
    let timing = machine.region().timing();
    if args.scanline.is_none() && args.dot.is_none() {
        let clock = machine.position().clock + args.dots * timing.dot_divider;
        return run(
            context,
            &Goal::Clock(clock),
            Bounds::timeout(args.timeout_ms),
        );
    }
    let scanline = args.scanline.unwrap_or(machine.position().scanline);
    let dot = args.dot.unwrap_or(0);
    if scanline >= timing.scanlines || dot > LAST_DOT {
        return Err(CommandError::out_of_range(format!(
            "scanline 0 to {}, dot 0 to {LAST_DOT}",
            timing.scanlines - 1
        )));
    }
    run_to(context, Spot { scanline, dot }, 1, args.timeout_ms)
}

/// Runs until the beam is at a spot for the n-th time from now.
pub fn run_to(
    context: &mut Context<'_>,
    there: Spot,
    times: u64,
    timeout_ms: u64,
) -> Result<StopRecord, CommandError> {
    let bounds = Bounds::timeout(timeout_ms).from_now(context.host.now());
    let start = context.session.machine()?.position();
    let timing = context.session.machine()?.region().timing();
    let mut left = times;
    loop {
        let position = context.session.machine()?.position();
        let here = Spot {
            scanline: position.scanline,
            dot: position.dot,
        };
        let clock = position.clock + here.leg(there, timing) * timing.dot_divider;
        let mut stop = run(context, &Goal::Clock(clock), bounds)?;
        let reached = Spot {
            scanline: stop.position.scanline,
            dot: stop.position.dot,
        };
        left -= u64::from(reached.has_reached(there));
        if left == 0 || stop.reason != Reason::Done {
            stop.executed = stop.position.instructions - start.instructions;
            context.session.last_stop = Some(stop.clone());
            return Ok(stop);
        }
    }
}

/// Arguments of `run_cycle`.
#[derive(Deserialize)]
pub struct CycleArgs {
    cycles: u64,
    timeout_ms: u64,
}

/// Runs CPU cycles.
pub fn cycles(context: &mut Context<'_>, args: CycleArgs) -> Result<StopRecord, CommandError> {
    let machine = context.session.machine()?;
    let divider = machine.region().timing().cpu_divider;
    let clock = machine.position().clock + args.cycles * divider;
    run(
        context,
        &Goal::Clock(clock),
        Bounds::timeout(args.timeout_ms),
    )
}
