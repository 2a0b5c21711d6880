//! The normalized text of a breakpoint, which `breakpoint_add` echoes.

use super::{Accesses, Breakpoint, Budget, Grain, Kinds, Span, What};
use crate::{debugger::spaces, nes::event::Space};

impl Kinds {
    /// The letters, as `rw`.
    pub fn text(&self) -> String {
        let letters = [(self.execute, 'x'), (self.read, 'r'), (self.write, 'w')];
        letters
            .iter()
            .filter(|row| row.0)
            .map(|row| row.1)
            .collect()
    }
}

impl Grain {
    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Grain::Instruction => "insn",
            Grain::Cycle => "cycle",
            Grain::Dot => "dot",
            Grain::Line => "line",
            Grain::Frame => "frame",
        }
    }
}

impl Span {
    /// As `$C000` or `prg:$1C010..$1C0FF`.
    pub fn text(&self) -> String {
        let space = match self.space {
            Space::Cpu => String::new(),
            space => format!("{}:", spaces::name(space)),
        };
        match self.first == self.last {
            true => format!("{space}${:04X}", self.first),
            false => format!("{space}${:04X}..${:04X}", self.first, self.last),
        }
    }
}

impl Accesses {
    fn text(&self) -> String {
        let mut text = format!("{} {}", self.span.text(), self.kinds.text());
        if self.changes {
            text = format!("{} changes", self.span.text());
        }
        let words = [
            (self.after, " after"),
            (self.dummy, " dummy"),
            (!self.mirrors, " no_mirrors"),
        ];
        text.extend(words.iter().filter(|row| row.0).map(|row| row.1));
        text
    }
}

impl Breakpoint {
    /// The normalized form, as `$C000..$C00F x if a == 3`.
    pub fn text(&self) -> String {
        let mut text = match &self.what {
            What::Access(accesses) => accesses.text(),
            What::Condition(Grain::Instruction) => "when".to_string(),
            What::Condition(grain) => format!("at={} when", grain.word()),
            What::Event(event) => format!("event {}", event.row().name),
            What::Budget(Budget::Instructions(end)) => format!("at instruction {end}"),
            What::Budget(Budget::Cycles(end)) => format!("at cycle {end}"),
            What::Forbid(span) => format!("forbid {}", span.text()),
        };
        if self.hits_needed > 1 {
            text.push_str(&format!(" hits={}", self.hits_needed));
        }
        if self.temp {
            text.push_str(" temp");
        }
        if let Some(log) = &self.log {
            text.push_str(&format!(" log \"{}\" max={}", log.format, log.most));
        }
        if let Some(condition) = &self.condition {
            let word = match self.what {
                What::Condition(_) => "",
                _ => "if ",
            };
            text.push_str(&format!(" {word}{condition}"));
        }
        if let Some(script) = &self.script {
            text.push_str(&format!(" do \"{}\"", script.line));
        }
        text
    }
}
