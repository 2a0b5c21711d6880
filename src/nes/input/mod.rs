//! The controllers: `$4016` and `$4017` reads, the OUT pins, and what is plugged in.
//!
//! ```text
//! $4016 write -> latch (at once) -> OUT pins (at the next get-to-put transition)
//! read of a port: /OE low; a contiguous run of reads is one clock, at its end, or on the
//! original Famicom every read cycle
//! ```
//!
//! Everything is settled lazily: an access first lets all older edges happen in order.
//! The bus tells of every cycle that selects a port, repeated and DMA reads included; any
//! other cycle ends a run without being told.
//!
//! NESdev: Controller reading; Standard controller; Four player adapters; Zapper; Arkanoid
//! controller

pub mod four_score;
pub mod pad;
pub mod port;
pub mod vaus;
pub mod zapper;

use super::apu::{NEVER, is_put};
use super::event::{Buttons, Device, Spot};
use super::options::Console;
use port::Port;
use serde::{Deserialize, Serialize};

/// Controller ports of the console.
pub const PORTS: usize = 2;
/// Pads of two ports with a Four Score.
pub const PADS: usize = 4;
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

impl PortRead {
    /// The same read of a light gun that sees light, or sees none.
    pub fn with_light(self, light: bool) -> PortRead {
        let bits = if light {
            self.bits & !zapper::DARK
        } else {
            self.bits
        };
        PortRead { bits, ..self }
    }
}

/// Both ports, the OUT latch and what is held on the pads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    console: Console,
    devices: [Device; PORTS],
    held: [Buttons; PADS],
    ports: [Port; PORTS],
    aims: [Spot; PORTS],
    triggers: [zapper::Trigger; PORTS],
    knobs: [u8; PORTS],
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
        Input::of(Console::default())
    }

    /// The same, in a console.
    pub fn of(console: Console) -> Input {
        Input {
            console,
            devices: [Device::Pad; PORTS],
            held: [Buttons(0); PADS],
            ports: [Port::default(), Port::default()],
            aims: [Spot::AWAY; PORTS],
            triggers: Default::default(),
            knobs: [vaus::CENTER; PORTS],
            latch: 0,
            pins: 0,
            copy_at: NEVER,
            strobes: 0,
            last_poll: None,
        }
    }

    /// The console that the ports belong to.
    pub fn console(&self) -> Console {
        self.console
    }

    /// Whether its counters are such as a machine can reach.
    pub fn is_possible(&self) -> bool {
        self.strobes < 1 << 62
            && self.ports.iter().all(Port::is_possible)
            && self.knobs.iter().all(|knob| vaus::RANGE.contains(knob))
    }

    /// Reads port 0 (`$4016`) or 1 (`$4017`) in `cycle`, a light gun as if it saw no light. Reads of adjacent cycles are one
    /// clock of the pad and give the same bit.
    pub fn read(&mut self, port: usize, cycle: u64) -> PortRead {
        self.settle(cycle);
        self.last_poll = Some(cycle);
        let bits = self.bits(port, cycle);
        self.ports[port].read(cycle);
        PortRead {
            bits,
            mask: self.console.driven(port),
        }
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
        if self.device(pad) == Device::Zapper {
            self.triggers[pad].change(self.held[pad], buttons, cycle);
        }
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
        if let Some(trigger) = self.triggers.get_mut(port) {
            *trigger = zapper::Trigger::default();
        }
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

    /// Points the light gun of port 0 or 1; remembered while another device is plugged in.
    pub fn aim(&mut self, port: usize, spot: Spot) {
        if let Some(aim) = self.aims.get_mut(port) {
            *aim = spot;
        }
    }

    /// Where the light gun in port 0 or 1 points, if there is one.
    pub fn gun(&self, port: usize) -> Option<Spot> {
        let aim = self.aims.get(port).copied();
        aim.filter(|_| self.device(port) == Device::Zapper)
    }

    /// Turns the knob of port 0 or 1 to a position of [`vaus::RANGE`], after everything of
    /// `cycle`; remembered while another device is plugged in.
    pub fn turn(&mut self, port: usize, position: u8, cycle: u64) {
        self.settle(cycle);
        if let Some(knob) = self.knobs.get_mut(port) {
            *knob = position;
        }
        self.reload_while_strobed();
    }

    /// Where the knob of the Arkanoid controller in port 0 or 1 stands, if there is one.
    pub fn knob(&self, port: usize) -> Option<u8> {
        let knob = self.knobs.get(port).copied();
        knob.filter(|_| self.device(port) == Device::Arkanoid)
    }

    /// The reset button: the OUT latch is cleared, pads keep their state.
    pub fn reset(&mut self, cycle: u64) {
        self.settle(cycle);
        self.write_out(0, cycle);
    }

    /// The ports after the console was switched off, and `console` on, at cycle 0: devices stay
    /// plugged in and buttons held.
    pub fn power_cycled(&self, console: Console) -> Input {
        Input {
            devices: self.devices,
            held: self.held,
            aims: self.aims,
            knobs: self.knobs,
            ..Input::of(console)
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

    /// Clocks of both ports since power-on, each counted as in [`Input::polls`].
    pub fn polls_of_both(&self) -> u64 {
        (0..PORTS).map(|port| self.polls(port)).sum()
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
            port.end_run(cycle, self.pins & STROBE != 0, self.console.joins_reads());
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
                Device::None | Device::Zapper => 0,
                Device::Arkanoid => vaus::report(self.knobs[index]),
                Device::Pad => pad::report(self.held[index]),
                Device::FourScore => four_score::report(index, &self.held),
            };
            self.ports[index].load(bits);
        }
    }

    fn bits(&self, port: usize, cycle: u64) -> u8 {
        match self.devices[port] {
            Device::None => 0,
            Device::Pad | Device::FourScore => self.ports[port].bit(),
            Device::Zapper => self.triggers[port].bits(self.held[port], cycle),
            Device::Arkanoid => vaus::bits(self.ports[port].bit(), self.held[port]),
        }
    }
}

impl Default for Input {
    fn default() -> Self {
        Input::new()
    }
}
