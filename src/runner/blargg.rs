//! The report area at `$6000`: signature `DE B0 61`, status, text.
//!
//! ```text
//! $6000 $80 running, $81 reset wanted, $00-$7F finished   $6001-$6003 signature   $6004 text
//! ```

use super::{
    run::{Judge, Step},
    verdict::{Finding, Verdict},
};
use crate::nes::machine::Machine;

const STATUS: u16 = 0x6000;
const SIGNATURE: [u8; 3] = [0xDE, 0xB0, 0x61];
const TEXT: u16 = 0x6004;
const TEXT_LIMIT: u16 = 0x7FFF;
const RESET_WANTED: u8 = 0x81;
const RUNNING: u8 = 0x80;
/// The program wants at least 100 ms before the reset.
const RESET_DELAY: u64 = 7;

/// Whether the program has set up its report area.
pub fn speaks(machine: &Machine) -> bool {
    (1..)
        .zip(SIGNATURE)
        .all(|(i, byte)| machine.peek(STATUS + i) == byte)
}

/// Judges by the report area.
#[derive(Debug)]
pub struct Blargg {
    pass_status: u8,
    status: u8,
    reset_at: Option<u64>,
}

impl Blargg {
    /// A judge for whom `pass_status` is a pass.
    pub fn new(pass_status: u8) -> Blargg {
        Blargg {
            pass_status,
            status: RUNNING,
            reset_at: None,
        }
    }
}

impl Judge for Blargg {
    /// A reset is asked for by the change to `$81`: the value stays for some frames after
    /// the reset, and a second reset would spoil the result.
    fn look(&mut self, machine: &Machine, frame: u64) -> Step {
        if !speaks(machine) {
            return Step::Run;
        }
        let before = std::mem::replace(&mut self.status, machine.peek(STATUS));
        if self.status == RESET_WANTED && before != RESET_WANTED {
            self.reset_at = Some(frame + RESET_DELAY);
        }
        if self.reset_at.is_some_and(|at| frame >= at) {
            self.reset_at = None;
            return Step::Reset;
        }
        match self.status {
            RUNNING.. => Step::Run,
            status => Step::Done(self.finding(status, machine)),
        }
    }

    fn give_up(&mut self, machine: &Machine) -> Finding {
        if speaks(machine) {
            let status = machine.peek(STATUS);
            let text = format!("status ${status:02X} at the end\n{}", text(machine));
            return Finding::new(Verdict::Hang, text.trim());
        }
        Finding::new(Verdict::Hang, "no report at $6000")
    }
}

impl Blargg {
    fn finding(&self, status: u8, machine: &Machine) -> Finding {
        let text = text(machine);
        if status == self.pass_status {
            return Finding::new(Verdict::Pass, text);
        }
        Finding::fail(i64::from(status), text)
    }
}

/// The printed text, up to its zero byte.
fn text(machine: &Machine) -> String {
    let bytes = (TEXT..=TEXT_LIMIT).map(|address| machine.peek(address));
    let text: Vec<u8> = bytes.take_while(|&byte| byte != 0).collect();
    String::from_utf8_lossy(&text).trim().to_owned()
}
