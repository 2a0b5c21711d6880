//! A moment to come back to: the state alone, without ROM, picture and sound.

use super::{Machine, Output, State};
use crate::nes::{apu::Sound, ppu::Frame};

/// The state of a machine between two instructions. Light to keep: some tens of KiB.
#[derive(Clone)]
pub struct Checkpoint {
    state: State,
}

impl std::fmt::Debug for Checkpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Checkpoint")
            .field("instructions", &self.state.instructions)
            .finish_non_exhaustive()
    }
}

impl Checkpoint {
    /// Instructions executed before it, since power-on.
    pub fn instructions(&self) -> u64 {
        self.state.instructions
    }

    /// Master clocks passed before it, since power-on.
    pub fn clock(&self) -> u64 {
        self.state.bus.clock()
    }

    /// Reads of both controller ports before it, since power-on.
    pub fn polls(&self) -> u64 {
        self.state.bus.input.polls_of_both()
    }

    /// Frames begun before it, since power-on.
    pub fn frame(&self) -> u64 {
        self.state.bus.ppu().frame()
    }
}

impl Machine {
    /// Keeps this moment; in mid-instruction, the start of that instruction.
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            state: self.state.clone(),
        }
    }

    /// Another machine with the same cartridge and options, as it was at a moment of this
    /// one's past. It draws from there on and makes no sound; what it drew before is black.
    pub fn at(&self, moment: &Checkpoint) -> Machine {
        let mut sound = Sound::new(self.region);
        sound.enable(false);
        Machine {
            rom: self.rom.clone(),
            options: self.options.clone(),
            region: self.region,
            state: moment.state.clone(),
            view: None,
            output: Output {
                frame: Frame::new(),
                sound,
            },
        }
    }
}
