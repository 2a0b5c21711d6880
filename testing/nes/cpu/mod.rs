//! The 6502 core.

pub mod flat;
mod nestest;
mod opcode_table;
mod single_step;
