//! Execute breakpoints: where a run stops, and how often each was met.
//!
//! A breakpoint covers a range of CPU addresses, or of PRG ROM offsets, which match whatever
//! bank is mapped. The store also answers, in one bit per CPU address, where a run has to look
//! closer.

use crate::nes::{event::Space, memory::CPU_PAGE};
use serde::{Deserialize, Serialize};

/// Most breakpoints that can exist at once.
pub const MOST_BREAKPOINTS: usize = 1000;

/// No board maps ROM below this address.
const FIRST_ROM_PAGE: u32 = 0x4000;

/// One execute breakpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breakpoint {
    /// Its number, from 1; never used twice in a session.
    pub id: u32,
    /// [`Space::Cpu`] or [`Space::Prg`].
    pub space: Space,
    /// First address of the range in that space.
    pub first: u32,
    /// Last address of the range.
    pub last: u32,
    /// Source of the condition that must hold.
    pub condition: Option<String>,
    /// Stops at this hit and every one after it; 1 is the first.
    pub hits_needed: u64,
    /// How often it was met with its condition true.
    pub hits: u64,
    /// How often it was met with its condition zero.
    pub condition_false: u64,
    /// Whether it is looked at.
    pub enabled: bool,
    /// Whether it goes away after it stopped a run.
    pub temp: bool,
}

impl Breakpoint {
    /// Whether an instruction at this CPU address, or this PRG ROM offset, lies in the range.
    pub fn covers(&self, address: u16, prg: Option<u32>) -> bool {
        let place = match self.space {
            Space::Prg => prg,
            _ => Some(u32::from(address)),
        };
        place.is_some_and(|place| (self.first..=self.last).contains(&place))
    }

    /// The normalized form, as `$C000..$C00F if a == 3`.
    pub fn text(&self) -> String {
        let space = match self.space {
            Space::Prg => "prg:",
            _ => "",
        };
        let mut text = format!("{space}${:04X}", self.first);
        if self.last != self.first {
            text.push_str(&format!("..${:04X}", self.last));
        }
        if self.hits_needed > 1 {
            text.push_str(&format!(" hits={}", self.hits_needed));
        }
        if self.temp {
            text.push_str(" temp");
        }
        if let Some(condition) = &self.condition {
            text.push_str(&format!(" if {condition}"));
        }
        text
    }
}

/// All breakpoints of a session, by number.
#[derive(Clone, Debug, Default)]
pub struct Breakpoints {
    rows: Vec<Breakpoint>,
    last_id: u32,
}

impl Breakpoints {
    /// Adds one under a new number, which is returned; `None` when [`MOST_BREAKPOINTS`] exist.
    pub fn add(&mut self, mut breakpoint: Breakpoint) -> Option<u32> {
        if self.rows.len() >= MOST_BREAKPOINTS {
            return None;
        }
        self.last_id += 1;
        breakpoint.id = self.last_id;
        self.rows.push(breakpoint);
        Some(self.last_id)
    }

    /// Removes one; false when there is none of that number.
    pub fn remove(&mut self, id: u32) -> bool {
        let before = self.rows.len();
        self.rows.retain(|row| row.id != id);
        self.rows.len() != before
    }

    /// One by number.
    pub fn get(&self, id: u32) -> Option<&Breakpoint> {
        self.rows.iter().find(|row| row.id == id)
    }

    /// One by number, to change it.
    pub fn get_mut(&mut self, id: u32) -> Option<&mut Breakpoint> {
        self.rows.iter_mut().find(|row| row.id == id)
    }

    /// All, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Breakpoint> {
        self.rows.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The CPU addresses at which some enabled breakpoint may stop a run.
    pub fn candidates(&self) -> Candidates {
        let mut candidates = Candidates::default();
        for row in self.rows.iter().filter(|row| row.enabled) {
            candidates.mark(row);
        }
        candidates
    }
}

/// One bit for each CPU address.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    bits: Vec<u64>,
}

impl Candidates {
    /// Whether a breakpoint may stop a run at this address.
    #[inline]
    pub fn contains(&self, address: u16) -> bool {
        match self.bits.get(usize::from(address >> 6)) {
            Some(word) => word >> (address & 63) & 1 != 0,
            None => false,
        }
    }

    /// Whether there is no such address.
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    fn mark(&mut self, row: &Breakpoint) {
        self.bits.resize(0x400, 0);
        let page = CPU_PAGE as u32;
        match row.space {
            // The bank may be mapped at any page, so every address of the same place in a
            // page has to be looked at.
            Space::Prg => {
                let length = (row.last - row.first).min(page - 1);
                for start in (FIRST_ROM_PAGE..=0xFFFF).step_by(CPU_PAGE) {
                    for offset in row.first..=row.first + length {
                        self.set(start + offset % page);
                    }
                }
            }
            _ => (row.first..=row.last.min(0xFFFF)).for_each(|address| self.set(address)),
        }
    }

    fn set(&mut self, address: u32) {
        self.bits[(address >> 6) as usize] |= 1 << (address & 63);
    }
}
