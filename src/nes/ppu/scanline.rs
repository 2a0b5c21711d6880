//! A rendered visible line, dots 1 to 340, run at once.
//!
//! May run when the whole line lies before the next access and no delayed effect, `$2007`
//! chain or light gun cuts it, nobody watches single dots, and the cartridge listens to no
//! address line but A12 and not to reads. Then only four things can be told afterwards: the
//! pixels, what the sprites did to flags and memories, how A12 moved, and what the last
//! fetches left in the latches. The fetches whose bytes are replaced before the line ends are not made, and
//! where no picture is wanted only those tiles are looked at that sprite zero lies on.
//! `testing/nes/ppu/bulk.rs` compares with single dots.
//!
//! NESdev: PPU rendering; PPU sprite evaluation; PPU sprite priority

use super::lanes::{Lanes, broadcast, opaque, spread};
use super::sprites::output::LineUnit;
use super::timing::*;
use super::{Ppu, VideoBus, Wires, frame::WIDTH};
use crate::nes::observer::Observer;

/// Dots that a line takes from dot 1 on.
pub(super) const DOTS: u32 = LINE_DOTS as u32 - 1;
/// Tiles that a line's pixels come from: two fetched in the line before, and those fetched
/// on dots 1 to 248; fine X reaches into the last.
const TILES: usize = 33;
/// Words of eight pixels.
const WORDS: usize = WIDTH / 8;
/// Column of the last pixel, where no hit counts.
const LAST_COLUMN: usize = WIDTH - 1;
/// Columns of the left edge, which `$2001` can hide.
const EDGE: u16 = FIRST_PIXEL_DOT + 8;
/// The address line of the pattern tables, the only one that may be watched.
const A12: u16 = 0x1000;
/// Attribute bit: the sprite is behind the background.
const BEHIND: u8 = 0x20;

/// The sprites of a line: `$10` to `$1F`, with [`BEHIND`] beside; 0 where there is none.
struct SpriteLine {
    pixels: [u8; WIDTH + 8],
    /// Words in which any may be.
    touched: u64,
}

impl Ppu {
    /// Whether the next dots are a line that may be run at once.
    #[inline(always)]
    pub(super) fn begins_line<V: VideoBus, O: Observer>(
        &self,
        dots: u32,
        wires: &Wires<V, O>,
    ) -> bool {
        self.dot == FIRST_PIXEL_DOT
            && dots >= DOTS
            && self.scanline < VISIBLE_LINES
            && wires.joins_dots()
            && wires.watched & !A12 == 0
            && !wires.video.hears_reads()
            && !self.units.begins_late()
            && !self.is_watched_by_guns()
    }

    /// Runs the line from dot 1 to its end; dot 1's own events have happened.
    pub(super) fn render_line<V: VideoBus, O: Observer>(&mut self, wires: &mut Wires<V, O>) {
        let (units, count) = self.units.run_line();
        if wires.watched != 0 {
            self.show_tiles(FIRST_PIXEL_DOT, SPRITE_FETCH_DOT, wires);
        }
        self.draw_line(&units[..count], wires);
        self.evaluate_line();
        self.fetch_line_sprites(wires);
        self.prefetch_line(wires);
        self.dot = LINE_DOTS;
        self.clock += u64::from(DOTS) * self.region.timing().dot_divider;
    }

    /// How the tiles fetched from dot `first` to before `end` move A12.
    fn show_tiles<V: VideoBus, O: Observer>(
        &mut self,
        first: u16,
        end: u16,
        wires: &mut Wires<V, O>,
    ) {
        let table = self.registers.background_table();
        for dot in (first..end).step_by(usize::from(SPAN)) {
            self.show_access(dot, table, wires);
            if table & A12 == 0 {
                return;
            }
        }
    }

    /// How the span from dot `first` on moves A12: low for the nametable, then as the pattern
    /// address has it.
    fn show_access<V: VideoBus, O: Observer>(
        &mut self,
        first: u16,
        pattern: u16,
        wires: &mut Wires<V, O>,
    ) {
        self.show_lines(0, self.clock_at(first), wires);
        self.show_lines(pattern, self.clock_at(first + SPAN / 2), wires);
    }

    /// The master clock of a dot of the line, of which dot 1 is next.
    fn clock_at(&self, dot: u16) -> u64 {
        self.clock + u64::from(dot - FIRST_PIXEL_DOT) * self.region.timing().dot_divider
    }

    /// The pixels, or only what they tell about sprite zero.
    fn draw_line<V: VideoBus, O: Observer>(&mut self, units: &[LineUnit], wires: &mut Wires<V, O>) {
        let shows_sprites = self.registers.sprites_from != u16::MAX;
        let hits = shows_sprites && self.sprite_zero_line && !self.status.sprite_zero_hit;
        let zero = units.first().filter(|unit| unit.slot == 0 && hits);
        if !wires.frame.enabled && zero.is_none() {
            return;
        }
        let background = self.background_line(wires);
        if let Some(zero) = zero {
            self.status.sprite_zero_hit = self.hits(zero, &background);
        }
        if wires.frame.enabled {
            let sprites = if shows_sprites { units } else { &[] };
            self.put_line(&background, sprites, wires);
        }
    }

    /// The background's palette addresses, clipped; 0 where it is transparent.
    fn background_line<V: VideoBus, O: Observer>(&self, wires: &mut Wires<V, O>) -> [u8; WIDTH] {
        let mut line = [0; WIDTH];
        let from = self.registers.background_from;
        if from == u16::MAX {
            return line;
        }
        let mut stream = [0; TILES * 8];
        let mut words = stream.chunks_exact_mut(8);
        let mut put = |pixels: Lanes| {
            if let Some(word) = words.next() {
                word.copy_from_slice(&(pixels & opaque(pixels)).to_le_bytes());
            }
        };
        put(self.shifters.taps(0));
        put(self.shifters.later_taps());
        let mut scroll = self.scroll.clone();
        let table = self.registers.background_table() | scroll.fine_y();
        for _ in 2..TILES {
            let tile = wires.video.read(scroll.nametable_address(), self.clock);
            let attributes = wires.video.read(scroll.attribute_address(), self.clock);
            let pattern = table | u16::from(tile) << 4;
            let low = wires.video.read(pattern, self.clock);
            let high = wires.video.read(pattern | 8, self.clock);
            let palette = attributes >> scroll.attribute_shift() & 3;
            put(spread(low) | spread(high) << 1 | broadcast(palette << 2));
            scroll.increment_x();
        }
        let x = usize::from(self.scroll.x);
        line.copy_from_slice(&stream[x..x + WIDTH]);
        if from == EDGE {
            line[..8].fill(0);
        }
        line
    }

    /// Whether sprite zero and the background are both opaque somewhere.
    fn hits(&self, zero: &LineUnit, background: &[u8; WIDTH]) -> bool {
        let clipped = usize::from(self.registers.sprites_from - FIRST_PIXEL_DOT);
        let bits = zero.low | zero.high;
        (0..8).any(|pixel| {
            let column = zero.column + pixel;
            bits << pixel & 0x80 != 0
                && (clipped..LAST_COLUMN).contains(&column)
                && background[column] != 0
        })
    }

    /// Mixes the layers and puts the line into the picture.
    fn put_line<V: VideoBus, O: Observer>(
        &self,
        background: &[u8; WIDTH],
        units: &[LineUnit],
        wires: &mut Wires<V, O>,
    ) {
        let mut indexes = *background;
        if !units.is_empty() {
            let mut sprites = SpriteLine::new(units);
            if self.registers.sprites_from == EDGE {
                sprites.pixels[..8].fill(0);
            }
            sprites.mix_into(&mut indexes);
        }
        let place = usize::from(self.scanline) * WIDTH;
        let pixels = &mut wires.frame.pixels[place..place + WIDTH];
        for (pixel, index) in pixels.iter_mut().zip(indexes) {
            *pixel = self.palette.pixel(index);
        }
    }

    /// Clears secondary OAM and fills it again.
    fn evaluate_line(&mut self) {
        self.oam.clear_secondary();
        self.evaluation.start(&mut self.oam);
        let height = self.registers.sprite_height();
        let overflow = self
            .evaluation
            .run_line(&mut self.oam, self.scanline, height);
        self.status.overflow |= overflow;
        self.sprite_zero_line = self.evaluation.sprite_zero;
    }

    /// Dots 257 to 320: loads the units for the next line.
    fn fetch_line_sprites<V: VideoBus, O: Observer>(&mut self, wires: &mut Wires<V, O>) {
        let (line, height) = (self.scanline, self.registers.sprite_height());
        self.oam.address = 0;
        self.oam.secondary_address = 0;
        for slot in 0..8 {
            let [y, tile, attribute, x] = self.oam.secondary_sprite(slot);
            (self.sprite.y, self.sprite.tile, self.sprite.attribute) = (y, tile, attribute);
            self.sprite.latch_row(line, height);
            if wires.watched != 0 {
                let first = SPRITE_FETCH_DOT + SPAN * slot as u16;
                self.show_access(first, self.sprite_pattern(), wires);
            }
            let (mut low, mut high) = (0, 0);
            if self.sprite.in_range {
                let pattern = self.sprite_pattern();
                low = self
                    .sprite
                    .shifter_input(wires.video.read(pattern, self.clock));
                high = self
                    .sprite
                    .shifter_input(wires.video.read(pattern | 8, self.clock));
            }
            self.units.load(slot, x, attribute, low, high);
        }
    }

    /// The scroll registers' steps, the first two tiles of the next line, and the unused
    /// fetches, whose address and byte stay in the latches.
    fn prefetch_line<V: VideoBus, O: Observer>(&mut self, wires: &mut Wires<V, O>) {
        if wires.watched != 0 {
            self.show_tiles(PREFETCH_DOT, UNUSED_FETCH_DOT, wires);
            self.show_lines(0, self.clock_at(UNUSED_FETCH_DOT), wires);
        }
        self.scroll.increment_y();
        self.scroll.copy_x();
        for _ in 0..2 {
            self.tile.tile = wires
                .video
                .read(self.scroll.nametable_address(), self.clock);
            self.tile.attribute = wires
                .video
                .read(self.scroll.attribute_address(), self.clock);
            self.tile.low = wires.video.read(self.background_pattern(), self.clock);
            let high = wires.video.read(self.background_pattern() | 8, self.clock);
            let attribute = self.tile.attribute >> self.scroll.attribute_shift();
            self.shifters.shift_span(self.tile.low, high, attribute);
            self.scroll.increment_x();
        }
        let nametable = self.scroll.nametable_address();
        self.tile.tile = wires.video.read(nametable, self.clock);
        self.memory.latch = nametable as u8;
        self.memory.pins = self.tile.tile;
        self.oam.buffer = self.oam.selected_secondary();
        self.units.arm();
    }
}

impl SpriteLine {
    /// Later slots first, so that earlier ones cover them.
    fn new(units: &[LineUnit]) -> SpriteLine {
        let mut line = SpriteLine {
            pixels: [0; WIDTH + 8],
            touched: 0,
        };
        for unit in units.iter().rev() {
            line.add(unit);
        }
        line
    }

    fn add(&mut self, unit: &LineUnit) {
        let pixels = spread(unit.low) | spread(unit.high) << 1;
        let mask = opaque(pixels);
        let look = 0x10 | (unit.attribute & 3) << 2 | unit.attribute & BEHIND;
        let place = &mut self.pixels[unit.column..unit.column + 8];
        let below = Lanes::from_le_bytes(place.try_into().expect("a place has eight pixels"));
        let word = below & !mask | (pixels | broadcast(look)) & mask;
        place.copy_from_slice(&word.to_le_bytes());
        self.touched |= 3 << (unit.column / 8);
    }

    fn mix_into(&self, indexes: &mut [u8; WIDTH]) {
        let words = indexes.as_chunks_mut::<8>().0.iter_mut();
        let sprites = self.pixels.as_chunks::<8>().0.iter();
        for (number, (word, sprites)) in words.zip(sprites).enumerate().take(WORDS) {
            if self.touched >> number & 1 == 0 {
                continue;
            }
            let (background, sprites) =
                (Lanes::from_le_bytes(*word), Lanes::from_le_bytes(*sprites));
            let behind = sprites >> 5 & broadcast(1);
            let front = opaque(sprites) & !(opaque(background) & (behind * 0xFF));
            let mixed = background & !front | sprites & broadcast(0x1F) & front;
            *word = mixed.to_le_bytes();
        }
    }
}
