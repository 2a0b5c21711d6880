//! The machine: a pure, deterministic NES without IO, clocks, threads or randomness.
//!
//! `State after N events = f(ROM bytes, power-on options, event log)`.
//! Time is one counter of master clocks; chips are advanced to the access that needs them.

pub mod apu;
pub mod boards;
pub mod bus;
pub mod cartridge;
pub mod cpu;
pub mod digest;
pub mod dma;
pub mod event;
pub mod input;
pub mod machine;
pub mod memory;
pub mod observer;
pub mod options;
pub mod ppu;
pub mod region;
pub mod state;
