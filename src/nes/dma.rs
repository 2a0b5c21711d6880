//! The two DMA units and who gets the next cycle.
//!
//! A unit holds the core on a read cycle (its halt cycle); get cycles can read for it, put
//! cycles can write. OAM DMA moves 256 bytes in get/put pairs. DMC DMA takes one get, at the
//! earliest two cycles after its halt, and goes before OAM. Cycles that neither can use
//! repeat the core's read.
//!
//! NESdev: DMA

use super::{
    apu::{self, DmcRequest},
    bus::Bus,
};
use serde::{Deserialize, Serialize};

/// Cycles from a DMC halt to the earliest get: the halt cycle and the dummy cycle.
const DMC_SETUP: u64 = 2;

/// An OAM DMA under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Oam {
    /// High byte of the source.
    pub page: u8,
    /// Bytes written so far.
    pub index: u8,
    /// Whether the core is held for it.
    pub halted: bool,
    /// The byte read and not written yet.
    pub held: Option<u8>,
}

/// Both DMA units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dma {
    oam: Option<Oam>,
    /// The cycle in which the core was held for the DMC.
    dmc_halt: Option<u64>,
}

/// What a cycle taken from the core is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Nothing: the core's read is repeated.
    Repeat,
    /// The DMC reads its sample byte here.
    DmcGet(u16),
    /// OAM DMA reads here.
    OamGet(u16),
    /// OAM DMA writes this byte.
    OamPut(u8),
}

impl Dma {
    /// The OAM DMA under way or waiting for a read cycle.
    pub fn oam(&self) -> Option<Oam> {
        self.oam
    }

    /// The cycle in which the core was held for the DMC, while that goes on.
    pub fn dmc_halt(&self) -> Option<u64> {
        self.dmc_halt
    }

    /// Whether this can be its state in or before CPU cycle `cycle`.
    pub fn is_possible(&self, cycle: u64) -> bool {
        self.dmc_halt.is_none_or(|halt| halt <= cycle)
    }

    /// A write of `$4014`. Before the core is held, a second write only changes the page.
    pub(super) fn request_oam(&mut self, page: u8) {
        self.oam = Some(Oam {
            page,
            index: 0,
            halted: false,
            held: None,
        });
    }

    /// Takes the byte of an OAM get.
    pub(super) fn hold(&mut self, value: u8) {
        if let Some(oam) = &mut self.oam {
            oam.held = Some(value);
        }
    }

    /// Lets the OAM unit hold the core if it does not yet; tells whether it already did.
    fn oam_joins(&mut self) -> bool {
        let Some(oam) = &mut self.oam else {
            return false;
        };
        std::mem::replace(&mut oam.halted, true)
    }

    /// The OAM unit's use of a cycle after its halt; `None` when there is nothing to put.
    fn oam_turn(&mut self, get: bool) -> Option<Turn> {
        let oam = self.oam.as_mut()?;
        if get {
            let source = u16::from_be_bytes([oam.page, oam.index]);
            return Some(Turn::OamGet(source));
        }
        let value = oam.held.take()?;
        oam.index = oam.index.wrapping_add(1);
        if oam.index == 0 {
            self.oam = None;
        }
        Some(Turn::OamPut(value))
    }

    /// Whether the DMC reads in this cycle if its request is still alive: halt and dummy
    /// cycles are over and it is a get cycle.
    fn dmc_getting(&self, cycle: u64) -> bool {
        self.dmc_halt
            .is_some_and(|halt| cycle >= halt + DMC_SETUP && apu::is_get(cycle))
    }

    /// Follows the DMC's request in this read cycle of the core: joins, goes on, or gives up.
    fn dmc_follows(&mut self, request: Option<DmcRequest>, cycle: u64) -> Option<DmcRequest> {
        let getting = self.dmc_getting(cycle);
        let wanting = request
            .filter(|request| request.first_halt_cycle <= cycle && request.alive(cycle, getting));
        if wanting.is_none() {
            self.dmc_halt = None;
        } else if self.dmc_halt.is_none() {
            self.dmc_halt = Some(cycle);
        }
        wanting
    }
}

impl Bus {
    /// Decides whether a DMA takes this read cycle of the core, and for what.
    pub(super) fn take_turn(&mut self) -> Option<Turn> {
        let cycle = self.cycle();
        let dmc = self.dma.dmc_follows(self.apu.dmc_request(), cycle);
        if dmc.is_none() && self.dma.oam.is_none() {
            return None;
        }
        let oam_was_halted = self.dma.oam_joins();
        if let Some(request) = dmc
            && self.dma.dmc_getting(cycle)
        {
            self.dma.dmc_halt = None;
            return Some(Turn::DmcGet(request.address));
        }
        let get = apu::is_get(cycle);
        let oam_turn = oam_was_halted.then(|| self.dma.oam_turn(get)).flatten();
        Some(oam_turn.unwrap_or(Turn::Repeat))
    }

    /// The first cycle in which a DMA could take a cycle from the core.
    pub(super) fn dma_horizon(&self) -> u64 {
        if self.dma.oam.is_some() {
            return 0;
        }
        let request = self.apu.dmc_request();
        request.map_or(u64::MAX, |request| request.first_halt_cycle)
    }
}
