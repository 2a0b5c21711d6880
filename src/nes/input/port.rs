//! One controller port: the shift register behind it and the run of reads in progress.
//!
//! /OE stays low over adjacent read cycles of the same port, and the pad shifts when it rises.
//! On the original Famicom it rises after each cycle.
//!
//! NESdev: Controller reading

use serde::{Deserialize, Serialize};

/// One port.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Port {
    shifter: u32,
    position: u32,
    /// The last cycle of a run of reads that has not been seen to end.
    run: Option<u64>,
    polls: u64,
}

impl Port {
    /// Whether its counters are such as a machine can reach.
    pub fn is_possible(&self) -> bool {
        let latest = self.run.unwrap_or(0).max(self.polls);
        latest < 1 << 62 && self.position < 1 << 31
    }

    /// Takes a report, first bit lowest.
    pub fn load(&mut self, report: u32) {
        self.shifter = report;
        self.position = 0;
    }

    /// The bit on the data line.
    pub fn bit(&self) -> u8 {
        (self.shifter & 1) as u8
    }

    /// A read cycle; it starts a run or continues one.
    pub fn read(&mut self, cycle: u64) {
        self.polls += u64::from(self.run.is_none());
        self.run = Some(cycle);
    }

    /// Ends a run that an access in `cycle` cannot continue; a strobed pad does not shift.
    /// Where reads are not joined, every read cycle is a run of its own.
    pub fn end_run(&mut self, cycle: u64, strobed: bool, joined: bool) {
        let reach = u64::from(joined);
        if self.run.is_none_or(|last| last + reach >= cycle) {
            return;
        }
        self.run = None;
        if !strobed {
            self.shifter = self.shifter >> 1 | 0x8000_0000;
            self.position += 1;
        }
    }

    /// Runs of reads since power-on.
    pub fn polls(&self) -> u64 {
        self.polls
    }

    /// Bits shifted out since the last load.
    pub fn position(&self) -> u32 {
        self.position
    }

    /// The shift register, next bit lowest.
    pub fn shifter(&self) -> u32 {
        self.shifter
    }
}
