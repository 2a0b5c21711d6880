//! The 6502 core.

pub mod flat;
mod nestest;
mod single_step;
