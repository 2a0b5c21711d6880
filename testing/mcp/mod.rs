//! The MCP adapter: conversations as data on a table of made-up commands, with no transport;
//! then the transports.

mod concurrency;
mod content;
mod fake;
mod hub;
mod process;
mod stage;
mod stdio;
mod talk;
mod transcripts;
