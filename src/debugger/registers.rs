//! CPU registers and flags by name.

use crate::nes::{cpu::status, event::Register, machine::Machine};
use serde::{Deserialize, Serialize};

/// The value of a register; P as PHP would push it, without bit 4.
pub fn get(machine: &Machine, register: Register) -> u16 {
    let cpu = machine.cpu();
    match register {
        Register::A => u16::from(cpu.a),
        Register::X => u16::from(cpu.x),
        Register::Y => u16::from(cpu.y),
        Register::S => u16::from(cpu.s),
        Register::P => u16::from(cpu.p.pushed(false)),
        Register::Pc => cpu.pc,
    }
}

/// The name of a register for people.
pub fn name(register: Register) -> &'static str {
    match register {
        Register::A => "A",
        Register::X => "X",
        Register::Y => "Y",
        Register::S => "S",
        Register::P => "P",
        Register::Pc => "PC",
    }
}

/// A status flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Flag {
    /// Negative.
    N,
    /// Overflow.
    V,
    /// Decimal, which the 2A03 stores and ignores.
    D,
    /// Interrupt disable.
    I,
    /// Zero.
    Z,
    /// Carry.
    C,
}

impl Flag {
    /// Its bit in P.
    pub fn mask(self) -> u8 {
        match self {
            Flag::N => status::NEGATIVE,
            Flag::V => status::OVERFLOW,
            Flag::D => status::DECIMAL,
            Flag::I => status::INTERRUPT_DISABLE,
            Flag::Z => status::ZERO,
            Flag::C => status::CARRY,
        }
    }

    /// Its letter.
    pub fn name(self) -> &'static str {
        match self {
            Flag::N => "N",
            Flag::V => "V",
            Flag::D => "D",
            Flag::I => "I",
            Flag::Z => "Z",
            Flag::C => "C",
        }
    }
}
