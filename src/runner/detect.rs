//! ROMs that no manifest names: the protocol is found out while they run.
//!
//! A report area at `$6000` is looked for first, then the words that test programs end
//! with. A ROM that speaks neither is for a person to look at.

use super::{
    blargg::{self, Blargg},
    run::{Judge, Step},
    screen::Screen,
    screen_text::ScreenText,
    verdict::{Finding, Verdict},
};
use crate::nes::machine::Machine;

const PASSES: [&str; 2] = ["PASSED", "Passed"];
const FAILURES: [&str; 2] = ["FAILED", "Failed"];

/// Judges by whatever protocol shows up.
#[derive(Debug)]
pub struct Detect {
    report: Option<Blargg>,
    screen: ScreenText,
}

impl Default for Detect {
    fn default() -> Self {
        Detect {
            report: None,
            screen: ScreenText {
                pass: PASSES.map(str::to_owned).to_vec(),
                fail: FAILURES.map(str::to_owned).to_vec(),
                after: None,
                mapper: None,
            },
        }
    }
}

impl Judge for Detect {
    fn look(&mut self, machine: &Machine, frame: u64) -> Step {
        if self.report.is_none() && blargg::speaks(machine) {
            self.report = Some(Blargg::new(0));
        }
        match &mut self.report {
            Some(report) => report.look(machine, frame),
            None => self.screen.look(machine, frame),
        }
    }

    fn give_up(&mut self, machine: &Machine) -> Finding {
        match &mut self.report {
            Some(report) => report.give_up(machine),
            None if machine.cpu().jammed => {
                Finding::new(Verdict::Hang, Screen::read(machine).text())
            }
            None => Finding::new(Verdict::Visual, "no protocol that can be judged"),
        }
    }
}
