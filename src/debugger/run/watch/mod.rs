//! The observer of a run: judges breakpoints where the machine passes them, and refuses the
//! instruction at which the run stops.
//!
//! With `DATA` it also looks at accesses; without it those cost nothing.

mod accesses;
mod boundary;
mod observer;

use super::{
    armed::{Armed, Hit},
    detectors::{Detectors, Witness},
    goal::{Purposes, Waits},
};
use crate::{
    debugger::{
        breakpoints::{Addresses, EventKind, Grain},
        expression::Sequence,
        memory_map::Answers,
    },
    nes::{
        bus::Bus,
        cartridge::Rom,
        cpu::Cpu,
        machine::{Look, Machine},
        memory::Page,
        region::Region,
    },
};
use std::sync::Arc;

/// How often conditions over RAM are looked at after a write: what `prev` remembers has to
/// catch up.
const LOOKS_AFTER_WRITE: u8 = 2;

/// Where a run stops; the earliest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Where {
    /// At a master clock, which the machine has passed already.
    Clock(u64),
    /// At an instruction boundary, which the observer refused to pass.
    Boundary,
}

/// A stop that was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The breakpoint, or none for an expression that is waited for.
    pub hit: Hit,
    /// Where.
    pub at: Where,
    /// The access it is about.
    pub witness: Option<Witness>,
    /// Accesses up to this CPU cycle are judged.
    pub judged_cycle: u64,
    /// Dots up to this master clock are judged.
    pub judged_clock: u64,
}

/// A fetch by the picture chip that some breakpoint may be about.
#[derive(Clone, Copy)]
struct Fetch {
    address: u16,
    value: u8,
    behind: Answers,
}

/// Watches a run.
pub struct Watch<'a, const DATA: bool> {
    /// The breakpoints.
    pub armed: Armed<'a>,
    /// The detectors.
    pub detectors: Detectors,
    rom: Arc<Rom>,
    region: Region,
    execute: Addresses,
    read: Addresses,
    write: Addresses,
    /// Places of condition rows, by grain.
    every_instruction: Vec<usize>,
    after_write: Vec<usize>,
    every_line: Vec<usize>,
    every_cycle: Vec<usize>,
    every_dot: Vec<usize>,
    /// Work RAM that the rows of `after_write` look at.
    work_ram: Addresses,
    looks_left: u8,
    budgets: (u64, u64),
    exact: bool,
    busy: bool,
    /// Whether every instruction has to be looked at, whatever happens.
    always: bool,
    /// Whether the next instruction has to be looked at, breakpoint or not.
    alert: bool,
    detects: bool,
    detects_accesses: bool,
    forejudges: bool,
    listens: bool,
    follows_opcodes: bool,
    fetches_matter: bool,
    waits: Option<Waits>,
    last_cycle: u64,
    /// The next instruction runs without being judged.
    pass: bool,
    stop: Option<Stop>,
    over: bool,
    counted: u64,
    instructions: u64,
    cpu: Cpu,
    opcode: u8,
    sequence: Sequence,
    old: Option<u8>,
    judged_cycle: u64,
    limit_cycle: u64,
    line: (u64, u16),
    page: Page,
    fetches: Vec<Fetch>,
    interrupted: bool,
    /// NMIs, IRQs and BRKs of this run that have not returned.
    open_interrupts: u64,
    /// Whether the instruction that runs is the RTI of one of them.
    ends_interrupt: bool,
    /// Where the picture chip was at the rise of M2 of the wanted access.
    rise_clock: u64,
    judged_clock: u64,
    limit_clock: u64,
}

impl<'a, const DATA: bool> Watch<'a, DATA> {
    /// An observer that stops as `purposes` say.
    pub fn new(machine: &Machine, purposes: Purposes<'a>) -> Watch<'a, DATA> {
        let Purposes {
            armed,
            detectors,
            waits,
            last_cycle,
            judged_cycle,
            judged_clock,
        } = purposes;
        let position = machine.position();
        let mut watch = Watch {
            rom: machine.rom().clone(),
            region: machine.region(),
            execute: Addresses::default(),
            read: Addresses::default(),
            write: Addresses::default(),
            every_instruction: armed.conditions(Grain::Instruction),
            after_write: Vec::new(),
            every_line: armed.conditions(Grain::Line),
            every_cycle: armed.conditions(Grain::Cycle),
            every_dot: armed.conditions(Grain::Dot),
            work_ram: Addresses::default(),
            looks_left: LOOKS_AFTER_WRITE,
            budgets: armed.budgets(),
            exact: false,
            busy: false,
            always: false,
            alert: true,
            detects: false,
            detects_accesses: false,
            forejudges: false,
            listens: false,
            follows_opcodes: armed.asks_for_depth()
                || matches!(
                    waits,
                    Some(Waits::Back { .. } | Waits::Return { .. } | Waits::Rti(_))
                ),
            fetches_matter: false,
            waits,
            last_cycle,
            pass: false,
            stop: None,
            over: false,
            counted: 0,
            instructions: position.instructions,
            cpu: machine.cpu().clone(),
            opcode: 0,
            sequence: Sequence::None,
            old: None,
            judged_cycle,
            limit_cycle: u64::MAX,
            line: (position.frame, position.scanline),
            page: Page::Open,
            fetches: Vec::new(),
            interrupted: false,
            open_interrupts: 0,
            ends_interrupt: false,
            rise_clock: 0,
            judged_clock,
            limit_clock: u64::MAX,
            armed,
            detectors,
        };
        watch.find_out();
        watch
    }

    /// Finds out where it has to look, from what the rows are.
    fn find_out(&mut self) {
        for (_, accesses) in self.armed.accesses() {
            let kinds = [
                (accesses.kinds.execute, &mut self.execute),
                (accesses.kinds.read, &mut self.read),
                (accesses.kinds.write, &mut self.write),
            ];
            kinds
                .into_iter()
                .filter(|row| row.0)
                .for_each(|row| row.1.mark(accesses));
            self.fetches_matter |= accesses.kinds.read && fetched_by_ppu(accesses.span.space);
        }
        self.detectors.mark(&mut self.read, &mut self.write);
        self.sort_conditions();
        let counts = matches!(self.waits, Some(Waits::Poll(_)));
        self.listens = counts || !self.after_write.is_empty();
        if self.after_write.is_empty() {
            self.looks_left = 0;
        }
        self.detects = self.detectors.look_at_instructions();
        self.detects_accesses = self.detectors.look_at_accesses();
        self.forejudges = !self.detects_accesses
            && self.every_cycle.is_empty()
            && self.every_dot.is_empty()
            && self.armed.can_forejudge();
        self.busy = !self.every_instruction.is_empty()
            || !self.every_line.is_empty()
            || self.detects
            || self.fetches_matter
            || self.budgets != (u64::MAX, u64::MAX);
        self.always = DATA
            || self.busy
            || self.waits.is_some()
            || self.follows_opcodes
            || self.last_cycle != u64::MAX;
        self.exact |=
            !self.every_line.is_empty() || self.detectors.look_at_flags() || self.fetches_matter;
    }

    /// Conditions that work RAM alone decides are looked at after writes to it.
    fn sort_conditions(&mut self) {
        let mut reaches: Vec<_> = self.armed.reaches().collect();
        reaches.retain(|(at, _)| self.every_instruction.contains(at));
        for (at, reach) in reaches {
            match reach.work_ram {
                Some(offsets) => {
                    self.every_instruction.retain(|&row| row != at);
                    self.after_write.push(at);
                    offsets
                        .iter()
                        .for_each(|&offset| self.work_ram.set(u32::from(offset)));
                }
                None => self.exact |= reach.chips,
            }
        }
    }

    /// Whether runs with these breakpoints have to look at accesses.
    pub fn looks_at_accesses(&self) -> bool {
        !self.read.is_empty()
            || !self.write.is_empty()
            || self.fetches_matter
            || !self.every_cycle.is_empty()
            || !self.every_dot.is_empty()
            || self.detectors.look_at_accesses()
    }

    /// The same purposes for an observer that looks at accesses.
    pub fn purposes(self) -> Purposes<'a> {
        Purposes {
            armed: self.armed,
            detectors: self.detectors,
            waits: self.waits,
            last_cycle: self.last_cycle,
            judged_cycle: self.judged_cycle,
            judged_clock: self.judged_clock,
        }
    }

    /// Whether it would let everything pass: no breakpoint, nothing awaited, no last cycle.
    pub fn is_idle(&self) -> bool {
        let looks = self.busy || self.looks_left > 0 || !self.execute.is_empty();
        let awaits = self.waits.is_some() || self.last_cycle != u64::MAX;
        let follows = self.listens || self.follows_opcodes || self.detectors.is_armed();
        !DATA && !looks && !awaits && !follows && self.stop.is_none()
    }

    /// The machine has run on without it.
    pub fn skipped_to(&mut self, machine: &Machine) {
        self.instructions = machine.position().instructions;
        self.alert = true;
        self.pass = false;
    }

    /// Lets the next instruction run without judging it.
    pub fn pass(&mut self) {
        self.alert = true;
        self.pass = true;
    }

    /// Judges the instruction one stands on: everything is counted and written down, nothing
    /// stops but events from outside.
    pub fn stand(&mut self, machine: &Machine) {
        self.alert = true;
        let look = machine.look();
        let events = self.detectors.take();
        let event = self.armed.happened(events, &look);
        self.execution(&look);
        self.stop = None;
        if let Some(hit) = event {
            self.stop_at(hit, Where::Boundary, None);
        }
        self.pass = true;
    }

    /// Judges the instruction at which a run ends, once.
    pub fn arrive(&mut self, machine: &Machine) {
        self.follow_calls(machine.cpu(), machine.bus());
        if !self.pass && self.stop.is_none() {
            self.judge(&machine.look());
        }
    }

    /// Judges conditions that are looked at once a frame.
    pub fn begin_frame(&mut self, machine: &Machine) {
        self.follow_calls(machine.cpu(), machine.bus());
        self.alert = true;
        if !self.after_write.is_empty() {
            self.looks_left = LOOKS_AFTER_WRITE;
        }
        let rows = self.armed.conditions(Grain::Frame);
        if let Some(hit) = self.armed.risen(&rows, &machine.look()) {
            self.stop_at(hit, Where::Boundary, None);
        }
    }

    /// Judges nothing that lies after this master clock.
    pub fn limit(&mut self, clock: u64, divider: u64) {
        self.limit_clock = clock;
        self.limit_cycle = clock.div_ceil(divider);
    }

    /// The last CPU cycle whose access is judged, and the last master clock.
    pub fn limits(&self) -> (u64, u64) {
        let cycle = self.limit_cycle.max(self.judged_cycle);
        (cycle, self.limit_clock.max(self.judged_clock))
    }

    /// A JAM opcode has stopped the CPU; the instruction itself was judged before it ran.
    pub fn jam(&mut self, machine: &Machine) {
        self.alert = true;
        let look = machine.look();
        self.detectors.see(EventKind::Jam);
        let events = self.detectors.take();
        if let Some(hit) = self.armed.happened(events, &look) {
            self.stop_at(hit, Where::Boundary, None);
        }
        self.pass = true;
    }

    /// The stop that was decided.
    pub fn take_stop(&mut self) -> Option<Stop> {
        self.stop.take()
    }

    /// Whether a stop was decided.
    pub fn has_stop(&self) -> bool {
        self.stop.is_some()
    }

    /// Whether the wait is over.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether an interrupt has begun.
    pub fn was_interrupted(&self) -> bool {
        self.interrupted
    }

    /// Brings the open calls to an instruction boundary.
    fn follow_calls(&mut self, cpu: &Cpu, bus: &Bus) {
        if let Some(calls) = &mut self.armed.kept.calls {
            calls.arrive(cpu, bus);
        }
    }

    pub(super) fn look<'b>(&self, cpu: &'b Cpu, bus: &'b Bus) -> Look<'b> {
        Look {
            cpu,
            bus,
            rom: &bus.cartridge().rom,
            region: self.region,
            instructions: self.instructions,
            clock: bus.clock(),
            dots_back: 0,
        }
    }

    /// The look at an access: the instruction it belongs to is counted, but not done.
    pub(super) fn look_at_access<'b>(&self, cpu: &'b Cpu, bus: &'b Bus) -> Look<'b> {
        let look = self.look(cpu, bus);
        Look {
            instructions: look.instructions - 1,
            ..look
        }
    }
}

/// Whether the picture chip reads a memory by itself.
fn fetched_by_ppu(space: crate::nes::event::Space) -> bool {
    use crate::nes::event::Space;
    matches!(space, Space::Ppu | Space::Nt | Space::Chr | Space::ChrRam)
}
