//! Reads of the PPU bus during rendering, with the page that answered each.

use crate::{
    debugger::memory_map::{self, Answers},
    nes::{
        memory::{Layout, PPU_PAGE, Page},
        ppu::Ppu,
    },
};

/// One read of the PPU bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fetch {
    /// Address on the bus, `$0000` to `$3EFF`.
    pub address: u16,
    /// The byte that came back.
    pub value: u8,
    /// What answered.
    pub page: Page,
    /// Scanline of the read.
    pub scanline: u16,
    /// Dot of the read.
    pub dot: u16,
}

impl Fetch {
    /// The memory that answered and the offset in it.
    pub fn answers(&self, layout: &Layout) -> Answers {
        let within = u32::from(self.address) % PPU_PAGE as u32;
        memory_map::answers(layout, self.page, within)
    }
}

/// Joins the two halves in which an observer hears of a read.
#[derive(Clone, Debug, Default)]
pub struct Fetches {
    begun: Option<(Page, u16, u16)>,
}

impl Fetches {
    /// The first half. Reads that `$2007` makes on address dots, and those outside
    /// rendering, are none of the pipeline's.
    pub fn begin(&mut self, ppu: &Ppu, page: Page) {
        let of_pipeline = ppu.rendering() && ppu.dot() != 0 && ppu.dot() & 1 == 0;
        self.begun = of_pipeline.then(|| (page, ppu.scanline(), ppu.dot()));
    }

    /// The second half: the read, if the pipeline made it.
    pub fn end(&mut self, address: u16, value: u8) -> Option<Fetch> {
        let (page, scanline, dot) = self.begun.take()?;
        Some(Fetch {
            address,
            value,
            page,
            scanline,
            dot,
        })
    }
}
