//! The one test binary; modules mirror `src`.

mod architecture;
mod commands;
mod console;
mod debugger;
mod host;
mod hub;
mod mcp;
mod nes;
mod readme;
mod reference;
mod registry;
mod roms;
mod runner;
mod seed;
mod shared;
mod transcripts;
