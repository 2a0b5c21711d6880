//! The pipeline as a debugger sees it before a dot: shifters, latches, units, and the choice
//! that the dot will make. Nothing here changes the chip.
//!
//! NESdev: PPU rendering; PPU sprite priority

use super::Ppu;
use super::background::ShiftersView;
use super::fetch::{MemoryBus, TileFetch};
use super::sprites::evaluation::Evaluation;
use super::sprites::fetch::SpriteFetch;
use super::sprites::output::Unit;
use super::timing::{PREFETCH_DOT, SPRITE_FETCH_DOT, UNUSED_FETCH_DOT, VISIBLE_LINES, phase};

/// What the two layers offer on a rendered dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// Background: palette << 2 | pattern number, before it is masked.
    pub background: u8,
    /// Whether the background is enabled here and not clipped.
    pub background_shown: bool,
    /// The sprite units after those that begin on this dot have begun.
    pub units: [Unit; 8],
    /// Whether sprites are enabled here and not clipped.
    pub sprites_shown: bool,
    /// Whether slot 0 holds sprite zero on this line.
    pub sprite_zero_line: bool,
}

/// What a rendered dot asks of the memory bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fetching {
    /// A nametable byte; its value is not used outside dots 1-256 and 321-336.
    Nametable,
    /// An attribute byte.
    Attribute,
    /// The low plane of a background tile.
    BackgroundLow,
    /// The high plane of a background tile.
    BackgroundHigh,
    /// The low plane of a sprite.
    SpriteLow,
    /// The high plane of a sprite.
    SpriteHigh,
}

/// The memory bus on one dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BusStep {
    /// Whose byte.
    pub fetching: Fetching,
    /// The address, as far as the pipeline gives it.
    pub address: u16,
    /// Whether data is read on this dot; otherwise the address is latched.
    pub reads: bool,
}

impl Ppu {
    /// What the next dot asks of the memory bus; `None` if it is not rendered.
    pub fn bus_step(&self) -> Option<BusStep> {
        if !self.rendering() {
            return None;
        }
        let fetching = self.fetching();
        let address = match fetching {
            Fetching::Nametable => self.scroll.nametable_address(),
            Fetching::Attribute => self.scroll.attribute_address(),
            Fetching::BackgroundLow => self.background_pattern(),
            Fetching::BackgroundHigh => self.background_pattern() | 8,
            Fetching::SpriteLow => self.sprite_pattern(),
            Fetching::SpriteHigh => self.sprite_pattern() | 8,
        };
        Some(BusStep {
            fetching,
            address,
            reads: self.dot != 0 && self.dot & 1 == 0,
        })
    }

    fn fetching(&self) -> Fetching {
        match self.dot {
            0 if self.dropped => Fetching::Nametable,
            0 => Fetching::BackgroundLow,
            UNUSED_FETCH_DOT.. => Fetching::Nametable,
            dot @ SPRITE_FETCH_DOT..PREFETCH_DOT => match phase(dot) {
                1..=4 => Fetching::Nametable,
                5 | 6 => Fetching::SpriteLow,
                _ => Fetching::SpriteHigh,
            },
            dot => match phase(dot) {
                1 | 2 => Fetching::Nametable,
                3 | 4 => Fetching::Attribute,
                5 | 6 => Fetching::BackgroundLow,
                _ => Fetching::BackgroundHigh,
            },
        }
    }

    /// What the layers offer on the next dot, which is a rendered one of 1 to 256.
    pub fn layers(&self) -> Layers {
        let mut units = self.units.clone();
        if self.dot == units.next_fire() {
            units.fire(self.dot);
        }
        Layers {
            background: self.shifters.tap(self.scroll.x),
            background_shown: self.dot >= self.registers.background_from,
            units: units.view(),
            sprites_shown: self.dot >= self.registers.sprites_from,
            sprite_zero_line: self.sprite_zero_line,
        }
    }

    /// The palette address shown on the next dot if it is not rendered: the backdrop, or the
    /// cell that v selects while it points into palette RAM.
    pub fn unrendered_index(&self) -> u8 {
        self.blank_index()
    }

    /// The pixel that a palette address gives now: color in bits 0 to 5, emphasis above.
    pub fn pixel_of(&self, index: u8) -> u16 {
        self.palette.pixel(index)
    }

    /// Whether the next dot belongs to a line that shows pixels.
    pub fn on_visible_line(&self) -> bool {
        self.scanline < VISIBLE_LINES
    }

    /// The background shifters.
    pub fn shifters(&self) -> ShiftersView {
        self.shifters.view()
    }

    /// The background bytes fetched for the next reload.
    pub fn tile_fetch(&self) -> &TileFetch {
        &self.tile
    }

    /// The memory bus.
    pub fn memory_bus(&self) -> &MemoryBus {
        &self.memory
    }

    /// The sprite slot being fetched.
    pub fn sprite_fetch(&self) -> &SpriteFetch {
        &self.sprite
    }

    /// The sprite output units in slot order.
    pub fn sprite_units(&self) -> [Unit; 8] {
        self.units.view()
    }

    /// The sprite evaluation.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// The byte that OAM gave last, which `$2004` shows.
    pub fn oam_buffer(&self) -> u8 {
        self.oam.buffer
    }

    /// Address in secondary OAM, 0 to 31.
    pub fn secondary_address(&self) -> u8 {
        self.oam.secondary_address & 31
    }

    /// Rows of a sprite by `$2000`, 8 or 16.
    pub fn sprite_height(&self) -> u16 {
        self.registers.sprite_height()
    }

    /// How far the attribute byte is shifted right for the tile that v selects: 0, 2, 4, 6.
    pub fn attribute_shift(&self) -> u16 {
        self.scroll.attribute_shift()
    }

    /// Whether the enable bits of `$2001` as written are not in force yet.
    pub fn mask_is_pending(&self) -> bool {
        self.registers.enable_at != super::NEVER
    }
}
