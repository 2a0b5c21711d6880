//! The controllers: `$4016` and `$4017` reads, the OUT pins, pads and the Four Score.
//!
//! ```text
//! $4016 write -> latch (at once) -> OUT pins (at the next get-to-put transition)
//! read of a port: /OE low; a contiguous run of reads is one clock, at its end
//! ```
//!
//! Everything is settled lazily: an access first lets all older edges happen in order.
//! The bus tells of every cycle that selects a port, repeated and DMA reads included; any
//! other cycle ends a run without being told.
//!
//! NESdev: Controller reading; Standard controller; Four player adapters

pub mod four_score;
pub mod pad;
pub mod port;

use super::apu::{NEVER, is_put};
use super::event::{Buttons, Device};
use port::Port;
use serde::{Deserialize, Serialize};

/// Controller ports of the console.
pub const PORTS: usize = 2;
/// Pads of two ports with a Four Score.
pub const PADS: usize = 4;
/// Bits of a port read that an NES-001 drives; the others are open bus.
pub const DRIVEN: u8 = 0x1F;
/// OUT bit that strobes the pads.
const STROBE: u8 = 0x01;

/// What a port puts on the data bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortRead {
    /// Levels of the driven bits.
    pub bits: u8,
    /// Which bits are driven.
    pub mask: u8,
}

/// Both ports, the OUT latch and what is held on the pads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    devices: [Device; PORTS],
    held: [Buttons; PADS],
    ports: [Port; PORTS],
    latch: u8,
    pins: u8,
    /// Cycle at whose start the pins copy the latch, or `NEVER`.
    copy_at: u64,
    strobes: u64,
    last_poll: Option<u64>,
}

impl Input {
    /// Two pads with nothing held.
    pub fn new() -> Input {
        Input {
            devices: [Device::Pad; PORTS],
            held: [Buttons(0); PADS],
            ports: [Port::default(), Port::default()],
            latch: 0,
            pins: 0,
            copy_at: NEVER,
            strobes: 0,
            last_poll: None,
        }
    }

    /// Whether its counters are such as a machine can reach.
    pub fn is_possible(&self) -> bool {
        self.strobes < 1 << 62 && self.ports.iter().all(Port::is_possible)
    }

    /// Reads port 0 (`$4016`) or 1 (`$4017`) in `cycle`. Reads of adjacent cycles are one
    /// clock of the pad and give the same bit.
    pub fn read(&mut self, port: usize, cycle: u64) -> PortRead {
        self.settle(cycle);
        self.last_poll = Some(cycle);
        let bits = self.bit(port);
        self.ports[port].read(cycle);
        PortRead { bits, mask: DRIVEN }
    }

    /// What [`Input::read`] would give in `cycle`, without side effects.
    pub fn peek(&self, port: usize, cycle: u64) -> PortRead {
        self.clone().read(port, cycle)
    }

    /// Writes the OUT latch (`$4016` bits 2-0) in `cycle`.
    pub fn write_out(&mut self, value: u8, cycle: u64) {
        self.settle(cycle);
        self.latch = value & 7;
        self.copy_at = if is_put(cycle) { cycle + 2 } else { cycle + 1 };
    }

    /// Holds exactly these buttons on pad 0 to 3, after everything of `cycle`; other pads do
    /// not exist and are ignored.
    pub fn hold(&mut self, pad: usize, buttons: Buttons, cycle: u64) {
        self.settle(cycle);
        if let Some(held) = self.held.get_mut(pad) {
            *held = buttons;
        }
        self.reload_while_strobed();
    }

    /// The buttons held on pad 0 to 3.
    pub fn held(&self, pad: usize) -> Buttons {
        self.held.get(pad).copied().unwrap_or_default()
    }

    /// Puts a device into port 0 or 1, after everything of `cycle`. A Four Score takes both
    /// ports, and leaves both when one gets another device.
    pub fn attach(&mut self, port: usize, device: Device, cycle: u64) {
        self.settle(cycle);
        if device == Device::FourScore {
            self.devices = [device; PORTS];
        } else if let Some(place) = self.devices.get_mut(port) {
            *place = device;
            let other = &mut self.devices[1 - port];
            if *other == Device::FourScore {
                *other = Device::Pad;
            }
        }
        self.reload_while_strobed();
    }

    /// The device in port 0 or 1.
    pub fn device(&self, port: usize) -> Device {
        self.devices.get(port).copied().unwrap_or(Device::None)
    }

    /// The reset button: the OUT latch is cleared, pads keep their state.
    pub fn reset(&mut self, cycle: u64) {
        self.settle(cycle);
        self.write_out(0, cycle);
    }

    /// The ports after the console was switched off and on, at cycle 0: devices stay plugged
    /// in and buttons held.
    pub fn power_cycled(&self) -> Input {
        Input {
            devices: self.devices,
            held: self.held,
            ..Input::new()
        }
    }

    /// Whether the pads are being strobed, as of the last access.
    pub fn strobe(&self) -> bool {
        self.pins & STROBE != 0
    }

    /// How often a strobe ended since power-on, which is when pads take what is held.
    pub fn strobes(&self) -> u64 {
        self.strobes
    }

    /// Clocks of port 0 or 1 since power-on, contiguous reads counted once.
    pub fn polls(&self, port: usize) -> u64 {
        self.ports.get(port).map_or(0, Port::polls)
    }

    /// The cycle of the last read of any port: a frame that began later has lagged so far.
    pub fn last_poll(&self) -> Option<u64> {
        self.last_poll
    }

    /// Bits shifted out of port 0 or 1 since the last strobe.
    pub fn position(&self, port: usize) -> u32 {
        self.ports.get(port).map_or(0, Port::position)
    }

    /// The shift register of port 0 or 1, next bit lowest.
    pub fn shifter(&self, port: usize) -> u32 {
        self.ports.get(port).map_or(0, Port::shifter)
    }

    /// Lets every edge before the access of `cycle` happen.
    fn settle(&mut self, cycle: u64) {
        for port in &mut self.ports {
            port.end_run(cycle, self.pins & STROBE != 0);
        }
        if self.copy_at <= cycle {
            self.copy_at = NEVER;
            self.copy_latch();
        }
    }

    fn copy_latch(&mut self) {
        let before = self.strobe();
        self.pins = self.latch;
        if self.strobe() || before {
            self.reload();
        }
        self.strobes += u64::from(before && !self.strobe());
    }

    fn reload_while_strobed(&mut self) {
        if self.strobe() {
            self.reload();
        }
    }

    fn reload(&mut self) {
        for index in 0..PORTS {
            let bits = match self.devices[index] {
                Device::None => 0,
                Device::Pad => pad::report(self.held[index]),
                Device::FourScore => four_score::report(index, &self.held),
            };
            self.ports[index].load(bits);
        }
    }

    fn bit(&self, port: usize) -> u8 {
        match self.devices[port] {
            Device::None => 0,
            Device::Pad | Device::FourScore => self.ports[port].bit(),
        }
    }
}

impl Default for Input {
    fn default() -> Self {
        Input::new()
    }
}
