//! What is judged at an instruction boundary.

use super::{Fetch, Stop, Watch, Where};
use crate::{
    debugger::{
        expression::{SeenAccess, Sequence},
        memory_map::Answers,
        run::{armed::Hit, behind::Behind, detectors::Witness, goal::Waits},
        spaces,
    },
    nes::{
        cpu::Cpu,
        event::Space,
        machine::Look,
        observer::{Access, Purpose},
    },
};

const RTI: u8 = 0x40;
const RTS: u8 = 0x60;

impl<const DATA: bool> Watch<'_, DATA> {
    /// Keeps the stop at the earliest place, of several there that of the lowest number.
    pub(super) fn stop_at(&mut self, hit: Hit, at: Where, witness: Option<Witness>) {
        self.alert = true;
        let judged_cycle = witness.map_or(0, |witness| witness.seen.access.cycle);
        let order = (at, hit.id);
        if self
            .stop
            .as_ref()
            .is_none_or(|stop| order < (stop.at, stop.hit.id))
        {
            self.stop = Some(Stop {
                hit,
                at,
                witness,
                judged_cycle,
                judged_clock: 0,
            });
        }
    }

    /// Everything that is judged at an instruction boundary.
    pub(super) fn judge(&mut self, look: &Look) {
        if self.detects {
            self.detectors.instruction(look);
        }
        if self.detectors.is_pending() {
            let events = self.detectors.take();
            self.count_events(events);
            let cause = self.detectors.cause.take();
            if let Some(hit) = self.armed.happened(events, look) {
                let event = self.armed.event_of(hit.id);
                let cause = cause.filter(|(caused, _)| Some(*caused) == event);
                self.stop_at(hit, Where::Boundary, cause.map(|cause| cause.1));
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

    pub(super) fn stop_if(&mut self, hit: Option<Hit>) {
        if let Some(hit) = hit {
            self.stop_at(hit, Where::Boundary, None);
        }
    }

    pub(super) fn execution(&mut self, look: &Look) {
        let pc = look.cpu.pc;
        if !self.execute.contains(pc) {
            return;
        }
        let value = look.peek(pc);
        let behind = Behind::new(look, pc);
        let seen = SeenAccess {
            access: Access {
                cycle: look.bus.cycle() + 1,
                address: pc,
                value,
                write: false,
                purpose: Purpose::Opcode,
            },
            old: Some(value),
            space: behind.space(),
            offset: behind.offset(),
            executed: true,
            sequence: self.sequence,
            fetched: false,
        };
        let hit = self.armed.execution(look, &seen);
        self.stop_if(hit);
    }

    pub(super) fn conditions(&mut self, look: &Look) {
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

    pub(super) fn fetched(&mut self, look: &Look, fetch: Fetch) {
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
            old: Some(fetch.value),
            space: spaces::name(memory.map_or(Space::Ppu, |memory| memory.0)),
            offset: memory.map(|memory| memory.1),
            executed: false,
            sequence: Sequence::None,
            fetched: true,
        };
        if let Some(hit) = self.armed.fetch(look, &seen, memory) {
            let pc = look.cpu.pc;
            self.stop_at(hit, Where::Boundary, Some(Witness { pc, seen }));
        }
    }

    pub(super) fn count_events(&mut self, events: u32) {
        if let Some(Waits::Event(event, times)) = self.waits
            && events & event.bit() != 0
        {
            self.counted += 1;
            self.over |= self.counted >= times;
        }
    }

    pub(super) fn wait_is_over(&self, cpu: &Cpu) -> bool {
        // The RTI of an interrupt that came in between returns from nothing that is waited for.
        let returned = matches!(self.opcode, RTS | RTI) && !self.ends_interrupt;
        let above = |s: u8| cpu.s.wrapping_sub(s).cast_signed();
        match self.waits {
            None | Some(Waits::Event(..)) => false,
            Some(Waits::Address(first, last)) => (first..=last).contains(&cpu.pc),
            // A return to the level of the call ends it wherever it goes: the subroutine may
            // have changed where it returns to, or have dropped its own return address.
            Some(Waits::Back { pc, s }) => above(s) >= 0 && (returned || cpu.pc == pc),
            Some(Waits::Return { s }) => returned && above(s) > 0,
            Some(Waits::Poll(times) | Waits::Rti(times)) => self.counted >= times,
        }
    }
}
