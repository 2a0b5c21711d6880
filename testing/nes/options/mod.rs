//! Power-on options: each value against what its page says, and that states carry them.

mod console;
mod cpu;
mod decay;
mod ppu;
mod states;

use super::program;
use nescope::nes::{cartridge::Rom, machine::Machine, options::PowerOptions};
use std::sync::Arc;

/// A machine with a program, powered on with these options.
fn machine(code: &[u8], options: PowerOptions) -> Machine {
    let rom = Arc::new(Rom::parse(&program::file(code)).expect("a well-formed file"));
    Machine::power_on(rom, options).expect("NROM is supported")
}
