//! The command lines of `test` and `bench`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `nescope test PATH...`
#[derive(Args, Clone, Debug, Default)]
pub struct TestArgs {
    /// ROMs, folders and manifests (.json).
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Only cases whose id contains this text.
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// Pass when this expression is true after a frame; replaces the ROM's own protocol.
    #[arg(long, value_name = "EXPR")]
    pub pass: Option<String>,
    /// Fail when this expression is true after a frame; replaces the ROM's own protocol.
    #[arg(long, value_name = "EXPR")]
    pub fail: Option<String>,
    /// Frames after which a case without verdict is a hang; replaces the manifest's number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub max_frames: Option<u64>,
    /// Power-on option, as mmc3=a, region=pal, ram=rand, seed=1, align=2.
    #[arg(long = "option", value_name = "K=V")]
    pub options: Vec<String>,
    /// Also save, load, copy and look at the machine at random points and compare how it goes on.
    #[arg(long)]
    pub deep: bool,
    /// Chooses the points of --deep.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// This program, which --deep also runs as another process.
    #[arg(skip)]
    pub program: Option<PathBuf>,
    /// Existing folder for pictures and recordings of cases that a person judges, and for
    /// picture and state of those that fail or hang.
    #[arg(long, value_name = "DIR")]
    pub artifacts: Option<PathBuf>,
    /// Run the reference executors only.
    #[arg(long)]
    pub reference: bool,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
    /// Write a JUnit report to this file.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Cases at a time; all cores when not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
}

/// The scripted input of a bench.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum BenchInput {
    /// No button.
    #[default]
    None,
    /// Start in frames 60 to 67.
    Start,
    /// Start now and then, A, Left and Right in turns.
    Mash,
}

/// `nescope bench ROM...`
#[derive(Args, Clone, Debug)]
pub struct BenchArgs {
    /// ROMs, one after the other.
    #[arg(required = true, value_name = "ROM")]
    pub roms: Vec<PathBuf>,
    /// Frames to run.
    #[arg(long, value_name = "N", default_value_t = 3600, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub frames: u64,
    /// Scripted input.
    #[arg(long, value_enum, default_value_t = BenchInput::None)]
    pub input: BenchInput,
    /// Make neither picture nor sound.
    #[arg(long)]
    pub state_only: bool,
    /// Run the reference executors only.
    #[arg(long)]
    pub reference: bool,
    /// Machines at a time, each on a thread of its own.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub instances: u16,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}
