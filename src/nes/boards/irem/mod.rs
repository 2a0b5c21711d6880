//! Irem's boards of discrete logic.

mod latch78;

pub use latch78::Latch78;
