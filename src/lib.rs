//! nescope: an NES emulator driven by debugger commands.
//!
//! Every command is declared once in `specs/*.json` and bound to one function in
//! [`commands`]; the console, scripts and the MCP adapter are faces over the [`hub`].
//! `wiki/architecture.md` says what each room does and must not know.

pub mod commands;
pub mod console;
pub mod debugger;
pub mod host;
pub mod hub;
pub mod mcp;
pub mod nes;
pub mod registry;
pub mod runner;

/// The rooms above the hub that bring commands of their own.
pub fn rooms() -> Vec<hub::Room> {
    vec![
        runner::commands::ROOM,
        mcp::commands::ROOM,
        console::commands::ROOM,
    ]
}
