//! The recent past: checkpoints at the starts of frames and the events since, so that whatever
//! happened lately is found out by running it again under an observer.
//!
//! Nothing is armed for it and a running machine pays one small copy a frame. The origin, from
//! which everything can be run again, is the machine as it was powered on (or as a state was
//! loaded); a power cycle and a loaded state begin a new past.

use crate::nes::{
    event::{Event, Reset},
    machine::{Checkpoint, EventError, Machine},
    observer::{Happening, Observer},
};
use std::{collections::VecDeque, sync::Arc};

/// Frame starts that are kept.
pub const MOST_FRAMES: usize = 128;

/// Events after which the way from the origin is given up.
const MOST_EVENTS: usize = 1 << 20;

/// An event and when it was applied.
#[derive(Clone, Debug)]
struct Entry {
    instructions: u64,
    clock: u64,
    event: Arc<Event>,
}

/// Checkpoints and events of a session's machine.
#[derive(Clone, Debug, Default)]
pub struct Recent {
    origin: Option<Arc<Checkpoint>>,
    frames: VecDeque<Arc<Checkpoint>>,
    /// Events since the origin, in order.
    events: Arc<Vec<Entry>>,
}

impl Recent {
    /// Begins anew: what was before `machine` as it is now can not be asked for any more.
    pub fn restart(&mut self, machine: &Machine) {
        let now = Arc::new(machine.checkpoint());
        self.frames = VecDeque::from([now.clone()]);
        self.origin = Some(now);
        self.events = Arc::default();
    }

    /// Keeps the start of a frame, at the first stop inside it.
    pub fn begin_frame(&mut self, machine: &Machine) {
        let Some(last) = self.frames.back() else {
            return self.restart(machine);
        };
        if last.frame() >= machine.position().frame {
            return;
        }
        if self.frames.len() == MOST_FRAMES {
            self.frames.pop_front();
        }
        self.frames.push_back(Arc::new(machine.checkpoint()));
    }

    /// Applies an event to the machine and remembers it.
    ///
    /// # Errors
    /// Those of [`Machine::apply`]; nothing is remembered then.
    pub fn apply(&mut self, machine: &mut Machine, event: &Event) -> Result<(), EventError> {
        machine.finish_instruction();
        self.begin_frame(machine);
        let position = machine.position();
        machine.apply(event)?;
        if matches!(event, Event::LoadState(_) | Event::Reset(Reset::Power)) {
            self.restart(machine);
            return Ok(());
        }
        let events = Arc::make_mut(&mut self.events);
        if events.len() == MOST_EVENTS {
            self.restart(machine);
            return Ok(());
        }
        events.push(Entry {
            instructions: position.instructions,
            clock: position.clock,
            event: Arc::new(event.clone()),
        });
        Ok(())
    }

    /// The frames that can be gone back to at once: first and last.
    pub fn frames(&self) -> Option<(u64, u64)> {
        Some((self.frames.front()?.frame(), self.frames.back()?.frame()))
    }

    /// Reads of the controller ports before a frame began; `None` when its start is not kept.
    pub fn polls_before(&self, frame: u64) -> Option<u64> {
        let kept = self
            .frames
            .iter()
            .rev()
            .find(|kept| kept.frame() == frame)?;
        Some(kept.polls())
    }

    /// Instructions executed before the origin, since power-on; 0 unless a state was loaded.
    pub fn origin(&self) -> Option<u64> {
        self.origin.as_ref().map(|origin| origin.instructions())
    }

    /// The way from the start of a frame that is kept; `None` when it is not.
    pub fn from_frame(&self, now: &Machine, frame: u64) -> Option<Replay> {
        let kept = self.frames.iter().find(|kept| kept.frame() == frame)?;
        Some(self.replay_from(now, kept))
    }

    /// The way from the earliest frame start that is kept.
    pub fn from_earliest(&self, now: &Machine) -> Option<Replay> {
        Some(self.replay_from(now, self.frames.front()?))
    }

    /// The way from the latest moment kept that is not after `instructions`.
    pub fn from_before(&self, now: &Machine, instructions: u64) -> Option<Replay> {
        let mut kept = self.frames.iter().rev().chain(&self.origin);
        let found = kept.find(|kept| kept.instructions() <= instructions)?;
        Some(self.replay_from(now, found))
    }

    /// The whole way from the origin.
    pub fn from_origin(&self, now: &Machine) -> Option<Replay> {
        Some(self.replay_from(now, self.origin.as_ref()?))
    }

    /// The machine as it was at a master clock; `None` when that is before what is kept.
    pub fn at_clock(&self, now: &Machine, clock: u64) -> Option<Machine> {
        let mut kept = self.frames.iter().rev().chain(&self.origin);
        let found = kept.find(|kept| kept.clock() <= clock)?;
        let mut replay = self.replay_from(now, found);
        replay.run_to_clock(clock, &mut crate::nes::observer::Silent);
        Some(replay.machine)
    }

    fn replay_from(&self, now: &Machine, from: &Checkpoint) -> Replay {
        let first = from.instructions();
        // A checkpoint is kept before the events of its instruction are applied.
        let next = self
            .events
            .partition_point(|entry| entry.instructions < first);
        Replay {
            machine: now.at(from),
            events: self.events.clone(),
            next,
        }
    }
}

/// A machine on its way through the past again, with the same events at the same places.
#[derive(Debug)]
pub struct Replay {
    /// The machine.
    pub machine: Machine,
    events: Arc<Vec<Entry>>,
    next: usize,
}

impl Replay {
    /// Runs until so many instructions have been executed since power-on; the events of that
    /// moment are not applied yet. False when the observer ended it.
    pub fn run_to_instruction<O: Observer>(&mut self, to: u64, observer: &mut O) -> bool {
        self.pass_events(|entry| entry.instructions < to, observer)
            && self.machine.run_to_instruction(to, observer)
    }

    /// Runs to a master clock, in mid-instruction where it lies there. False when the observer
    /// ended it.
    pub fn run_to_clock<O: Observer>(&mut self, to: u64, observer: &mut O) -> bool {
        self.pass_events(|entry| entry.clock <= to, observer)
            && self.machine.run_to_clock(to, observer)
    }

    /// Runs to and applies the events that lie on the way. False when the observer ended it.
    fn pass_events<O: Observer>(
        &mut self,
        on_the_way: impl Fn(&Entry) -> bool,
        observer: &mut O,
    ) -> bool {
        while let Some(entry) = self.events.get(self.next).filter(|entry| on_the_way(entry)) {
            let to = entry.instructions;
            if !self.machine.run_to_instruction(to, observer) {
                return false;
            }
            self.apply_next(observer);
        }
        true
    }

    /// The reset sequence is a part of its event; the observer only hears of it.
    fn apply_next<O: Observer>(&mut self, observer: &mut O) {
        let event = self.events[self.next].event.clone();
        self.next += 1;
        if matches!(*event, Event::Reset(_)) {
            observer.happened(Happening::Reset);
        }
        self.machine
            .apply(&event)
            .expect("an event that was applied once can be applied again");
    }
}
