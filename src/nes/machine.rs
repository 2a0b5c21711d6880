//! The machine: CPU, bus, chips and cartridge under one clock.

use super::event::Event;

/// The whole console.
#[derive(Clone, Debug)]
pub struct Machine;

/// Why an event could not be applied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventError {}

impl Machine {
    /// Applies one change from outside.
    pub fn apply(&mut self, _event: &Event) -> Result<(), EventError> {
        Ok(())
    }
}
