//! The 2A03's CPU core.

/// The CPU registers.
pub struct Cpu;
