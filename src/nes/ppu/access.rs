//! The CPU's access to video memory through `$2007`.
//!
//! The access ends when M2 falls, in dot E. A chain of latches then works on its own:
//!
//! ```text
//! E+2 ALE    E+3 /WR of a write begins    E+4 /RD: the read buffer loads; v moves on
//! ```
//!
//! A read returns the buffer as it was before. While rendering, the signals merge with the
//! fetch cadence, and v moves both right and down.
//!
//! NESdev: PPU registers; PPU scrolling. AccuracyCoin: $2007 Stress, ALE + Read

use super::timing::{LAST_PIXEL_DOT, PREFETCH_DOT, UNUSED_FETCH_DOT, phase};
use super::{NEVER, Ppu, VideoBus, Wires};
use crate::nes::observer::Observer;
use serde::{Deserialize, Serialize};

/// First address of palette RAM.
const PALETTE: u16 = 0x3F00;
/// Palette addresses shadow these nametable addresses.
const SHADOW: u16 = 0x2FFF;
/// Dot after E on which the chain asserts ALE.
const LATCH_STEP: u8 = 2;
/// Dot after E on which data moves, and after which the chain is done.
const DATA_STEP: u8 = 4;

/// Master clocks of the longest CPU cycle.
const ADJACENT: u64 = 16;

/// What the chain does on the present dot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Signal {
    /// Nothing.
    #[default]
    None,
    /// Asserts ALE.
    AddressLatch,
    /// Asserts /RD; the read buffer takes the byte.
    Read,
    /// Asserts /WR with the CPU's byte.
    Write,
}

/// The state of the chain and the read buffer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Access {
    /// The read buffer.
    pub buffer: u8,
    /// What the chain does on the present dot.
    pub signal: Signal,
    /// The byte to write, or `None` for a read.
    value: Option<u8>,
    /// Dots since E.
    step: u8,
    /// Master clock at which M2 falls; [`NEVER`] while idle.
    pub starts_at: u64,
}

impl Default for Access {
    fn default() -> Self {
        Access {
            buffer: 0,
            signal: Signal::None,
            value: None,
            step: 0,
            starts_at: NEVER,
        }
    }
}

impl Access {
    /// Whether every field is within its range.
    pub fn is_possible(&self) -> bool {
        self.step <= DATA_STEP
    }

    /// Starts the chain. M2 falls at master clock `starts_at`.
    pub fn start(&mut self, value: Option<u8>, starts_at: u64) {
        self.value = value;
        self.step = 0;
        self.starts_at = starts_at;
    }

    /// Whether an access whose M2 falls at `fall` sees what the chain does: the buffer loads
    /// four dots after the fall before, a CPU cycle has three.
    pub fn ready_by(&self, fall: u64) -> bool {
        self.starts_at == NEVER || fall > self.starts_at + ADJACENT
    }

    /// Begins a dot of a running chain.
    pub fn begin_dot(&mut self) {
        self.step += 1;
        self.signal = match (self.step, self.value) {
            (LATCH_STEP, _) => Signal::AddressLatch,
            (DATA_STEP, None) => Signal::Read,
            (DATA_STEP, Some(_)) => Signal::Write,
            _ => Signal::None,
        };
    }
}

impl Ppu {
    /// The chain's part of a dot on which the pipeline leaves the bus alone.
    pub(super) fn access_idle_bus<V: VideoBus, O: Observer>(&mut self, wires: &mut Wires<V, O>) {
        let address = self.scroll.address();
        match self.access.signal {
            Signal::None => {}
            Signal::AddressLatch => self.memory.latch = address as u8,
            Signal::Read => {
                let address = address & 0x3F00 | u16::from(self.memory.latch);
                self.access.buffer = self.read_memory(outside_palette(address), wires);
            }
            Signal::Write => {
                let address = address & 0x3F00 | u16::from(self.memory.latch);
                self.write_access(address, wires);
            }
        }
    }

    /// /WR: palette RAM takes the byte if v points there, memory at `address` otherwise.
    pub(super) fn write_access<V: VideoBus, O: Observer>(
        &mut self,
        address: u16,
        wires: &mut Wires<V, O>,
    ) {
        let Some(value) = self.access.value else {
            return;
        };
        if self.scroll.address() >= PALETTE {
            self.palette.write(self.scroll.address(), value);
        } else {
            let address = outside_palette(address);
            wires.video.write(address, value, self.clock);
            wires.observer.video(self.clock, address, value, true);
            self.memory.pins = value;
        }
    }

    /// Ends a dot of a running chain: after its last dot v moves on.
    pub(super) fn end_access_dot<V: VideoBus, O: Observer>(
        &mut self,
        dot: u16,
        wires: &mut Wires<V, O>,
    ) {
        self.access.signal = Signal::None;
        if self.access.step >= DATA_STEP {
            self.access.starts_at = NEVER;
            self.move_on(dot, wires);
        }
    }

    /// Completes a chain that the next access overtakes.
    pub(super) fn hurry_access<V: VideoBus, O: Observer>(&mut self, wires: &mut Wires<V, O>) {
        if self.access.starts_at == NEVER {
            return;
        }
        if !self.rendering() {
            self.memory.latch = self.scroll.address() as u8;
            self.access.signal = if self.access.value.is_some() {
                Signal::Write
            } else {
                Signal::Read
            };
            self.access_idle_bus(wires);
        }
        self.access.step = DATA_STEP;
        self.end_access_dot(0, wires);
        self.schedule();
    }

    /// Moves v on. While rendering, an increment that the pipeline itself made on this dot
    /// does not double.
    fn move_on<V: VideoBus, O: Observer>(&mut self, dot: u16, wires: &mut Wires<V, O>) {
        if !self.rendering() {
            self.scroll.advance(self.registers.address_increment());
            self.show_scroll(wires);
            return;
        }
        if !increments_x(dot) {
            self.scroll.increment_x();
        }
        if dot != LAST_PIXEL_DOT {
            self.scroll.increment_y();
        }
    }

    /// Outside rendering the address lines show v.
    pub(super) fn show_scroll<V: VideoBus, O: Observer>(&mut self, wires: &mut Wires<V, O>) {
        if wires.watched != 0 {
            self.show_address(self.scroll.address(), wires);
        }
    }

    /// What `$2007` returns when read now, and which of its bits are driven.
    pub(super) fn access_value(&self) -> (u8, u8) {
        if self.scroll.address() >= PALETTE && self.revision.reads_back() {
            (self.palette.read(self.scroll.address()), 0x3F)
        } else {
            (self.access.buffer, 0xFF)
        }
    }
}

/// Whether the pipeline increments coarse X on this dot.
fn increments_x(dot: u16) -> bool {
    let fetching = matches!(dot, 1..=LAST_PIXEL_DOT | PREFETCH_DOT..UNUSED_FETCH_DOT);
    fetching && phase(dot) == 8
}

/// The memory address behind a palette address.
fn outside_palette(address: u16) -> u16 {
    if address >= PALETTE {
        address & SHADOW
    } else {
        address
    }
}
