//! Running to a goal, with breakpoints and bounds: the one engine under every run command.
//!
//! The machine runs whole frames under an observer that refuses the instruction at which
//! something has to be decided; what was met is then judged outside, with the whole machine in
//! view. Between frames the caller may end the run.

mod watch;

use super::{
    breakpoints::{Breakpoint, Breakpoints},
    memory_map::{self, Answers},
    recent::Recent,
    stop::Reason,
};
use crate::nes::{
    event::{Event, Space},
    machine::Machine,
};
pub use watch::{Waits, Watch};

/// Instructions between two looks at the caller's control while stepping one by one; less
/// than a frame takes.
const STEPS_BETWEEN_CHECKS: u64 = 4096;

/// What a run goes for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// This many instructions.
    Instructions(u64),
    /// The first instruction boundary at which the frame number is at least this.
    Frame(u64),
    /// This master clock, in mid-instruction where it falls there.
    Clock(u64),
    /// What the observer waits for.
    Wait(Waits),
    /// The expression holds at an instruction boundary.
    Condition(String),
    /// What has to be looked at after every instruction has happened this often.
    Seen(Sight, u64),
    /// Only a stop or a bound ends it.
    Open,
}

/// What can only be seen with the whole machine in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// The sprite 0 hit flag rises.
    SpriteZero,
    /// The CPU or PPU page tables change.
    Banks,
}

/// Bounds of a run, as absolute values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The frame at which it ends.
    pub frame: Option<u64>,
    /// The CPU cycle at which it ends, at the next instruction boundary.
    pub cycle: Option<u64>,
}

/// What the caller decides during a run.
pub trait Control {
    /// Called at least once a frame; a reason ends the run.
    fn check(&mut self, machine: &Machine) -> Option<Reason>;

    /// What has waited for the machine's frame, to be applied before anything of it runs.
    fn begin_frame(&mut self, machine: &Machine) -> Vec<Event>;

    /// Whether an expression holds now.
    ///
    /// Errors: why it can not be evaluated, which stops the run.
    fn holds(&mut self, source: &str, machine: &Machine) -> Result<bool, String>;
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Why.
    pub reason: Reason,
    /// The breakpoint that stopped it.
    pub breakpoint: Option<u32>,
    /// What could not be evaluated.
    pub complaint: Option<String>,
    /// Whether an NMI or IRQ began during the run.
    pub interrupted: bool,
}

impl From<Reason> for Ending {
    fn from(reason: Reason) -> Ending {
        Ending {
            reason,
            breakpoint: None,
            complaint: None,
            interrupted: false,
        }
    }
}

/// Runs to the goal, a breakpoint, a bound, or the caller's word.
pub fn run(
    machine: &mut Machine,
    recent: &mut Recent,
    goal: &Goal,
    bounds: Bounds,
    breakpoints: &mut Breakpoints,
    control: &mut dyn Control,
) -> Ending {
    let candidates = breakpoints.candidates();
    let waits = match goal {
        Goal::Wait(waits) => Some(waits.clone()),
        _ => None,
    };
    let mut run = Run {
        watch: Watch::new(candidates, waits, bounds.cycle),
        first_instruction: machine.position().instructions,
        bounds,
        seen: 0,
    };
    if let Goal::Condition(source) = goal {
        // What `prev` remembers begins here.
        if let Err(complaint) = control.holds(source, machine) {
            return expression_error(None, complaint);
        }
    }
    let mut checked = run.first_instruction;
    let mut begun = None;
    loop {
        let frame = machine.position().frame;
        if begun != Some(frame) {
            begun = Some(frame);
            recent.begin_frame(machine);
            for event in control.begin_frame(machine) {
                let applied = recent.apply(machine, &event);
                applied.expect("what waits for a frame was checked when it was queued");
            }
        }
        let instructions = machine.position().instructions;
        let by_step = !matches!(
            goal,
            Goal::Frame(_) | Goal::Wait(_) | Goal::Open | Goal::Clock(_)
        );
        if !by_step || instructions >= checked + STEPS_BETWEEN_CHECKS || instructions == checked {
            checked = instructions;
            if let Some(reason) = control.check(machine) {
                return reason.into();
            }
        }
        let before = run.sights(goal, machine);
        let went_on = run.advance(machine, goal);
        let ending = run.judge(machine, goal, went_on, before, breakpoints, control);
        if let Some(mut ending) = ending {
            ending.interrupted = run.watch.was_interrupted();
            return ending;
        }
    }
}

struct Run {
    watch: Watch,
    first_instruction: u64,
    bounds: Bounds,
    seen: u64,
}

type Sights = (bool, Option<crate::nes::memory::Pages>);

impl Run {
    /// Advances by a frame at most; false when an instruction was refused or the CPU jammed.
    fn advance(&mut self, machine: &mut Machine, goal: &Goal) -> bool {
        let next_frame = machine.position().frame + 1;
        match goal {
            Goal::Frame(_) | Goal::Wait(_) | Goal::Open => {
                let last = self.bounds.frame.unwrap_or(u64::MAX);
                let last = match goal {
                    Goal::Frame(frame) => last.min(*frame),
                    _ => last,
                };
                machine.run_until_frame(next_frame.min(last), &mut self.watch)
            }
            Goal::Clock(clock) if machine.is_in_frame(*clock) => {
                machine.run_to_clock(*clock, &mut self.watch)
            }
            Goal::Clock(_) => machine.run_until_frame(next_frame, &mut self.watch),
            Goal::Instructions(_) | Goal::Condition(_) | Goal::Seen(..) => {
                machine.step(&mut self.watch)
            }
        }
    }

    fn judge(
        &mut self,
        machine: &Machine,
        goal: &Goal,
        went_on: bool,
        before: Sights,
        breakpoints: &mut Breakpoints,
        control: &mut dyn Control,
    ) -> Option<Ending> {
        if machine.cpu().jammed {
            return Some(Reason::Jam.into());
        }
        if let Some(ending) = self.reached(machine, goal, before, control) {
            return Some(ending);
        }
        if self.watch.met_candidate() {
            let ending = met(machine, breakpoints, control);
            if ending.is_some() {
                return ending;
            }
        }
        if self.is_out_of_bounds(machine) {
            return Some(Reason::Limit.into());
        }
        if !went_on {
            self.watch.pass();
        }
        None
    }

    fn reached(
        &mut self,
        machine: &Machine,
        goal: &Goal,
        before: Sights,
        control: &mut dyn Control,
    ) -> Option<Ending> {
        let position = machine.position();
        let executed = position.instructions - self.first_instruction;
        let reason = match goal {
            Goal::Instructions(wanted) => (executed >= *wanted).then_some(Reason::Done),
            Goal::Frame(frame) => (position.frame >= *frame).then_some(Reason::Done),
            Goal::Clock(clock) => (position.clock >= *clock).then_some(Reason::Done),
            Goal::Wait(waits) => self.watch.is_over().then(|| waits.reason()),
            Goal::Condition(source) => match control.holds(source, machine) {
                Ok(holds) => (holds && executed > 0).then_some(Reason::Until),
                Err(complaint) => return Some(expression_error(None, complaint)),
            },
            Goal::Seen(sight, wanted) => {
                let now = self.sights(goal, machine);
                let happened = match sight {
                    Sight::SpriteZero => now.0 && !before.0,
                    Sight::Banks => now.1 != before.1,
                };
                self.seen += u64::from(happened);
                (self.seen >= *wanted).then_some(Reason::Event)
            }
            Goal::Open => None,
        };
        reason.map(Ending::from)
    }

    fn sights(&self, goal: &Goal, machine: &Machine) -> Sights {
        match goal {
            Goal::Seen(Sight::SpriteZero, _) => (machine.peek(0x2002) & 0x40 != 0, None),
            Goal::Seen(Sight::Banks, _) => (false, Some(machine.cartridge().memory.pages.clone())),
            _ => (false, None),
        }
    }

    fn is_out_of_bounds(&self, machine: &Machine) -> bool {
        let position = machine.position();
        let frames = self.bounds.frame.is_some_and(|last| position.frame >= last);
        frames || self.bounds.cycle.is_some_and(|last| position.cycle >= last)
    }
}

/// Judges the breakpoints at the instruction about to run.
fn met(
    machine: &Machine,
    breakpoints: &mut Breakpoints,
    control: &mut dyn Control,
) -> Option<Ending> {
    let pc = machine.cpu().pc;
    let prg = prg_offset(machine, pc);
    let rows = breakpoints.iter();
    let covering: Vec<Breakpoint> = rows
        .filter(|row| row.enabled && row.covers(pc, prg))
        .cloned()
        .collect();
    for row in covering {
        let holds = match &row.condition {
            Some(source) => control.holds(source, machine),
            None => Ok(true),
        };
        match holds {
            Ok(false) => {
                if let Some(row) = breakpoints.get_mut(row.id) {
                    row.condition_false += 1;
                }
            }
            Ok(true) => {
                if hit(breakpoints, row.id) {
                    return Some(Ending {
                        breakpoint: Some(row.id),
                        ..Reason::Breakpoint.into()
                    });
                }
            }
            Err(complaint) => return Some(expression_error(Some(row.id), complaint)),
        }
    }
    None
}

/// Counts a hit; true when it stops the run. A temporary breakpoint goes then.
fn hit(breakpoints: &mut Breakpoints, id: u32) -> bool {
    let Some(row) = breakpoints.get_mut(id) else {
        return false;
    };
    row.hits += 1;
    let stops = row.hits >= row.hits_needed;
    if stops && row.temp {
        breakpoints.remove(id);
    }
    stops
}

fn expression_error(breakpoint: Option<u32>, complaint: String) -> Ending {
    Ending {
        breakpoint,
        complaint: Some(complaint),
        ..Reason::ExprError.into()
    }
}

/// The PRG ROM offset mapped at a CPU address.
pub fn prg_offset(machine: &Machine, address: u16) -> Option<u32> {
    match memory_map::behind_cpu(machine, address) {
        Answers::Memory(Space::Prg, offset) => Some(offset),
        _ => None,
    }
}

/// Whether breakpoints can lie in a space.
pub fn takes_breakpoints(space: Space) -> bool {
    matches!(space, Space::Cpu | Space::Prg)
}
