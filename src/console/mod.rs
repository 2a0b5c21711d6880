//! The operator's face: a prompt, one-shot lines and scripts, all over the hub.
//!
//! It holds no debugger logic: a line goes in, replies come out and are printed.

pub mod commands;
pub mod exit_code;
mod interrupt;
mod line_editor;
pub mod live;
mod oneshot;
pub mod pipe;
pub mod print;
mod prompt;
pub mod views;

pub use interrupt::Interrupt;
pub use oneshot::{run_lines, run_script};
pub use prompt::{Prompt, run};
