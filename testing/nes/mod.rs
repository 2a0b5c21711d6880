//! The machine.

mod apu;
mod boards;
mod cartridge;
mod cpu;
mod forged_state;
mod input;
mod machine;
mod nsf;
mod options;
mod ppu;
pub mod program;
mod state;
