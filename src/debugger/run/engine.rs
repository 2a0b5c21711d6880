//! The loop of a run: advance by a frame at most, judge, stop or go on.

use super::{
    Bounds, Control, Ending, Goal, Parts,
    row::AWAITED,
    watch::{Stop, Watch, Where},
};
use crate::{
    debugger::{breakpoints::EventKind, stop::Reason},
    nes::{machine::Machine, observer::Silent},
};

/// A run on its way.
pub struct Run<'a, const DATA: bool> {
    parts: Parts<'a>,
    watch: Watch<'a, DATA>,
    goal: &'a Goal,
    bounds: Bounds,
    first_instruction: u64,
    /// The machine where the present frame, or the run, began.
    began: Option<Box<Machine>>,
}

impl<'a, const DATA: bool> Run<'a, DATA> {
    /// A run that begins where the machine stands.
    pub fn new(
        parts: Parts<'a>,
        watch: Watch<'a, DATA>,
        goal: &'a Goal,
        bounds: Bounds,
    ) -> Run<'a, DATA> {
        Run {
            first_instruction: parts.machine.position().instructions,
            parts,
            watch,
            goal,
            bounds,
            began: None,
        }
    }

    /// Runs to its end.
    pub fn run(mut self, control: &mut dyn Control) -> Ending {
        let mut ending = self.go(control);
        let Run {
            parts, mut watch, ..
        } = self;
        ending.interrupted = watch.was_interrupted();
        watch.armed.settle(parts.breakpoints);
        parts.breakpoints.seen = Some(Box::new(watch.detectors.remembered()));
        ending.lines = std::mem::take(&mut watch.armed.lines);
        ending.lost_lines = watch.armed.lost_lines;
        let stopped_by = ending.breakpoint.and_then(|id| parts.breakpoints.get(id));
        if let Some(id) = stopped_by.filter(|row| row.temp).map(|row| row.id) {
            parts.breakpoints.remove(id);
        }
        ending
    }

    fn go(&mut self, control: &mut dyn Control) -> Ending {
        if let Some(id) = self.parts.breakpoints.owed.take()
            && self.parts.breakpoints.get(id).is_some()
        {
            return Ending {
                breakpoint: Some(id),
                ..Reason::Breakpoint.into()
            };
        }
        self.stand();
        let mut begun = None;
        loop {
            if let Some(stop) = self.watch.take_stop() {
                return self.stopped(stop);
            }
            let frame = self.parts.machine.position().frame;
            if begun != Some(frame) {
                self.begin_frame(begun.is_some(), control);
                begun = Some(frame);
                if self.watch.has_stop() {
                    continue;
                }
            }
            if let Some(reason) = control.check(self.parts.machine) {
                return self.arrived(reason);
            }
            let went_on = self.advance();
            if let Some(ending) = self.ended(went_on) {
                return ending;
            }
        }
    }

    /// Judges what one stands on, unless it was judged when one came there.
    fn stand(&mut self) {
        let breakpoints = &mut *self.parts.breakpoints;
        let noted = std::mem::take(&mut breakpoints.noted);
        let instructions = self.parts.machine.position().instructions;
        let judged = breakpoints.judged_instruction;
        if judged == Some(instructions) && noted.is_empty() {
            return self.watch.pass();
        }
        if judged.is_some_and(|judged| judged < instructions) && noted.is_empty() {
            // A change completed the instruction that was stood on: this one is new.
            return;
        }
        noted
            .iter()
            .for_each(|&event| self.watch.detectors.see(event));
        self.watch.stand(self.parts.machine);
    }

    fn begin_frame(&mut self, is_next: bool, control: &mut dyn Control) {
        if is_next {
            self.see_lag();
            self.watch.armed.kept.polls_before = self.parts.machine.input().polls_of_both();
            self.watch.begin_frame(self.parts.machine);
            if self.watch.has_stop() {
                return;
            }
        }
        let machine = &mut *self.parts.machine;
        let recent = &mut *self.parts.recent;
        recent.begin_frame(machine);
        for event in control.begin_frame(machine) {
            let applied = recent.apply(machine, &event);
            applied.expect("what waits for a frame was checked when it was queued");
        }
        if DATA || matches!(self.goal, Goal::Clock(_)) {
            self.began = Some(Box::new(self.parts.machine.clone()));
        }
    }

    /// A frame has ended: was a controller read in it?
    fn see_lag(&mut self) {
        let polls = self.parts.machine.input().polls_of_both();
        if polls == self.watch.armed.kept.polls_before {
            self.watch.detectors.see(EventKind::Lag);
        }
    }

    /// Advances by a frame at most; false when an instruction was refused or the CPU jammed.
    fn advance(&mut self) -> bool {
        let machine = &mut *self.parts.machine;
        let position = machine.position();
        let next_frame = position.frame + 1;
        let last = self.bounds.frame.unwrap_or(u64::MAX);
        match self.goal {
            Goal::Clock(clock) if machine.is_in_frame(*clock) => {
                machine.run_to_clock(*clock, &mut self.watch)
            }
            Goal::Instructions(wanted) => {
                let end = self.first_instruction + wanted;
                machine.run_until_frame_or_instruction(next_frame, end, &mut self.watch)
            }
            Goal::Frame(frame) => self.run_frame(next_frame.min(last).min(*frame)),
            _ => self.run_frame(next_frame.min(last)),
        }
    }

    fn run_frame(&mut self, frame: u64) -> bool {
        let machine = &mut *self.parts.machine;
        if !self.watch.is_idle() {
            return machine.run_until_frame(frame, &mut self.watch);
        }
        // With nothing to look for, nothing is paid.
        let went_on = machine.run_until_frame(frame, &mut Silent);
        self.watch.skipped_to(machine);
        went_on
    }

    /// Whether the run is over after it advanced.
    fn ended(&mut self, went_on: bool) -> Option<Ending> {
        if self.parts.machine.cpu().jammed {
            self.watch.jam(self.parts.machine);
            return Some(self.arrived(Reason::Jam));
        }
        if let Some(stop) = self.watch.take_stop() {
            return Some(self.stopped(stop));
        }
        if let Some(reason) = self.reached() {
            return Some(self.arrived(reason));
        }
        let position = self.parts.machine.position();
        let frames = self.bounds.frame.is_some_and(|last| position.frame >= last);
        let cycles = self.bounds.cycle.is_some_and(|last| position.cycle >= last);
        if frames || cycles {
            return Some(self.arrived(Reason::Limit));
        }
        debug_assert!(
            went_on,
            "only a stop, a goal or a bound refuses an instruction"
        );
        None
    }

    fn reached(&self) -> Option<Reason> {
        let position = self.parts.machine.position();
        match self.goal {
            Goal::Instructions(wanted) => {
                let executed = position.instructions - self.first_instruction;
                (executed >= *wanted).then_some(Reason::Done)
            }
            Goal::Frame(frame) => (position.frame >= *frame).then_some(Reason::Done),
            Goal::Clock(clock) => (position.clock >= *clock).then_some(Reason::Done),
            Goal::Wait(waits) => self.watch.is_over().then(|| waits.reason()),
            Goal::Condition(_) | Goal::Open => None,
        }
    }

    /// Ends the run here, unless a breakpoint at this place says otherwise.
    fn arrived(&mut self, reason: Reason) -> Ending {
        if self.parts.machine.in_mid_instruction() {
            return self.arrived_inside(reason);
        }
        self.arrive_at_frame();
        self.watch.arrive(self.parts.machine);
        match self.watch.take_stop() {
            Some(stop) => self.stopped(stop),
            None => {
                self.judged(0, 0);
                reason.into()
            }
        }
    }

    /// A run that ends where a frame begins has seen the whole of the one before.
    fn arrive_at_frame(&mut self) {
        let machine = &*self.parts.machine;
        let began = self.began_frame();
        if machine.position().frame > began {
            self.see_lag();
            self.watch.begin_frame(self.parts.machine);
        }
    }

    /// The frame that was begun last.
    fn began_frame(&self) -> u64 {
        let kept = self.parts.recent.frames();
        kept.map_or(u64::MAX, |(_, last)| last)
    }

    /// Ends the run in mid-instruction: what of this instruction lies before is judged on a copy.
    fn arrived_inside(&mut self, reason: Reason) -> Ending {
        let clock = self.parts.machine.position().clock;
        let divider = self.parts.machine.bus().divider();
        self.watch.limit(clock, divider);
        let mut ahead = self.parts.machine.clone();
        let went_on = ahead.step(&mut self.watch);
        if let Some(mut stop) = self.watch.take_stop() {
            match (went_on, stop.at) {
                // The instruction itself is not to run: the run stops before it.
                (false, Where::Boundary) => self.parts.machine.leave_instruction(),
                (true, Where::Boundary) => stop.at = Where::Clock(clock),
                _ => {}
            }
            return self.stopped(stop);
        }
        let (cycle, clock) = self.watch.limits();
        self.judged(cycle, clock);
        reason.into()
    }

    fn stopped(&mut self, stop: Stop) -> Ending {
        if let Where::Clock(clock) = stop.at {
            self.go_back(clock);
            self.judged(stop.judged_cycle, stop.judged_clock);
        } else {
            self.judged(0, 0);
        }
        let reason = match (&stop.hit.complaint, stop.hit.id) {
            (Some(_), _) => Reason::ExprError,
            (None, AWAITED) => Reason::Until,
            (None, _) => Reason::Breakpoint,
        };
        Ending {
            breakpoint: Some(stop.hit.id).filter(|&id| id != AWAITED),
            witness: stop.witness,
            complaint: stop.hit.complaint,
            ..reason.into()
        }
    }

    /// Brings the machine back to a clock it has passed in this frame.
    fn go_back(&mut self, clock: u64) {
        let began = self.began.take();
        let mut again = began.expect("a copy is taken where a frame begins");
        again.run_to_clock(clock, &mut Silent);
        *self.parts.machine = *again;
    }

    /// Remembers that what comes next was judged.
    fn judged(&mut self, cycle: u64, clock: u64) {
        let position = self.parts.machine.position();
        let breakpoints = &mut *self.parts.breakpoints;
        breakpoints.judged_instruction = Some(position.instructions);
        breakpoints.judged_cycle = cycle;
        breakpoints.judged_clock = clock;
    }
}
