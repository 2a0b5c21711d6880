//! The names of the console's own registers and vectors, for operands and completion.
//!
//! NESdev: PPU registers; 2A03; CPU memory map

use crate::debugger::disassembler::AddressNames;

/// A hardware register or vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HardwareLabel {
    /// CPU address.
    pub address: u16,
    /// The NESdev wiki's name.
    pub name: &'static str,
    /// What it is, in a few words.
    pub meaning: &'static str,
}

const fn row(address: u16, name: &'static str, meaning: &'static str) -> HardwareLabel {
    HardwareLabel {
        address,
        name,
        meaning,
    }
}

/// All hardware labels by address.
pub const HARDWARE: [HardwareLabel; 33] = [
    row(
        0x2000,
        "PPUCTRL",
        "nametable, increment, pattern tables, sprite size, NMI enable",
    ),
    row(
        0x2001,
        "PPUMASK",
        "greyscale, left column, rendering, emphasis",
    ),
    row(
        0x2002,
        "PPUSTATUS",
        "vblank, sprite 0 hit, sprite overflow; reading clears vblank and w",
    ),
    row(0x2003, "OAMADDR", "OAM address"),
    row(0x2004, "OAMDATA", "OAM data"),
    row(0x2005, "PPUSCROLL", "X and Y scroll, two writes"),
    row(
        0x2006,
        "PPUADDR",
        "VRAM address, two writes, high byte first",
    ),
    row(0x2007, "PPUDATA", "VRAM data, buffered when read"),
    row(0x4000, "SQ1_VOL", "pulse 1 duty and envelope"),
    row(0x4001, "SQ1_SWEEP", "pulse 1 sweep"),
    row(0x4002, "SQ1_LO", "pulse 1 period low"),
    row(0x4003, "SQ1_HI", "pulse 1 length and period high"),
    row(0x4004, "SQ2_VOL", "pulse 2 duty and envelope"),
    row(0x4005, "SQ2_SWEEP", "pulse 2 sweep"),
    row(0x4006, "SQ2_LO", "pulse 2 period low"),
    row(0x4007, "SQ2_HI", "pulse 2 length and period high"),
    row(0x4008, "TRI_LINEAR", "triangle linear counter"),
    row(0x400A, "TRI_LO", "triangle period low"),
    row(0x400B, "TRI_HI", "triangle length and period high"),
    row(0x400C, "NOISE_VOL", "noise envelope"),
    row(0x400E, "NOISE_LO", "noise mode and period"),
    row(0x400F, "NOISE_HI", "noise length"),
    row(0x4010, "DMC_FREQ", "DMC IRQ, loop and rate"),
    row(0x4011, "DMC_RAW", "DMC output level"),
    row(0x4012, "DMC_START", "DMC sample address"),
    row(0x4013, "DMC_LEN", "DMC sample length"),
    row(0x4014, "OAMDMA", "copies a page to OAM"),
    row(
        0x4015,
        "SND_CHN",
        "channel enable; length counters and IRQ flags",
    ),
    row(0x4016, "JOY1", "controller strobe; port 1"),
    row(0x4017, "JOY2", "frame counter; port 2"),
    row(0xFFFA, "NMI_VECTOR", "address of the NMI handler"),
    row(0xFFFC, "RESET_VECTOR", "address of the reset handler"),
    row(0xFFFE, "IRQ_VECTOR", "address of the IRQ and BRK handler"),
];

/// The address of a hardware label, in any case.
pub fn address(name: &str) -> Option<u16> {
    let found = HARDWARE
        .iter()
        .find(|label| label.name.eq_ignore_ascii_case(name))?;
    Some(found.address)
}

/// The hardware label of an address.
pub fn at(address: u16) -> Option<&'static HardwareLabel> {
    HARDWARE.iter().find(|label| label.address == address)
}

/// Hardware labels as operand names.
pub struct HardwareNames;

impl AddressNames for HardwareNames {
    fn name(&self, address: u16) -> Option<String> {
        at(address).map(|label| label.name.to_string())
    }
}
