//! A result printed on the screen.

use super::{
    run::{Judge, Step},
    screen::Screen,
    verdict::{Code, Finding, Verdict},
};
use crate::nes::machine::Machine;

/// Digits of a printed CRC.
const CRC_DIGITS: usize = 8;

/// Judges by a text in the first nametable.
#[derive(Debug)]
pub struct ScreenText {
    /// Texts of a pass, any of them.
    pub pass: Vec<String>,
    /// Texts of a failure, any of them.
    pub fail: Vec<String>,
    /// The character that the wanted text must follow.
    pub after: Option<char>,
    /// The mapper number that the program must have found.
    pub mapper: Option<u16>,
}

impl Judge for ScreenText {
    fn look(&mut self, machine: &Machine, _frame: u64) -> Step {
        self.judge(&Screen::read(machine))
            .map_or(Step::Run, Step::Done)
    }

    fn give_up(&mut self, machine: &Machine) -> Finding {
        Finding::new(Verdict::Hang, Screen::read(machine).text())
    }
}

impl ScreenText {
    /// The verdict that a screen gives, if it gives one yet.
    pub fn judge(&self, screen: &Screen) -> Option<Finding> {
        if let Some(mark) = self.after {
            return self.judge_detail(screen, mark);
        }
        if self.pass.iter().any(|text| screen.contains(text)) {
            return Some(Finding::new(Verdict::Pass, screen.text()));
        }
        let failed = self.fail.iter().any(|text| screen.contains(text));
        (failed || self.other_crc(screen)).then(|| Finding::new(Verdict::Fail, screen.text()))
    }

    /// Programs that print a CRC and nothing else have failed when it is another one.
    fn other_crc(&self, screen: &Screen) -> bool {
        self.pass.iter().all(|text| is_crc(text)) && {
            let mut words = screen.rows().iter().flat_map(|row| row.split_whitespace());
            words.any(is_crc)
        }
    }

    /// The wanted text follows a mark, as in `Detail: 0000`. Another text of that form
    /// after a mark is the failure; the mapper number is judged as well.
    fn judge_detail(&self, screen: &Screen, mark: char) -> Option<Finding> {
        let wanted = self.pass.first()?;
        let mut values = screen.rows().iter().filter_map(|row| {
            let (_, value) = row.rsplit_once(mark)?;
            same_form(value.trim(), wanted).then(|| value.trim().to_owned())
        });
        let found = values.next_back()?;
        let text = screen.text();
        if found != *wanted {
            return Some(Finding::new(Verdict::Fail, text).with_code(Code::Name(found)));
        }
        if self.mapper.is_some() && mapper(screen) != self.mapper {
            return Some(Finding::new(
                Verdict::Fail,
                format!("another mapper was found\n{text}"),
            ));
        }
        Some(Finding::new(Verdict::Pass, text))
    }
}

fn is_crc(word: &str) -> bool {
    word.len() == CRC_DIGITS && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn same_form(value: &str, wanted: &str) -> bool {
    value.len() == wanted.len() && value.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The first number on the screen: the mapper stands above all others, and its caption is
/// drawn with tiles that are not ASCII.
fn mapper(screen: &Screen) -> Option<u16> {
    let has_digit = |row: &&String| row.bytes().any(|byte| byte.is_ascii_digit());
    let row = screen.rows().iter().find(has_digit)?;
    let digits = row.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = digits
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(digits.len());
    digits[..end].parse().ok()
}
