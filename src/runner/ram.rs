//! A result byte in zero page, valid once the program has printed its end.
//!
//! Until then the byte is used for other things.

use super::{
    run::{Judge, Step},
    screen::Screen,
    verdict::{Finding, Verdict},
};
use crate::nes::machine::Machine;

/// Frames that a program may take from printing its end to storing the result.
const SETTLE: u64 = 30;

/// Judges by a byte in RAM.
#[derive(Debug)]
pub struct Ram {
    /// Address of the byte.
    pub address: u16,
    /// Values that are a pass.
    pub pass_values: Vec<u8>,
    /// Text printed after a pass.
    pub screen_pass: Option<String>,
    /// Text printed after a failure; without one, `$` and two hexadecimal digits.
    pub screen_fail: Option<String>,
    /// Frame in which the end was first seen on the screen; `None` at the start.
    pub ended: Option<u64>,
}

impl Judge for Ram {
    fn look(&mut self, machine: &Machine, frame: u64) -> Step {
        let screen = Screen::read(machine);
        if !self.has_ended(&screen) {
            return Step::Run;
        }
        let ended = *self.ended.get_or_insert(frame);
        let value = machine.peek(self.address);
        if self.pass_values.contains(&value) {
            return Step::Done(Finding::new(Verdict::Pass, screen.text()));
        }
        if frame < ended + SETTLE {
            return Step::Run;
        }
        if value == 0 && self.shows_pass(&screen) {
            return Step::Done(Finding::new(Verdict::Pass, screen.text()));
        }
        Step::Done(Finding::fail(i64::from(value), screen.text()))
    }

    fn give_up(&mut self, machine: &Machine) -> Finding {
        let value = machine.peek(self.address);
        let text = format!(
            "no result on the screen; ${:04X} holds ${value:02X}",
            self.address
        );
        Finding::new(Verdict::Hang, text)
    }
}

impl Ram {
    /// Some programs print their end without a number: zero is no failure code then.
    fn shows_pass(&self, screen: &Screen) -> bool {
        let text = self.screen_pass.as_ref();
        text.is_some_and(|text| screen.contains(text))
    }

    fn has_ended(&self, screen: &Screen) -> bool {
        let failure = self.screen_fail.as_ref();
        if self.shows_pass(screen) || failure.is_some_and(|text| screen.contains(text)) {
            return true;
        }
        self.screen_fail.is_none() && screen.rows().iter().any(|row| shows_code(row))
    }
}

/// Whether a row shows `$` and two hexadecimal digits.
fn shows_code(row: &str) -> bool {
    row.as_bytes()
        .windows(3)
        .any(|window| window[0] == b'$' && window[1..].iter().all(u8::is_ascii_hexdigit))
}
