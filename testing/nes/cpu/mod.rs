//! The 6502 core.

mod dummy_reads;
pub mod flat;
mod internal_bus;
mod nestest;
mod opcode_table;
mod single_step;
