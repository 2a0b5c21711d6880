//! The eight sprite output units.
//!
//! A unit counts its X down on visible dots, rendering or not, then puts out its shifter on
//! rendered dots. Dot 339 arms all units (counting mode) from dot 1 of the next line on; a
//! unit that was not armed goes on putting out what it holds.
//!
//! The counters are not decremented dot by dot: a counting unit knows the dot it fires on.
//!
//! NESdev: PPU rendering; PPU sprite priority. AccuracyCoin: Stale Sprite Shift Registers,
//! Sprites On Scanline 0

use crate::nes::ppu::lanes::{Lanes, broadcast, opaque, spread};
use crate::nes::ppu::timing::{FIRST_PIXEL_DOT, LAST_PIXEL_DOT};
use serde::{Deserialize, Serialize};

/// Output units.
const UNITS: usize = 8;
/// No unit fires.
const NEVER: u16 = u16::MAX;
/// Attribute bit: the sprite is behind the background.
const BEHIND: u8 = 0x20;

/// What the units put out on one dot, packed: bits 4-0 palette address (0: transparent),
/// bit 5 behind the background, bit 6 from slot 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpritePixel(pub u8);

impl SpritePixel {
    const SLOT_0: u8 = 0x40;

    /// Whether no unit has a pixel here.
    #[inline]
    pub fn transparent(self) -> bool {
        self.0 == 0
    }

    /// `$10` to `$1F`.
    #[inline]
    pub fn palette_address(self) -> u8 {
        self.0 & 0x1F
    }

    /// Whether an opaque background hides it.
    #[inline]
    pub fn behind(self) -> bool {
        self.0 & BEHIND != 0
    }

    /// Whether it is slot 0's.
    #[inline]
    pub fn from_slot_0(self) -> bool {
        self.0 & Self::SLOT_0 != 0
    }
}

/// What the units put out on eight dots; every field has a lane for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpriteSpan {
    /// Palette addresses, `$10` to `$1F`, where a unit has a pixel.
    pub addresses: Lanes,
    /// Where a unit has a pixel.
    pub opaque: Lanes,
    /// Where it is hidden by an opaque background.
    pub behind: Lanes,
    /// Where it is slot 0's.
    pub slot_0: Lanes,
}

impl SpriteSpan {
    /// Adds a unit behind those before it.
    #[inline]
    fn add(&mut self, unit: usize, attribute: u8, pixels: Lanes) {
        let wins = opaque(pixels) & !self.opaque;
        self.opaque |= wins;
        self.addresses |= (pixels | broadcast(0x10 | (attribute & 3) << 2)) & wins;
        if attribute & BEHIND != 0 {
            self.behind |= wins;
        }
        if unit == 0 {
            self.slot_0 = wins;
        }
    }
}

/// A unit with pixels in a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineUnit {
    /// Its slot.
    pub slot: usize,
    /// Column of its first pixel.
    pub column: usize,
    /// Low plane, the first pixel in bit 7.
    pub low: u8,
    /// High plane.
    pub high: u8,
    /// Attribute byte.
    pub attribute: u8,
}

/// All eight units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputUnits {
    counters: [u8; UNITS],
    low: [u8; UNITS],
    high: [u8; UNITS],
    attributes: [u8; UNITS],
    /// Units in counting mode, one bit each.
    counting: u8,
    /// Units in output mode whose shifters are not empty, one bit each.
    active: u8,
    /// The dot on which each counting unit fires.
    fires_at: [u16; UNITS],
    /// Earliest of them.
    next_fire: u16,
    /// All units start counting on dot 1 of the next line ...
    armed: bool,
    /// ... or, after a dropped dot, on dot 2.
    late: bool,
}

/// One output unit, as a debugger sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The X loaded last; 0 once it puts out.
    pub counter: u8,
    /// The dot of the line on which it stops counting, if it counts.
    pub starts_on: u16,
    /// Low plane, the next pixel in bit 7.
    pub low: u8,
    /// High plane, the next pixel in bit 7.
    pub high: u8,
    /// Attribute byte.
    pub attribute: u8,
    /// Whether it still counts its X down.
    pub counting: bool,
}

impl Unit {
    /// The pattern number of the pixel it puts out, 0 to 3; 0 while it counts.
    pub fn pixel(&self) -> u8 {
        if self.counting {
            0
        } else {
            self.low >> 7 | self.high >> 7 << 1
        }
    }
}

impl Default for OutputUnits {
    fn default() -> Self {
        OutputUnits {
            counters: [0; UNITS],
            low: [0; UNITS],
            high: [0; UNITS],
            attributes: [0; UNITS],
            counting: 0,
            active: 0,
            fires_at: [NEVER; UNITS],
            next_fire: NEVER,
            armed: false,
            late: false,
        }
    }
}

impl OutputUnits {
    /// Loads a slot's X.
    pub fn load_x(&mut self, slot: usize, x: u8) {
        self.counters[slot] = x;
    }

    /// Loads a slot's attribute byte.
    pub fn load_attribute(&mut self, slot: usize, attribute: u8) {
        self.attributes[slot] = attribute;
    }

    /// Loads a slot's low plane.
    pub fn load_low(&mut self, slot: usize, plane: u8) {
        self.low[slot] = plane;
        self.refresh_slot(slot);
    }

    /// Loads a slot's high plane.
    pub fn load_high(&mut self, slot: usize, plane: u8) {
        self.high[slot] = plane;
        self.refresh_slot(slot);
    }

    /// Dot 339 of a rendered line.
    pub fn arm(&mut self) {
        self.armed = true;
    }

    /// Dot 340 was dropped: the arming arrives one dot late.
    pub fn delay_arming(&mut self) {
        self.late = self.armed;
    }

    /// Dot 1 of a visible line, before its pixel.
    pub fn begin_line(&mut self) {
        if self.late {
            self.next_fire = 2;
        } else if self.armed {
            self.count_from(1);
        }
        self.armed = false;
    }

    /// Units that did not fire on this line go on counting on the next.
    pub fn end_line(&mut self) {
        if self.counting != 0 {
            self.fires_at
                .iter_mut()
                .for_each(|dot| *dot = dot.saturating_sub(256).max(1));
            self.find_next();
        }
    }

    /// The dot before whose pixel [`OutputUnits::fire`] must be called.
    #[inline]
    pub fn next_fire(&self) -> u16 {
        self.next_fire
    }

    /// Switches every unit whose dot has come to output mode.
    pub fn fire(&mut self, dot: u16) {
        if self.late {
            self.late = false;
            self.count_from(2);
        }
        for unit in 0..UNITS {
            if self.counting >> unit & 1 != 0 && self.fires_at[unit] <= dot {
                self.counting &= !(1 << unit);
                self.counters[unit] = 0;
            }
        }
        self.refresh_active();
        self.find_next();
    }

    /// The winning sprite pixel of a rendered dot; all units in output mode shift.
    #[inline]
    pub fn put_out(&mut self) -> SpritePixel {
        let mut units = self.active;
        let mut winner = 0;
        while units != 0 {
            let unit = units.trailing_zeros() as usize & 7;
            units &= units - 1;
            let (low, high) = (self.low[unit], self.high[unit]);
            let pixel = low >> 7 | high >> 7 << 1;
            self.low[unit] = low << 1;
            self.high[unit] = high << 1;
            if (low | high) << 1 == 0 {
                self.active &= !(1 << unit);
            }
            if winner == 0 && pixel != 0 {
                let attribute = self.attributes[unit];
                let slot_0 = if unit == 0 { SpritePixel::SLOT_0 } else { 0 };
                winner = 0x10 | (attribute & 3) << 2 | pixel | attribute & BEHIND | slot_0;
            }
        }
        SpritePixel(winner)
    }

    /// The winning pixels of eight rendered dots from `dot` on; units fire and shift as
    /// [`fire`](OutputUnits::fire) and [`put_out`](OutputUnits::put_out) have them do.
    pub fn put_out_span(&mut self, dot: u16) -> SpriteSpan {
        let mut span = SpriteSpan::default();
        for unit in 0..UNITS {
            let Some(waits) = self.begin_in_span(unit, dot) else {
                continue;
            };
            let (low, high) = (self.low[unit], self.high[unit]);
            let pixels = spread(low >> waits) | spread(high >> waits) << 1;
            span.add(unit, self.attributes[unit], pixels);
            self.low[unit] = (u16::from(low) << (8 - waits)) as u8;
            self.high[unit] = (u16::from(high) << (8 - waits)) as u8;
        }
        self.refresh_active();
        self.find_next();
        span
    }

    /// Runs the units over all pixels of a line. Returns those that have pixels in it, in slot
    /// order, and how many; their shifters are to be loaded next.
    pub fn run_line(&mut self) -> ([LineUnit; UNITS], usize) {
        let mut units = [LineUnit::default(); UNITS];
        let mut count = 0;
        for slot in 0..UNITS {
            let bit = 1 << slot;
            let column = if self.counting & bit == 0 {
                0
            } else if self.fires_at[slot] <= LAST_PIXEL_DOT {
                self.counting &= !bit;
                self.fires_at[slot] - FIRST_PIXEL_DOT
            } else {
                continue;
            };
            if self.low[slot] | self.high[slot] != 0 {
                units[count] = LineUnit {
                    slot,
                    column: usize::from(column),
                    low: self.low[slot],
                    high: self.high[slot],
                    attribute: self.attributes[slot],
                };
                count += 1;
            }
        }
        self.find_next();
        self.end_line();
        (units, count)
    }

    /// Loads all of a slot.
    pub fn load(&mut self, slot: usize, x: u8, attribute: u8, low: u8, high: u8) {
        self.counters[slot] = x;
        self.attributes[slot] = attribute;
        self.low[slot] = low;
        self.high[slot] = high;
        self.refresh_slot(slot);
    }

    /// After how many of eight dots a unit puts out, or has put out already.
    #[inline]
    fn begin_in_span(&mut self, unit: usize, dot: u16) -> Option<u16> {
        if self.active >> unit & 1 != 0 {
            return Some(0);
        }
        let fires = self.counting >> unit & 1 != 0 && self.fires_at[unit] < dot + 8;
        if !fires {
            return None;
        }
        self.counting &= !(1 << unit);
        self.counters[unit] = 0;
        Some(self.fires_at[unit].saturating_sub(dot))
    }

    /// Whether no unit puts out anything before dot `end`.
    #[inline]
    pub fn is_quiet_until(&self, end: u16) -> bool {
        self.active == 0 && self.next_fire >= end
    }

    /// Whether counting begins on dot 2, after a dropped dot.
    #[inline]
    pub fn begins_late(&self) -> bool {
        self.late
    }

    /// Whether a rendered dot would have any effect on the units.
    #[inline]
    pub fn any_active(&self) -> bool {
        self.active != 0
    }

    /// All units in slot order.
    pub fn view(&self) -> [Unit; UNITS] {
        std::array::from_fn(|unit| Unit {
            counter: self.counters[unit],
            starts_on: self.fires_at[unit],
            low: self.low[unit],
            high: self.high[unit],
            attribute: self.attributes[unit],
            counting: self.counting >> unit & 1 != 0,
        })
    }

    fn count_from(&mut self, dot: u16) {
        self.counting = 0xFF;
        self.active = 0;
        for (fires_at, counter) in self.fires_at.iter_mut().zip(self.counters) {
            *fires_at = dot + u16::from(counter);
        }
        self.find_next();
    }

    fn refresh_slot(&mut self, slot: usize) {
        let bit = 1 << slot;
        self.active &= !bit;
        if self.low[slot] | self.high[slot] != 0 {
            self.active |= bit & !self.counting;
        }
    }

    fn refresh_active(&mut self) {
        self.active = 0;
        for unit in 0..UNITS {
            if (self.low[unit] | self.high[unit]) != 0 {
                self.active |= 1 << unit;
            }
        }
        self.active &= !self.counting;
    }

    fn find_next(&mut self) {
        self.next_fire = NEVER;
        for unit in 0..UNITS {
            if self.counting >> unit & 1 != 0 {
                self.next_fire = self.next_fire.min(self.fires_at[unit]);
            }
        }
    }
}
