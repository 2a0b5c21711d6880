//! The interrupt detectors and the horizon.
//!
//! The IRQ detector sees the level at the fall of M2, the end of each cycle. The NMI detector
//! latches when /NMI is low near that end and was not in the cycle before; a pulse that is
//! over earlier is not seen (test ROM ppu_vbl_nmi, 07-nmi_on_timing).
//!
//! NESdev: CPU interrupts; NMI

use super::Bus;

impl Bus {
    /// At the start of a cycle: makes sure that `nmi_low` is about the cycle before.
    ///
    /// If that one took the plain path, nothing but the PPU itself moved /NMI in it, and the
    /// PPU raises it long after lowering it; so the level now is the level then.
    pub(super) fn begin_nmi(&mut self) {
        if self.wires.nmi_cycle.wrapping_add(1) != self.wires.cycle {
            self.wires.nmi_low = self.ppu.nmi_line() || self.cartridge.nmi();
        }
    }

    /// At the end of a cycle, with all chips brought there: both detectors.
    pub(super) fn sample_lines(&mut self) {
        let fall = (self.wires.cycle + 1) * self.wires.divider;
        let low = self.ppu.nmi_seen(fall) || self.cartridge.nmi();
        if low && !self.wires.nmi_low {
            self.wires.pending.nmi = true;
        }
        self.wires.nmi_low = low;
        self.wires.nmi_cycle = self.wires.cycle;
        self.wires.pending.irq = self.apu.irq() || self.cartridge.irq();
    }

    /// Finds the first cycle at which a chip could move a line that the CPU looks at.
    pub(super) fn schedule(&mut self) {
        let now = self.wires.cycle * self.wires.divider;
        let video = self.ppu.horizon().min(self.cartridge.horizon(now));
        self.wires.horizon = (video / self.wires.divider)
            .min(self.apu.horizon())
            .min(self.cartridge.irq_cycle())
            .min(self.dma_horizon());
    }
}
