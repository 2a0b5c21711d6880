//! Looks at one pixel while a frame is replayed.

use super::{
    background::{Origins, Tile},
    choice::{self, Choice},
    fetch::Fetches,
    sprites::{SLOTS, Slot, SlotBytes, SpriteWatch},
};
use crate::nes::{
    memory::Page,
    observer::Observer,
    ppu::{Ppu, pipeline::Layers},
};

/// Which pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Frame number.
    pub frame: u64,
    /// Column, 0 to 255.
    pub x: u8,
    /// Line, 0 to 239.
    pub y: u8,
}

/// Everything about one pixel at its dot.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Which pixel.
    pub place: Place,
    /// What the layers offered; `None` while rendering was off.
    pub layers: Option<Layers>,
    /// Who won.
    pub choice: Choice,
    /// Color in bits 0 to 5, emphasis in bits 6 to 8, as in the picture.
    pub pixel: u16,
    /// The palette cell before grayscale.
    pub cell: u8,
    /// `$2001` then.
    pub mask: u8,
    /// Fine X then.
    pub fine_x: u8,
    /// v then.
    pub v: u16,
    /// The background tile and its column; `None` when the shifters held nothing fetched.
    pub tile: Option<(Tile, u8)>,
    /// What the sprite slots were loaded with.
    pub slots: [Option<Slot>; SLOTS],
}

/// The observers that every look at a picture is made of.
#[derive(Clone, Debug, Default)]
pub struct Pipeline {
    fetches: Fetches,
    slot: SlotBytes,
    attribute_shift: u16,
    /// Where the bits of the background shifters came from.
    pub origins: Origins,
    /// What sprite evaluation and the sprite fetches did.
    pub sprites: SpriteWatch,
}

impl Pipeline {
    /// A dot begins; what it shows has been looked at.
    pub fn dot(&mut self, ppu: &Ppu) {
        self.origins.dot(ppu);
        self.sprites.dot(ppu);
    }

    /// A read begins.
    pub fn begin(&mut self, ppu: &Ppu, page: Page) {
        self.fetches.begin(ppu, page);
        self.slot = SlotBytes::of(ppu);
        self.attribute_shift = ppu.attribute_shift();
    }

    /// A read or write ends.
    pub fn end(&mut self, address: u16, value: u8, write: bool) {
        if let (false, Some(fetch)) = (write, self.fetches.end(address, value)) {
            self.origins.read(fetch, self.attribute_shift);
            self.sprites.read(fetch, &self.slot);
        }
    }

    /// Everything about the pixel of the next dot, or of a later one of an unrendered run.
    pub fn sample(&self, ppu: &Ppu, place: Place) -> Sample {
        let layers = ppu.rendering().then(|| ppu.layers());
        let choice = choice::choose(ppu, layers.as_ref());
        Sample {
            place,
            choice,
            pixel: ppu.pixel_of(choice.index),
            cell: ppu.palette()[usize::from(choice.index)],
            mask: ppu.mask(),
            fine_x: ppu.x(),
            v: ppu.v(),
            tile: layers.and_then(|_| self.origins.tap(ppu.x())),
            slots: self.sprites.slots,
            layers,
        }
    }
}

/// The observer that waits for one pixel.
#[derive(Clone, Debug)]
pub struct Probe {
    place: Place,
    pipeline: Pipeline,
    found: Option<Sample>,
}

impl Probe {
    /// Waits for this pixel. Attach it a frame before the pixel's.
    pub fn new(place: Place) -> Probe {
        Probe {
            place,
            pipeline: Pipeline::default(),
            found: None,
        }
    }

    /// The pixel, once the replay has passed it.
    pub fn into_sample(self) -> Option<Sample> {
        self.found
    }
}

impl Observer for Probe {
    fn before_dots(&mut self, ppu: &Ppu, end: u16) {
        let Place { frame, x, y } = self.place;
        let dots = ppu.dot()..end;
        if ppu.frame() == frame
            && ppu.scanline() == u16::from(y)
            && dots.contains(&(u16::from(x) + 1))
        {
            self.found = Some(self.pipeline.sample(ppu, self.place));
        }
        self.pipeline.dot(ppu);
    }

    fn before_fetch(&mut self, ppu: &Ppu, page: Page) {
        self.pipeline.begin(ppu, page);
    }

    fn video(&mut self, _clock: u64, address: u16, value: u8, write: bool) {
        self.pipeline.end(address, value, write);
    }
}
