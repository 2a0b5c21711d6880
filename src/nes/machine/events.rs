//! Events: the one place where anything from outside changes the machine.

use super::{Machine, StateError};
use crate::nes::{
    event::{Buttons, Event, Register, Reset, Space},
    input::vaus,
    observer::Silent,
};
use thiserror::Error;

/// Why an event was refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EventError {
    /// Ports are 1 to 4 for buttons, 1 and 2 for devices.
    #[error("port {0} does not exist")]
    BadPort(u8),
    /// No knob turns that far.
    #[error("a knob goes from $0D to $FC, not to ${0:02X}")]
    BadKnob(u8),
    /// The address is outside the memory.
    #[error("address ${address:X} is outside the memory of {length} bytes")]
    OutOfRange {
        /// Offset asked for.
        address: u32,
        /// Bytes of the memory.
        length: u32,
    },
    /// Nothing that keeps a byte answers there.
    #[error("nothing at ${0:X} can be changed")]
    ReadOnly(u32),
    /// The state does not fit this machine.
    #[error(transparent)]
    State(#[from] StateError),
}

impl EventError {
    /// The stable code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            EventError::BadPort(_) => "bad_port",
            EventError::BadKnob(_) => "out_of_range",
            EventError::OutOfRange { .. } => "bad_address",
            EventError::ReadOnly(_) => "read_only",
            EventError::State(error) => error.code(),
        }
    }
}

impl Machine {
    /// Applies one change from outside. In mid-instruction, the instruction is completed first.
    ///
    /// # Errors
    /// See [`EventError`]; nothing changes then.
    pub fn apply(&mut self, event: &Event) -> Result<(), EventError> {
        self.finish_instruction();
        match *event {
            Event::Input { port, buttons } => self.hold(port, buttons),
            Event::Attach { port, device } => {
                let index = port_index(port, 2)?;
                let latest = self.state.bus.cycle().saturating_sub(1);
                self.state.bus.input.attach(index, device, latest);
                self.state.bus.point_guns();
                Ok(())
            }
            Event::Poke {
                space,
                address,
                value,
            } => self.poke(space, address, value),
            Event::BusWrite { address, value } => {
                self.parts(&mut Silent).1.write_outside_time(address, value);
                Ok(())
            }
            Event::BusRead { address } => {
                self.parts(&mut Silent).1.read_outside_time(address);
                Ok(())
            }
            Event::SetRegister { register, value } => {
                self.set_register(register, value);
                Ok(())
            }
            Event::Reset(reset) => {
                self.reset(reset);
                Ok(())
            }
            Event::LoadState(ref bytes) => Ok(self.load(bytes)?),
            Event::Aim { port, spot } => {
                self.state.bus.input.aim(port_index(port, 2)?, spot);
                self.state.bus.point_guns();
                Ok(())
            }
            Event::Knob { port, position } => self.turn(port, position),
        }
    }

    /// In mid-instruction, completes the instruction.
    pub fn finish_instruction(&mut self) {
        if self.in_mid_instruction() {
            self.step(&mut Silent);
        }
    }

    fn hold(&mut self, port: u8, buttons: Buttons) -> Result<(), EventError> {
        let index = port_index(port, 4)?;
        let latest = self.state.bus.cycle().saturating_sub(1);
        self.state.bus.input.hold(index, buttons, latest);
        Ok(())
    }

    fn turn(&mut self, port: u8, position: u8) -> Result<(), EventError> {
        let index = port_index(port, 2)?;
        if !vaus::RANGE.contains(&position) {
            return Err(EventError::BadKnob(position));
        }
        let latest = self.state.bus.cycle().saturating_sub(1);
        self.state.bus.input.turn(index, position, latest);
        Ok(())
    }

    fn set_register(&mut self, register: Register, value: u16) {
        let cpu = &mut self.state.cpu;
        match register {
            Register::A => cpu.a = value as u8,
            Register::X => cpu.x = value as u8,
            Register::Y => cpu.y = value as u8,
            Register::S => cpu.s = value as u8,
            Register::P => cpu.p.pull(value as u8),
            Register::Pc => cpu.pc = value,
        }
    }

    /// Battery-backed RAM and ROM patches outlive power; devices stay plugged in.
    fn reset(&mut self, reset: Reset) {
        match reset {
            Reset::Soft => self.state.bus.reset(),
            Reset::Power => self.cycle_power(),
        }
        self.reset_cpu();
    }

    fn cycle_power(&mut self) {
        let mut options = self.options.clone();
        options.battery = self.battery();
        let fresh = Machine::powered(self.rom.clone(), options)
            .expect("a cartridge that was powered on once can be powered on again");
        let input = self.state.bus.input.power_cycled(self.options.console);
        let patches = std::mem::take(&mut self.state.patches);
        self.state = fresh.state;
        self.output.sound.forget();
        self.state.bus.input = input;
        self.state.bus.point_guns();
        for (offset, value) in patches {
            self.patch(offset, value);
        }
    }

    /// Changes one byte of this machine's ROM arena.
    pub(super) fn patch(&mut self, offset: u32, value: u8) {
        self.state.patches.insert(offset, value);
        self.state.bus.cartridge.memory.patch_rom(offset, value);
    }

    fn poke(&mut self, space: Space, address: u32, value: u8) -> Result<(), EventError> {
        let length = self.space_length(space);
        if address >= length {
            return Err(EventError::OutOfRange { address, length });
        }
        self.poke_space(space, address, value)
            .ok_or(EventError::ReadOnly(address))
    }
}

fn port_index(port: u8, ports: u8) -> Result<usize, EventError> {
    if port == 0 || port > ports {
        return Err(EventError::BadPort(port));
    }
    Ok(usize::from(port - 1))
}
