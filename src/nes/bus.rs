//! The CPU's side of the machine.

/// Everything but the CPU.
pub struct Bus;
