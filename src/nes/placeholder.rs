//! Chips that are not there yet, with the interfaces they will have.

use super::event::{Buttons, Device};
use super::{observer::Observer, options::PowerOptions, ppu::VideoBus, region::Region};
use serde::{Deserialize, Serialize};

/// The picture.
#[derive(Clone)]
pub struct Frame {
    /// 256 x 240 pixels: palette index, emphasis in bits 6 to 8.
    pub pixels: Box<[u16; 61440]>,
    /// Frames finished.
    pub complete: u64,
    /// Whether pixels are wanted.
    pub enabled: bool,
}

impl Frame {
    /// A black picture.
    pub fn new() -> Self {
        Frame {
            pixels: Box::new([0x0F; 61440]),
            complete: 0,
            enabled: true,
        }
    }
}

/// The picture chip.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ppu {
    clock: u64,
    dots: u64,
}

#[allow(missing_docs, clippy::too_many_arguments)]
impl Ppu {
    pub fn new(_region: Region, _options: &PowerOptions) -> Self {
        Ppu { clock: 0, dots: 0 }
    }
    pub fn advance<V: VideoBus, O: Observer>(
        &mut self,
        to: u64,
        _v: &mut V,
        _f: &mut Frame,
        _o: &mut O,
    ) {
        while self.clock < to {
            self.clock += 4;
            self.dots += 1;
        }
    }
    pub fn read<V: VideoBus, O: Observer>(
        &mut self,
        _r: u16,
        start: u64,
        v: &mut V,
        f: &mut Frame,
        o: &mut O,
    ) -> u8 {
        self.advance(start, v, f, o);
        0x80
    }
    pub fn write<V: VideoBus, O: Observer>(
        &mut self,
        _r: u16,
        _value: u8,
        _before: u8,
        start: u64,
        v: &mut V,
        f: &mut Frame,
        o: &mut O,
    ) {
        self.advance(start, v, f, o);
    }
    pub fn peek<V: VideoBus>(&self, _r: u16, _v: &V) -> u8 {
        0
    }
    pub fn nmi_line(&self) -> bool {
        false
    }
    pub fn mark_nmi(&mut self) {}
    pub fn nmi_since_mark(&self) -> bool {
        false
    }
    pub fn horizon(&self) -> u64 {
        u64::MAX
    }
    pub fn reset(&mut self) {}
    pub fn frame(&self) -> u64 {
        self.dots / 89342
    }
    pub fn scanline(&self) -> u16 {
        (self.dots % 89342 / 341) as u16
    }
    pub fn dot(&self) -> u16 {
        (self.dots % 341) as u16
    }
    pub fn oam(&self) -> &[u8; 256] {
        &[0; 256]
    }
    pub fn secondary_oam(&self) -> &[u8; 32] {
        &[0; 32]
    }
    pub fn palette(&self) -> &[u8; 32] {
        &[0; 32]
    }
    pub fn poke_oam(&mut self, _index: u8, _value: u8) {}
    pub fn poke_secondary_oam(&mut self, _index: u8, _value: u8) {}
    pub fn poke_palette(&mut self, _index: u8, _value: u8) {}
}

/// Whether a CPU cycle is a get cycle.
pub fn is_get(cycle: u64) -> bool {
    cycle.is_multiple_of(2)
}

/// A DMC DMA that waits.
#[derive(Clone, Copy, Debug)]
pub struct DmcRequest {
    /// Where to read.
    pub address: u16,
    /// The first cycle that may halt the core.
    pub first_halt_cycle: u64,
}

/// Sound out.
#[derive(Clone)]
pub struct Sound {
    /// Whether samples are wanted.
    pub enabled: bool,
    samples: Vec<i16>,
}

#[allow(missing_docs)]
impl Sound {
    pub fn new(_region: Region) -> Self {
        Sound {
            enabled: true,
            samples: Vec::new(),
        }
    }
    pub fn samples(&self) -> &[i16] {
        &self.samples
    }
    pub fn drain(&mut self, into: &mut Vec<i16>) {
        into.append(&mut self.samples);
    }
}

/// The sound chip.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Apu {}

#[allow(missing_docs)]
impl Apu {
    pub fn new(_region: Region) -> Self {
        Apu {}
    }
    pub fn reset(&mut self, _cycle: u64) {}
    pub fn advance(&mut self, _to: u64, _sound: &mut Sound) {}
    pub fn write(&mut self, _address: u16, _value: u8, _cycle: u64, _sound: &mut Sound) {}
    pub fn read_status(&mut self, _cycle: u64, _sound: &mut Sound) -> u8 {
        0
    }
    pub fn peek_status(&self) -> u8 {
        0
    }
    pub fn irq(&self) -> bool {
        false
    }
    pub fn horizon(&self) -> u64 {
        u64::MAX
    }
    pub fn dmc_request(&self) -> Option<DmcRequest> {
        None
    }
    pub fn dmc_deliver(&mut self, _byte: u8, _cycle: u64) {}
}

/// Controller ports.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Input {
    held: [Buttons; 4],
}

#[allow(missing_docs)]
impl Input {
    pub fn read(&mut self, _port: usize, _cycle: u64) -> u8 {
        0
    }
    pub fn peek(&self, _port: usize) -> u8 {
        0
    }
    pub fn write_out(&mut self, _value: u8, _cycle: u64) {}
    pub fn hold(&mut self, port: usize, buttons: Buttons) {
        self.held[port & 3] = buttons;
    }
    pub fn attach(&mut self, _port: usize, _device: Device) {}
}
