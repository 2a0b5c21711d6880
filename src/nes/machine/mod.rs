//! The whole machine and its verbs: power on, apply an event, run, look, save, load.
//!
//! ```text
//! run     instruction by instruction, to a frame, to a master clock
//! events  the one place where anything from outside changes the machine
//! look    everything a machine shows at one moment, also to an observer in a run
//! spaces  every memory by name, changed without side effects
//! checkpoint  a moment to come back to
//! ```
//!
//! The machine rests between two instructions. It can be looked at in the middle of one: the
//! state of that clock is then a view beside the true one, and whatever runs or changes the
//! machine first completes the instruction.

mod checkpoint;
mod events;
mod look;
mod run;
mod spaces;

use super::{
    apu::{Apu, Sound},
    bus::{Bus, Output},
    cartridge::{Cartridge, Rom, RomError},
    cpu::Cpu,
    input::Input,
    observer::Silent,
    options::PowerOptions,
    ppu::{Frame, Ppu},
    region::Region,
    state::{self, StateError},
};
pub use checkpoint::Checkpoint;
pub use events::EventError;
pub use look::{Look, palette_cell};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Why a machine could not be powered on.
pub type LoadError = RomError;

/// A point in time, always as exact as the machine knows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Position {
    /// Frames since power-on; rises at dot 0 of line 0.
    pub frame: u64,
    /// PPU line of the next dot.
    pub scanline: u16,
    /// The next dot, 0 to 340.
    pub dot: u16,
    /// CPU cycles since power-on.
    pub cycle: u64,
    /// Instructions since power-on.
    pub instructions: u64,
    /// Master clocks since power-on.
    pub clock: u64,
}

/// What a machine is at one moment, picture and sound aside.
#[derive(Clone)]
pub(super) struct State {
    pub(super) cpu: Cpu,
    pub(super) bus: Bus,
    pub(super) instructions: u64,
    /// ROM bytes changed since power-on, by offset in the ROM arena.
    pub(super) patches: std::collections::BTreeMap<u32, u8>,
}

/// The state in the middle of an instruction.
#[derive(Clone)]
struct View {
    state: State,
    output: Output,
    clock: u64,
}

/// An NES with a cartridge.
///
/// A clone shares the ROM and is otherwise independent.
#[derive(Clone)]
pub struct Machine {
    rom: Arc<Rom>,
    options: PowerOptions,
    region: Region,
    state: State,
    view: Option<Box<View>>,
    output: Output,
}

impl std::fmt::Debug for Machine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine")
            .field("position", &self.position())
            .field("cpu", self.cpu())
            .finish_non_exhaustive()
    }
}

impl Machine {
    /// Powers on, the CPU's reset sequence included.
    ///
    /// # Errors
    /// Those of the board: `unsupported_board`.
    pub fn power_on(rom: Arc<Rom>, options: PowerOptions) -> Result<Machine, LoadError> {
        let mut machine = Machine::powered(rom, options)?;
        machine.reset_cpu();
        Ok(machine)
    }

    /// A machine with power, before the reset sequence of its CPU.
    fn powered(rom: Arc<Rom>, options: PowerOptions) -> Result<Machine, LoadError> {
        let region = options.region.unwrap_or(rom.header.region);
        let state = State {
            cpu: Cpu::new(
                options.ane_magic,
                options.lxa_magic,
                options.unstable_stores,
            ),
            bus: Bus::power_on(&rom, &options, region)?,
            instructions: 0,
            patches: Default::default(),
        };
        Ok(Machine {
            rom,
            options,
            region,
            state,
            view: None,
            output: Output {
                frame: Frame::new(),
                sound: Sound::new(region),
            },
        })
    }

    /// Runs the CPU's reset sequence.
    fn reset_cpu(&mut self) {
        let mut silent = Silent;
        let (cpu, mut bus, _) = self.parts(&mut silent);
        cpu.reset(&mut bus);
        bus.catch_up();
    }

    /// The cartridge's file.
    pub fn rom(&self) -> &Arc<Rom> {
        &self.rom
    }

    /// The region that runs, from the options or the header.
    pub fn region(&self) -> Region {
        self.region
    }

    /// The options given at power-on.
    pub fn options(&self) -> &PowerOptions {
        &self.options
    }

    /// What the machine looks like now: the view in mid-instruction, else the true state.
    pub(super) fn now(&self) -> &State {
        self.view.as_ref().map_or(&self.state, |view| &view.state)
    }

    /// Whether the machine was stopped in the middle of an instruction.
    pub fn in_mid_instruction(&self) -> bool {
        self.view.is_some()
    }

    /// Everything the machine shows now.
    pub fn look(&self) -> Look<'_> {
        let State {
            cpu,
            bus,
            instructions,
            ..
        } = self.now();
        Look {
            cpu,
            bus,
            rom: &self.rom,
            region: self.region,
            instructions: *instructions,
            clock: self.view.as_ref().map_or(bus.clock(), |view| view.clock),
            dots_back: 0,
        }
    }

    /// Where the machine is.
    pub fn position(&self) -> Position {
        self.look().position()
    }

    /// The CPU. In mid-instruction its registers are those before the instruction.
    pub fn cpu(&self) -> &Cpu {
        &self.now().cpu
    }

    /// Everything but the CPU.
    pub fn bus(&self) -> &Bus {
        &self.now().bus
    }

    /// The picture chip.
    pub fn ppu(&self) -> &Ppu {
        self.bus().ppu()
    }

    /// The sound chip.
    pub fn apu(&self) -> &Apu {
        self.bus().apu()
    }

    /// The controller ports.
    pub fn input(&self) -> &Input {
        self.bus().input()
    }

    /// Board and memory.
    pub fn cartridge(&self) -> &Cartridge {
        self.bus().cartridge()
    }

    /// Battery-backed RAM, if the cartridge has any.
    pub fn battery(&self) -> Option<Vec<u8>> {
        self.cartridge().battery()
    }

    /// Reads one byte from the CPU address space without side effects.
    ///
    /// Unmapped addresses return the open-bus value. Registers return what a read would
    /// return now, and stay unread.
    ///
    /// NESdev: CPU memory map; Open bus behavior
    pub fn peek(&self, address: u16) -> u8 {
        self.bus().peek(address)
    }

    /// The picture being drawn: 256 x 240 pixels row by row, palette index in bits 0 to 5,
    /// emphasis in bits 6 to 8.
    pub fn pixels(&self) -> &[u16; 61440] {
        let output = self.view.as_ref().map_or(&self.output, |view| &view.output);
        &output.frame.pixels
    }

    /// Frames whose picture was finished since power-on.
    pub fn frames_complete(&self) -> u64 {
        self.output.frame.complete
    }

    /// Samples made by the latest run to a frame and not drained yet: 48,000 a second, one
    /// channel. At most one second is kept.
    pub fn samples(&self) -> &[i16] {
        self.output.sound.samples()
    }

    /// The sound output: muting and level statistics, which the state does not depend on.
    pub fn sound_mut(&mut self) -> &mut Sound {
        &mut self.output.sound
    }

    /// Moves the samples to the end of `into`.
    pub fn drain_samples(&mut self, into: &mut Vec<i16>) {
        self.output.sound.drain(into);
    }

    /// Chooses whether pixels and samples are made. The state does not depend on it.
    pub fn set_output(&mut self, picture: bool, sound: bool) {
        self.output.frame.enabled = picture;
        self.output.sound.enable(sound);
    }

    /// Chooses whether only the reference executors run: every dot by itself. State, picture
    /// and sound do not depend on it.
    pub fn set_reference(&mut self, reference: bool) {
        self.output.frame.dot_by_dot = reference;
    }

    /// The state as bytes: versioned tagged sections without ROM, picture and samples. In
    /// mid-instruction it is the state before the instruction.
    pub fn save(&self) -> Vec<u8> {
        state::save(&self.state, &self.rom, self.region)
    }

    /// Takes a saved state. Nothing changes on an error.
    ///
    /// # Errors
    /// See [`StateError`].
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        state::load(&mut self.state, &self.rom, self.region, bytes)?;
        self.view = None;
        self.output.sound.forget();
        Ok(())
    }
}
