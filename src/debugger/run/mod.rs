//! Running to a goal, with breakpoints and bounds: the one engine under every run command.
//!
//! ```text
//! goal       what a run goes for
//! engine     the loop: advance, judge, stop or go on
//! watch      the observer: judges where the machine passes, refuses where the run stops
//! armed      the breakpoints, compiled, and how each is judged
//! behind     which memories an access reaches
//! detectors  what event breakpoints see
//! ```
//!
//! The machine runs whole frames under the observer. A stop before an access is found when
//! the access is made, in mid-instruction; the machine is then brought back to it from a copy
//! taken where the frame began. Between frames the caller may end the run.

mod armed;
mod behind;
mod detectors;
mod engine;
mod goal;
mod row;
mod watch;

use super::{
    breakpoints::Breakpoints, call_stack::CallStack, recent::Recent, stop::Reason,
    symbols::Symbols, written::Written,
};
use crate::nes::{event::Event, machine::Machine};
use armed::Armed;
pub use armed::{Hit, MOST_LINES};
use detectors::Detectors;
pub use detectors::{Remembered, Witness};
use engine::Run;
use goal::Purposes;
pub use goal::{Bounds, Goal, Waits};
pub use row::Kept;

use watch::Watch;

/// What the caller decides during a run.
pub trait Control {
    /// Called at least once a frame; a reason ends the run.
    fn check(&mut self, machine: &Machine) -> Option<Reason>;

    /// What has waited for the machine's frame, to be applied before anything of it runs.
    fn begin_frame(&mut self, machine: &Machine) -> Vec<Event>;
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Why.
    pub reason: Reason,
    /// The breakpoint that stopped it.
    pub breakpoint: Option<u32>,
    /// The access that it is about.
    pub witness: Option<Witness>,
    /// What could not be evaluated.
    pub complaint: Option<String>,
    /// Whether an NMI or IRQ began during the run.
    pub interrupted: bool,
    /// Lines that log points wrote, with their numbers, and how many found no room.
    pub lines: Vec<(u32, String)>,
    /// Lines that found no room.
    pub lost_lines: u64,
}

impl From<Reason> for Ending {
    fn from(reason: Reason) -> Ending {
        Ending {
            reason,
            breakpoint: None,
            witness: None,
            complaint: None,
            interrupted: false,
            lines: Vec::new(),
            lost_lines: 0,
        }
    }
}

/// What takes part in a run.
pub struct Parts<'a> {
    /// The machine.
    pub machine: &'a mut Machine,
    /// Its recent past.
    pub recent: &'a mut Recent,
    /// The breakpoints.
    pub breakpoints: &'a mut Breakpoints,
    /// The labels.
    pub symbols: &'a Symbols,
    /// CPU cycle at which the stopwatch was reset.
    pub mark: u64,
    /// Whether it goes on from the run before: conditions remember what they saw there.
    pub continues: bool,
}

/// Runs to the goal, a breakpoint, a bound, or the caller's word.
pub fn run(parts: Parts<'_>, goal: &Goal, bounds: Bounds, control: &mut dyn Control) -> Ending {
    let purposes = match purposes(&parts, goal, bounds) {
        Ok(purposes) => purposes,
        Err(complaint) => {
            return Ending {
                complaint: Some(complaint),
                ..Reason::ExprError.into()
            };
        }
    };
    let watch = Watch::<false>::new(parts.machine, purposes);
    match watch.looks_at_accesses() {
        false => Run::new(parts, watch, goal, bounds).run(control),
        true => {
            let watch = Watch::<true>::new(parts.machine, watch.purposes());
            Run::new(parts, watch, goal, bounds).run(control)
        }
    }
}

/// Arms what the run needs.
fn purposes<'a>(parts: &Parts<'a>, goal: &Goal, bounds: Bounds) -> Result<Purposes<'a>, String> {
    let Parts {
        machine,
        recent,
        breakpoints,
        symbols,
        mark,
        continues,
    } = parts;
    let look = machine.look();
    let mut armed = Armed::new(breakpoints, symbols);
    armed.kept.mark = *mark;
    armed.kept.polls_before = polls_before(machine, recent);
    if let Goal::Condition(source) = goal {
        armed.await_expression(source);
    }
    armed.kept.calls = armed
        .asks_for_depth()
        .then(|| CallStack::of(machine, recent));
    if !continues {
        armed.begin(&look)?;
    }
    let waits = match goal {
        Goal::Wait(waits) => Some(waits.clone()),
        _ => None,
    };
    let awaited = match waits {
        Some(Waits::Event(event, _)) => event.bit(),
        _ => 0,
    };
    let events = armed.events() | awaited;
    let before = breakpoints.seen.as_deref().cloned();
    Ok(Purposes {
        detectors: Detectors::new(events, &look, before, || written(machine, recent)),
        armed,
        waits,
        last_cycle: bounds.cycle.unwrap_or(u64::MAX),
        judged_cycle: breakpoints.judged_cycle,
        judged_clock: breakpoints.judged_clock,
    })
}

/// Controller polls before the present frame began.
fn polls_before(machine: &Machine, recent: &Recent) -> u64 {
    let now = machine.input().polls_of_both();
    recent.polls_before(machine.position().frame).unwrap_or(now)
}

/// What RAM the program has written since power-on, found out by running it again.
pub fn written(machine: &Machine, recent: &Recent) -> Written {
    let mut early = super::written::EarlyReads::new(match recent.origin() {
        Some(0) => Written::at_power_on(machine),
        _ => Written::all(machine),
    });
    if let Some(mut replay) = recent.from_origin(machine) {
        replay.run_to_instruction(machine.position().instructions, &mut early);
    }
    early.written()
}
