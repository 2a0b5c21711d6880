//! The command line, as clap reads it.

use clap::{Parser, Subcommand};
use nescope::runner::{BenchArgs, TestArgs};
use std::path::PathBuf;

/// An NES emulator driven by debugger commands.
#[derive(Parser, Debug, Default)]
#[command(
    name = "nescope",
    args_conflicts_with_subcommands = true,
    version,
    about,
    after_help = "Without a ROM, or with the word demo, the built-in demo cartridge is loaded.\n\
                  Exit codes: 0 pass, 1 failed, 2 usage, 3 limit, 4 CPU jam, 5 file, 6 expression,\n\
                  7 mismatch, 8 unsupported board, 70 internal."
)]
pub struct Arguments {
    /// What to do instead of a session
    #[command(subcommand)]
    pub command: Option<Command>,
    /// ROM file (iNES, NES 2.0), or the word demo
    pub rom: Option<String>,
    /// Start without a cartridge
    #[arg(long, conflicts_with = "rom")]
    pub no_rom: bool,
    /// Run a command line and exit; may be given several times
    #[arg(short = 'x', value_name = "CMD", allow_hyphen_values = true)]
    pub lines: Vec<String>,
    /// Run a file of command lines and exit; stops at the first error
    #[arg(long, value_name = "FILE", conflicts_with = "lines")]
    pub script: Option<PathBuf>,
    /// Print exactly one JSON object a line for each command
    #[arg(long)]
    pub json: bool,
    /// Speak MCP on stdin and stdout
    #[arg(long, conflicts_with_all = ["lines", "script", "json"])]
    pub mcp: bool,
    /// Commands listed as tools: full, core, or group names joined by commas
    #[arg(long, value_name = "P", default_value = "full", requires = "mcp")]
    pub profile: String,
    /// Existing folder agents may write new files into
    #[arg(long, value_name = "D")]
    pub out_dir: Option<PathBuf>,
    /// Folder agents may read from
    #[arg(long, value_name = "D")]
    pub in_dir: Option<PathBuf>,
    /// Run in real time from the start instead of paused
    #[arg(long)]
    pub run: bool,
    /// Check every reply against the declaration of its command
    #[arg(long)]
    pub check_replies: bool,
}

/// What runs without a session.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Judge test ROMs, folders of them and manifests
    Test(TestArgs),
    /// Measure speed, and hash what ROMs come to
    Bench(BenchArgs),
}
