//! Sunsoft's boards.

mod fme7;
pub mod sunsoft5b;
pub mod sunsoft5b_envelope;
mod sunsoft5b_timer;

pub use fme7::Fme7;
