//! What a debugger adds to the machine: assembler, disassembler, expressions, breakpoints.
//!
//! Nothing here is stored in the machine: tools look through peeks and observers, and
//! change it only by events.

pub mod assembler;
pub mod breakpoints;
pub mod disassembler;
pub mod expression;
pub mod labels;
pub mod nestest;
pub mod run;
pub mod stop;
pub mod symbols;
