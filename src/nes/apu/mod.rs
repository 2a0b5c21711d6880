//! apu
