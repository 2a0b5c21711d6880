//! One CPU cycle.
//!
//! The plain path serves memory while no chip needs attention: one comparison, one page
//! lookup. The complete path brings every chip up to the cycle, lets a DMA take it, makes
//! the access at the rise of M2 and samples the interrupt lines at its end.
//!
//! NESdev: CPU pinout (M2); DMA

use super::{Bus, BusView};
use crate::nes::{
    apu::Sound,
    cpu::{Cpu, CpuBus, Pending},
    dma::Turn,
    observer::{Access, Happening, Observer, Purpose},
};

/// End of the work RAM and its mirrors, the only memory that no board listens to.
const WORK_RAM_END: u16 = 0x2000;
/// What OAM DMA writes to.
const OAM_DATA: u16 = 0x2004;

impl Bus {
    /// Brings the APU and the board's own chips to `cycle`. They share one sound output, so
    /// neither may run farther ahead than it can still take steps of the other.
    #[inline]
    fn advance_sound(&mut self, cycle: u64, sound: &mut Sound) {
        if self.cartridge.runs() {
            self.advance_both(cycle, sound);
        } else {
            self.apu.advance(cycle, sound);
        }
    }

    fn advance_both(&mut self, cycle: u64, sound: &mut Sound) {
        self.apu.follow(sound);
        loop {
            let until = cycle.min(sound.farthest());
            self.cartridge.run(until, sound);
            self.apu.advance(until, sound);
            if until == cycle {
                return;
            }
        }
    }

    /// The end of a cycle in which only memory was involved.
    #[inline(always)]
    fn finish_plain(&mut self, value: u8) {
        let wires = &mut self.wires;
        wires.sampled = wires.pending;
        wires.external = value;
        wires.internal = value;
        wires.cycle += 1;
    }
}

impl<O: Observer> CpuBus for BusView<'_, O> {
    #[inline(always)]
    fn read(&mut self, address: u16, purpose: Purpose) -> u8 {
        if self.bus.wires.cycle < self.bus.wires.horizon
            && let Some(value) = self.bus.cartridge.memory.cpu_read(address)
            && self.passes(address, value, false, purpose)
        {
            self.bus.finish_plain(value);
            self.observe(address, value, false, purpose);
            return value;
        }
        self.read_completely(address, purpose)
    }

    #[inline(always)]
    fn write(&mut self, address: u16, value: u8, purpose: Purpose) {
        if self.bus.wires.cycle < self.bus.wires.horizon
            && address < WORK_RAM_END
            && self.passes(address, value, true, purpose)
        {
            self.bus.cartridge.memory.cpu_write(address, value);
            self.bus.finish_plain(value);
            self.observe(address, value, true, purpose);
            return;
        }
        self.write_completely(address, value, purpose);
    }

    #[inline(always)]
    fn polled(&self) -> Pending {
        self.bus.wires.sampled
    }

    #[inline(always)]
    fn pending_now(&self) -> Pending {
        self.bus.wires.pending
    }

    fn acknowledge_nmi(&mut self) {
        self.bus.wires.pending.nmi = false;
        self.bus.wires.sampled.nmi = false;
    }

    fn held_before_latest(&self) -> bool {
        self.bus.wires.held_cycle.wrapping_add(2) == self.bus.wires.cycle
    }

    fn interrupts(&mut self, cpu: &Cpu, nmi: bool) {
        if !self.stopped() {
            self.observer.interrupts(cpu, nmi);
        }
    }

    fn happened(&mut self, what: Happening) {
        if !self.stopped() {
            self.observer.happened(what);
        }
    }
}

impl<O: Observer> BusView<'_, O> {
    #[inline(always)]
    fn observe(&mut self, address: u16, value: u8, write: bool, purpose: Purpose) {
        self.observer.access(Access {
            cycle: self.bus.wires.cycle,
            address,
            value,
            write,
            purpose,
        });
    }

    fn stopped(&self) -> bool {
        self.bus.wires.cycle >= self.stop_cycle
    }

    /// A read by the core, after the cycles that DMA takes first.
    #[inline(never)]
    fn read_completely(&mut self, address: u16, purpose: Purpose) -> u8 {
        loop {
            if self.stopped() {
                return 0;
            }
            self.begin();
            match self.bus.take_turn() {
                None => break,
                Some(turn) => self.dma_cycle(turn, address),
            }
        }
        self.complete_read(address, address, purpose)
    }

    /// A read of `address` in this cycle, to its end.
    fn complete_read(&mut self, address: u16, core: u16, purpose: Purpose) -> u8 {
        let wanted = self.announce(address, 0, false, purpose);
        let value = self.access_read(address, core);
        self.end(address, value, false, purpose, wanted);
        value
    }

    /// A write in this cycle, to its end.
    fn complete_write(&mut self, address: u16, value: u8, purpose: Purpose) {
        let wanted = self.announce(address, value, true, purpose);
        self.access_write(address, value);
        self.end(address, value, true, purpose, wanted);
    }

    /// Whether the observer lets an access pass that memory alone answers.
    #[inline(always)]
    fn passes(&mut self, address: u16, value: u8, write: bool, purpose: Purpose) -> bool {
        if !self.observer.wants(address, write, purpose) {
            return true;
        }
        let access = Access {
            cycle: self.bus.wires.cycle + 1,
            address,
            value,
            write,
            purpose,
        };
        !self.observer.considers(self.bus, access)
    }

    /// Shows the observer an access it wants before it takes effect.
    #[inline(always)]
    fn announce(&mut self, address: u16, value: u8, write: bool, purpose: Purpose) -> bool {
        let wanted = self.observer.wants(address, write, purpose);
        if wanted {
            // Whatever answers waits for the rise of M2 itself, so this disturbs nothing.
            self.wait_for_m2();
            let access = Access {
                cycle: self.bus.wires.cycle + 1,
                address,
                value,
                write,
                purpose,
            };
            self.observer.about_to(self.bus, access);
        }
        wanted
    }

    /// A write by the core: no DMA can take its cycle.
    #[inline(never)]
    fn write_completely(&mut self, address: u16, value: u8, purpose: Purpose) {
        if self.stopped() {
            return;
        }
        self.begin();
        self.complete_write(address, value, purpose);
    }

    /// A cycle taken by DMA while the core waits with its read of `core`.
    fn dma_cycle(&mut self, turn: Turn, core: u16) {
        self.bus.wires.held_cycle = self.bus.wires.cycle;
        match turn {
            Turn::Repeat => {
                self.complete_read(core, core, Purpose::Halted);
            }
            Turn::DmcGet(address) => {
                let wanted = self.announce(address, 0, false, Purpose::DmcDma);
                let value = self.access_read(address, core);
                let cycle = self.bus.wires.cycle;
                self.bus.apu.dmc_deliver(value, cycle);
                self.end(address, value, false, Purpose::DmcDma, wanted);
            }
            Turn::OamGet(address) => {
                let wanted = self.announce(address, 0, false, Purpose::OamDma);
                let value = self.access_read(address, core);
                self.bus.dma.hold(value);
                self.end(address, value, false, Purpose::OamDma, wanted);
            }
            Turn::OamPut(value) => {
                self.complete_write(OAM_DATA, value, Purpose::OamDma);
            }
        }
    }

    /// Brings the chips to the start of this cycle.
    fn begin(&mut self) {
        let bus = &mut *self.bus;
        bus.wires.sampled = bus.wires.pending;
        bus.advance_sound(bus.wires.cycle, &mut self.output.sound);
        self.advance_ppu(0);
        self.bus.begin_nmi();
    }

    /// Ends a complete cycle: samples the lines, looks for the next horizon.
    fn end(&mut self, address: u16, value: u8, write: bool, purpose: Purpose, wanted: bool) {
        self.advance_ppu(self.bus.wires.divider);
        self.bus.sample_lines();
        self.bus.wires.cycle += 1;
        self.bus.schedule();
        self.bus.wires.horizon = self.bus.wires.horizon.min(self.stop_cycle);
        self.observe(address, value, write, purpose);
        if wanted {
            let access = Access {
                cycle: self.bus.wires.cycle,
                address,
                value,
                write,
                purpose,
            };
            self.observer.wanted(self.bus, access);
        }
    }

    /// Runs all dots before `clocks` master clocks into this cycle.
    pub(in crate::nes) fn advance_ppu(&mut self, clocks: u64) {
        let bus = &mut *self.bus;
        bus.ppu.advance(
            bus.wires.cycle * bus.wires.divider + clocks,
            &mut bus.cartridge,
            &mut self.output.frame,
            self.observer,
        );
    }

    /// Brings the chips to the end of the latest cycle, as a stop of the machine does. What
    /// is left does not depend on which cycles took which path.
    pub fn catch_up(&mut self) {
        self.advance_ppu(0);
        let bus = &mut *self.bus;
        let latest = bus.wires.cycle.saturating_sub(1);
        bus.advance_sound(latest, &mut self.output.sound);
        bus.begin_nmi();
        bus.wires.nmi_cycle = bus.wires.cycle.wrapping_sub(1);
    }
}

/// Accesses that take no emulated time, made by a debugger.
impl<O: Observer> BusView<'_, O> {
    /// A write with all its side effects between two cycles.
    pub fn write_outside_time(&mut self, address: u16, value: u8) {
        self.bus.begin_nmi();
        self.access_write(address, value);
        self.settle_lines();
    }

    /// A read with all its side effects between two cycles.
    pub fn read_outside_time(&mut self, address: u16) -> u8 {
        self.bus.begin_nmi();
        let value = self.access_read(address, address);
        self.settle_lines();
        value
    }

    fn settle_lines(&mut self) {
        self.bus.sample_lines();
        self.bus.wires.nmi_cycle = self.bus.wires.cycle.wrapping_sub(1);
        self.bus.wires.horizon = 0;
    }
}
