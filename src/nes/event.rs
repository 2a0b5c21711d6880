//! The one [`Event`] type through which every change to a running machine goes.
//!
//! `Machine::apply` is the one place that applies events; a history that records them
//! and replays them at the same position reproduces the machine bit for bit.

use serde::{Deserialize, Serialize};

/// The buttons held on one pad, one bit each: A 0, B 1, Select 2, Start 3, Up 4, Down 5,
/// Left 6, Right 7.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buttons(pub u8);

/// Where a light gun points: a pixel of the picture, or a place beside it, where it sees
/// nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    /// Column, 0 to 255 inside the picture.
    pub x: i16,
    /// Line, 0 to 239 inside the picture.
    pub y: i16,
}

impl Spot {
    /// Away from the picture.
    pub const AWAY: Spot = Spot { x: -256, y: -256 };
}

impl Default for Spot {
    fn default() -> Self {
        Spot::AWAY
    }
}

/// A device in a controller port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Device {
    /// Nothing connected.
    None,
    /// Standard controller.
    #[default]
    Pad,
    /// Four Score adapter; takes both ports.
    FourScore,
    /// Light gun. Button A of its port is the trigger pulled through, B half-pulled.
    Zapper,
    /// Arkanoid (Vaus) controller. Button A of its port is the fire button.
    Arkanoid,
}

/// A memory that a poke can reach, addressed by offset in that memory (CPU and PPU by address).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Space {
    /// CPU address space, `$0000-$FFFF`.
    Cpu,
    /// Console work RAM, `$000-$7FF`.
    Ram,
    /// Cartridge RAM without battery.
    Wram,
    /// Battery-backed cartridge RAM.
    Sram,
    /// PRG ROM.
    Prg,
    /// CHR ROM.
    Chr,
    /// CHR RAM.
    ChrRam,
    /// PPU address space, `$0000-$3FFF`.
    Ppu,
    /// Nametable RAM (CIRAM).
    Nt,
    /// Palette RAM, 32 cells with mirrors.
    Pal,
    /// Primary OAM, 256 bytes.
    Oam,
    /// Secondary OAM, 32 bytes.
    Oam2,
    /// The ROM file as loaded, header included. Read only.
    File,
}

/// A CPU register that a debugger can set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Register {
    /// Accumulator.
    A,
    /// Index X.
    X,
    /// Index Y.
    Y,
    /// Stack pointer.
    S,
    /// Status flags.
    P,
    /// Program counter.
    Pc,
}

/// How the console is reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reset {
    /// The reset button.
    Soft,
    /// Power off and on with the same options.
    Power,
}

/// One change to the machine from outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Hold exactly these buttons on a port, 1 to 4, from now on.
    Input {
        /// Port 1 to 4.
        port: u8,
        /// Buttons held.
        buttons: Buttons,
    },
    /// Attach a device to port 1 or 2.
    Attach {
        /// Port 1 or 2.
        port: u8,
        /// The device.
        device: Device,
    },
    /// Change a byte without bus side effects. ROM spaces patch this machine's ROM image.
    Poke {
        /// Memory.
        space: Space,
        /// Offset in that memory.
        address: u32,
        /// New value.
        value: u8,
    },
    /// Make one CPU bus write with all its side effects; takes no emulated time.
    BusWrite {
        /// CPU address.
        address: u16,
        /// Value.
        value: u8,
    },
    /// Make one CPU bus read with all its side effects; takes no emulated time.
    BusRead {
        /// CPU address.
        address: u16,
    },
    /// Set a CPU register.
    SetRegister {
        /// Register.
        register: Register,
        /// Value; only PC uses 16 bits.
        value: u16,
    },
    /// Reset the console.
    Reset(Reset),
    /// Replace the state by a serialized one (see `state`).
    LoadState(Vec<u8>),
    /// Point the light gun of port 1 or 2, from now on.
    Aim {
        /// Port 1 or 2.
        port: u8,
        /// Where it points.
        spot: Spot,
    },
    /// Turn the knob of the Arkanoid controller of port 1 or 2, from now on.
    Knob {
        /// Port 1 or 2.
        port: u8,
        /// What a conversion gives, `$0D` to `$FC`, left to right.
        position: u8,
    },
}
