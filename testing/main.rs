//! The one test binary; modules mirror `src`.

mod commands;
mod debugger;
mod mcp;
mod nes;
mod registry;
mod roms;
mod shared;
