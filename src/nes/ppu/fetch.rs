//! The memory bus: two dots an access, an address latch between them.
//!
//! On the first dot (ALE) the whole address is out and an external latch takes the low
//! byte. On the second (/RD) the high six bits are driven live, the low byte comes from the
//! latch, and data returns on the shared pins. A `v` that changes in between makes a hybrid
//! address. A CPU access to `$2007` overlaps this cadence: where it makes ALE and /RD
//! coincide, the latch is open while memory drives the same pins.
//!
//! NESdev: PPU rendering; PPU pinout. AccuracyCoin: ALE + Read, Hybrid Addresses

use super::access::Signal;
use super::timing::phase;
use super::{Ppu, VideoBus, Wires};
use crate::nes::observer::Observer;
use serde::{Deserialize, Serialize};

/// The bits of an address that are driven live during /RD.
const LIVE: u16 = 0x3F00;

/// The bus between its accesses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryBus {
    /// The external address latch.
    pub latch: u8,
    /// The byte last on the data pins.
    pub pins: u8,
    /// The watched address lines as the cartridge last heard of them.
    pub lines: u16,
}

/// The background bytes fetched for the next reload.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TileFetch {
    /// Tile number.
    pub tile: u8,
    /// Attribute byte.
    pub attribute: u8,
    /// Low pattern plane.
    pub low: u8,
}

impl Ppu {
    /// One dot of the background fetch cadence, phases 1 to 8; phase 8 reloads the shifters
    /// after their shift and moves on to the next tile.
    #[inline(always)]
    pub(super) fn fetch_background<const ACCESS: bool, V: VideoBus, O: Observer>(
        &mut self,
        wires: &mut Wires<V, O>,
    ) {
        match phase(self.dot) {
            1 => self.latch_address::<ACCESS, _, _>(self.scroll.nametable_address(), wires),
            2 => self.fetch_tile::<ACCESS, _, _>(wires),
            3 => self.latch_address::<ACCESS, _, _>(self.scroll.attribute_address(), wires),
            4 => {
                let address = self.scroll.attribute_address();
                self.tile.attribute = self.fetch::<ACCESS, _, _>(address, wires);
            }
            5 => self.latch_address::<ACCESS, _, _>(self.background_pattern(), wires),
            6 => {
                self.tile.low = self.fetch::<ACCESS, _, _>(self.background_pattern(), wires);
            }
            7 => self.latch_address::<ACCESS, _, _>(self.background_pattern() | 8, wires),
            _ => {
                let address = self.background_pattern() | 8;
                let high = self.fetch::<ACCESS, _, _>(address, wires);
                let attribute = self.tile.attribute >> self.scroll.attribute_shift();
                self.shifters.reload(self.tile.low, high, attribute);
                self.scroll.increment_x();
            }
        }
    }

    /// The /RD dot of a nametable access.
    #[inline(always)]
    pub(super) fn fetch_tile<const ACCESS: bool, V: VideoBus, O: Observer>(
        &mut self,
        wires: &mut Wires<V, O>,
    ) {
        let address = self.scroll.nametable_address();
        self.tile.tile = self.fetch::<ACCESS, _, _>(address, wires);
    }

    /// Address of the low plane of the background tile fetched last.
    #[inline]
    pub(super) fn background_pattern(&self) -> u16 {
        self.registers.background_table() | u16::from(self.tile.tile) << 4 | self.scroll.fine_y()
    }

    /// The ALE dot of an access.
    #[inline(always)]
    pub(super) fn latch_address<const ACCESS: bool, V: VideoBus, O: Observer>(
        &mut self,
        address: u16,
        wires: &mut Wires<V, O>,
    ) {
        self.memory.latch = address as u8;
        if ACCESS && self.access.signal == Signal::Read {
            // The open latch takes what is on the pins, and memory answers that address.
            self.memory.latch = self.memory.pins;
            let data = self.read_memory(address & LIVE | u16::from(self.memory.latch), wires);
            self.memory.latch = data;
            self.access.buffer = data;
        }
        if ACCESS && self.access.signal == Signal::Write {
            self.write_access(address & LIVE | u16::from(self.memory.latch), wires);
        }
        if wires.watched != 0 {
            self.show_address(address & LIVE | u16::from(self.memory.latch), wires);
        }
    }

    /// The /RD dot of an access to an address whose high bits are these now.
    #[inline(always)]
    pub(super) fn fetch<const ACCESS: bool, V: VideoBus, O: Observer>(
        &mut self,
        address: u16,
        wires: &mut Wires<V, O>,
    ) -> u8 {
        if ACCESS && self.access.signal == Signal::AddressLatch {
            self.memory.latch = self.memory.pins;
        }
        let address = address & LIVE | u16::from(self.memory.latch);
        if wires.watched != 0 {
            self.show_address(address, wires);
        }
        let data = self.read_memory(address, wires);
        if ACCESS {
            match self.access.signal {
                Signal::AddressLatch => self.memory.latch = data,
                Signal::Read => self.access.buffer = data,
                Signal::Write => self.write_access(address, wires),
                Signal::None => {}
            }
        }
        data
    }

    /// Reads memory and leaves the byte on the pins.
    #[inline(always)]
    pub(super) fn read_memory<V: VideoBus, O: Observer>(
        &mut self,
        address: u16,
        wires: &mut Wires<V, O>,
    ) -> u8 {
        wires.observer.before_fetch(self, wires.video.page(address));
        let data = wires.video.read(address, self.clock);
        wires.observer.video(self.clock, address, data, false);
        self.memory.pins = data;
        data
    }

    /// Tells a listening cartridge about the address lines, if they changed.
    pub(super) fn show_address<V: VideoBus, O: Observer>(
        &mut self,
        address: u16,
        wires: &mut Wires<V, O>,
    ) {
        self.show_lines(address, self.clock, wires);
    }

    /// Tells of the lines at another clock than the present dot's.
    #[inline(always)]
    pub(super) fn show_lines<V: VideoBus, O: Observer>(
        &mut self,
        address: u16,
        clock: u64,
        wires: &mut Wires<V, O>,
    ) {
        let lines = address & wires.watched;
        if lines != self.memory.lines {
            self.memory.lines = lines;
            wires.video.address(lines, clock);
        }
    }
}
