//! `nescope test` and `nescope bench`: judge ROMs by the protocol they speak, and time them.
//!
//! ```text
//! args      what the command line says         suite     paths to cases, cases over the cores
//! manifest  entries of a ROM collection        run       one case from power-on to its verdict
//! blargg, ram, screen_text, nestest, accuracycoin, detect, expect: one verdict protocol each
//! report, junit, artifacts: what is printed and kept      deep: save, load and look in mid-run
//! bench     frames a second and hashes that compare runs
//! ```
//!
//! Machines run here directly: a verdict needs no commands, and the cases are independent.

pub mod accuracycoin;
pub mod args;
pub mod artifacts;
pub mod bench;
pub mod blargg;
pub mod commands;
pub mod deep;
pub mod detect;
pub mod devices;
pub mod expect;
pub mod inputs;
pub mod junit;
pub mod manifest;
pub mod nestest;
pub mod options;
pub mod ram;
pub mod report;
pub mod run;
pub mod screen;
pub mod screen_text;
pub mod suite;
pub mod verdict;

pub use args::{BenchArgs, TestArgs};
pub use bench::run_bench;

use report::Summary;
use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    path::Path,
};

/// Exit codes of the command line.
pub mod exit {
    /// Everything judged has passed.
    pub const PASS: u8 = 0;
    /// A test failed or hung.
    pub const FAILED: u8 = 1;
    /// The command line makes no sense.
    pub const USAGE: u8 = 2;
    /// A file could not be read, written or understood.
    pub const FILE: u8 = 5;
    /// An expression can not be read or evaluated.
    pub const EXPRESSION: u8 = 6;
    /// Nothing could be judged: the board or kind of file is not supported.
    pub const UNSUPPORTED: u8 = 8;
    /// Something that must not happen.
    pub const INTERNAL: u8 = 70;
}

/// Runs `nescope test`: verdicts go to `out` as they come, what went wrong with the
/// command line itself to `errors`. Returns the exit code.
pub fn run_test(args: &TestArgs, out: &mut dyn Write, errors: &mut dyn Write) -> u8 {
    let plan = match suite::plan(args) {
        Ok(plan) => plan,
        Err(error) => {
            let _ = writeln!(errors, "nescope test: {error}");
            return error.exit_code();
        }
    };
    if let Some(path) = &args.junit
        && let Err(error) = touch(path)
    {
        let _ = writeln!(errors, "nescope test: --junit {}: {error}", path.display());
        return exit::FILE;
    }
    let mut summary = Summary::default();
    let mut outcomes = Vec::new();
    let mut broken = false;
    suite::run(&plan, |outcome| {
        summary.count(&outcome);
        broken |= report::outcome(out, &outcome, args.json).is_err();
        outcomes.push(outcome);
        // A reader that went away wants no more cases either.
        !broken
    });
    broken |= report::summary(out, &summary, args.json).is_err();
    if let Some(path) = &args.junit
        && let Err(error) = fs::write(path, junit::document(&outcomes))
    {
        let _ = writeln!(errors, "nescope test: {}: {error}", path.display());
        return exit::FILE;
    }
    if broken {
        exit::FILE
    } else {
        summary.exit_code()
    }
}

/// Finds out whether a file can be written before much time is spent on what goes into it.
fn touch(path: &Path) -> io::Result<()> {
    OpenOptions::new().append(true).create(true).open(path)?;
    Ok(())
}
