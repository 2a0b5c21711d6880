//! Inputs waiting for their frames: what each controller will hold, and from when.

use crate::nes::event::{Buttons, Event};
use std::collections::VecDeque;

/// Most steps waiting on one port.
pub const MOST_STEPS: usize = 100_000;
/// Controllers.
pub const PORTS: usize = 4;

/// One change of what is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    frame: u64,
    buttons: Buttons,
}

/// The queues of all four ports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputQueue {
    ports: [VecDeque<Change>; PORTS],
}

impl InputQueue {
    /// Queues steps behind what waits on a port, 1 to 4, or from frame `now` on; after the
    /// last step nothing is held. Returns the frame of that release, or `None` when the
    /// queue would get longer than [`MOST_STEPS`].
    pub fn push(&mut self, port: u8, now: u64, steps: &[(Buttons, u64)]) -> Option<u64> {
        let queue = &mut self.ports[index(port)];
        if queue.len() + steps.len() >= MOST_STEPS {
            return None;
        }
        let mut frame = queue
            .pop_back()
            .map_or(now, |release| release.frame.max(now));
        for &(buttons, frames) in steps {
            queue.push_back(Change { frame, buttons });
            frame += frames;
        }
        let buttons = Buttons::default();
        queue.push_back(Change { frame, buttons });
        Some(frame)
    }

    /// Forgets what waits on a port.
    pub fn clear(&mut self, port: u8) {
        self.ports[index(port)].clear();
    }

    /// Frames from `now` to the end of a port's queue.
    pub fn frames_left(&self, port: u8, now: u64) -> u64 {
        let last = self.ports[index(port)].back();
        last.map_or(0, |change| change.frame.saturating_sub(now))
    }

    /// The end of the longest queue, if anything waits.
    pub fn end(&self) -> Option<u64> {
        let ends = self.ports.iter().filter_map(|queue| queue.back());
        ends.map(|change| change.frame).max()
    }

    /// Takes out the changes that are due by `frame`, the last one of each port.
    pub fn due(&mut self, frame: u64) -> Vec<Event> {
        let mut events = Vec::new();
        for (port, queue) in (1..).zip(&mut self.ports) {
            let mut last = None;
            while queue.front().is_some_and(|change| change.frame <= frame) {
                last = queue.pop_front();
            }
            events.extend(last.map(|change| Event::Input {
                port,
                buttons: change.buttons,
            }));
        }
        events
    }
}

fn index(port: u8) -> usize {
    usize::from(port.clamp(1, PORTS as u8) - 1)
}
