//! Sprites: evaluation for the next line, the fetch of their patterns, and their output.

pub mod evaluation;
pub mod fetch;
pub mod output;
