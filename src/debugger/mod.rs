//! What a debugger adds to the machine.

pub mod breakpoints;
pub mod labels;
pub mod stop;
