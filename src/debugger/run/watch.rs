//! The observer of a run: judges breakpoints where the machine passes them, and refuses the
//! instruction at which the run stops.
//!
//! With `DATA` it also looks at accesses; without it those cost nothing.

use super::{
    armed::{Armed, Hit},
    behind::Behind,
    detectors::{Detectors, Witness},
    goal::{Purposes, Waits},
};
use crate::{
    debugger::{
        breakpoints::{Addresses, Grain},
        expression::{SeenAccess, Sequence},
        memory_map::{self, Answers},
    },
    nes::{
        bus::Bus,
        cartridge::Rom,
        cpu::Cpu,
        machine::{Look, Machine},
        memory::{PPU_PAGE, Page},
        observer::{Access, Happening, Observer, Purpose},
        ppu::Ppu,
        region::Region,
    },
};
use std::sync::Arc;

const RTI: u8 = 0x40;
const RTS: u8 = 0x60;
/// Fetches by the picture chip that wait for the next instruction boundary, at most.
const MOST_FETCHES: usize = 4096;
/// How often conditions over RAM are looked at after a write: what `prev` remembers has to
/// catch up.
const LOOKS_AFTER_WRITE: u8 = 2;

/// Where a run stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// At an instruction boundary, which the observer refused to pass.
    Boundary,
    /// At a master clock, which the machine has passed already.
    Clock(u64),
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
    old: u8,
    judged_cycle: u64,
    limit_cycle: u64,
    line: (u64, u16),
    page: Page,
    fetches: Vec<Fetch>,
    interrupted: bool,
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
            old: 0,
            judged_cycle,
            limit_cycle: u64::MAX,
            line: (position.frame, position.scanline),
            page: Page::Open,
            fetches: Vec::new(),
            interrupted: false,
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
        self.pass = false;
    }

    /// Lets the next instruction run without judging it.
    pub fn pass(&mut self) {
        self.pass = true;
    }

    /// Judges the instruction one stands on: everything is counted and written down, nothing
    /// stops but events from outside.
    pub fn stand(&mut self, machine: &Machine) {
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
        if !self.pass && self.stop.is_none() {
            self.judge(&machine.look());
        }
    }

    /// Judges conditions that are looked at once a frame.
    pub fn begin_frame(&mut self, machine: &Machine) {
        if !self.after_write.is_empty() {
            self.looks_left = LOOKS_AFTER_WRITE;
        }
        let rows = self.armed.conditions(Grain::Frame);
        if let Some(hit) = self.armed.risen(&rows, &machine.look()) {
            self.stop_at(hit, Where::Boundary, None);
        }
    }

    /// Judges no access after this CPU cycle.
    pub fn limit(&mut self, cycle: u64) {
        self.limit_cycle = cycle;
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

    fn look<'b>(&self, cpu: &'b Cpu, bus: &'b Bus) -> Look<'b> {
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

    /// Keeps the stop at the earliest place, of several there that of the lowest number.
    fn stop_at(&mut self, hit: Hit, at: Where, witness: Option<Witness>) {
        let judged_cycle = witness.map_or(0, |witness| witness.seen.access.cycle);
        let order = (at == Where::Boundary, hit.id);
        let is_first = self
            .stop
            .as_ref()
            .is_none_or(|stop| order < (stop.at == Where::Boundary, stop.hit.id));
        if is_first {
            self.stop = Some(Stop {
                hit,
                at,
                witness,
                judged_cycle,
            });
        }
    }

    /// Everything that is judged at an instruction boundary.
    fn judge(&mut self, look: &Look) {
        if self.detects {
            self.detectors.instruction(look);
        }
        if self.detectors.is_pending() {
            let events = self.detectors.take();
            self.count_events(events);
            if let Some(hit) = self.armed.happened(events, look) {
                let witness = self.detectors.cause.take();
                self.stop_at(hit, Where::Boundary, witness);
            }
        }
        self.execution(look);
        self.conditions(look);
        if look.instructions >= self.budgets.0 || look.bus.cycle() >= self.budgets.1 {
            let hit = self.armed.spent(look);
            self.budgets = self.armed.budgets();
            self.stop_if(hit);
        }
        if !self.fetches.is_empty() {
            for fetch in std::mem::take(&mut self.fetches) {
                self.fetched(look, fetch);
            }
        }
    }

    fn stop_if(&mut self, hit: Option<Hit>) {
        if let Some(hit) = hit {
            self.stop_at(hit, Where::Boundary, None);
        }
    }

    fn execution(&mut self, look: &Look) {
        let pc = look.cpu.pc;
        if !self.execute.contains(pc) {
            return;
        }
        let value = look.peek(pc);
        let seen = SeenAccess {
            access: Access {
                cycle: look.bus.cycle() + 1,
                address: pc,
                value,
                write: false,
                purpose: Purpose::Opcode,
            },
            old: value,
            offset: Behind::new(look, pc).offset(),
            executed: true,
            sequence: self.sequence,
        };
        let hit = self.armed.execution(look, &seen);
        self.stop_if(hit);
    }

    fn conditions(&mut self, look: &Look) {
        if !self.every_instruction.is_empty() {
            let hit = self.armed.risen(&self.every_instruction, look);
            self.stop_if(hit);
        }
        if self.looks_left > 0 {
            self.looks_left -= 1;
            let hit = self.armed.risen(&self.after_write, look);
            self.stop_if(hit);
        }
        if !self.every_line.is_empty() {
            let line = (look.ppu().frame(), look.ppu().scanline());
            if std::mem::replace(&mut self.line, line) != line {
                let hit = self.armed.risen(&self.every_line, look);
                self.stop_if(hit);
            }
        }
    }

    fn fetched(&mut self, look: &Look, fetch: Fetch) {
        let memory = match fetch.behind {
            Answers::Memory(space, offset) => Some((space, offset)),
            Answers::Registers | Answers::Open => None,
        };
        let seen = SeenAccess {
            access: Access {
                cycle: look.bus.cycle(),
                address: fetch.address,
                value: fetch.value,
                write: false,
                purpose: Purpose::Data,
            },
            old: fetch.value,
            offset: memory.map(|memory| memory.1),
            executed: false,
            sequence: Sequence::None,
        };
        if let Some(hit) = self.armed.fetch(look, &seen, memory) {
            let pc = look.cpu.pc;
            self.stop_at(hit, Where::Boundary, Some(Witness { pc, seen }));
        }
    }

    fn count_events(&mut self, events: u32) {
        if let Some(Waits::Event(event, times)) = self.waits
            && events & event.bit() != 0
        {
            self.counted += 1;
            self.over |= self.counted >= times;
        }
    }

    fn wait_is_over(&self, cpu: &Cpu) -> bool {
        let returned = matches!(self.opcode, RTS | RTI);
        match self.waits {
            None | Some(Waits::Event(..)) => false,
            Some(Waits::Address(first, last)) => (first..=last).contains(&cpu.pc),
            // A return to the level of the call ends it wherever it goes: the subroutine may
            // have changed where it returns to, or have dropped its own return address.
            Some(Waits::Back { pc, s }) => cpu.s >= s && (returned || cpu.pc == pc),
            Some(Waits::Return { s }) => returned && cpu.s > s,
            Some(Waits::Poll(times) | Waits::Rti(times)) => self.counted >= times,
        }
    }

    /// Whether an access is outside what this run judges.
    fn ignores(&self, access: Access) -> bool {
        let stopped = matches!(&self.stop, Some(stop) if stop.at != Where::Boundary);
        stopped || access.cycle <= self.judged_cycle || access.cycle > self.limit_cycle
    }

    fn seen(&self, behind: &Behind, access: Access, old: u8) -> SeenAccess {
        SeenAccess {
            access,
            old,
            offset: behind.offset(),
            executed: false,
            sequence: self.sequence,
        }
    }

    fn judge_access(&mut self, look: &Look, seen: SeenAccess) {
        let witness = Witness {
            pc: look.cpu.pc,
            seen,
        };
        let before = (seen.access.cycle - 1) * look.bus.divider();
        for (hit, after) in self.armed.access(look, &seen) {
            let at = match after {
                true => Where::Boundary,
                false => Where::Clock(before),
            };
            self.stop_at(hit, at, Some(witness));
        }
    }

    fn every_cycle(&mut self, look: &Look, access: Access) {
        let clock = look.bus.clock();
        let hit = self.armed.risen(&self.every_cycle, look);
        if let Some(hit) = hit {
            self.stop_in_cycle(hit, clock, access);
        }
        let timing = self.region.timing();
        let dots = (timing.cpu_divider / timing.dot_divider) as u16;
        for back in (0..dots).rev().filter(|_| !self.every_dot.is_empty()) {
            let look = Look {
                dots_back: back,
                ..*look
            };
            if let Some(hit) = self.armed.risen(&self.every_dot, &look) {
                self.stop_in_cycle(hit, clock - u64::from(back) * timing.dot_divider, access);
                return;
            }
        }
    }

    fn stop_in_cycle(&mut self, hit: Hit, clock: u64, access: Access) {
        self.stop_at(hit, Where::Clock(clock), None);
        if let Some(stop) = &mut self.stop {
            stop.judged_cycle = access.cycle;
        }
    }
}

/// Whether the picture chip reads a memory by itself.
fn fetched_by_ppu(space: crate::nes::event::Space) -> bool {
    use crate::nes::event::Space;
    matches!(space, Space::Ppu | Space::Nt | Space::Chr | Space::ChrRam)
}

impl<const DATA: bool> Observer for Watch<'_, DATA> {
    #[inline]
    fn wants_exact(&self, pc: u16) -> bool {
        self.exact || self.execute.contains(pc) || self.detectors.is_pending()
    }

    #[inline]
    fn before_instruction(&mut self, cpu: &Cpu, bus: &Bus) -> bool {
        if self.pass {
            self.pass = false;
        } else {
            if self.stop.is_some() {
                return true;
            }
            self.over |= self.wait_is_over(cpu);
            let closer = self.busy || self.looks_left > 0 || self.detectors.is_pending();
            if closer || self.execute.contains(cpu.pc) {
                if let Some(calls) = &mut self.armed.kept.calls {
                    calls.arrive(cpu, bus);
                }
                let look = self.look(cpu, bus);
                self.judge(&look);
            }
            if self.over || self.stop.is_some() || bus.cycle() >= self.last_cycle {
                // What was judged here is not judged again.
                self.pass = true;
                return true;
            }
        }
        self.instructions += 1;
        if DATA || self.follows_opcodes {
            if let Some(calls) = &mut self.armed.kept.calls {
                calls.before_instruction(cpu, bus);
            }
            self.opcode = bus.peek(cpu.pc);
            self.counted +=
                u64::from(self.opcode == RTI && matches!(self.waits, Some(Waits::Rti(_))));
        }
        if DATA {
            self.cpu.clone_from(cpu);
            self.sequence = Sequence::None;
            self.detectors.runs(self.opcode);
        }
        false
    }

    #[inline]
    fn wants(&self, address: u16, write: bool, purpose: Purpose) -> bool {
        if !DATA {
            return false;
        }
        if !self.every_cycle.is_empty() || !self.every_dot.is_empty() {
            return true;
        }
        let addresses = if write { &self.write } else { &self.read };
        addresses.contains(address) && !matches!(purpose, Purpose::Opcode | Purpose::Operand)
    }

    /// Where no condition looks at chips and none remembers anything, false ones need not have
    /// the chips brought to the access.
    fn considers(&mut self, bus: &Bus, access: Access) -> bool {
        if !self.forejudges || self.ignores(access) {
            return true;
        }
        let cpu = self.cpu.clone();
        let mut look = self.look(&cpu, bus);
        look.instructions -= 1;
        let behind = Behind::new(&look, access.address);
        let old = match access.write {
            true => look.peek(access.address),
            false => access.value,
        };
        let seen = self.seen(&behind, access, old);
        self.armed.may_hit(&look, &behind, &seen)
    }

    fn about_to(&mut self, bus: &Bus, access: Access) {
        let concerns = access.write || self.detects_accesses;
        if !concerns || self.ignores(access) {
            return;
        }
        let cpu = self.cpu.clone();
        let mut look = self.look(&cpu, bus);
        look.instructions -= 1;
        let behind = Behind::new(&look, access.address);
        self.old = behind.old(&look, access.address);
        let seen = self.seen(&behind, access, self.old);
        if self.detects_accesses {
            self.detectors.about_to(&look, Witness { pc: cpu.pc, seen });
        }
        if access.write && self.write.contains(access.address) {
            self.judge_access(&look, seen);
        }
    }

    fn wanted(&mut self, bus: &Bus, access: Access) {
        if self.ignores(access) {
            return;
        }
        let cpu = self.cpu.clone();
        let mut look = self.look(&cpu, bus);
        look.instructions -= 1;
        let behind = Behind::new(&look, access.address);
        let old = if access.write { self.old } else { access.value };
        let seen = self.seen(&behind, access, old);
        if self.detects_accesses {
            self.detectors.wanted(&look, Witness { pc: cpu.pc, seen });
        }
        let data = !matches!(access.purpose, Purpose::Opcode | Purpose::Operand);
        if data && !access.write && self.read.contains(access.address) {
            self.judge_access(&look, seen);
        }
        self.every_cycle(&look, access);
    }

    #[inline]
    fn access(&mut self, access: Access) {
        if !self.listens {
            return;
        }
        if access.write && access.address < 0x2000 && self.work_ram.contains(access.address & 0x7FF)
        {
            self.looks_left = LOOKS_AFTER_WRITE;
        }
        let port = matches!(access.address, 0x4016 | 0x4017);
        let polled = port && !access.write && access.purpose == Purpose::Data;
        self.counted += u64::from(polled && matches!(self.waits, Some(Waits::Poll(_))));
    }

    #[inline]
    fn before_fetch(&mut self, _ppu: &Ppu, page: Page) {
        self.page = page;
    }

    #[inline]
    fn video(&mut self, _clock: u64, address: u16, value: u8, write: bool) {
        if !DATA || !self.fetches_matter || write || self.fetches.len() >= MOST_FETCHES {
            return;
        }
        let within = u32::from(address) % PPU_PAGE as u32;
        let behind = memory_map::behind_page(&self.rom.layout, self.page, within);
        self.fetches.push(Fetch {
            address,
            value,
            behind,
        });
    }

    fn happened(&mut self, what: Happening) {
        self.interrupted |= matches!(what, Happening::Nmi | Happening::Irq);
        self.sequence = match what {
            Happening::Nmi => Sequence::Nmi,
            Happening::Irq => Sequence::Irq,
            _ => self.sequence,
        };
        if let Some(calls) = &mut self.armed.kept.calls {
            calls.happened(what);
        }
        self.detectors.happened(what);
    }
}
