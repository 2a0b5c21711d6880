//! AccuracyCoin: one result byte per test, and a flag that falls when all have run.
//!
//! ```text
//! 0 not run   odd pass, value >> 2 the behavior seen   low bits 2 fail, value >> 2 the error   $FF skipped
//! ```

use super::{
    manifest,
    run::{Judge, Step},
    verdict::{FailedTest, Finding, Tests, Verdict},
};
use crate::nes::machine::Machine;
use serde::Deserialize;
use std::{fs, path::Path};

const SKIPPED: u8 = 0xFF;
/// A test started by hand that has not ended.
const IN_PROGRESS: u8 = 3;

#[derive(Clone, Debug, Deserialize)]
struct Table {
    tests: Vec<Row>,
}

#[derive(Clone, Debug, Deserialize)]
struct Row {
    name: String,
    page: u32,
    addr: String,
    kind: String,
}

/// Judges by AccuracyCoin's result bytes.
#[derive(Debug)]
pub struct AccuracyCoin {
    running_flag: u16,
    rows: Vec<(Row, u16)>,
    was_running: bool,
}

impl AccuracyCoin {
    /// Reads the table of tests.
    ///
    /// # Errors
    /// A text that names the file and what is wrong with it.
    pub fn read(table: &Path, running_flag: u16) -> Result<AccuracyCoin, String> {
        let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", table.display());
        let text = fs::read_to_string(table).map_err(|error| wrong(&error))?;
        let table: Table = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
        let rows = table.tests.into_iter().filter(|row| row.kind == "test");
        let rows = rows.filter_map(|row| {
            let address = manifest::word(&row.addr)?;
            Some((row, address))
        });
        Ok(AccuracyCoin {
            running_flag,
            rows: rows.collect(),
            was_running: false,
        })
    }

    fn tests(&self, machine: &Machine) -> Tests {
        let failed: Vec<FailedTest> = self
            .rows
            .iter()
            .filter_map(|(row, address)| {
                let value = machine.peek(*address);
                (!passed(value)).then(|| FailedTest {
                    name: row.name.clone(),
                    page: row.page,
                    code: (value & 3 == 2).then_some(value >> 2),
                })
            })
            .collect();
        Tests {
            passed: self.rows.len() - failed.len(),
            total: self.rows.len(),
            failed,
            behaviors: self.behaviors(machine),
        }
    }

    fn behaviors(&self, machine: &Machine) -> Vec<(String, u8)> {
        let seen = self.rows.iter().filter_map(|(row, address)| {
            let value = machine.peek(*address);
            (passed(value) && value >> 2 > 0).then(|| (row.name.clone(), value >> 2))
        });
        seen.collect()
    }

    fn finding(&self, verdict: Verdict, machine: &Machine) -> Finding {
        let tests = self.tests(machine);
        let mut finding = Finding::new(
            verdict,
            format!("{} of {} tests", tests.passed, tests.total),
        );
        finding.tests = Some(tests);
        finding
    }
}

impl Judge for AccuracyCoin {
    fn look(&mut self, machine: &Machine, _frame: u64) -> Step {
        let running = machine.peek(self.running_flag) == 1;
        let ended = self.was_running && !running;
        self.was_running = running;
        if !ended {
            return Step::Run;
        }
        let tests = self.tests(machine);
        let verdict = if tests.failed.is_empty() {
            Verdict::Pass
        } else {
            Verdict::Fail
        };
        Step::Done(self.finding(verdict, machine))
    }

    fn give_up(&mut self, machine: &Machine) -> Finding {
        self.finding(Verdict::Hang, machine)
    }
}

fn passed(value: u8) -> bool {
    value & 1 == 1 && value != SKIPPED && value != IN_PROGRESS
}
