//! The breakpoints of a run, compiled, and how one is judged.

use super::{
    behind::{self, Behind},
    row::{Kept, Row},
};
use crate::{
    debugger::{
        breakpoints::{Accesses, Breakpoints, Budget, EventKind, Format, Grain, Lasting, What},
        expression::{Expression, MachineEnv, Reach, SeenAccess},
        memory_map::{self, Answers},
        stop::Place,
        symbols::Symbols,
    },
    nes::{event::Space, machine::Look},
};

/// Most lines that the log points of one run write together.
pub const MOST_LINES: usize = 10_000;

/// Rows at one access that are told to be false without the chips.
const MOST_FOREJUDGED: usize = 8;

/// How a run stops at a breakpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The breakpoint.
    pub id: u32,
    /// Why its condition could not be evaluated, if that is what stops the run.
    pub complaint: Option<String>,
}

/// The breakpoints of a run.
pub struct Armed<'a> {
    rows: Vec<Row>,
    symbols: &'a Symbols,
    /// What expressions can ask.
    pub kept: Kept,
    /// Lines that log points wrote: number of the log point, text.
    pub lines: Vec<(u32, String)>,
    /// Lines that found no room.
    pub lost_lines: u64,
}

impl<'a> Armed<'a> {
    /// Compiles the enabled breakpoints.
    pub fn new(breakpoints: &Breakpoints, symbols: &'a Symbols) -> Armed<'a> {
        let enabled = breakpoints.iter().filter(|row| row.enabled);
        Armed {
            rows: enabled.map(|row| Row::new(row, symbols)).collect(),
            symbols,
            kept: Kept {
                hits: breakpoints
                    .iter()
                    .map(|row| (row.id, row.tally.hits))
                    .collect(),
                ..Kept::default()
            },
            lines: Vec::new(),
            lost_lines: 0,
        }
    }

    /// Arms the expression that the run waits for.
    pub fn await_expression(&mut self, source: &str) {
        self.rows.push(Row::awaited(source, self.symbols));
    }

    /// Whether some expression asks how deep calls are nested.
    pub fn asks_for_depth(&self) -> bool {
        self.reaches().any(|(_, reach)| reach.depth)
    }

    /// Writes what happened back to the store.
    pub fn settle(&mut self, breakpoints: &mut Breakpoints) {
        for row in &self.rows {
            let id = row.breakpoint.id;
            if let Some(kept) = breakpoints.get_mut(id) {
                kept.tally = row.breakpoint.tally;
                kept.enabled = row.breakpoint.enabled;
                kept.lasting = Lasting {
                    memory: row.memory.clone(),
                    held: row.held,
                };
            }
        }
    }

    /// The access rows, with their places among the rows.
    pub fn accesses(&self) -> impl Iterator<Item = (usize, &Accesses)> {
        self.rows
            .iter()
            .enumerate()
            .filter_map(|(at, row)| match &row.breakpoint.what {
                What::Access(accesses) => Some((at, accesses)),
                _ => None,
            })
    }

    /// The condition rows of a grain, with their places among the rows.
    pub fn conditions(&self, grain: Grain) -> Vec<usize> {
        let wanted = What::Condition(grain);
        self.places(|what| *what == wanted)
    }

    /// The events that some row waits for, one bit each.
    pub fn events(&self) -> u32 {
        let rows = self.rows.iter();
        rows.filter_map(|row| match row.breakpoint.what {
            What::Event(event) => Some(event.bit()),
            _ => None,
        })
        .fold(0, |events, bit| events | bit)
    }

    /// The event that a row waits for.
    pub fn event_of(&self, id: u32) -> Option<EventKind> {
        let row = self.rows.iter().find(|row| row.breakpoint.id == id)?;
        match row.breakpoint.what {
            What::Event(event) => Some(event),
            _ => None,
        }
    }

    /// The earliest ends of the budgets: instructions and cycles.
    pub fn budgets(&self) -> (u64, u64) {
        let mut ends = (u64::MAX, u64::MAX);
        for row in self.rows.iter().filter(|row| row.breakpoint.enabled) {
            match row.breakpoint.what {
                What::Budget(Budget::Instructions(end)) => ends.0 = ends.0.min(end),
                What::Budget(Budget::Cycles(end)) => ends.1 = ends.1.min(end),
                _ => {}
            }
        }
        ends
    }

    /// What all expressions look at: those judged at every instruction, and all others.
    pub fn reaches(&self) -> impl Iterator<Item = (usize, Reach)> {
        self.rows.iter().enumerate().flat_map(|(at, row)| {
            let condition = row.condition.iter().flatten();
            let formats = row.format.iter().flatten().flat_map(Format::expressions);
            let reaches: Vec<_> = condition.chain(formats).map(Expression::reach).collect();
            reaches.into_iter().map(move |reach| (at, reach))
        })
    }

    fn places(&self, wanted: impl Fn(&What) -> bool) -> Vec<usize> {
        let rows = self.rows.iter().enumerate();
        rows.filter(|(_, row)| wanted(&row.breakpoint.what))
            .map(|(at, _)| at)
            .collect()
    }

    /// Looks at what conditions remember without judging: a run begins here.
    ///
    /// # Errors
    /// Why the expression that the run waits for can not be evaluated here.
    pub fn begin(&mut self, look: &Look) -> Result<(), String> {
        for row in &mut self.rows {
            row.memory.clear();
            if row.is_awaited {
                row.holds(look, None, self.symbols, &self.kept)?;
                continue;
            }
            if let (What::Condition(_), Some(Ok(condition))) =
                (&row.breakpoint.what, &row.condition)
            {
                let env = MachineEnv::new(*look, self.symbols).with_records(&self.kept);
                row.held = condition.evaluate(&env, &mut row.memory).unwrap_or(0) != 0;
            }
        }
        Ok(())
    }

    /// Judges the executions at the program counter.
    pub fn execution(&mut self, look: &Look, seen: &SeenAccess) -> Option<Hit> {
        let address = look.cpu.pc;
        let shown = memory_map::behind_cpu(*look, address);
        let matching = self.places(|what| match what {
            What::Access(accesses) => {
                accesses.kinds.execute && behind::executes(accesses, address, shown)
            }
            _ => false,
        });
        self.judge_all(&matching, look, Some(seen))
    }

    /// Judges a read or write; the rows say whether the run stops before it or after the
    /// instruction.
    pub fn access(&mut self, look: &Look, seen: &SeenAccess) -> Vec<(Hit, bool)> {
        let access = seen.access;
        let behind = Behind::new(look, access.address);
        let dummy = seen.is_dummy();
        let mut hits = Vec::new();
        for at in 0..self.rows.len() {
            let What::Access(accesses) = self.rows[at].breakpoint.what else {
                continue;
            };
            if !meets(&accesses, &behind, seen) {
                continue;
            }
            if dummy && !accesses.dummy {
                self.rows[at].breakpoint.tally.dummies += 1;
                continue;
            }
            if accesses.changes && seen.old == Some(access.value) {
                continue;
            }
            let mut seen = *seen;
            seen.offset = behind.offset_in(accesses.span.space).or(seen.offset);
            if let Some(hit) = self.judge(at, look, Some(&seen)) {
                hits.push((hit, accesses.after));
            }
        }
        hits
    }

    /// Whether false conditions of accesses can be told without the chips, and as often as one
    /// likes: none looks at chips or remembers anything, and there is one for each.
    pub fn can_forejudge(&self) -> bool {
        self.rows.iter().all(|row| match row.breakpoint.what {
            What::Access(_) => matches!(&row.condition, Some(Ok(condition))
                if !condition.reach().chips && !condition.remembers()),
            _ => true,
        })
    }

    /// Whether some row may be hit by an access. If none can, those whose condition is false
    /// have counted it.
    pub fn may_hit(&mut self, look: &Look, behind: &Behind, seen: &SeenAccess) -> bool {
        let mut missed = [0; MOST_FOREJUDGED];
        let mut misses = 0;
        for at in 0..self.rows.len() {
            let What::Access(accesses) = self.rows[at].breakpoint.what else {
                continue;
            };
            if !meets(&accesses, behind, seen) {
                continue;
            }
            let changes = !accesses.changes || seen.old != Some(seen.access.value);
            let row = &mut self.rows[at];
            let holds = row.holds(look, Some(seen), self.symbols, &self.kept);
            if misses == MOST_FOREJUDGED || !changes || seen.is_dummy() || holds != Ok(false) {
                return true;
            }
            missed[misses] = at;
            misses += 1;
        }
        for &at in &missed[..misses] {
            self.rows[at].breakpoint.tally.condition_false += 1;
        }
        false
    }

    /// Judges a fetch by the picture chip, whose address is one of the PPU's.
    pub fn fetch(
        &mut self,
        look: &Look,
        seen: &SeenAccess,
        memory: Option<(Space, u32)>,
    ) -> Option<Hit> {
        let address = u32::from(seen.access.address);
        let matching = self.places(|what| match what {
            What::Access(Accesses { span, kinds, .. }) if kinds.read => {
                (span.space == Space::Ppu && span.contains(address))
                    || memory.is_some_and(|(space, at)| space == span.space && span.contains(at))
            }
            _ => false,
        });
        self.judge_all(&matching, look, Some(seen))
    }

    /// Judges the rows of events that happened.
    pub fn happened(&mut self, events: u32, look: &Look) -> Option<Hit> {
        let matching = self.places(|what| match what {
            What::Event(event) => events & event.bit() != 0,
            _ => false,
        });
        self.judge_all(&matching, look, None)
    }

    /// Judges budgets that are spent; each stops once.
    pub fn spent(&mut self, look: &Look) -> Option<Hit> {
        let (instructions, cycle) = (look.instructions, look.bus.cycle());
        let matching = self.places(|what| match what {
            What::Budget(Budget::Instructions(end)) => instructions >= *end,
            What::Budget(Budget::Cycles(end)) => cycle >= *end,
            _ => false,
        });
        let enabled = |row: &usize| self.rows[*row].breakpoint.enabled;
        let matching: Vec<_> = matching.into_iter().filter(enabled).collect();
        let hit = self.judge_all(&matching, look, None);
        for at in matching {
            self.rows[at].breakpoint.enabled = false;
        }
        hit
    }

    /// Judges conditions that became true, of the rows at these places.
    pub fn risen(&mut self, rows: &[usize], look: &Look) -> Option<Hit> {
        let mut first = None;
        for &at in rows {
            let hit = self.rise(at, look);
            first = first.or(hit);
        }
        first
    }

    fn rise(&mut self, at: usize, look: &Look) -> Option<Hit> {
        let row = &mut self.rows[at];
        let held = std::mem::replace(&mut row.held, false);
        match row.holds(look, None, self.symbols, &self.kept) {
            Err(complaint) => Some(row.complain(complaint)),
            Ok(false) => {
                row.breakpoint.tally.condition_false += 1;
                None
            }
            Ok(true) => {
                row.held = true;
                if row.is_awaited {
                    return Some(row.stop());
                }
                if held { None } else { self.hit(at, look, None) }
            }
        }
    }

    /// Judges all of these rows, so that each counts; the first that stops is returned.
    fn judge_all(&mut self, rows: &[usize], look: &Look, seen: Option<&SeenAccess>) -> Option<Hit> {
        let mut first = None;
        for &at in rows {
            let hit = self.judge(at, look, seen);
            first = first.or(hit);
        }
        first
    }

    fn judge(&mut self, at: usize, look: &Look, seen: Option<&SeenAccess>) -> Option<Hit> {
        let row = &mut self.rows[at];
        if row.is_done {
            return None;
        }
        match row.holds(look, seen, self.symbols, &self.kept) {
            Err(complaint) => Some(row.complain(complaint)),
            Ok(false) => {
                row.breakpoint.tally.condition_false += 1;
                None
            }
            Ok(true) => self.hit(at, look, seen),
        }
    }

    /// Counts a hit; a log point writes its line, any other may stop the run.
    fn hit(&mut self, at: usize, look: &Look, seen: Option<&SeenAccess>) -> Option<Hit> {
        let is_forbidden = match self.is_forbidden(look) {
            Ok(forbidden) => forbidden,
            Err(stop) => return Some(stop),
        };
        let row = &mut self.rows[at];
        let tally = &mut row.breakpoint.tally;
        tally.hits += 1;
        tally.last_hit = Some(Place::of(look.position()));
        let (id, hits) = (row.breakpoint.id, tally.hits);
        self.kept.hits.insert(id, hits);
        if let Some(format) = &row.format {
            let env = MachineEnv::new(*look, self.symbols)
                .with_access(seen)
                .with_records(&self.kept);
            let line = match format {
                Ok(format) => format.line(&env).map_err(|error| error.to_string()),
                Err(complaint) => Err(complaint.clone()),
            };
            return self.write(at, line);
        }
        if hits < row.breakpoint.hits_needed {
            return None;
        }
        if is_forbidden {
            row.breakpoint.tally.forbidden += 1;
            return None;
        }
        Some(row.stop())
    }

    fn write(&mut self, at: usize, line: Result<String, String>) -> Option<Hit> {
        let row = &mut self.rows[at];
        let id = row.breakpoint.id;
        match line {
            Err(complaint) => return Some(row.complain(complaint)),
            Ok(line) if self.lines.len() < MOST_LINES => self.lines.push((id, line)),
            Ok(_) => self.lost_lines += 1,
        }
        let most = row.breakpoint.log.as_ref().map_or(0, |log| log.most);
        if row.breakpoint.tally.hits >= most {
            row.breakpoint.enabled = false;
            row.is_done = true;
        }
        None
    }

    /// Whether a range keeps everything here from stopping.
    ///
    /// # Errors
    /// The stop of a range whose condition can not be evaluated.
    fn is_forbidden(&mut self, look: &Look) -> Result<bool, Hit> {
        let pc = look.cpu.pc;
        for row in &mut self.rows {
            let What::Forbid(span) = row.breakpoint.what else {
                continue;
            };
            let inside = match (span.space, memory_map::behind_cpu(*look, pc)) {
                (Space::Cpu, _) => span.contains(u32::from(pc)),
                (space, Answers::Memory(shown, offset)) => space == shown && span.contains(offset),
                _ => false,
            };
            if !inside {
                continue;
            }
            match row.holds(look, None, self.symbols, &self.kept) {
                Err(complaint) => return Err(row.complain(complaint)),
                Ok(false) => {}
                Ok(true) => {
                    row.breakpoint.tally.hits += 1;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// Whether a data access is of the kind and range that a row is about.
fn meets(accesses: &Accesses, behind: &Behind, seen: &SeenAccess) -> bool {
    let kind = match seen.access.write {
        true => accesses.kinds.write,
        false => accesses.kinds.read,
    };
    kind && behind.concerns(accesses, seen.access.address)
}
