//! The machine.

mod boards;
mod cartridge;
