//! Pictures of the recent past: the frames are run again with the same events.

use crate::{
    debugger::recent::{Recent, Replay},
    nes::{machine::Machine, observer::Silent},
};

/// Dots of a scanline.
const LINE_DOTS: u64 = 341;

/// Pixels of a picture.
type Pixels = Vec<u16>;

/// Calls `keep` with the frame number and pixels of every frame from `first` to `last`.
///
/// The frame before `first` has to be kept, or `first` be the earliest one, whose picture then
/// begins where it was kept. False when the frames are not all in the recent past.
pub fn shoot(
    recent: &Recent,
    now: &Machine,
    first: u64,
    last: u64,
    keep: &mut dyn FnMut(u64, Pixels),
) -> bool {
    let before = first.checked_sub(1);
    let earlier = before.and_then(|frame| recent.from_frame(now, frame));
    let Some(mut replay) = earlier.or_else(|| recent.from_frame(now, first)) else {
        return false;
    };
    while replay.machine.position().frame < first {
        if !finish_frame(&mut replay) {
            return false;
        }
    }
    for frame in first..=last {
        if !finish_frame(&mut replay) {
            return false;
        }
        keep(frame, replay.machine.pixels().to_vec());
    }
    true
}

/// Runs to the first dot of the next frame. False when the machine does not get there.
fn finish_frame(replay: &mut Replay) -> bool {
    let frame = replay.machine.position().frame;
    while replay.machine.position().frame == frame {
        let position = replay.machine.position();
        let timing = replay.machine.region().timing();
        let lines = u64::from(timing.scanlines.saturating_sub(position.scanline));
        let dots = (lines * LINE_DOTS).saturating_sub(u64::from(position.dot));
        let clocks = (dots * timing.dot_divider).max(timing.dot_divider);
        if !replay.run_to_clock(position.clock + clocks, &mut Silent) {
            return false;
        }
    }
    true
}

/// Runs to the end of the first whole picture after the present, and no further than needed.
pub fn draw_next(machine: &mut Machine) {
    let frame = machine.position().frame;
    machine.set_output(true, false);
    machine.run_until_frame(frame + 1, &mut Silent);
    machine.run_until_frame(frame + 2, &mut Silent);
}
