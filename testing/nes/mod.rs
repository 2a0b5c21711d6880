//! The machine.

mod apu;
mod boards;
mod cartridge;
mod cpu;
mod input;
mod ppu;
