//! From a position argument to a frame of the recent past.

use crate::{
    commands::{CommandError, Session},
    debugger::raster::replay::{self, Missing},
    nes::{
        machine::{Machine, Position as Moment},
        observer::Observer,
    },
    registry::types::{Place, Position},
};

impl From<Missing> for CommandError {
    fn from(missing: Missing) -> CommandError {
        CommandError::new(missing.code(), missing.to_string())
    }
}

/// The frame of a position; `last` says which one that word means.
///
/// # Errors
/// `no_frame`, `frame_not_kept`; `bad_value` for a position that names no frame here.
pub fn frame(
    session: &Session,
    position: &Position,
    last: fn(&Moment) -> Result<u64, Missing>,
) -> Result<u64, CommandError> {
    let machine = session.machine()?;
    let now = machine.position();
    match (&position.place, &position.branch) {
        (Place::Last, None) => Ok(last(&now)?),
        (Place::Now, None) => Ok(now.frame),
        (Place::Frame { frame, .. }, None) => Ok(*frame),
        (Place::Relative(frames), None) => relative(&now, *frames),
        (Place::Cycle(cycle), None) => {
            let there = at_cycle(session, machine, *cycle);
            let there = there.ok_or_else(|| unknown(position))?;
            Ok(there.position().frame)
        }
        _ => Err(unknown(position)),
    }
}

/// The machine as it was at a position: a frame alone is its start, `last` the end of the
/// last complete picture.
///
/// # Errors
/// As [`frame`].
pub fn machine(session: &Session, position: &Position) -> Result<Machine, CommandError> {
    let now = session.machine()?;
    let spot = match position.place {
        Place::Now if position.branch.is_none() => return Ok(now.clone()),
        Place::Cycle(cycle) if position.branch.is_none() => {
            let there = at_cycle(session, now, cycle);
            return there.ok_or_else(|| unknown(position));
        }
        Place::Frame { scanline, dot, .. } => (scanline.unwrap_or(0), dot.unwrap_or(0)),
        Place::Last => (PICTURE_END, 0),
        _ => (0, 0),
    };
    let timing = now.region().timing();
    if spot.0 >= timing.scanlines || spot.1 >= LINE_DOTS {
        return Err(CommandError::out_of_range(format!(
            "lines are 0 to {}, dots 0 to 340",
            timing.scanlines - 1
        )));
    }
    let frame = frame(session, position, replay::last_picture)?;
    Ok(replay::at(&session.recent, now, frame, spot)?)
}

/// Runs a frame again with an observer and returns the machine at its end.
///
/// # Errors
/// `no_rom`, `frame_not_kept`.
pub fn watch<O: Observer>(
    session: &Session,
    frame: u64,
    observer: &mut O,
) -> Result<Machine, CommandError> {
    let now = session.machine()?;
    Ok(replay::watch_frame(&session.recent, now, frame, observer)?)
}

/// The error for a frame in which what was asked for was not drawn.
pub fn not_drawn(frame: u64) -> CommandError {
    CommandError::new(
        "not_drawn",
        format!("frame {frame} has not drawn this; frame=last is the last complete one"),
    )
}

/// First line after the picture.
const PICTURE_END: u16 = 240;
/// Dots of a scanline.
const LINE_DOTS: u16 = 341;

/// The machine at a CPU cycle of the frames that are kept.
fn at_cycle(session: &Session, now: &Machine, cycle: u64) -> Option<Machine> {
    let clock = cycle.saturating_mul(now.bus().divider());
    let earliest = session.recent.from_earliest(now)?.machine.position().clock;
    let kept = (earliest..=now.position().clock).contains(&clock);
    kept.then(|| session.recent.at_clock(now, clock)).flatten()
}

fn relative(now: &Moment, frames: i64) -> Result<u64, CommandError> {
    now.frame
        .checked_add_signed(frames)
        .ok_or_else(|| CommandError::out_of_range("that is before power-on"))
}

fn unknown(position: &Position) -> CommandError {
    CommandError::bad_value(format!(
        "{position} is not kept here; last, now, f123, f123:l45 or -3f name a recent frame"
    ))
}
