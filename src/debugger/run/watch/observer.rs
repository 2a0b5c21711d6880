//! What the machine tells while it runs, and what it asks.

use super::{Fetch, LOOKS_AFTER_WRITE, Watch};
use crate::{
    debugger::{
        expression::Sequence,
        memory_map,
        run::{behind::Behind, detectors::Witness, goal::Waits},
    },
    nes::{
        bus::Bus,
        cpu::Cpu,
        memory::{PPU_PAGE, Page},
        observer::{Access, Happening, Observer, Purpose},
        ppu::Ppu,
    },
};

const RTI: u8 = 0x40;
/// Fetches by the picture chip that wait for the next instruction boundary, at most.
const MOST_FETCHES: usize = 4096;

impl<const DATA: bool> Watch<'_, DATA> {
    /// Judges what is to be judged before an instruction; true when it is not to run.
    fn look_at_instruction(&mut self, cpu: &Cpu, bus: &Bus) -> bool {
        if self.pass {
            self.pass = false;
        } else {
            if self.stop.is_some() {
                return true;
            }
            self.over |= self.wait_is_over(cpu);
            let closer = self.busy || self.looks_left > 0 || self.detectors.is_pending();
            if closer || self.execute.contains(cpu.pc) {
                self.follow_calls(cpu, bus);
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
        self.sequence = Sequence::None;
        if DATA || self.follows_opcodes {
            if let Some(calls) = &mut self.armed.kept.calls {
                calls.before_instruction(cpu, bus);
            }
            self.opcode = bus.peek(cpu.pc);
            self.ends_interrupt = self.opcode == RTI && self.open_interrupts > 0;
            self.open_interrupts -= u64::from(self.ends_interrupt);
            self.counted +=
                u64::from(self.opcode == RTI && matches!(self.waits, Some(Waits::Rti(_))));
        }
        if DATA {
            self.cpu.clone_from(cpu);
            self.detectors.runs(self.opcode);
        }
        self.alert = self.always || self.looks_left > 0 || self.detectors.is_pending();
        false
    }
}

impl<const DATA: bool> Observer for Watch<'_, DATA> {
    fn sees_dots(&self) -> bool {
        DATA && self.fetches_matter
    }

    #[inline]
    fn wants_exact(&self, pc: u16) -> bool {
        self.execute.contains(pc) || (self.alert && (self.exact || self.detectors.is_pending()))
    }

    #[inline]
    fn before_instruction(&mut self, cpu: &Cpu, bus: &Bus) -> bool {
        if !self.alert && !self.execute.contains(cpu.pc) {
            self.instructions += 1;
            return false;
        }
        self.look_at_instruction(cpu, bus)
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
        let look = self.look_at_access(&cpu, bus);
        let behind = Behind::new(&look, access.address);
        let old = match access.write {
            true => look.peek(access.address),
            false => access.value,
        };
        let old = Some(old);
        let seen = self.seen(&behind, access, old);
        self.armed.may_hit(&look, &behind, &seen)
    }

    fn about_to(&mut self, bus: &Bus, access: Access) {
        self.rise_clock = bus.ppu().clock();
        let concerns = access.write || self.detects_accesses;
        if !concerns || self.ignores(access) {
            return;
        }
        let cpu = self.cpu.clone();
        let look = self.look_at_access(&cpu, bus);
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
            return self.every_cycle(bus, access);
        }
        let cpu = self.cpu.clone();
        let mut look = self.look_at_access(&cpu, bus);
        // The place of an access is the rise of M2, where writes take effect.
        let dots = (bus.ppu().clock() - self.rise_clock) / self.region.timing().dot_divider;
        look.dots_back = dots as u16;
        let behind = Behind::new(&look, access.address);
        let old = if access.write {
            self.old
        } else {
            Some(access.value)
        };
        let seen = self.seen(&behind, access, old);
        if self.detects_accesses {
            self.detectors.wanted(&look, Witness { pc: cpu.pc, seen });
        }
        let data = !matches!(access.purpose, Purpose::Opcode | Purpose::Operand);
        if data && !access.write && self.read.contains(access.address) {
            self.judge_access(&look, seen);
        }
        self.every_cycle(bus, access);
    }

    #[inline]
    fn access(&mut self, access: Access) {
        if !self.listens {
            return;
        }
        if access.write && access.address < 0x2000 && self.work_ram.contains(access.address & 0x7FF)
        {
            self.looks_left = LOOKS_AFTER_WRITE;
            self.alert = true;
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

    fn interrupts(&mut self, cpu: &Cpu, nmi: bool) {
        self.alert = true;
        self.open_interrupts += 1;
        self.sequence = if nmi { Sequence::Nmi } else { Sequence::Irq };
        if DATA {
            self.cpu.clone_from(cpu);
        }
    }

    fn happened(&mut self, what: Happening) {
        self.alert = true;
        self.open_interrupts += u64::from(what == Happening::Brk);
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
