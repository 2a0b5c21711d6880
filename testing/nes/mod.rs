//! The machine.

mod boards;
mod cartridge;
mod cpu;
mod ppu;
