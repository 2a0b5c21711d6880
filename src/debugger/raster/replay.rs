//! Runs a frame again with an observer, and the machine as it was within one.

use crate::{
    debugger::recent::Recent,
    nes::{
        machine::{Machine, Position},
        observer::Observer,
    },
};
use thiserror::Error;

/// Dots of a scanline.
const LINE_DOTS: u64 = 341;
/// Lines that show pixels.
const PICTURE_LINES: u16 = 240;

/// Why a frame can not be looked at.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Missing {
    /// No frame has been completed since power-on.
    #[error("no frame is complete yet; run_frames 1 completes one")]
    NoFrame,
    /// The frame has not begun, or not come to what was asked for.
    #[error("frame {frame} has not come so far; the machine stands in frame {now}")]
    Future {
        /// Frame asked for.
        frame: u64,
        /// Present frame.
        now: u64,
    },
    /// The frame is too old, or from before a state was loaded.
    #[error("frame {frame} is not kept; frames {first} to {last} are")]
    Gone {
        /// Frame asked for.
        frame: u64,
        /// First frame kept.
        first: u64,
        /// Last frame kept.
        last: u64,
    },
}

impl Missing {
    /// The stable code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Missing::NoFrame => "no_frame",
            Missing::Future { .. } | Missing::Gone { .. } => "frame_not_kept",
        }
    }
}

/// The frame whose picture was finished last.
///
/// # Errors
/// [`Missing::NoFrame`] in the first picture after power-on.
pub fn last_picture(now: &Position) -> Result<u64, Missing> {
    match now.scanline < PICTURE_LINES {
        true => last_frame(now),
        false => Ok(now.frame),
    }
}

/// The frame that the picture on the screen is called by: the one finished last, of which the
/// lines drawn since are new; the first frame while nothing is finished.
pub fn shown_picture(now: &Position) -> u64 {
    last_picture(now).unwrap_or(now.frame)
}

/// Lines on the screen that are newer than [`shown_picture`], 0 to 239, from the top.
pub fn newer_lines(now: &Position) -> u16 {
    match last_picture(now) {
        Ok(frame) if frame < now.frame => now.scanline,
        _ => 0,
    }
}

/// The frame that ended last.
///
/// # Errors
/// [`Missing::NoFrame`] in the first frame after power-on.
pub fn last_frame(now: &Position) -> Result<u64, Missing> {
    now.frame.checked_sub(1).ok_or(Missing::NoFrame)
}

/// Runs again from the frame before `frame`, whose end fetches the first tiles of `frame`, to
/// the end of `frame` or to the present. Returns the machine there.
///
/// # Errors
/// [`Missing::Future`] and [`Missing::Gone`].
pub fn watch_frame<O: Observer>(
    recent: &Recent,
    now: &Machine,
    frame: u64,
    observer: &mut O,
) -> Result<Machine, Missing> {
    check(recent, now, frame)?;
    let before = frame.saturating_sub(1);
    let replay = recent.from_frame(now, before);
    let replay = replay.or_else(|| recent.from_frame(now, frame));
    let mut replay = replay.ok_or_else(|| gone(recent, frame))?;
    let next = recent.from_frame(now, frame + 1);
    let end = next.map_or(now.position(), |next| next.machine.position());
    replay.run_to_clock(end.clock, observer);
    if replay.machine.in_mid_instruction() {
        // The part of an instruction before the present is seen by running all of it.
        replay.machine.step(observer);
    }
    Ok(replay.machine)
}

/// The machine as it was at a line and dot of a frame.
///
/// # Errors
/// [`Missing::Future`] and [`Missing::Gone`].
pub fn at(
    recent: &Recent,
    now: &Machine,
    frame: u64,
    (scanline, dot): (u16, u16),
) -> Result<Machine, Missing> {
    check(recent, now, frame)?;
    let mut replay = recent
        .from_frame(now, frame)
        .ok_or_else(|| gone(recent, frame))?;
    let start = replay.machine.position();
    let dots = |scanline: u16, dot: u16| u64::from(scanline) * LINE_DOTS + u64::from(dot);
    let passed = dots(scanline, dot).checked_sub(dots(start.scanline, start.dot));
    let clocks = passed.unwrap_or(0) * now.region().timing().dot_divider;
    let clock = start.clock + clocks;
    if clock > now.position().clock {
        let now = now.position().frame;
        return Err(Missing::Future { frame, now });
    }
    if clocks > 0 {
        replay.run_to_clock(clock, &mut crate::nes::observer::Silent);
    }
    Ok(replay.machine)
}

fn check(recent: &Recent, now: &Machine, frame: u64) -> Result<(), Missing> {
    let present = now.position().frame;
    if frame > present {
        let now = present;
        return Err(Missing::Future { frame, now });
    }
    match recent.frames() {
        Some((first, _)) if first <= frame => Ok(()),
        _ => Err(gone(recent, frame)),
    }
}

fn gone(recent: &Recent, frame: u64) -> Missing {
    let (first, last) = recent.frames().unwrap_or((frame, frame));
    Missing::Gone { frame, first, last }
}
