//! What carries messages; one file per way.

pub mod lines;
pub mod outbox;
pub mod stdio;
