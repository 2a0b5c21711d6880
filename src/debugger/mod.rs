//! What a debugger adds to the machine.

pub mod breakpoints;

pub mod stop;
pub mod symbols;
