//! The CPU's side of the machine: everything but the core itself.
//!
//! ```text
//! cycle      one CPU cycle: the plain path and the complete one
//! registers  which chip answers, open bus, the register-select rule
//! lines      the NMI and IRQ detectors
//! peek       reads without side effects
//! ```
//!
//! Cycle n of the CPU, counted from 0 at power-on, covers master clocks `n * divider` to
//! `(n + 1) * divider`. M2 is low at first and high from 3/8 of the cycle on; accesses take
//! effect while it is high. Chips are advanced only when the CPU touches them or when the
//! cycle of the nearest horizon is reached; all other cycles take the plain path.
//!
//! NESdev: CPU memory map; Cycle reference chart

mod cycle;
mod lines;
mod peek;
mod registers;

use super::{
    apu::{Apu, Sound},
    cartridge::{Cartridge, Rom, RomError},
    cpu::Pending,
    dma::Dma,
    input::{Input, PORTS},
    observer::Observer,
    options::PowerOptions,
    ppu::{Frame, Ppu},
    region::Region,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What the machine gives out and never reads back; not part of the saved state.
#[derive(Clone)]
pub struct Output {
    /// The picture.
    pub frame: Frame,
    /// The sound.
    pub sound: Sound,
}

/// Counters, latches and lines between the chips.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wires {
    /// CPU cycles completed since power-on; the number of the running cycle during it.
    pub cycle: u64,
    /// The first cycle that must take the complete path; 0 after a load, so that it is found anew.
    #[serde(skip)]
    pub horizon: u64,
    /// Master clocks of one CPU cycle.
    pub divider: u64,
    /// Master clocks from the start of a cycle to the rise of M2, rounded up.
    pub m2_rise: u64,
    /// The data pins: what the last driven read or write left there.
    pub external: u8,
    /// The data bus inside the chip, which `$4015` drives without reaching the pins.
    pub internal: u8,
    /// Detector outputs at the end of the latest cycle.
    pub pending: Pending,
    /// Detector outputs at the end of the cycle before it.
    pub sampled: Pending,
    /// Whether /NMI was low at the end of cycle `nmi_cycle`.
    pub nmi_low: bool,
    /// The latest cycle in which /NMI was looked at.
    pub nmi_cycle: u64,
    /// The latest cycle that a DMA took from the core.
    pub held_cycle: u64,
}

/// Everything but the CPU core.
#[derive(Clone)]
pub struct Bus {
    /// Counters, latches and lines.
    pub(super) wires: Wires,
    /// The DMA units.
    pub(super) dma: Dma,
    /// The picture chip.
    pub(super) ppu: Ppu,
    /// The sound channels, frame counter and DMC.
    pub(super) apu: Apu,
    /// The controller ports.
    pub(super) input: Input,
    /// Board, memory and page tables; work RAM and CIRAM lie in the same arena.
    pub(super) cartridge: Cartridge,
}

/// The bus with its output and an observer: what the core runs against.
pub struct BusView<'a, O: Observer> {
    /// The bus.
    pub(super) bus: &'a mut Bus,
    /// Where picture and sound go.
    pub(super) output: &'a mut Output,
    /// Who watches.
    pub(super) observer: &'a mut O,
    /// From this cycle on nothing happens any more: accesses give 0 and take no time.
    pub(super) stop_cycle: u64,
}

impl Bus {
    /// Everything at power-on, before the first cycle.
    ///
    /// # Errors
    /// Those of the board: `unsupported_board`.
    pub fn power_on(
        rom: &Arc<Rom>,
        options: &PowerOptions,
        region: Region,
    ) -> Result<Bus, RomError> {
        let divider = region.timing().cpu_divider;
        Ok(Bus {
            wires: Wires {
                cycle: 0,
                horizon: 0,
                divider,
                m2_rise: (divider * 3).div_ceil(8),
                external: 0,
                internal: 0,
                pending: Pending::default(),
                sampled: Pending::default(),
                nmi_low: false,
                nmi_cycle: 0,
                held_cycle: u64::MAX,
            },
            dma: Dma::default(),
            ppu: Ppu::new(region, options),
            apu: Apu::of(region, options.cpu, options.load_dma),
            input: Input::of(options.console),
            cartridge: Cartridge::power_on(rom, options, region)?,
        })
    }

    /// The reset button: every chip that hears it. The chips were brought to this cycle.
    pub fn reset(&mut self) {
        if self.input.console().resets_ppu() {
            self.ppu.reset();
        }
        self.apu.reset(self.wires.cycle);
        self.cartridge.reset();
        self.input.reset(self.wires.cycle);
        self.dma = Dma::default();
        self.wires.pending = Pending::default();
        self.wires.sampled = Pending::default();
        self.wires.horizon = 0;
    }

    /// Tells the picture chip where the light guns in the ports point.
    pub(super) fn point_guns(&mut self) {
        for port in 0..PORTS {
            self.ppu.point(port, self.input.gun(port));
        }
    }

    /// CPU cycles completed since power-on.
    pub fn cycle(&self) -> u64 {
        self.wires.cycle
    }

    /// Master clocks since power-on at the end of the latest CPU cycle.
    pub fn clock(&self) -> u64 {
        self.wires.cycle * self.wires.divider
    }

    /// Master clocks of one CPU cycle.
    pub fn divider(&self) -> u64 {
        self.wires.divider
    }

    /// The byte on the data pins, which reads of open bus give.
    pub fn open_bus(&self) -> u8 {
        self.wires.external
    }

    /// The byte on the data bus inside the chip, whose bit 5 a read of `$4015` gives.
    pub fn internal_bus(&self) -> u8 {
        self.wires.internal
    }

    /// Detector outputs now.
    pub fn pending(&self) -> Pending {
        self.wires.pending
    }

    /// The picture chip. Between two stops of the machine it may lag behind the CPU.
    pub fn ppu(&self) -> &Ppu {
        &self.ppu
    }

    /// The sound chip. Between two stops of the machine it may lag behind the CPU.
    pub fn apu(&self) -> &Apu {
        &self.apu
    }

    /// The controller ports.
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// Board and memory.
    pub fn cartridge(&self) -> &Cartridge {
        &self.cartridge
    }

    /// The DMA units.
    pub fn dma(&self) -> &Dma {
        &self.dma
    }
}
